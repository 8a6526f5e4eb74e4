import Foundation
import GalleryDomain

/// The photos of a source as rows: passes inputs to a `PhotoList`, carries out its effects with the service, and announces
/// what has changed.
///
/// Bound to no actor and not `Sendable`: created on the main actor it stays there. All transitions are synchronous: if
/// the service answers within the call, the state is changed and announced before the call returns. Changes are
/// announced once a transition is over: the rows first, then an alert, then `isLoading`, then the rest. An input that
/// is called meanwhile waits until everything has been announced. Cells are made on demand.
public final class PhotoListViewModel {
  public let apiService: APIServiceProtocol
  private let actions: PhotoListViewModelActions
  private let timeZone: TimeZone
  private let dates: DateText
  let keys: KeyHints
  let now: () -> Date
  private(set) var list: PhotoList

  public var reloadTableViewClosure: (() -> Void)?
  public var updateLoadingStatus: (() -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?
  private var rowObservers = ClosureList()

  typealias Input = (inout PhotoList) -> Void
  /// The input that is being handled, and those that came meanwhile; nil if there is none.
  private var waiting: [(input: Input, done: () -> Void)]?
  private var tasks: [PhotoList.LoadID: any Cancellable] = [:]
  /// By the owner that waits for rows.
  private var completions: [PhotoList.NeedID: () -> Void] = [:]
  public var showNoticeClosure: ((String) -> Void)?
  private var selectionObservers = ClosureList()
  private let history: UndoHistory?
  /// The undo step of the rows that are being selected.
  private var selectingEntry: UndoHistory.Entry?
  /// What commands wait for, held weakly: each belongs to its caller, unless something waits for its photos.
  private var requested: [() -> PhotoGathering?] = []
  /// Whether a command is being performed with its photos, and moves the focus itself.
  private var isPerforming = false
  private var changes: (any Cancellable)?
  public var sourceChangedClosure: (() -> Void)?

  /// - Parameters:
  ///   - actions: What the list asks of the flow.
  ///   - pageSize: Photos per page, 1–500.
  ///   - timeZone: For dates; the local one.
  ///   - keys: Those that its texts name.
  ///   - now: The current time, for ages.
  ///   - photoID: The photo to focus at first, on whatever page it is; if it is gone, the first row.
  ///   - isChooser: Whether photos are chosen for another program, and not bought: each may be opened, and all that are selected
  ///     are kept, because they are printed even if a signal ends the program, when no source can be asked.
  ///   - filter: The filter at first.
  ///   - sort: The order at first; nil for the source's own.
  ///   - grouping: The grouping at first; nil for the source's own sections.
  ///   - history: Where changes of the selection can be undone.
  public init(
    apiService: APIServiceProtocol,
    actions: PhotoListViewModelActions = PhotoListViewModelActions(),
    pageSize: Int = PageRequest.defaultPageSize,
    timeZone: TimeZone = .current,
    keys: KeyHints = KeyHints(),
    now: @escaping () -> Date = { Date() },
    selecting photoID: Photo.ID? = nil,
    isChooser: Bool = false,
    filter: FilterExpression = .everything,
    sort: PhotoSort? = nil,
    grouping: PhotoGrouping? = nil,
    history: UndoHistory? = nil
  ) {
    self.apiService = apiService
    self.actions = actions
    self.timeZone = timeZone
    dates = DateText(timeZone: timeZone)
    self.keys = keys
    self.now = now
    self.history = history
    list = PhotoList(
      query: PhotoQuery(filter: filter, sort: sort, grouping: grouping), pageSize: pageSize,
      capabilities: apiService.capabilities, selecting: photoID,
      isChooser: isChooser, zone: timeZone)
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for gathering in gatherings { gathering.task?.cancel() }
    changes?.cancel()
    if let selectingEntry { history?.withdraw(selectingEntry) }
  }

  /// - Parameter done: Called when the input has been announced and carried out, before the next one.
  func update(_ input: @escaping Input, then done: @escaping () -> Void = {}) {
    guard waiting == nil else {
      waiting?.append((input, done))
      return
    }
    waiting = [(input, done)]
    while let (input, done) = waiting?.first {
      waiting?.removeFirst()
      let (changes, effects) = list.update(input)
      announce(changes)
      effects.forEach(carryOut)
      followSelecting()
      done()
      followGatherings()
    }
    waiting = nil
  }

  public func observeRows(_ changed: @escaping () -> Void) -> any Cancellable {
    rowObservers.add(changed)
  }

  private func announce(_ changes: PhotoList.Changes) {
    if changes.contains(.rows) {
      reloadTableViewClosure?()
      rowObservers()
    }
    if changes.contains(.alert) { showAlertClosure?() }
    if changes.contains(.loading) { updateLoadingStatus?() }
    if changes.contains(.status) { updateStatusClosure?() }
    if changes.contains(.selection) {
      selectionObservers()
      gatherings.first?.advance()
    }
  }

  private func carryOut(_ effect: PhotoList.Effect) {
    switch effect {
    case .fetch(let request, let id):
      tasks[id] = apiService.fetchPhotos(
        request, cached: answer(id) { .early($0) }, completion: answer(id) { .page($0) })
    case .fetchStored(let query, let id):
      tasks[id] = apiService.fetchStoredPhotos(query, completion: answer(id) { .stored($0) })
    case .readDetails(let photo, let id):
      tasks[id] = apiService.fetchDetails(of: photo, completion: answer(id) { .details([$0]) })
    case .recallDetails(let photos, let id):
      tasks[id] = apiService.recallDetails(of: photos, completion: answer(id) { .details($0) })
    case .observeProgress(let id):
      tasks[id] = apiService.observeProgress(answer(id) { .progress($0) })
    case .cancel(let id): tasks.removeValue(forKey: id)?.cancel()
    case .saveRecentQuery(let text): apiService.saveRecentQuery(text)
    case .noteNoMatch(let nothing): showNoticeClosure?(SearchText.noMatch(nothing, keys))
    case .open(let photo, let row):
      actions.showPhotoDetail(photo, IndexPath(row: row, section: 0))
    case .meet(let id): completions.removeValue(forKey: id)?()
    case .registerUndo(let change, let endsSelecting):
      registerUndo(change, in: endsSelecting ? selectingEntry : nil)
      if endsSelecting { selectingEntry = nil }
    case .noteLimit(let count): showNoticeClosure?(SelectionText.limited(count))
    case .noteMissing(let count):
      if let gathering = gatherings.first(where: \.isSelection) {
        gathering.missingCount += count
      } else {
        showNoticeClosure?(SelectionText.notLoaded(count))
      }
    case .photoRead(let photo): gatherings.first?.add([photo])
    case .cancelGatherings: cancelGatherings(where: \.isSelection)
    }
  }

  private func answer<Value>(
    _ id: PhotoList.LoadID, _ wrap: @escaping (Value) -> PhotoList.Answer
  ) -> (Value) -> Void {
    { [weak self] value in
      guard let self else { return }
      let capabilities = apiService.capabilities
      update {
        // A source may be recognised only by its first answer.
        $0.capabilities = capabilities
        $0.receive(wrap(value), for: id)
      } then: { [weak self] in
        guard let self, list.loads[id] == nil else { return }
        tasks[id] = nil
      }
    }
  }
}

extension PhotoListViewModel: PhotoListViewModelInputs {
  public func initFetch() {
    update { $0.start() }
    changes = apiService.observeChanges { [weak self] change in
      guard let self else { return }
      switch change {
      case .changed:
        sourceChangedClosure?()
        update { $0.follow() }
      case .watched(let watch): update { $0.watchChanged(watch) }
      case .reading(let reading): update { $0.filesRead(reading) }
      }
    }
  }
  public func refresh() { update { $0.refresh() } }
  public func tryAgain() { update { $0.tryAgain() } }

