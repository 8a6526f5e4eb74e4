import Foundation
import GalleryDomain

/// A list of photos as a value: what is on the screen, what the user can go back to, and which loads are running.
///
/// Events go in; effects and changes come out. At the end of each event, the loads that are wanted are started. The
/// value knows no service, no closure and no words: `PhotoListViewModel` carries out the effects and announces the
/// changes.
///
/// At most one page is requested from a source at a time; on this computer, one more while other rows are loading
/// (`keepsLoadingWhileReplacing`). Each load has a number; `receive(_:for:)` alone drops answers whose number is no longer known.
/// Only the photos of pages near the window, and of rows that something needs, are kept, so a million photos cost what
/// a thousand do.
struct PhotoList {
  enum Event {
    case start
    /// Loads fresh rows. If pages on the screen could not be loaded, loads these instead; if the list has stopped
    /// looking for photos that pass a filter, looks further.
    case refresh
    /// The source has changed: loads fresh rows behind those on the screen, and says nothing of it.
    case sourceChanged
    /// Repeats what failed last, else `refresh`.
    case tryAgain
    case search(String)
    case leaveSearch
    /// Only what is for sale, or all: `sale:yes` in the filter.
    case showForSaleOnly(Bool)
    /// Only what is selected, or all: `is:selected` in the filter.
    case showSelectedOnly(Bool)
    case filter(FilterExpression)
    case sort(PhotoSort?)
    case group(PhotoGrouping?)
    /// One step back: cancels what is loading, else leaves the filter, else the search.
    case leave
    /// These rows are on the screen.
    case display(Range<Int>)
    /// Loads these rows, reads them if that is wanted, and keeps them until `endNeed`, wherever the window is.
    case need(Range<Int>, isReading: Bool, NeedID, insteadOf: NeedID?)
    case endNeed(NeedID)
    case select(row: Int?)
    /// The last row; while the source is counting its photos the last one so far, and then the last one.
    case selectLast
    case press(row: Int)
    /// Photos were changed here, for example marked for sale.
    case change([Photo])
    /// Photos are no longer in the source: they were moved or trashed here.
    case remove(Set<Photo.ID>)
    case dismissAlert
    /// How far changes of the source are noticed has changed.
    case watched(SourceWatch)
    case answer(Answer, LoadID)
  }

  /// An answer to a load.
  enum Answer {
    /// The stored page, before the source has answered.
    case early(PhotoPage)
    case page(Result<PhotoPage, PhotoSourceError>)
    /// The stored page, from the store alone; nil if there is none.
    case stored(PhotoPage?)
    case details(Photo)
    case progress(SourceProgress)
  }

  enum Effect {
    case fetch(PageRequest, LoadID)
    case fetchStored(PageRequest, LoadID)
    case readDetails(Photo, LoadID, ReadingUrgency)
    case observeProgress(LoadID)
    case cancel(LoadID)
    case saveRecentQuery(String)
    /// The photo passed the gate.
    case open(Photo, row: Int)
    /// The rows have been loaded and read, as far as possible.
    case meet(NeedID)
  }

  struct Changes: OptionSet {
    let rawValue: Int
    /// Their number, their photos, or the place of the focus.
    static let rows = Changes(rawValue: 1)
    static let alert = Changes(rawValue: 2)
    /// `isLoading`.
    static let loading = Changes(rawValue: 4)
    /// Something around the rows.
    static let status = Changes(rawValue: 8)
  }

  struct Transition {
    var changes: Changes = []
    var effects: [Effect] = []
  }

  enum Alert {
    case failure(PhotoSourceError)
    case notForSale
  }

  typealias LoadID = Int
  typealias NeedID = Int

  /// Rows that replace those on the screen once they are loaded.
  private struct Replacement {
    enum Reason { case start, refresh, follow, search, filter }

    let query: PhotoQuery
    let reason: Reason
    /// The first page, and those loaded so far of the pages that will be on the screen; nil until the first is loaded.
    var pages: PhotoPages?
    /// Where the focus will be.
    var row: Int?
    var missingPages: [Int] = []
  }

  private enum Load {
    case replacement
    /// - `isAsked`: Whether the user asked for it again, and wants to know why it fails.
    case page(Int, isAsked: Bool)
    case storedPage(Int)
    case details(Photo.ID)
    case progress
  }

  private struct Need {
    let rows: Range<Int>
    /// Whether their photos are to be read too.
    let isReading: Bool
    var isMet = false
  }

