import Foundation
import GalleryDomain

/// A list of photos as a value: what is on the screen, what the user can go back to, what is selected, and which loads are
/// running.
///
/// Inputs go in through `update`; effects and changes come out. `wantedLoads` says which loads should run; at the end of each
/// input `updateLoads` starts and cancels those that differ. The value knows no service, no closure and no
/// words: `PhotoListViewModel` carries out the effects and announces the changes.
///
/// At most one page is requested from a source at a time; on this computer, one more while other rows are loading (`loadsRows`).
/// Only the photos of pages near the window, and of rows that something needs, are kept, so a million photos cost what
/// a thousand do.
struct PhotoList: Equatable {
  /// An answer to a load.
  enum Answer {
    /// The stored page, before the source has answered.
    case early(PhotoPage)
    case page(Result<PhotoPage, PhotoSourceError>)
    /// The stored page, from the store alone; nil if there is none.
    case stored(PhotoPage?)
    /// The photo that was to be read, or those that were to be recalled.
    case details([Photo])
    case progress(SourceProgress)
  }

  enum Effect: Equatable {
    case fetch(PageRequest, LoadID)
    case fetchStored(PageRequest, LoadID)
    case readDetails(Photo, LoadID)
    /// What is remembered of photos, without reading their files.
    case recallDetails([Photo], LoadID)
    case observeProgress(LoadID)
    case cancel(LoadID)
    case saveRecentQuery(String)
    /// Why `focusMatch` has not moved the focus.
    case noteNoMatch(NoMatch)
    /// The photo passed the gate.
    case open(Photo, row: Int)
    /// The rows have been loaded and read, as far as possible.
    case meet(NeedID)
    /// Whether rows were selected for it since it began.
    case registerUndo(Selection.Change, endsSelecting: Bool)
    /// No more photos than these are selected.
    case noteLimit(Int)
    /// So many rows could not be loaded and are not selected.
    case noteMissing(Int)
    /// A photo that a command wants has been read.
    case photoRead(Photo)
    /// The selection is no longer the one that commands wait for.
    case cancelGatherings
  }

  struct Changes: OptionSet {
    let rawValue: Int
    /// Their number, their photos, or the row of the focus.
    static let rows = Changes(rawValue: 1)
    static let alert = Changes(rawValue: 2)
    /// `isLoading`.
    static let loading = Changes(rawValue: 4)
    /// Something around the rows.
    static let status = Changes(rawValue: 8)
    /// The selection, and work on it that takes time.
    static let selection = Changes(rawValue: 16)
  }

  enum Alert: Equatable {
    case failure(PhotoSourceError)
    case notForSale
  }

  typealias LoadID = Int
  /// The owner that needs rows, one range at a time.
  typealias NeedID = ObjectIdentifier

  /// Rows that are wanted in place of those on the screen.
  private struct Request: Equatable {
    /// A preview answers from what is known, and completing it reads the rest.
    enum Reason { case start, refresh, follow, search, preview, completion, filter }

    let query: PhotoQuery
    let reason: Reason
  }

  private struct Replacement: Equatable {
    let request: Request
    /// Counts up: the same rows may be requested again.
    let number: Int
    var rows: Arrival
    /// What is known of them, while they are being read for their order.
    var part: Arrival?
    /// How many photos had been read for the last part.
    var partCount: Int
    /// Whether the source has answered. If the rows can't change then, it is asked again when they can.
    var isAnswered = false
    /// Whether the source has changed since this load began.
    var isBehindSource: Bool

    var query: PhotoQuery { request.query }
    var reason: Request.Reason { request.reason }
  }

  /// Rows on their way: those of the first page, and of the pages that will be on the screen.
  private struct Arrival: Equatable {
    /// For the first page.
    var first: PageRequest
    /// Those loaded so far; nil until the first is.
    var pages: PhotoPages?
    /// The row of the requested photo.
    var anchorRow: Int?
    var missingPages: [Int] = []

    init(_ first: PageRequest) { self.first = first }

    var request: PageRequest {
      guard let page = missingPages.first else { return first }
      var request = first
      (request.page, request.isRefresh) = (page, false)
      return request
    }
  }

  /// Identifies a load: that of a replacement by its number, and by what is requested.
  enum Load: Hashable {
    case replacement(Int, PageRequest)
    case part(Int, PageRequest)
    case page(PhotoQuery, Int)
    case storedPage(PhotoQuery, Int, part: Int?)
    case details(Photo.ID)
    /// What is remembered of the photos of a page.
    case knownDetails(Int, listing: Int)
    case progress(Int)
    /// A page of the source, for the selection alone.
    case pass(PhotoQuery, Int)
    /// For `soughtRow`.
    case row(PageRequest)
  }

  struct Need: Equatable {
    let rows: Range<Int>
    /// Whether their photos are to be read too.
    let isReading: Bool
    var isMet = false
  }

  let pageSize: Int
  /// The time zone in which the days of a filter begin.
  let zone: TimeZone
  /// Whether photos are chosen for another program, and not bought.
  private let isChooser: Bool
  /// The source's; they may be known only after its first answer.
  var capabilities: SourceCapabilities
  private(set) var stack: ListingStack
  var selection = Selection()
  var listed = ListedSelection()
  /// What was selected of photos that have left the source.
  var departed = Selection.Change()
  private(set) var alert: Alert?
  /// The photo that was pressed last, if it may be opened.
  private(set) var openedPhoto: Photo?
  private(set) var progress: SourceProgress?
  /// Whether the source could not be reached the last time it was asked.
  private(set) var isOffline = false
  /// Entries of the source that could not be read, according to its progress.
  private(set) var scanSkippedCount = 0
  /// How far changes of the source are noticed.
  private(set) var watch = SourceWatch.all
  /// Files that are read behind the screen; nil if there are none.
  private(set) var reading: FileReading?
  /// Whether the source counts its photos by scanning, as a folder does.
  private(set) var isCountedByScan = false