  public func search(for text: String) {
    if let text = SearchText.clean(text) {
      update { $0.search(text) }
    } else {
      update { $0.preview(nil) }
    }
  }

  public func searchWhileTyping(for text: String) {
    update { $0.preview(SearchText.clean(text)) }
  }

  public func leaveSearch() { update { $0.leaveSearch() } }
  public func focusNextMatch() { update { $0.focusMatch(.next) } }
  public func focusPreviousMatch() { update { $0.focusMatch(.previous) } }
  public func show(onlyForSale isOn: Bool) { change { $0.filter.isForSaleOnly = isOn } }
  public func show(onlySelected isOn: Bool) { update { $0.showSelected(isOn) } }
  public func filter(by text: String) {
    let filter = FilterText.reading(text).expression
    change { $0.filter = filter }
  }
  public func sort(by sort: PhotoSort?) { change { $0.sort = sort } }
  public func group(by grouping: PhotoGrouping?) { change { $0.grouping = grouping } }
  public func showSimilar(to id: Photo.ID) { update { $0.showSimilar(id) } }
  public func leave() { update { $0.leave() } }
  public func willDisplay(rows: Range<Int>) { update { $0.display(rows) } }

  public func focusMoved(to indexPath: IndexPath?) {
    update {
      $0.moveFocus(to: indexPath?.row)
    } then: { [weak self] in
      self?.leaveUnknownPhoto()
    }
  }