  let pageSize: Int
  private let opensWhatIsNotForSale: Bool
  private(set) var capabilities = SourceCapabilities.localList
  /// What is on the screen, and what the user can go back to.
  private(set) var stack: ListingStack
  private(set) var alert: Alert?
  /// The photo that was pressed last, if it may be opened.
  private(set) var openedPhoto: Photo?
  private(set) var progress: SourceProgress?
  /// Whether the last refresh has ended and the user has not moved on.
  private(set) var isRefreshed = false
  /// Whether the source could not be reached the last time it was asked.
  private(set) var isOffline = false
  /// Entries of the source that could not be read, according to its progress.
  private(set) var scanSkippedCount = 0
  /// How far changes of the source are noticed.
  private(set) var watch = SourceWatch.all
  /// Whether the source counts its photos by scanning, as a folder does.
  private(set) var isCountedByScan = false

  private var replacement: Replacement?
  /// The replacement that failed, until something else is wanted.
  private var failedReplacement: Replacement?
  private var loads: [LoadID: Load] = [:]
  private var lastLoad: LoadID = 0
  private var needs: [NeedID: Need] = [:]
  /// Pages that were requested from the store while the first one is loading.
  private var storedAskedPages: Set<Int> = []
  /// Failed pages that the user asked for again.
  private var askedPages: Set<Int> = []
  /// The pressed photo that is being read, and its row when it was pressed.
  private var press: (id: Photo.ID, row: Int)?
  /// Whether the source has changed since the load that is running began.
  private var isBehindSource = false
  private var transition = Transition()

  /// - Parameters:
  ///   - pageSize: Photos per page, 1–500.
  ///   - photoID: The photo to focus at first, on whatever page it is.
  init(
    query: PhotoQuery, pageSize: Int, capabilities: SourceCapabilities,
    selecting photoID: Photo.ID? = nil, opensWhatIsNotForSale: Bool = false
  ) {
    self.pageSize = max(1, min(pageSize, 500))
    self.capabilities = capabilities
    self.opensWhatIsNotForSale = opensWhatIsNotForSale
    var listing = PhotoListing(
      query: query,
      pages: PhotoPages(
        pageSize: self.pageSize, isFiltered: query.isFilteredHere(knowing: capabilities)))
    listing.focus = photoID.map {
      PhotoListing.Focus(id: $0, position: PhotoPosition(page: 1, offset: 0))
    }
    stack = ListingStack(listing)
  }

  /// - Parameter capabilities: Those of the source now; they may be known only after its first answer.
  mutating func handle(_ event: Event, capabilities: SourceCapabilities) -> Transition {
    self.capabilities = capabilities
    transition = Transition()
    let wasLoading = isLoading
    switch event {
    case .start: load(listing.query, .start)
    case .refresh: refresh()
    case .sourceChanged: follow()
    case .tryAgain: tryAgain()
    case .search(let text): search(text)
    case .leaveSearch: leaveSearch()
    case .showForSaleOnly(let isOn): change { $0.filter.isForSaleOnly = isOn }
    case .showSelectedOnly(let isOn): showSelected(isOn)
    case .filter(let filter): change { $0.filter = filter }
    case .sort(let sort): change { $0.sort = sort }
    case .group(let grouping): change { $0.grouping = grouping }
    case .leave: leave()
    case .display(let rows): stack.current.visibleRows = Self.bounded(rows)
    case .need(let rows, let isReading, let id, let former):
      if let former { needs[former] = nil }
      needs[id] = Need(rows: Self.bounded(rows), isReading: isReading)
    case .endNeed(let id): needs[id] = nil
    case .select(let row): select(row)
    case .selectLast: selectLast()
    case .press(let row): press(row)
    case .change(let photos): replace(photos)
    case .remove(let ids): if stack.remove(ids) { transition.changes.insert(.rows) }
    case .dismissAlert: alert = nil
    case .watched(let watch):
      self.watch = watch
      transition.changes.insert(.status)
    case .answer(let answer, let id): receive(answer, for: id)
    }
    startLoads()
    meetNeeds()
    if isLoading != wasLoading { transition.changes.insert(.loading) }
    return transition
  }

  // MARK: Reading the state