  /// What is loading in place of the rows on the screen.
  private var replacement: Replacement?
  /// What the user wanted and could not be loaded; nil once something else is wanted.
  private var failedRequest: Request?
  /// Whether the user's refresh has ended and the user has not moved on.
  private(set) var isRefreshed = false
  private(set) var loads: [LoadID: Load] = [:]
  private var lastLoad: LoadID = 0
  private var lastReplacement = 0
  private var lastListing = 0
  /// Counts up when the source's progress is to be observed from its beginning; 0 while it is not.
  private var observation = 0
  private var needs: [NeedID: Need] = [:]
  /// Failed pages that the user requested again; a failure of these is reported.
  private var askedPages: Set<Int> = []
  /// What was still loading when the search began, unless the user has asked for something else since.
  private var unsearchedQuery: PhotoQuery?
  /// The search that was left last; nil if there was none.
  private var leftSearch: LeftSearch?
  /// What the input has changed, and what is to be done for it; empty between two inputs.
  var changes: Changes = []
  var effects: [Effect] = []
  /// Asks for the row that the focus goes to: of a match, or of the photo that is the anchor.
  private var soughtRow: PageRequest?

  private struct LeftSearch: Equatable {
    let text: String
    /// What it found, as far as it was loaded.
    let ids: [Photo.ID]
  }

  /// - Parameters:
  ///   - pageSize: Photos per page, 1–500.
  ///   - photoID: The photo to focus at first, on whatever page it is.
  init(
    query: PhotoQuery, pageSize: Int, capabilities: SourceCapabilities,
    selecting photoID: Photo.ID? = nil, isChooser: Bool = false,
    zone: TimeZone = .current
  ) {
    self.pageSize = max(1, min(pageSize, 500))
    self.zone = zone
    self.capabilities = capabilities
    self.isChooser = isChooser
    var listing = PhotoListing(
      query: query,
      pages: PhotoPages(
        pageSize: self.pageSize, isFiltered: query.isFilteredHere(knowing: capabilities)))
    listing.focus = photoID.map {
      PhotoListing.Focus(id: $0, position: PhotoPosition(page: 1, offset: 0))
    }
    stack = ListingStack(current: listing)
  }

  /// Changes the list by one of its inputs, then starts and cancels loads.
  mutating func update(
    _ input: (inout PhotoList) -> Void
  ) -> (changes: Changes, effects: [Effect]) {
    let wasLoading = isLoading
    input(&self)
    if listing.phase.hasAnswer { stack.current.updateFocus() }
    updateSelection()
    updateLoads()
    meetNeeds()
    if isLoading != wasLoading { changes.insert(.loading) }
    defer { (changes, effects) = ([], []) }
    return (changes, effects)
  }

  // MARK: Small inputs

  mutating func start() { load(listing.query, .start) }

  /// These rows are on the screen.
  mutating func display(_ rows: Range<Int>) { stack.current.visibleRows = Self.bounded(rows) }

  /// Loads these rows, reads them if that is wanted, and keeps them until `endNeed`, wherever the window is.
  mutating func need(_ rows: Range<Int>, isReading: Bool, _ id: NeedID) {
    needs[id] = Need(rows: Self.bounded(rows), isReading: isReading)
  }

  mutating func endNeed(_ id: NeedID) { needs[id] = nil }

  /// Photos were changed here, for example marked for sale.
  mutating func replace(_ photos: [Photo]) {
    if stack.replace(photos) { changes.insert(.rows) }
    updateSelected(photos)
  }

  /// Photos are no longer in the source: they were moved or trashed here.
  mutating func remove(_ ids: Set<Photo.ID>) {
    // Otherwise the photos that get these rows would be in the range.
    if rangePhotos.contains(where: { ids.contains($0.id) }) { endRange() }
    deselect(ids)
    if stack.remove(ids) { changes.insert(.rows) }
  }

  /// Photos got other ids: their files were renamed here.
  mutating func rename(_ ids: [Photo.ID: Photo.ID]) {
    deselect(Set(ids.keys))
    stack.rename(ids)
  }

  /// Photos that had left the source, or had other ids, are back; their rows come when it is read.
  mutating func takeBack(_ ids: [Photo.ID]) {
    guard let first = ids.first else { return }
    stack.outdateKept()
    stack.current.focus?.id = first
    revert(departed.split(ids))
  }

  mutating func dismissAlert() { alert = nil }

  mutating func watchChanged(_ watch: SourceWatch) {
    self.watch = watch
    changes.insert(.status)
  }

  /// More files have been read behind the screen, and are remembered.
  mutating func filesRead(_ reading: FileReading?) {
    self.reading = reading
    stack.current.pages.forgetRecalled()
    changes.insert(.status)
    // An order that was stopped is known now without reading a file.
    if reading == nil, isPart, !isLoading { load(listing.query, .follow) }
  }

  // MARK: The state

  var listing: PhotoListing { stack.current }
  var isLoading: Bool { replacement != nil }
  /// Whether the rows are loading only because the source has changed.
  var isFollowing: Bool { replacement?.reason == .follow }
  /// Whether more rows come when all photos have been read.
  var isPart: Bool { listing.pages.part != nil }
  /// Whether all photos have been read, and their rows wait for the end of a range that was begun in a part of them.
  var waitsForRange: Bool { holdsRows && replacement?.isAnswered ?? false }
  /// Whether photos are being read that have not been searched yet.
  var isCompletingSearch: Bool { replacement?.reason == .completion }
  /// What the user wants to see: what is on the screen, or what is loading.
  var wantedQuery: PhotoQuery { replacement?.query ?? listing.query }
  var isLoadingPage: Bool {
    loads.values.contains { if case .page = $0 { true } else { false } }
  }

  func mayOpen(_ photo: Photo) -> Bool {
    isChooser || capabilities.holdsOwnFiles || photo.saleStatus != .notForSale
  }

  /// Whether photos are found again of which only the ids are kept.
  var findsPhotosAgain: Bool { capabilities.isReadWhole && !isChooser }

  /// Whether the whole source is searched, one page after the other, whatever is on the screen: on this computer that
  /// costs little, and the user wants to know the count at its end.
  var searchesToEnd: Bool {
    !listing.query.isAnsweredFromRows(knowing: capabilities) && !capabilities.isRemote
      && listing.query.answered(by: capabilities).filter != listing.query.filter
  }

  /// Whether the user is asked whether to search further.
  var isPaused: Bool { listing.pages.isPaused && !searchesToEnd }

  /// A thousand rows are more than any screen has; more would load a source as a whole.
  private static func bounded(_ rows: Range<Int>) -> Range<Int> {
    rows.clamped(to: 0..<PhotoPages.rowLimit).prefix(1_000)
  }