  public func focusMoved(toOneOf ids: [Photo.ID]) { update { $0.moveFocus(toOneOf: ids) } }
  public func userPressed(at indexPath: IndexPath) { update { $0.press(indexPath.row) } }
  public func photosChanged(_ photos: [Photo]) { update { $0.replace(photos) } }
  public func photosLeft(_ ids: [Photo.ID]) { update { $0.remove(Set(ids)) } }
  public func photosRenamed(_ ids: [Photo.ID: Photo.ID]) { update { $0.rename(ids) } }
  public func photosReturned(_ ids: [Photo.ID]) { update { $0.takeBack(ids) } }
  public func alertDismissed() { update { $0.dismissAlert() } }

  private func change(_ adapt: @escaping (inout PhotoQuery) -> Void) {
    update { $0.change(adapt) }
  }

  public func count(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    guard isReadWhole else {
      counts(loadedCounts(for: request))
      return nil
    }
    var request = request
    if request.query.filter.dependsOnSelection { request.selection = list.selection.ids }
    return apiService.countPhotos(request, counts: counts)
  }

  /// The days of the rows that are loaded, or the values of all photos in memory.
  private func loadedCounts(for request: CountRequest) -> FacetCounts {
    var counts = FacetCounts()
    if request.countsDays {
      counts = FacetCounts(daysOf: list.listing.pages.loadedRows, zone: timeZone)
    } else {
      let (filter, photos) = (request.query.filter, knownPhotos)
      let matcher = filter.dependsOnSelection ? nil : FilterMatcher(filter, zone: timeZone)
      for facet in request.facets {
        var tally = PhotoTally(facet, zone: timeZone)
        for photo in photos where matcher?.matches(photo) ?? true { tally.add(photo) }
        counts.values[facet] = tally.photoCounts
      }
      (counts.readCount, counts.totalCount) = (photos.count, photos.count)
    }
    counts.isComplete = true
    return counts
  }

  public func ensureLoaded(
    rows: Range<Int>, isReading: Bool, for owner: AnyObject, then done: @escaping () -> Void
  ) {
    let id = ObjectIdentifier(owner)
    completions[id] = nil
    update { [weak self] list in
      // Only now: other rows that it needed may just have come.
      self?.completions[id] = done
      list.need(rows, isReading: isReading, id)
    }
  }

  public func endLoading(for owner: AnyObject) {
    let id = ObjectIdentifier(owner)
    completions[id] = nil
    update { [weak self] list in
      // Also one that was wanted while an announcement was going on.
      self?.completions[id] = nil
      list.endNeed(id)
    }
  }
}

extension PhotoListViewModel: PhotoListViewModelType {
  public var inputs: any PhotoListViewModelInputs { self }
  public var outputs: any PhotoListViewModelOutputs { self }
}

extension PhotoListViewModel: PhotoListViewModelOutputs {
  public var isLoading: Bool { list.isLoading }
  public var isLoadingPage: Bool { list.isLoadingPage }
  public var isPart: Bool { list.isPart }