  /// What is on the screen.
  var listing: PhotoListing { stack.current }
  /// Whether the first page is loading, for the first time or again.
  var isLoading: Bool { replacement != nil }
  /// Whether what is loading only follows a change of the source, for which the user did not ask.
  var isFollowing: Bool { replacement?.reason == .follow }
  /// What the user wants to see: what is on the screen, or what is loading.
  var wantedQuery: PhotoQuery { replacement?.query ?? listing.query }
  var isLoadingPage: Bool { pageLoad != nil }
  /// Whether the source is still counting the photos of the list.
  var isCounting: Bool { listing.pages.isBeingCounted }
  var isReadingPressedPhoto: Bool { press != nil }

  func isUnderWay(_ id: LoadID) -> Bool { loads[id] != nil }

  /// Whether a photo may be opened: all but what a shop or a feed says is not for sale.
  func mayOpen(_ photo: Photo) -> Bool {
    opensWhatIsNotForSale || capabilities.holdsOwnFiles || photo.saleStatus != .notForSale
  }

  /// Whether the whole source is searched, one page after the other, whatever is on the screen: on this computer that
  /// costs little, and the user wants to know the count at its end.
  var searchesToEnd: Bool {
    !listing.query.isSortedHere(knowing: capabilities) && !capabilities.isRemote
      && listing.query.answered(by: capabilities).filter != listing.query.filter
  }

  /// Whether enough pages brought nothing.
  var isPaused: Bool { listing.pages.isPaused && !searchesToEnd }

  private var pageLoad: (id: LoadID, page: Int)? {
    for case (let id, .page(let page, _)) in loads { return (id, page) }
    return nil
  }

  /// A thousand rows are more than any screen has; more would load a source as a whole.
  private static func bounded(_ rows: Range<Int>) -> Range<Int> {
    let lower = max(0, rows.lowerBound)
    let upper = max(lower, min(rows.upperBound, PageLengths.rowLimit))
    return lower..<(lower + min(upper - lower, 1_000))
  }

  /// What stands together; empty where all photos are in the folder itself.
  var sections: [PhotoSection] {
    let sections = listing.pages.sections
    return sections.count == 1 && sections[0].key == .folder([]) ? [] : sections
  }

  // MARK: Loads

  private mutating func begin(_ load: Load) -> LoadID {
    lastLoad += 1
    loads[lastLoad] = load
    return lastLoad
  }

  private mutating func cancel(_ id: LoadID) {
    loads[id] = nil
    transition.effects.append(.cancel(id))
  }

  private mutating func cancelLoads() {
    for id in loads.keys.sorted() { cancel(id) }
    storedAskedPages = []
    askedPages = []
    press = nil
  }

  /// The one place where late and repeated answers are dropped.
  private mutating func receive(_ answer: Answer, for id: LoadID) {
    guard let load = loads[id] else { return }
    switch (answer, load) {
    case (.early(let page), .replacement): receiveEarly(page)
    case (.early(let page), .page(let number, _)): insertStored(page, at: number)
    case (.progress(let step), .progress): receive(step)
    case (.page(.success(let page)), .replacement):
      loads[id] = nil
      receiveReplacement(page)
    case (.page(.failure(let error)), .replacement):
      loads[id] = nil
      fail(error)
    case (.page(let result), .page(let number, let isAsked)):
      loads[id] = nil
      receive(result, at: number, isAsked: isAsked)
    case (.stored(let page), .storedPage(let number)):
      loads[id] = nil
      if let page, !page.photos.isEmpty { insertStored(page, at: number) }
    case (.details(let photo), .details(let photoID)):
      loads[id] = nil
      receiveDetails(photo, of: photoID)
    default: break
    }
  }

  /// Starts loads that are wanted and not running, and cancels those that are no longer wanted.
  private mutating func startLoads() {
    guard listing.hasAnswer else { return }
    if isLoading { startStoredLoad() }
    guard !isLoading || keepsLoadingWhileReplacing else { return }
    startPageLoad()
    startDetailLoads()
  }

  /// Whether the rows on the screen go on loading while others are loading: sorting a folder of thousands takes
  /// seconds, and loading from it costs little. A server gets one request at a time.
  private var keepsLoadingWhileReplacing: Bool {
    !capabilities.isRemote && listing.query.isEverythingInOrder && wantedQuery != listing.query
  }

  // MARK: Replacing the rows

  // The rows on the screen stay until the photos that replace them are loaded: the first page, and the page where the
  // focus will be. There is one such load at a time; it cancels all other loads.