  /// The sections of the list; empty if all photos are in the folder itself.
  var sections: [PhotoSection] {
    let sections = listing.pages.sections
    return sections.count == 1 && sections[0].key == .folder([]) ? [] : sections
  }

  // MARK: Loads

  private var wantedLoads: [Load] {
    var wanted: [Load] = []
    let replacementWaits = replacement.map { waitsForSelection($0.query) } ?? false
    if let replacement, !replacementWaits {
      if !waitsForRange {
        wanted.append(.replacement(replacement.number, replacement.rows.request))
      }
      if !selection.range.isBegun, let part = replacement.part {
        wanted.append(.part(replacement.number, part.request))
      }
    }
    if observation > 0 { wanted.append(.progress(observation)) }
    wanted += selection.unread.suffix(Self.visibleReads).reversed().map { .details($0.id) }
    if comesFromStore, let load = rowsToLoad { wanted.append(load) }
    let loadsRowsOfList = loadsRows && !waitsForSelection(listing.query)
    var rows = loadsRowsOfList && !comesFromStore ? rowsToLoad : nil
    // The rows of the list come first, and the same rows are asked for once.
    if rows == nil, let sweep = selection.sweep,
      replacementWaits || (loadsRows || !isLoading) && sweep.query != replacement?.query
    {
      rows = .pass(sweep.query, sweep.page)
    }
    // One page at a time: a match waits for one that is loading, and the others wait for the match.
    if let soughtRow, isPart || loadsRowsOfList && !isLoading,
      !loads.values.contains(where: { $0 == rows })
    {
      wanted.append(.row(soughtRow))
    } else if let rows {
      wanted.append(rows)
    }
    guard loadsRows else { return wanted }
    if let page = pageToRecall {
      // Reads that have begun go on to their end.
      let reading = loads.values.filter { load in
        if case .details = load { !wanted.contains(load) } else { false }
      }
      return wanted + reading + [.knownDetails(page, listing: listing.number)]
    }
    return wanted + detailsToRead(besides: wanted)
  }

  /// Whether the photos of a query depend on the selection, which isn't whole yet.
  private func waitsForSelection(_ query: PhotoQuery) -> Bool {
    query.filter.dependsOnSelection && selection.sweep != nil
  }

  /// Only here are loads started and cancelled.
  private mutating func updateLoads() {
    if loadsRows || isPart { dropRows() }
    let wanted = wantedLoads
    for (id, load) in loads.sorted(by: { $0.key < $1.key }) where !wanted.contains(load) {
      loads[id] = nil
      effects.append(.cancel(id))
    }
    // A handful: a set of them took longer than the rest.
    let running = Array(loads.values)
    for load in wanted where !running.contains(load) { start(load) }
  }

  private mutating func start(_ load: Load) {
    let id = lastLoad + 1
    let effect: Effect
    switch load {
    case .replacement(_, let request): effect = .fetch(withSelection(request), id)
    case .part(_, let request): effect = .fetchStored(request, id)
    case .page(let query, let page):
      var request = withSelection(PageRequest(query, page: page, pageSize: pageSize))
      request.isAgain = page == 1
      effect = .fetch(request, id)
      changes.insert(.status)
    case .storedPage(let query, let page, let part):
      var request = withSelection(PageRequest(query, page: page, pageSize: pageSize))
      request.part = part
      effect = .fetchStored(request, id)
    case .details(let photoID):
      guard let photo = photo(photoID) else { return }
      effect = .readDetails(photo, id)
    case .knownDetails(let page, _):
      effect = .recallDetails(listing.pages.photos(of: page).filter(\.needsDetails), id)
    case .progress: effect = .observeProgress(id)
    case .pass(let query, let page):
      // The list's own page size where it has loaded some of the pages.
      var request = PageRequest(
        query, page: page, pageSize: capabilities.isRemote ? pageSize : Self.longPageSize)
      request.readsAll = true
      effect = .fetch(withSelection(request), id)
    case .row(let request):
      effect =
        request.part == nil ? .fetch(withSelection(request), id) : .fetchStored(request, id)
    }
    lastLoad = id
    loads[id] = load
    effects.append(effect)
  }

  /// The most photos that a page may have.
  static let longPageSize = 500

  func withSelection(_ request: PageRequest) -> PageRequest {
    guard request.query.filter.dependsOnSelection else { return request }
    var request = request
    request.selection = selection.ids
    request.selectedPhotos = selection.photos
    return request
  }

  /// A photo that is loaded or selected.
  func photo(_ id: Photo.ID) -> Photo? {
    listing.row(of: id).flatMap(listing.pages.photo(at:)) ?? selection.photo(id)
      ?? selection.unread.last { $0.id == id }
  }

  /// Only here are late and repeated answers dropped: those to loads that are no longer known.
  mutating func receive(_ answer: Answer, for id: LoadID) {
    guard let load = loads[id] else { return }
    switch (answer, load) {
    case (.early(let page), .replacement): return receiveEarly(page)
    case (.early(let page), .page(_, let number)):
      return page.photos.isEmpty ? () : insertStored(page, at: number)
    case (.early(let page), .pass):
      selection.sweep?.stored = page
      return
    case (.progress(let step), .progress): return receive(step)
    case (.early, .row): return
    default: loads[id] = nil
    }
    switch (answer, load) {
    case (.page(.success(let page)), .replacement): receiveReplacement(page)
    case (.page(.failure(let error)), .replacement):
      forgetUnstoredPages()
      fail(error)
    case (.stored(let page), .part): receivePart(page)
    case (.page(let result), .page(_, let number)): receive(result, at: number)
    case (.stored(let page), .storedPage(_, let number, _)): insertStored(page, at: number)
    case (.details(let photos), .details(let photoID)):
      receiveDetails(photos.first, of: photoID)
    case (.details(let photos), .knownDetails(let page, _)):
      stack.current.pages.noteRecalled(page)
      receiveDetails(photos.filter { !$0.needsDetails })
    case (.page(let result), .pass): receivePass(try? result.get())
    case (.page(let result), .row): receiveRow(result)
    case (.stored(let page), .row): receiveRow(.success(page ?? PhotoPage(photos: [])))
    default: break
    }
  }

  /// Whether pages and photos of the rows on the screen are loaded. While others are loading, only on this computer: sorting a
  /// folder of thousands takes seconds, and loading from it costs little. A server gets one request at a time.
  private var loadsRows: Bool {
    listing.phase.hasAnswer
      && (!isLoading
        || !capabilities.isRemote && listing.query.isEverythingInOrder
          && wantedQuery != listing.query)
  }