  public var shownQuery: PhotoQuery { list.listing.query }
  public var wantedQuery: PhotoQuery { list.wantedQuery }
  public var orderText: String? {
    FilterText.arrangement(
      list.listing.query, reach: list.listing.pages.sortReach, unread: list.listing.unreadCount,
      waitsForRange: list.waitsForRange)
  }
  public var holdsOwnFiles: Bool { list.capabilities.holdsOwnFiles }

  public var canCull: Bool { holdsOwnFiles && !list.capabilities.isRemote }
  public var hasPhotosForSale: Bool { list.knownPages.contains(where: \.hasPhotosForSale) }
  public var hasPrices: Bool { list.knownPages.contains(where: \.hasPrices) }
  public var filtersAtOnce: Bool { !list.capabilities.isRemote }

  public var focusedDay: DatePeriod? {
    guard let photo = focusedIndexPath.flatMap(photo(at:)), let date = photo.createdAt else {
      return nil
    }
    return ClockDay(of: date, utcOffset: photo.utcOffset, in: timeZone)?.period(.day)
  }

  public var isReadWhole: Bool { list.capabilities.isReadWhole }
  public var searchScope: SourceCapabilities.Search { list.capabilities.search }
  public var searchesAtOnce: Bool { filtersAtOnce && searchScope != .atSource }

  public var knownPhotos: [Photo] {
    (list.stack.kept + [list.listing]).flatMap(\.pages.loadedPhotos)
  }

  public var ageText: String? {
    // A part is as old as what was read last.
    guard numberOfCells > 0, list.listing.unreadCount == nil else { return nil }
    return AgeText.mark(
      storedAt: list.listing.pages.storedAt(in: list.listing.shownPages ?? 1...1),
      isOffline: list.isOffline, now: now(), dates: dates)
  }

  // MARK: Rows

  public var numberOfCells: Int { list.listing.pages.rowCount }
  public var sections: [PhotoSection] { list.sections }
  public var displayedRows: Range<Int> { list.listing.visibleRows }

  public func photo(at indexPath: IndexPath) -> Photo? {
    list.listing.pages.photo(at: indexPath.row)
  }

  public func getCellViewModel(at indexPath: IndexPath) -> PhotoListCellViewModel {
    if let photo = photo(at: indexPath) { return createCellViewModel(photo: photo) }
    guard let position = list.listing.pages.position(of: indexPath.row) else {
      return .placeholder(title: "")
    }
    let isFailed = list.failedPages.contains(position.page)
    return .placeholder(
      title: isFailed ? ListText.couldNotLoadMore(keys) : ListText.loadingRow, isFailed: isFailed)
  }

  public func createCellViewModel(photo: Photo) -> PhotoListCellViewModel {
    PhotoListCellViewModel(photo: photo, dates: dates)
  }

  public func words(of photo: Photo) -> PhotoText {
    PhotoText(photo: photo, dates: dates, now: now())
  }

  public func indexPath(of id: Photo.ID) -> IndexPath? {
    list.listing.row(of: id).map { IndexPath(row: $0, section: 0) }
  }

  public var focusedIndexPath: IndexPath? {
    list.listing.focusRow.map { IndexPath(row: $0, section: 0) }
  }

  public func mayOpen(_ photo: Photo) -> Bool { list.mayOpen(photo) }
  public var isAllowSegue: Bool { list.openedPhoto != nil }
  public var selectedPhoto: Photo? { list.openedPhoto }

  public var alertMessage: String? {
    switch list.alert {
    case .failure(let error): ErrorText.message(for: error, keys: keys)
    case .notForSale: SaleText.refused
    case nil: nil
    }
  }

  public var canTryAgain: Bool {
    if case .failure = list.alert { true } else { false }
  }

  // MARK: Around the rows

  public var state: PhotoListState { list.state }
  public var stateText: StateText? { ListText.state(list, keys: keys) }
  public var footer: PhotoListFooter { list.footer }
  public var footerText: String? { ListText.footer(list, keys: keys) }
  public var activityText: String? {
    guard list.selection.sweep == nil, !list.selection.range.isKept, !gatherings.isEmpty else {
      return list.activity
    }
    guard let gathering = gatherings.first(where: \.isSelection) else {
      return readingText == nil ? "reading" : list.activity
    }
    return SelectionText.reading(gathering.knownCount(in: list), of: selectedCount)
  }
  public var readingText: String? { list.reading.map(ListText.reading) }
  public var watchText: String? { ListText.watch(list.watch, keys: keys) }
  public var absenceText: String? { ListText.absence(list.watch) }
  public var refreshedText: String? { list.isRefreshed ? ListText.refreshed : nil }