  /// - Parameter isRefresh: Whether the source is read again instead of what was kept of it.
  private mutating func load(
    _ query: PhotoQuery, _ reason: Replacement.Reason, isRefresh: Bool = false
  ) {
    if query != wantedQuery { transition.changes.insert(.status) }
    cancelLoads()
    let isNewQuery = query != listing.query
    if !isNewQuery { stack.current.failedPages = [] }
    replacement = Replacement(query: query, reason: reason)
    // A `.start` that goes back to earlier rows was not requested by the user.
    if reason != .start { failedReplacement = nil }
    progress = nil
    isRefreshed = false
    scanSkippedCount = 0
    // A search begins at its first row; everything else, at the focus.
    let left = isNewQuery ? stack.listingOfSelection(for: query) : listing
    let anchor = isNewQuery && reason == .search ? nil : left.focus?.id
    let page = PageRequest(query, page: 1, pageSize: pageSize, anchor: anchor, isRefresh: isRefresh)
    transition.effects.append(.fetch(page, begin(.replacement)))
    observeProgress()
  }

  private mutating func refresh() {
    // The user is waiting for other rows than these.
    if let replacement, replacement.query != listing.query {
      return load(replacement.query, replacement.reason, isRefresh: true)
    }
    if !isLoading, retryFailedPages() || lookFurther() { return }
    load(listing.query, .refresh, isRefresh: true)
  }

  private mutating func follow() {
    // Listings that the user can go back to are loaded again then.
    stack.outdateKept()
    guard !isLoading, listing.isSettled else {
      isBehindSource = true
      return
    }
    load(listing.query, .follow, isRefresh: true)
  }

  private mutating func tryAgain() {
    guard let failed = failedReplacement else { return refresh() }
    load(failed.query, failed.reason, isRefresh: true)
  }

  /// Cancels the load and continues with what is on the screen.
  private mutating func abandonLoad() {
    cancelLoads()
    if progress?.activity == .sorting { progress = nil }
    continueLoading()
  }

  /// Continues loading what is on the screen: its first page if that was not answered yet, else whatever is missing.
  private mutating func continueLoading() {
    guard listing.isSettled else { return load(listing.query, .start) }
    finishLoad()
    observeProgress()
  }

  private mutating func finishLoad() {
    replacement = nil
    transition.changes.insert(.status)
    guard isBehindSource else { return }
    isBehindSource = false
    follow()
  }

  /// The stored first page: shown if there is nothing else to show, or in place of the rows of another query.
  private mutating func receiveEarly(_ page: PhotoPage) {
    guard let replacement, replacement.pages == nil else { return }
    if replacement.query == listing.query {
      guard !listing.hasAnswer else { return }
      stack.current.pages.insert(page, at: 1)
      if let id = listing.focus?.id, let position = listing.pages.position(of: id, near: 1) {
        stack.current.focus?.position = position
      }
      stack.current.hasAnswer = true
      stack.current.failure = nil
    } else {
      // That the stored page is empty says little; the current rows say more.
      guard !page.photos.isEmpty else { return }
      let fresh = makeListing(replacement.query, page)
      arrive(
        fresh,
        at: stack.rowOfArrival(
          in: fresh, page.anchorRow, near: replacement.reason == .filter ? pageSize : nil),
        replacement.reason)
    }
    transition.changes.formUnion([.rows, .status])
  }

  private mutating func receiveReplacement(_ page: PhotoPage) {
    guard let replacement else { return }
    if replacement.pages == nil {
      receiveFirst(page, replacement)
    } else if let number = replacement.missingPages.first {
      self.replacement?.pages?.insert(page, at: number)
      self.replacement?.missingPages.removeFirst()
    }
    guard let replacement = self.replacement, let pages = replacement.pages else { return }
    if let next = replacement.missingPages.first, next <= pages.pageCount {
      let query = PageRequest(
        replacement.query, page: next, pageSize: pageSize, anchor: listing.focus?.id)
      transition.effects.append(.fetch(query, begin(.replacement)))
    } else {
      replaceRows(with: pages, replacement)
    }
  }