  // MARK: Replacing the rows

  // The rows on the screen stay until the photos that replace them are loaded: the first page, and the page where the
  // focus will be. While files are read for an order, what is known of it is asked for whenever that is half as much again, so that
  // a list of 60,000 moves some twenty times. A range that is begun in a part keeps its rows: others come when it ends.

  /// - Parameter isRefresh: Whether the source is read again instead of what was kept of it.
  private mutating func load(
    _ query: PhotoQuery, _ reason: Request.Reason, isRefresh: Bool = false
  ) {
    if query != wantedQuery { changes.insert(.status) }
    noteUnsearched(before: query)
    let isNewQuery = query != listing.query
    if !isNewQuery { stack.current.failedPages = [] }
    forgetUnstoredPages()
    soughtRow = nil
    let request = Request(query: query, reason: reason)
    // A `.start` that goes back to earlier rows was not requested by the user.
    if reason != .start { failedRequest = nil }
    isRefreshed = false
    lastReplacement += 1
    replacement = Replacement(
      request: request, number: lastReplacement,
      rows: Arrival(firstPage(of: request, isRefresh: isRefresh)),
      partCount: isNewQuery || !isPart ? 0 : listing.pages.sortReach?.readCount ?? 0,
      isBehindSource: replacement?.isBehindSource ?? false)
    askedPages = []
    progress = nil
    scanSkippedCount = 0
    observation += 1
  }

  private mutating func noteUnsearched(before query: PhotoQuery) {
    guard query.search != nil else { return }
    let wanted = wantedQuery
    if wanted.search == nil {
      unsearchedQuery = wanted == listing.query ? nil : wanted
    } else if query.differsBeyondSearch(from: wanted) {
      unsearchedQuery = nil
    }
  }

  private func firstPage(
    of request: Request, isRefresh: Bool = false, part: Int? = nil
  ) -> PageRequest {
    // A search begins at its first row; everything else, at the focus.
    let isNewQuery = request.query != listing.query
    let left = isNewQuery ? stack.listingOfFocus(for: request.query) : listing
    let isSearch = request.reason == .search || request.reason == .preview
    let beginsAtTop = isNewQuery && (isSearch || stack.beginsAtTop(request.query))
    var first = PageRequest(
      request.query, pageSize: pageSize, anchor: beginsAtTop ? nil : left.focus?.id,
      isRefresh: isRefresh)
    first.isPreview = isPreview(request)
    first.part = part
    return first
  }

  /// Whether what is known of the photos is enough at first: while a search is typed, and for a filter that asks for nothing that
  /// only files say.
  private func isPreview(_ request: Request) -> Bool {
    switch request.reason {
    case .preview: true
    case .filter:
      !request.query.filter.isEmpty && !request.query.filter.needsDetails
        && !request.query.isSortedHere(knowing: capabilities)
    default: false
    }
  }

  mutating func refresh() {
    // The user is waiting for other rows.
    if let replacement, replacement.query != listing.query {
      return load(replacement.query, replacement.reason, isRefresh: true)
    }
    if !isLoading, !isPart, retryFailedPages() || lookFurther() { return }
    load(listing.query, .refresh, isRefresh: true)
  }

  /// The source has changed: loads fresh rows after those on the screen, without a message.
  mutating func follow() {
    stack.outdateKept()
    if isLoading {
      replacement?.isBehindSource = true
    } else if listing.phase.isSettled, !isPart {
      // Of an order that the user has stopped, what is known stays.
      load(listing.query, .follow, isRefresh: true)
    }
  }

  mutating func tryAgain() {
    guard let failedRequest else { return refresh() }
    load(failedRequest.query, failedRequest.reason, isRefresh: true)
  }

  /// Continues with what is on the screen: loads its first page if that was not answered yet, else whatever is missing.
  private mutating func continueLoading() {
    askedPages = []
    forgetUnstoredPages()
    guard listing.phase.isSettled else { return load(listing.query, .start) }
    soughtRow = nil
    finishLoad()
    restartObservation()
  }

  /// The scan of other rows that was last reported may have ended meanwhile.
  private mutating func restartObservation() {
    if progress?.isOfOtherRows ?? false { progress = nil }
    observation += 1
  }

  private mutating func finishLoad(isRefreshed: Bool = false) {
    let isBehindSource = replacement?.isBehindSource ?? false
    (replacement, self.isRefreshed) = (nil, isRefreshed)
    changes.insert(.status)
    if isBehindSource { follow() }
  }

  /// The stored first page: shown if there is nothing else to show, or in place of the rows of another query.
  private mutating func receiveEarly(_ page: PhotoPage) {
    guard let replacement, !replacement.isAnswered,
      // That the stored page of another query is empty says little; the rows on the screen say more.
      replacement.query == listing.query ? !listing.phase.hasAnswer : !page.photos.isEmpty
    else { return }
    self.replacement?.part = Arrival(replacement.rows.first)
    receivePart(page, isEarly: true)
  }

  /// Whether the rows on the screen stay although others could be shown.
  private var holdsRows: Bool {
    isPart && selection.range.isBegun && replacement?.query == listing.query
  }

  private mutating func receiveReplacement(_ page: PhotoPage) {
    guard var replacement else { return }
    if !replacement.isAnswered {
      replacement.isAnswered = true
      replacement.part = nil
      // A refresh may be observing the progress of the former scan, which is complete.
      restartObservation()
      if page.storedAt == nil { isOffline = false }
      if replacement.reason == .search, let text = replacement.query.search {
        effects.append(.saveRecentQuery(text))
      }
    }
    var isThere = false
    if holdsRows {
      replacement.rows = Arrival(firstPage(of: replacement.request))
      changes.insert(.status)
    } else {
      isThere = insert(page, into: &replacement.rows, of: replacement.request)
    }
    self.replacement = replacement
    guard isThere else { return }
    let isRefreshed =
      listing.pages.rowCount > 0 && replacement.query == listing.query
      && replacement.reason == .refresh
    show(replacement.rows, of: replacement.request)
    // All matches come, the best ones first, when all photos have been read: whatever comes in between.
    let isBeginning =
      isPreview(replacement.request) && listing.pages.sortReach == nil
      && replacement.query.isAnsweredFromRows(knowing: capabilities)
    stack.current.phase = isBeginning ? .stored : .settled
    stack.current.unreadCount = nil
    grow(with: progress)
    finishLoad(isRefreshed: isRefreshed)
    if isBeginning, self.replacement == nil { load(replacement.query, .completion) }
  }