  public var countText: String {
    guard list.listing.phase.hasAnswer else { return "" }
    return isCountedByScan ? CountText.photos(numberOfCells) : ListText.count(list)
  }

  public var positionTexts: [String] {
    guard list.listing.phase.hasAnswer, let row = list.listing.focusRow else { return [countText] }
    let position = "\(CountText.grouped(row + 1))/"
    let counts = list.counts
    // Where all match, one number is enough.
    let isAll = counts.isAll && counts.lookedThrough == counts.seen
    if counts.lookedThrough != nil, !isAll {
      return [
        position + ListText.count(list, kind: ""), position + CountText.grouped(numberOfCells),
      ]
    }
    let total = isAll ? counts.seen : totalCount
    return [
      position + (total.map(CountText.grouped) ?? CountText.short(loaded: numberOfCells, of: nil))
    ]
  }

  public var totalCount: Int? {
    guard list.listing.phase.hasAnswer else { return nil }
    return isCountedByScan ? numberOfCells : ListText.totalCount(list)
  }

  /// All photos of a folder are there once they are counted, whichever of its pages are loaded.
  private var isCountedByScan: Bool {
    list.isCountedByScan && list.listing.query.isEverythingInOrder
  }

  public var skippedText: String? {
    let pages = list.listing.pages
    return CountText.skipped(
      list.skippedCount, pictureless: pages.picturelessCount, known: pages.skippedItems)
  }

  public var progressFraction: Double? { list.progressFraction }
}

// MARK: The selection

extension PhotoListViewModel {
  public func observeSelection(_ changed: @escaping () -> Void) -> any Cancellable {
    selectionObservers.add(changed)
  }

  public func toggle(_ photo: Photo) { update { $0.toggle(photo) } }
  public func selectAll() { update { $0.selectAll() } }
  public func deselectAll() { update { $0.deselectAll() } }
  public func toggleRange() { update { $0.toggleRange() } }

  public func endSelecting() {
    let isOfRange = list.selection.isEmpty && list.selection.range.isBegun
    if list.selection.sweep == nil, !gatherings.isEmpty, !isOfRange {
      cancelGatherings { _ in true }
    } else {
      update { $0.endSelecting() }
    }
  }

  public func isSelected(_ id: Photo.ID) -> Bool { list.selection.contains(id) }
  public func isSelected(row: Int, _ photo: Photo?) -> Bool {
    selectedRange?.contains(row) ?? false || photo.map { isSelected($0.id) } ?? false
  }
  public var selectedRange: Range<Int>? { list.selectedRange }
  public var selectedPhotos: [Photo] { list.selectedPhotos }
  public var selectedCount: Int { list.selectedCount }
  public var hiddenCount: Int { list.listed.hiddenCount }
  public func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> {
    list.hiddenPhotos(among: photos)
  }
  public var actedOnCount: Int {
    list.selection.sweep == nil ? selectedCount : max(1, selectedCount)
  }
  public var isSelectionReady: Bool { list.isSelectionReady }
  public var isSelecting: Bool {
    list.selection.sweep != nil || list.selection.range.isKept || !gatherings.isEmpty
  }

  public var selectionTexts: [String] {
    // Nothing is known of rows that are selected before there are any.
    guard selectedCount > 0 else { return [] }
    let hidden = SelectionText.hidden(hiddenCount, of: selectedCount)
    let text = joined([SelectionText.selected(selectedCount), hidden], by: ", ")
    return [joined([text, selectedByteCount.map(CountText.size)], by: " · "), text]
  }

  /// The bytes of the selected files; nil while one size is unknown, and with a range.
  var selectedByteCount: Int? {
    list.selectedRange == nil && list.selection.sweep == nil ? list.selection.byteCount : nil
  }