  private mutating func receiveFirst(_ page: PhotoPage, _ replacement: Replacement) {
    // A refresh may be observing the progress of the former scan, which is complete.
    observeProgress()
    if page.storedAt == nil { isOffline = false }
    if replacement.reason == .search, let text = replacement.query.search {
      transition.effects.append(.saveRecentQuery(text))
    }
    var fresh = makeListing(replacement.query, page)
    let row: Int?
    if replacement.query == listing.query {
      fresh.pages.keepReach(of: listing.pages)
      row = stack.rowOfFocus(in: fresh.pages, page.anchorRow)
    } else {
      row = stack.rowOfArrival(
        in: fresh, page.anchorRow, near: replacement.reason == .filter ? pageSize : nil)
    }
    var next = replacement
    (next.pages, next.row) = (fresh.pages, row)
    next.missingPages = pagesToReplace(with: fresh, row: row)
    self.replacement = next
  }

  private mutating func replaceRows(with pages: PhotoPages, _ replacement: Replacement) {
    if replacement.query == listing.query {
      if replacement.reason == .refresh, listing.pages.rowCount > 0 { isRefreshed = true }
      let shift = (replacement.row ?? 0) - (listing.focusRow ?? 0)
      stack.current.pages = pages
      if let row = replacement.row {
        stack.current.moveFocus(nearRow: row)
      } else {
        stack.current.focus = nil
      }
      if listing.focus != nil { stack.current.moveWindow(by: shift) }
    } else {
      let next = PhotoListing(query: replacement.query, pages: pages)
      arrive(next, at: replacement.row, replacement.reason)
    }
    stack.current.hasAnswer = true
    stack.current.isSettled = true
    stack.current.failure = nil
    growWithScan()
    goToEnd()
    transition.changes.insert(.rows)
    finishLoad()
  }

  /// The rows stay, and loading continues as before. If there are none, the failure is shown instead.
  private mutating func fail(_ error: PhotoSourceError) {
    guard let replacement else { return }
    let hasRows = listing.pages.rowCount > 0
    let isNewQuery = replacement.query != listing.query
    if error.isUnreachable { isOffline = true }
    if !isNewQuery {
      stack.current.isSettled = true
      if !hasRows { stack.current.failure = error }
    } else if !hasRows, error != .cancelled {
      var failed = makeListing(replacement.query)
      failed.failure = error
      failed.isSettled = true
      enter(failed)
      transition.changes.insert(.rows)
    }
    // Rows that stay are marked as offline, without an alert unless the user asked for fresh ones.
    let isMarked =
      error.isUnreachable && hasRows && !isNewQuery && replacement.reason != .refresh
    failedReplacement = isNewQuery && error != .cancelled && hasRows ? replacement : nil
    if error != .cancelled, !isMarked, replacement.reason != .follow { show(.failure(error)) }
    if listing.isSettled { finishLoad() } else { load(listing.query, .start) }
  }

  private mutating func show(_ alert: Alert) {
    self.alert = alert
    transition.changes.insert(.alert)
  }

  private func makeListing(_ query: PhotoQuery, _ firstPage: PhotoPage? = nil) -> PhotoListing {
    var pages = PhotoPages(
      pageSize: pageSize, isFiltered: query.isFilteredHere(knowing: capabilities))
    if let firstPage { pages.insert(firstPage, at: 1) }
    return PhotoListing(query: query, pages: pages)
  }

  /// The pages that will be on the screen, without the first, which is loaded; that of the focus comes first.
  private func pagesToReplace(with fresh: PhotoListing, row: Int?) -> [Int] {
    guard let row, let focused = fresh.pages.lengths.position(of: row) else { return [] }
    var moved = listing
    moved.moveWindow(by: row - (listing.focusRow ?? row))
    let rows = moved.visibleRows
    var wanted = [focused.page]
    if fresh.query == listing.query, !rows.isEmpty, rows.count <= pageSize {
      for row in [rows.lowerBound, rows.upperBound - 1] {
        if let page = fresh.pages.lengths.position(of: row)?.page, !wanted.contains(page) {
          wanted.append(page)
        }
      }
    }
    return wanted.filter { $0 > 1 && $0 <= fresh.pages.pageCount }
  }

  // MARK: Other rows, and back

  private mutating func search(_ text: String) {
    var query = wantedQuery
    query.search = text
    guard replacement?.query != query else { return }
    load(query, .search)
  }

  private mutating func leaveSearch() {
    failedReplacement = nil
    if listing.query.search != nil {
      guard let kept = stack.kept.lastIndex(where: { $0.query.search == nil }) else {
        var query = listing.query
        query.search = nil
        return load(query, .start)
      }
      restore(at: kept)
    } else if replacement?.query.search != nil {
      abandonLoad()
    }
  }