  /// What is known of the rows before the source has answered: those stored, or those of the photos that have been read.
  private mutating func receivePart(_ page: PhotoPage?, isEarly: Bool = false) {
    guard let replacement, var part = replacement.part else { return }
    self.replacement?.part = nil
    if part.pages == nil {
      guard let page, isEarly || page.part != nil else { return }
      part.first.part = page.part
      self.replacement?.partCount = page.sortReach?.readCount ?? 0
    }
    guard insert(page, into: &part, of: replacement.request) else {
      self.replacement?.part = part
      return
    }
    show(part, of: replacement.request, keepsPhoto: !listing.phase.hasAnswer)
    stack.current.phase = .stored
    noteUnread()
    changes.insert(.status)
  }

  /// Asks for what is known of the rows that are being read, if that is half as much again as at the last time.
  private mutating func askForPart() {
    guard let replacement, !replacement.isAnswered, replacement.part == nil, let progress,
      progress.activity == .sorting, capabilities.isReadWhole,
      replacement.query.isAnsweredFromRows(knowing: capabilities),
      progress.completedSteps >= max(Self.leastPartCount, replacement.partCount * 3 / 2),
      // The page of the focus is loading.
      !isPart || listing.focus.map({ $0.id != nil }) ?? true
    else { return }
    let part = Arrival(firstPage(of: replacement.request))
    self.replacement?.part = part
  }

  /// A screenful.
  private static let leastPartCount = 20

  private mutating func noteUnread() {
    guard isPart, let progress, progress.activity == .sorting,
      let reach = listing.pages.sortReach
    else { return }
    stack.current.unreadCount = max(0, progress.knownSteps - reach.readCount)
  }

  /// Adds the next page of rows that arrive.
  ///
  /// - Parameter page: nil if it isn't known.
  /// - Returns: Whether all rows are there that will be on the screen.
  private func insert(
    _ page: PhotoPage?, into arrival: inout Arrival, of request: Request
  ) -> Bool {
    if let number = arrival.missingPages.first, arrival.pages != nil {
      if let page { arrival.pages?.insert(page, at: number) }
      arrival.missingPages.removeFirst()
    } else if let page {
      var fresh = makeListing(request.query, page)
      if request.query == listing.query { fresh.pages.keepReach(of: listing.pages) }
      (arrival.pages, arrival.anchorRow) = (fresh.pages, page.anchorRow)
      arrival.missingPages = pagesToReplace(with: fresh, row: row(in: arrival, of: request))
    }
    guard let pages = arrival.pages else { return false }
    arrival.missingPages.removeAll { $0 > pages.pageCount }
    guard arrival.missingPages.isEmpty else { return false }
    // The user has moved on meanwhile: the new photo's row is requested, if the source can find it.
    let now = firstPage(of: request, part: arrival.first.part)
    let canSay =
      arrival.anchorRow != nil || arrival.first.anchor == nil && (isPart || findsRows)
    if canSay, let id = now.anchor, id != arrival.first.anchor,
      pages.position(of: id, near: 1) == nil
    {
      arrival = Arrival(now)
      return false
    }
    return true
  }

  /// Where the focus will be.
  private func row(in arrival: Arrival, of request: Request) -> Int? {
    guard let pages = arrival.pages else { return nil }
    let isCurrent = firstPage(of: request).anchor == arrival.first.anchor
    return stack.rowOfFocus(
      in: PhotoListing(query: request.query, pages: pages), isCurrent ? arrival.anchorRow : nil,
      near: request.reason == .filter ? pageSize : nil)
  }

  /// - Parameter keepsPhoto: Whether the photo in focus may still come if it isn't there.
  private mutating func show(_ arrival: Arrival, of request: Request, keepsPhoto: Bool = false) {
    guard let pages = arrival.pages else { return }
    let row = row(in: arrival, of: request)
    if request.query == listing.query {
      let shift = (row ?? 0) - (listing.focusRow ?? 0)
      stack.current.failedPages = []
      stack.current.pages = pages
      if let row {
        stack.current.moveFocus(nearRow: row, keepsPhoto: keepsPhoto)
      } else {
        stack.current.focus = nil
      }
      if listing.focus != nil { stack.current.moveWindow(by: shift) }
      soughtRow?.part = pages.part
    } else {
      stack.push(
        PhotoListing(query: request.query, pages: pages), at: row,
        keepsWindow: request.reason != .search && request.reason != .preview)
      soughtRow = nil
    }
    numberListing()
    changes.insert(.rows)
  }

  /// The rows stay, and loading continues as before. If there are none, the failure is shown instead.
  private mutating func fail(_ error: PhotoSourceError) {
    guard let replacement else { return }
    let hasRows = listing.pages.rowCount > 0
    let isNewQuery = replacement.query != listing.query
    if error.isUnreachable { isOffline = true }
    if !isNewQuery {
      stack.current.failedPages = []
      stack.current.phase =
        hasRows ? .settled : .failed(error, hasAnswer: listing.phase.hasAnswer)
    } else if !hasRows, error != .cancelled {
      var failed = makeListing(replacement.query)
      failed.phase = .failed(error, hasAnswer: false)
      stack.push(failed)
      numberListing()
      changes.insert(.rows)
    }
    // Rows that stay are marked as offline, without an alert unless the user asked for fresh ones.
    let isMarked =
      error.isUnreachable && hasRows && !isNewQuery && replacement.reason != .refresh
    if error != .cancelled, !isMarked,
      ![.follow, .preview, .completion].contains(replacement.reason)
    {
      show(.failure(error))
    }
    failedRequest = isNewQuery && error != .cancelled && hasRows ? replacement.request : nil
    if listing.phase.isSettled { finishLoad() } else { load(listing.query, .start) }
  }

  private mutating func show(_ alert: Alert) {
    self.alert = alert
    changes.insert(.alert)
  }

  private func makeListing(_ query: PhotoQuery, _ firstPage: PhotoPage? = nil) -> PhotoListing {
    var pages = PhotoPages(
      pageSize: pageSize, isFiltered: query.isFilteredHere(knowing: capabilities))
    if let firstPage { pages.insert(firstPage, at: 1) }
    return PhotoListing(query: query, pages: pages)
  }