  private func registerUndo(_ change: Selection.Change, in entry: UndoHistory.Entry?) {
    let text = SelectionText.undoing(selected: change.addedCount, deselected: change.removedCount)
    history?.register(text, in: entry) { [weak self] in
      guard let self, list.selection.canRevert(change) else { return nil }
      update { $0.revert(change) }
      return text
    }
  }

  /// Selecting rows is a step from its beginning: undo stops it, and leaves what was done before.
  private func followSelecting() {
    if let text = list.selectingText {
      guard selectingEntry == nil else { return }
      selectingEntry = history?.register(text) { [weak self] in
        self?.update { $0.endSelecting() }
        return text
      }
    } else if let entry = selectingEntry {
      selectingEntry = nil
      history?.withdraw(entry)
    }
  }
}

/// What commands wait for: the ids of the selection, and then its photos.
extension PhotoListViewModel {
  public func gather(readsPhotos: Bool, keepsRange: Bool) -> PhotoGathering {
    let row = list.listing.focusRow
    let source: PhotoGathering.Source
    if list.hasSelection {
      source = .selection
    } else if let row {
      source = .photo(list.listing.pages.photo(at: row)?.id)
    } else if list.isLoading {
      source = .photo(nil)
    } else {
      return PhotoGathering([])
    }
    return begin(
      PhotoGathering(
        source, row: row, readsPhotos: readsPhotos, keepsRange: keepsRange, of: self))
  }

  public func gatherRejected(_ photos: [Photo]) -> PhotoGathering {
    var query = list.listing.query
    query.filter.terms.append(FilterTerm(.state([.rejected])))
    let gathering = PhotoGathering(
      .rejected(query), row: nil, readsPhotos: false, keepsRange: true, of: self)
    gathering.add(photos)
    return begin(gathering)
  }

  private func begin(_ gathering: PhotoGathering) -> PhotoGathering {
    // Pressing the key again while selected photos are waited for changes nothing.
    guard !gathering.isSelection || !gatherings.contains(where: { $0.isSelection && $0.isAwaited })
    else {
      gathering.end()
      return gathering
    }
    requested.append { [weak gathering] in gathering }
    updateGatherings()
    return gathering
  }

  /// In the order of the requests.
  private var gatherings: [PhotoGathering] { requested.compactMap { $0() } }

  private func forget(where isOver: (PhotoGathering) -> Bool) {
    requested.removeAll { $0().map(isOver) ?? true }
  }

  func cancelGatherings(where isCancelled: (PhotoGathering) -> Bool) {
    let cancelled = gatherings.filter(isCancelled)
    guard !cancelled.isEmpty else { return }
    forget(where: isCancelled)
    for gathering in cancelled { gathering.end() }
    updateGatherings()
  }

  /// Tells the list whether the first one waits for the selection; `followGatherings`, at the end of the input, does the rest.
  func updateGatherings() {
    let isAwaited = !isPerforming && gatherings.first?.isSelection == true
    update { $0.awaitSelection(isAwaited) }
  }

  /// A row without a photo is no longer wanted when the user has left it; a photo that is being read still is.
  private func leaveUnknownPhoto() {
    guard !isPerforming else { return }
    let row = list.listing.focusRow
    cancelGatherings { $0.isOfUnknownPhoto && $0.row != nil && $0.row != row }
  }

  private func performed() {
    isPerforming = false
    // The next command may mean the photo to which the last one went.
    for gathering in gatherings { gathering.row = list.listing.focusRow }
    updateGatherings()
  }

  /// Call at the end of each input.
  private func followGatherings() {
    guard !isPerforming, let gathering = gatherings.first, gathering.collect(in: self) else {
      return
    }
    forget { $0 === gathering }
    isPerforming = true
    updateGatherings()
    gathering.finish()
    update { [keepsRange = gathering.keepsRange] in
      if !keepsRange { $0.endRange() }
    } then: { [weak self] in
      self?.performed()
    }
  }

  /// That of the first gathering; nil without one.
  var gatheringProgress: BatchProgress? {
    if let sweep = list.selection.sweep {
      return BatchProgress(
        doneCount: sweep.doneCount, totalCount: sweep.totalCount, label: "selecting")
    }
    return gatherings.first?.ownProgress(in: list)
  }
}