  /// Shows the rows of another query: at once if they are on the back stack, else when they are loaded.
  private mutating func change(_ adapt: (inout PhotoQuery) -> Void) {
    var query = wantedQuery
    adapt(&query)
    failedReplacement = nil
    guard query != wantedQuery else { return }
    if query == listing.query {
      abandonLoad()
    } else if let kept = stack.kept.lastIndex(where: { $0.query == query }) {
      restore(at: kept)
    } else {
      load(query, query.search == listing.query.search ? .filter : .search)
    }
  }

  /// The selection may have changed since it was last shown.
  private mutating func showSelected(_ isOn: Bool) {
    stack.forget(where: \.filter.isSelectedOnly)
    change { $0.filter.isSelectedOnly = isOn }
  }

  private mutating func leave() {
    // Over a filter, anything that is loading is cancelled: otherwise Esc would leave the filter while the search goes
    // on.
    if let replacement, replacement.query != listing.query,
      listing.query.isFiltered || replacement.query.filter != listing.query.filter
        || replacement.query.sort != listing.query.sort
        || replacement.query.grouping != listing.query.grouping
    {
      failedReplacement = nil
      abandonLoad()
    } else if listing.query.isFiltered {
      change { $0.filter = $0.filter.isForSaleOnly ? .forSale : .everything }
    } else {
      leaveSearch()
    }
  }

  /// Shows the rows of another query, with the focus on one of them.
  private mutating func arrive(
    _ next: PhotoListing, at row: Int?, _ reason: Replacement.Reason
  ) {
    enter(stack.arriving(next, at: row, keepsWindow: reason != .search))
  }

  private mutating func enter(_ next: PhotoListing) {
    // Loads for the former rows are of no use for the new ones.
    for (id, load) in loads {
      switch load {
      case .details(let photo) where photo == press?.id: break
      case .page, .storedPage, .details: cancel(id)
      case .replacement, .progress: break
      }
    }
    isRefreshed = false
    stack.push(next)
  }

  /// Shows an earlier listing as it was, at once, and then loads what is missing.
  private mutating func restore(at index: Int) {
    cancelLoads()
    if progress?.activity == .sorting { progress = nil }
    failedReplacement = nil
    isRefreshed = false
    stack.pop(to: index)
    transition.changes.insert(.rows)
    continueLoading()
  }

  private mutating func replace(_ photos: [Photo]) {
    if stack.replace(photos) { transition.changes.insert(.rows) }
  }

  // MARK: Later pages, one load at a time; none while rows are being replaced, unless `keepsLoadingWhileReplacing`

  /// The pages of the visible rows and around them, nearest first.
  private var wantedPages: [Int] {
    listing.wantedPages(margin: pageSize, asksBeyond: !isPaused, isScanned: progress != nil)
  }

  /// The pages of the rows that something needs.
  private var neededPages: [Int] {
    needs.values.flatMap { listing.pagesNeeded(for: $0.rows, asksBeyond: !isPaused) }
  }

  private mutating func startPageLoad() {
    let (needed, shown) = (neededPages, wantedPages)
    // The next page to search, once everything wanted on the screen is loaded.
    let further =
      searchesToEnd && listing.pages.hasPageBeyond ? [listing.pages.pageCount + 1] : []
    let wanted = needed + shown + further
    stack.current.failedPages.formIntersection(wanted)
    if let load = pageLoad {
      guard !wanted.contains(load.page) else { return }
      cancel(load.id)
    }
    stack.current.dropPages(farFrom: shown, keeping: Set(needed))
    let next = wanted.first {
      !listing.pages.isLoaded($0) && !listing.failedPages.contains($0)
    }
    guard let next else { return }
    let id = begin(.page(next, isAsked: askedPages.remove(next) != nil))
    transition.effects.append(
      .fetch(PageRequest(listing.query, page: next, pageSize: pageSize), id))
    transition.changes.insert(.status)
  }

  private mutating func receive(
    _ result: Result<PhotoPage, PhotoSourceError>, at page: Int, isAsked: Bool
  ) {
    switch result {
    case .success(let answer):
      stack.current.pages.insert(answer, at: page)
      stack.current.failure = nil
      if answer.storedAt == nil { isOffline = false }
      // The page's total may be older than the scan's count.
      if !answer.photos.isEmpty { growWithScan() }
      stack.current.updateFocus(afterPage: page)
      goToEnd()
    case .failure(let error):
      fail(page, error)
      if isAsked, error != .cancelled {
        // One alert for all the pages that were requested again.
        askedPages = []
        show(.failure(error))
      }
    }
    transition.changes.formUnion([.rows, .status])
  }