  /// The pages that will be on the screen, without the first, which is loaded; that of the focus comes first.
  private func pagesToReplace(with fresh: PhotoListing, row: Int?) -> [Int] {
    guard let row, let focused = fresh.pages.position(of: row) else { return [] }
    var moved = listing
    moved.moveWindow(by: row - (listing.focusRow ?? row))
    let rows = moved.visibleRows
    var wanted = [focused.page]
    if fresh.query == listing.query, !rows.isEmpty, rows.count <= pageSize {
      for row in [rows.lowerBound, rows.upperBound - 1] {
        if let page = fresh.pages.position(of: row)?.page, !wanted.contains(page) {
          wanted.append(page)
        }
      }
    }
    return wanted.filter { $0 > 1 }
  }

  // MARK: Other rows, and back

  mutating func search(_ text: String) {
    var query = wantedQuery
    query.search = text
    guard replacement?.query != query || replacement?.reason != .search else { return }
    load(query, .search)
  }

  /// Searches while the text is typed; nil once it is deleted: the former rows come back as they were.
  mutating func preview(_ text: String?) {
    guard let text else { return showSearchedRows(focusing: nil) }
    var query = wantedQuery
    query.search = text
    if query != wantedQuery { load(query, .preview) }
  }

  /// The rows that were searched come back, with the focus on the photo that has it among the results.
  mutating func leaveSearch() {
    let match = listing.query.search == nil ? nil : listing.focus?.id
    if let text = listing.query.search {
      leftSearch = LeftSearch(text: text, ids: listing.pages.loadedPhotos.map(\.id))
    }
    showSearchedRows(focusing: match)
    if let match, listing.query.search == nil { moveFocus(toOneOf: [match]) }
  }

  /// The focus goes to the first photo that is loaded; else to the last one, whose page may have been dropped.
  mutating func moveFocus(toOneOf ids: [Photo.ID]) {
    if let row = ids.lazy.compactMap(listing.row).first { return moveFocus(to: row) }
    guard let id = ids.last, findsRows else { return }
    var request = PageRequest(listing.query, pageSize: 1, anchor: id)
    request.part = listing.pages.part
    soughtRow = request
  }

  /// - Parameter id: The photo that gets the focus, if it is found; nil for the one that had it.
  private mutating func showSearchedRows(focusing id: Photo.ID?) {
    failedRequest = nil
    if listing.query.search != nil {
      let kept = stack.kept.lastIndex { $0.query.search == nil }
      var query = kept.map { stack.kept[$0].query } ?? listing.query
      let (sort, grouping) = (listing.query.sort, listing.query.grouping)
      // Another order may have been chosen among the matches.
      guard let kept, unsearchedQuery != nil || (query.sort, query.grouping) == (sort, grouping)
      else {
        (query.search, query.sort, query.grouping) = (nil, sort, grouping)
        return load(query, .filter)
      }
      restore(at: kept, focusing: id)
    } else if replacement?.query.search != nil {
      continueLoading()
    } else {
      return
    }
    if let query = unsearchedQuery, query != wantedQuery { load(query, .filter) }
    unsearchedQuery = nil
  }

  /// Whether the source says in which row a photo or a match is, at little cost.
  private var findsRows: Bool {
    capabilities.search == .here && !capabilities.isRemote
      && !listing.query.isFilteredHere(knowing: capabilities)
  }

  mutating func focusMatch(_ direction: MatchDirection) {
    let row = listing.focusRow ?? -1
    if listing.query.search != nil {
      // All rows are matches.
      let next = row + direction.rawValue
      guard 0..<listing.pages.rowCount ~= next else { return note(.noFurther(direction)) }
      return moveFocus(to: next)
    }
    guard let leftSearch else {
      return note(wantedQuery.search == nil ? .notSearched : .stillSearching)
    }
    if findsRows {
      // The key may be pressed faster than the source answers.
      var step = soughtRow?.match ?? MatchStep(leftSearch.text, from: row, count: 0)
      if step.count.signum() == -direction.rawValue { step.count = 0 }
      step.count += direction.rawValue
      var request = PageRequest(listing.query, pageSize: 1, anchor: listing.focus?.id)
      (request.match, request.part) = (step, listing.pages.part)
      soughtRow = request
    } else {
      focusLoadedMatch(direction, leftSearch, from: row)
    }
  }

  private mutating func focusLoadedMatch(
    _ direction: MatchDirection, _ leftSearch: LeftSearch, from row: Int
  ) {
    let rows = leftSearch.ids.compactMap(listing.row)
    let next = direction == .next ? rows.filter { $0 > row }.min() : rows.filter { $0 < row }.max()
    guard let next else {
      return note(rows.isEmpty ? .noMatch(leftSearch.text) : .noFurther(direction))
    }
    moveFocus(to: next)
  }

  private mutating func receiveRow(_ result: Result<PhotoPage, PhotoSourceError>) {
    guard let request = soughtRow else { return }
    soughtRow = nil
    switch result {
    case .success(let page):
      if let row = page.anchorRow { return moveFocus(to: row) }
      guard let step = request.match else { return }
      if isPart { return note(.stillReading) }
      note(page.totalCount == 0 ? .noMatch(step.search) : .noFurther(step.direction))
    case .failure(let error):
      guard let step = request.match else { return }
      guard error == .cancelled, let leftSearch else { return show(.failure(error)) }
      // The source is larger than what is put in order.
      focusLoadedMatch(step.direction, leftSearch, from: step.row)
    }
  }

  private mutating func note(_ nothing: NoMatch) {
    effects.append(.noteNoMatch(nothing))
  }

  /// Shows the rows of another query: at once if they are on the back stack, else when they are loaded.
  mutating func change(_ adapt: (inout PhotoQuery) -> Void) {
    var query = wantedQuery
    adapt(&query)
    failedRequest = nil
    guard query != wantedQuery else { return }
    if query == listing.query {
      continueLoading()
    } else if let kept = stack.kept.lastIndex(where: { $0.query == query }) {
      restore(at: kept)
    } else {
      load(query, query.search == listing.query.search ? .filter : .search)
    }
  }