  private mutating func fail(_ page: Int, _ error: PhotoSourceError) {
    if error.isUnreachable {
      isOffline = true
      if stack.current.pages.settleStored(page) { return }
    }
    stack.current.failedPages.insert(page)
    stack.current.awaitsEnd = false
    if listing.pages.rowCount == 0 { stack.current.failure = error }
  }

  /// Loads the failed pages again that are on the screen or needed.
  /// - Returns: Whether there are any.
  private mutating func retryFailedPages() -> Bool {
    let shown = listing.shownPages
    let needed = neededPages
    let failed = listing.failedPages.filter { page in
      shown?.contains(page) ?? true || needed.contains(page)
        || page > listing.pages.pageCount && listing.showsEnd
    }
    guard !failed.isEmpty else { return false }
    stack.current.failedPages.subtract(failed)
    stack.current.failure = nil
    askedPages = failed
    transition.changes.insert(.rows)
    return true
  }

  /// Looks further after too many pages brought nothing.
  /// - Returns: Whether that was the case, at the end that is on the screen.
  private mutating func lookFurther() -> Bool {
    let isAtEnd =
      listing.showsEnd
      || needs.values.contains { $0.rows.upperBound >= listing.pages.rowCount }
    guard isPaused, isAtEnd else { return false }
    stack.current.pages.resumeSearch()
    return true
  }

  // MARK: Later pages from the store, while the first one is loading

  /// A lost network is noticed only after half a minute, but stored pages are available at once: requests the missing
  /// pages around the window from the store, one after the other, each once.
  private mutating func startStoredLoad() {
    guard replacement?.query == listing.query, capabilities.isRemote else { return }
    for case .storedPage in loads.values { return }
    let next = wantedPages.first { page in
      page > 1 && !listing.pages.holds(page) && !storedAskedPages.contains(page)
    }
    guard let next else { return }
    storedAskedPages.insert(next)
    let query = PageRequest(listing.query, page: next, pageSize: pageSize)
    transition.effects.append(.fetchStored(query, begin(.storedPage(next))))
  }

  private mutating func insertStored(_ page: PhotoPage, at number: Int) {
    stack.current.pages.insertStored(page, at: number)
    stack.current.updateFocus(afterPage: number)
    transition.changes.formUnion([.rows, .status])
  }

  // MARK: What only a photo's file says

  /// Reads the photos of the visible rows that need it, after those of needed rows.
  private mutating func startDetailLoads() {
    let count = listing.pages.rowCount
    let needed = needs.values.filter(\.isReading).map { $0.rows.clamped(to: 0..<count) }
    let rows = needed + [listing.shownRows]
    let limit = capabilities.parallelReads.lowerBound
    let running = detailLoads
    // Those of them that have not been found among the rows.
    var unfound = Set(running.map(\.1))
    if let press { unfound.remove(press.id) }
    var next: [Photo] = []
    // Not all rows at every answer: the first ones that are unread are enough.
    for row in rows.joined() where listing.pages.needsDetails(at: row) {
      guard let photo = listing.pages.photo(at: row) else { continue }
      if running.contains(where: { $0.1 == photo.id }) {
        unfound.remove(photo.id)
      } else if next.count < limit, !next.contains(where: { $0.id == photo.id }) {
        next.append(photo)
      }
      if unfound.isEmpty, running.count + next.count >= limit { break }
    }
    for (load, id) in running where unfound.contains(id) { cancel(load) }
    var underWay = Set(running.map(\.1)).subtracting(unfound)
    for photo in next where underWay.count < limit {
      if underWay.insert(photo.id).inserted { readDetails(of: photo) }
    }
  }

  private var detailLoads: [(LoadID, Photo.ID)] {
    loads.compactMap { id, load in
      if case .details(let photo) = load { (id, photo) } else { nil }
    }
  }

  private mutating func readDetails(of photo: Photo, _ urgency: ReadingUrgency = .visible) {
    let id = begin(.details(photo.id))
    transition.effects.append(.readDetails(photo, id, urgency))
  }

  private mutating func receiveDetails(_ detailed: Photo, of id: Photo.ID) {
    guard detailed.id == id else { return }
    var detailed = detailed
    // Everything that could be read has been; otherwise it would be requested for ever.
    detailed.needsDetails = false
    if stack.current.pages.replace(detailed) { transition.changes.insert(.rows) }
    guard let press, press.id == id else { return }
    self.press = nil
    transition.changes.insert(.status)
    let position = listing.pages.position(of: id, near: listing.focus?.position.page ?? 1)
    open(detailed, row: position.map(listing.pages.lengths.row) ?? press.row)
  }

  // MARK: The gate

  private mutating func select(_ row: Int?) {
    let before = listing.focus
    if let row {
      guard listing.pages.lengths.position(of: row) != nil else { return }
      stack.current.select(row: row)
    } else {
      stack.current.focus = nil
    }
    cancelPress(unless: listing.focus?.id)
    guard listing.focus != before else { return }
    stack.current.awaitsEnd = false
    if row != nil { isRefreshed = false }
    transition.changes.insert(.status)
  }

  private mutating func selectLast() {
    select(listing.pages.rowCount - 1)
    stack.current.awaitsEnd = listing.pages.isBeingCounted
  }

  /// Call when pages have come: the user may be waiting for the last row.
  private mutating func goToEnd() {
    guard listing.awaitsEnd, !listing.pages.isBeingCounted else { return }
    selectLast()
  }

  /// A photo that may turn out not to be for sale is read first.
  private mutating func press(_ row: Int) {
    openedPhoto = nil
    let photo = listing.pages.photo(at: row)
    cancelPress(unless: photo?.id)
    guard let photo else { return }
    guard photo.needsDetails else { return open(photo, row: row) }
    let isNews = press == nil
    press = (photo.id, row)
    guard isNews else { return }
    transition.changes.insert(.status)
    // A load that is already running may be waiting behind other photos.
    for (load, id) in detailLoads where id == photo.id { cancel(load) }
    readDetails(of: photo, .urgent)
  }

  /// The user moved on: the photo that was pressed before is not opened.
  private mutating func cancelPress(unless id: Photo.ID?) {
    guard let press, press.id != id else { return }
    self.press = nil
    transition.changes.insert(.status)
  }

  private mutating func open(_ photo: Photo, row: Int) {
    guard mayOpen(photo) else {
      openedPhoto = nil
      return show(.notForSale)
    }
    openedPhoto = photo
    transition.effects.append(.open(photo, row: row))
  }

  // MARK: A source that is still being read, such as a folder

  private mutating func observeProgress() {
    for case (let id, .progress) in loads { cancel(id) }
    transition.effects.append(.observeProgress(begin(.progress)))
  }

  private mutating func receive(_ step: SourceProgress) {
    transition.changes.insert(.status)
    let wasScanning = progress != nil
    progress = step.isComplete ? nil : step
    // Sorting is about rows that are still loading, not about those on the screen.
    if step.activity == .sorting { return }
    isCountedByScan = true
    scanSkippedCount = step.skippedCount
    let scanJustEnded = wasScanning && step.isComplete
    // During a refresh, the rows on the screen are the old ones; the count is for the new ones.
    if listing.hasAnswer, !isLoading {
      if listing.query.isEverythingInOrder, stack.current.pages.grow(to: step.photoCount) {
        transition.changes.insert(.rows)
      }
      // What a search or a filter leaves is known only at the source's end.
      if scanJustEnded, listing.pages.isFiltered { stack.current.pages.reopenEnd() }
    }
    if scanJustEnded {
      if listing.pages.rowCount == 0 { transition.changes.insert(.rows) }
      if let page = listing.shownPages?.lowerBound {
        stack.current.pages.completeSections(from: page)
      }
    }
  }

  private mutating func growWithScan() {
    guard let progress, listing.query.isEverythingInOrder else { return }
    _ = stack.current.pages.grow(to: progress.photoCount)
  }

  // MARK: Rows that something needs

  private mutating func meetNeeds() {
    for (id, need) in needs where !need.isMet && isThere(need) {
      needs[id]?.isMet = true
      transition.effects.append(.meet(id))
    }
  }

  /// Whether rows have been loaded and read, as far as possible.
  private func isThere(_ need: Need) -> Bool {
    guard !isLoading else { return false }
    let pages = listing.pagesNeeded(for: need.rows, asksBeyond: !isPaused)
    guard
      pages.allSatisfy({ listing.pages.isLoaded($0) || listing.failedPages.contains($0) })
    else { return false }
    return !need.isReading
      || !need.rows.clamped(to: 0..<listing.pages.rowCount).contains(
        where: listing.pages.needsDetails)
  }
}