  /// The selection may have changed since it was last shown.
  mutating func showSelected(_ isOn: Bool) {
    stack.forget(where: \.filter.isSelectedOnly)
    change { $0.filter.isSelectedOnly = isOn }
  }

  mutating func leave() {
    failedRequest = nil
    // Over a filter, anything that is loading is cancelled: otherwise Esc would leave the filter while the search continues.
    if let replacement, replacement.query != listing.query,
      !listing.query.filter.isEmpty || replacement.query.differsBeyondSearch(from: listing.query)
    {
      continueLoading()
    } else if isPart, let replacement, replacement.query == listing.query,
      listing.unreadCount ?? 0 > 0
    {
      // What is known stays, and r reads on.
      stack.current.phase = .settled
      continueLoading()
    } else if leavesFilterFirst {
      // One step: what is for sale was filtered further.
      change {
        $0.filter = $0.filter.isForSaleOnly && $0.filter != .forSale ? .forSale : .everything
      }
    } else if listing.query.similarTo != nil {
      leaveSimilar()
    } else if listing.query.search == nil, listing.pages.rowCount == 0,
      replacement?.query == listing.query
    {
      // A program or a server that says nothing would be waited for.
      fail(.cancelled)
    } else {
      leaveSearch()
    }
  }

  /// Whether a filter is left before a search: it is unless the filtered rows were searched.
  var leavesFilterFirst: Bool {
    guard !listing.query.filter.isEmpty, listing.query.search != nil else {
      return !listing.query.filter.isEmpty
    }
    let below = stack.kept.last?.query
    return below?.search != nil || below?.filter != listing.query.filter
  }

  /// Shows what looks like a photo, nearest first, among all photos of the source.
  mutating func showSimilar(_ id: Photo.ID) {
    failedRequest = nil
    if wantedQuery.similarTo != id { load(PhotoQuery(similarTo: id), .search) }
  }

  private mutating func leaveSimilar() {
    guard let kept = stack.kept.lastIndex(where: { $0.query.similarTo == nil }) else {
      return load(.everything, .start)
    }
    restore(at: kept)
  }

  private mutating func numberListing() {
    lastListing += 1
    stack.current.number = lastListing
  }

  /// Shows an earlier listing as it was, at once, and then loads what is missing.
  private mutating func restore(at index: Int, focusing id: Photo.ID? = nil) {
    failedRequest = nil
    stack.pop(to: index, focusing: id)
    changes.insert(.rows)
    continueLoading()
  }

  // MARK: Later pages, one load at a time

  /// The pages of the visible rows and around them, nearest first.
  private var wantedPages: [Int] {
    listing.wantedPages(margin: pageSize, asksBeyond: !isPaused, isScanned: progress != nil)
  }

  private var neededPages: [Int] {
    neededRows.flatMap { listing.pagesNeeded(for: $0.rows, asksBeyond: !isPaused) }
  }

  private var neededRows: [Need] { needs.values + [neededForSelection].compactMap(\.self) }

  /// The pages to load, the most urgent first.
  private var pagesToLoad: [Int] {
    // The next page to search, once everything wanted on the screen is loaded.
    let further =
      searchesToEnd && listing.pages.hasPageBeyond ? [listing.pages.pageCount + 1] : []
    return neededPages + wantedPages + further
  }

  /// The page that is loading, as long as it is wanted; else the next one.
  private var rowsToLoad: Load? {
    let wanted = pagesToLoad
    let running = loads.values
    if let load = wanted.lazy.map(load(ofPage:)).first(where: running.contains) { return load }
    return wanted.first { !isHere($0) && !listing.failedPages.contains($0) }.map(load(ofPage:))
  }

  private func load(ofPage page: Int) -> Load {
    comesFromStore
      ? .storedPage(listing.query, page, part: listing.pages.part) : .page(listing.query, page)
  }

  private func isHere(_ page: Int) -> Bool {
    comesFromStore ? listing.pages.holds(page) : listing.pages.isLoaded(page)
  }

  /// Whether pages are loaded from the store: those of a part are nowhere else. While the first page is loading, a lost network is
  /// noticed only after half a minute, and a large folder takes seconds to be checked, but stored pages are available at once.
  private var comesFromStore: Bool {
    isPart
      || replacement?.query == listing.query && listing.phase.hasAnswer
        && (capabilities.isRemote || listing.pages.storedAt(in: 1...1) != nil)
  }

  /// Pages that the source failed to load; that a page isn't stored says nothing yet.
  var failedPages: Set<Int> { isLoading && comesFromStore ? [] : listing.failedPages }

  /// Drops pages that are far from the window and not needed.
  private mutating func dropRows() {
    let wanted = pagesToLoad
    stack.current.failedPages.formIntersection(wanted)
    askedPages.formIntersection(wanted)
    stack.current.dropPages(farFrom: wantedPages, keeping: Set(neededPages))
  }

  private mutating func receive(_ result: Result<PhotoPage, PhotoSourceError>, at page: Int) {
    let isAsked = askedPages.remove(page) != nil
    switch result {
    case .success(let answer):
      stack.current.pages.insert(answer, at: page)
      stack.current.forgetFailure()
      if answer.storedAt == nil { isOffline = false }
      // The page's total may be older than the scan's count.
      if !answer.photos.isEmpty { grow(with: progress) }
      stack.current.updateFocus(afterPage: page)
    case .failure(let error):
      fail(page, error)
      if isAsked, error != .cancelled {
        // One alert for all the pages that were requested again.
        askedPages = []
        show(.failure(error))
      }
    }
    changes.formUnion([.rows, .status])
  }

  private mutating func fail(_ page: Int, _ error: PhotoSourceError) {
    if error.isUnreachable {
      isOffline = true
      if stack.current.pages.settleStored(page) { return }
    }
    stack.current.failedPages.insert(page)
    if listing.pages.rowCount == 0 { stack.current.phase = .failed(error, hasAnswer: true) }
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
    stack.current.forgetFailure()
    askedPages = failed
    changes.insert(.rows)
    return true
  }

  /// Searches further after too many pages returned nothing.
  /// - Returns: Whether that was the case, at the end that is on the screen.
  private mutating func lookFurther() -> Bool {
    let isAtEnd =
      listing.showsEnd
      || neededRows.contains { $0.rows.upperBound >= listing.pages.rowCount }
    guard isPaused, isAtEnd else { return false }
    stack.current.pages.resumeSearch()
    return true
  }

  /// - Parameter page: nil if it isn't stored.
  private mutating func insertStored(_ page: PhotoPage?, at number: Int) {
    if let page {
      stack.current.pages.insertStored(page, at: number)
      stack.current.updateFocus(afterPage: number)
    } else if isPart, !isLoading {
      // The answer that these rows come from isn't kept any more.
      return load(listing.query, .start)
    }
    if !listing.pages.holds(number) { stack.current.failedPages.insert(number) }
    changes.formUnion([.rows, .status])
  }

  /// Pages that aren't stored are requested from the source once it has answered.
  private mutating func forgetUnstoredPages() {
    if comesFromStore { stack.current.failedPages = [] }
  }

  // MARK: What only a photo's file says

  /// The photos of the visible rows that need it, after those of needed rows; `visibleReads` at a time. Reads that have begun
  /// go on to their end.
  private func detailsToRead(besides others: [Load]) -> [Load] {
    let count = listing.pages.rowCount
    let needed = neededRows.filter(\.isReading).map { $0.rows.clamped(to: 0..<count) }
    let limit = Self.visibleReads
    var running: Set<Photo.ID> = []
    for case .details(let id) in loads.values { running.insert(id) }
    var found: [Load] = []
    var next: [Load] = []
    var seen: Set<Photo.ID> = []
    for case .details(let id) in others {
      running.remove(id)
      seen.insert(id)
    }
    // Not all rows at every answer: the first ones that are unread are enough.
    for row in (needed + [listing.shownRows]).joined() where listing.pages.needsDetails(at: row) {
      guard let id = listing.pages.photo(at: row)?.id, seen.insert(id).inserted else { continue }
      if running.remove(id) != nil {
        found.append(.details(id))
      } else if next.count < limit {
        next.append(.details(id))
      }
      if running.isEmpty, found.count + next.count >= limit { break }
    }
    return found + next.prefix(max(0, limit - found.count))
  }

  /// So many photos of the screen, or of a command, are read at a time.
  static let visibleReads = 4

  /// A page with unread photos on the screen, or of needed rows, of which something may be remembered.
  private var pageToRecall: Int? {
    guard capabilities.isReadWhole else { return nil }
    let pages = listing.pages
    let shown = listing.shownRows.lazy.filter(pages.needsDetails).compactMap {
      pages.position(of: $0)?.page
    }
    if let page = shown.first(where: { !pages.isRecalled($0) }) { return page }
    return neededRows.lazy.filter(\.isReading)
      .flatMap { listing.pagesNeeded(for: $0.rows, asksBeyond: false) }
      .first { !pages.isRecalled($0) && pages.photos(of: $0).contains(where: \.needsDetails) }
  }

  private mutating func receiveDetails(_ known: [Photo]) {
    let photos = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if stack.current.pages.replace(photos) { changes.insert(.rows) }
    selectedPhotosRead(known)
  }

  private mutating func receiveDetails(_ answer: Photo?, of id: Photo.ID) {
    guard var detailed = answer ?? photo(id) else { return }
    // Everything that could be read has been; otherwise it would be requested for ever.
    detailed.needsDetails = false
    receiveDetails([detailed])
  }

  // MARK: The focus and the gate

  mutating func moveFocus(to row: Int?) {
    soughtRow = nil
    let before = listing.focus
    if let row { stack.current.focus(row: row) } else { stack.current.focus = nil }
    if listing.focus != before {
      if row != nil { isRefreshed = false }
      changes.insert(.status)
    }
    selectionFocusMoved()
  }

  /// Only photos of the user's own files are read later, and those open whatever they say.
  mutating func press(_ row: Int) {
    openedPhoto = nil
    guard let photo = listing.pages.photo(at: row) else { return }
    guard mayOpen(photo) else { return show(.notForSale) }
    openedPhoto = photo
    effects.append(.open(photo, row: row))
  }

  // MARK: A source that is still being read, such as a folder

  private mutating func receive(_ step: SourceProgress) {
    changes.insert(.status)
    let wasScanning = progress != nil
    progress = step.isComplete ? nil : step
    if step.isOfOtherRows {
      noteUnread()
      return askForPart()
    }
    isCountedByScan = true
    scanSkippedCount = step.skippedCount
    let scanJustEnded = wasScanning && step.isComplete
    // During a refresh, the rows on the screen are the old ones; the count is for the new ones.
    if listing.phase.hasAnswer, !isLoading {
      grow(with: step)
      // What a search or a filter leaves is known only at the source's end.
      if scanJustEnded, listing.pages.isFiltered { stack.current.pages.reopenEnd() }
    }
    if scanJustEnded {
      if listing.pages.rowCount == 0 { changes.insert(.rows) }
      if let page = listing.shownPages?.lowerBound {
        stack.current.pages.completeSections(from: page)
      }
    }
  }

  private mutating func grow(with step: SourceProgress?) {
    guard let step, listing.query.isEverythingInOrder else { return }
    if stack.current.pages.grow(to: step.photoCount) { changes.insert(.rows) }
  }

  // MARK: Rows that something needs

  private mutating func meetNeeds() {
    for (id, need) in needs where !need.isMet && isThere(need) {
      needs[id]?.isMet = true
      effects.append(.meet(id))
    }
  }

  /// Whether rows have been loaded and read, as far as possible.
  func isThere(_ need: Need) -> Bool {
    guard !isLoading || isPart else { return false }
    let pages = listing.pagesNeeded(for: need.rows, asksBeyond: !isPaused)
    guard pages.allSatisfy({ isHere($0) || listing.failedPages.contains($0) }) else {
      return false
    }
    return !need.isReading
      || !need.rows.clamped(to: 0..<listing.pages.rowCount).contains(
        where: listing.pages.needsDetails)
  }
}

extension SourceProgress {
  /// Whether it is about rows that are still loading.
  var isOfOtherRows: Bool { [.sorting, .checking, .comparing].contains(activity) }
}

/// Where the user looks for the next photo that the last search found.
enum MatchDirection: Int {
  case previous = -1
  case next = 1
}

/// Why there is no match to go to.
enum NoMatch: Hashable {
  case notSearched, stillSearching
  /// The rows are a part of those that there will be.
  case stillReading
  case noMatch(String)
  /// There are only matches on the other side.
  case noFurther(MatchDirection)
}

extension MatchStep {
  var direction: MatchDirection { count > 0 ? .next : .previous }
}
