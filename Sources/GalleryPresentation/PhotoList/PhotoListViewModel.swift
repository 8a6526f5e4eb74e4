import Foundation
import GalleryDomain

/// The photos of a source as rows: connects a `PhotoList` to a service and a screen. It passes inputs to the list,
/// carries out its effects with the service, and announces what has changed.
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
  private let keys: KeyHints
  let now: () -> Date
  private(set) var list: PhotoList

  public var reloadTableViewClosure: (() -> Void)?
  public var updateLoadingStatus: (() -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?
  private var rowObservers = ClosureList()

  private typealias Input = (inout PhotoList) -> Void
  /// Inputs that wait for their turn: one that comes while another is handled follows it. nil while none is handled.
  private var waiting: [(input: Input, done: () -> Void)]?
  private var tasks: [PhotoList.LoadID: any Cancellable] = [:]
  /// By the owner that waits for rows.
  private var needs: [ObjectIdentifier: PhotoList.NeedID] = [:]
  private var completions: [PhotoList.NeedID: () -> Void] = [:]
  private var lastNeed: PhotoList.NeedID = 0
  public var showNoticeClosure: ((String) -> Void)?
  private var selectionObservers = ClosureList()
  private let history: UndoHistory?
  /// Where undo has the rows that are being selected.
  private var selectingEntry: UndoHistory.Entry?
  /// What commands wait for, in the order of the requests.
  private var gatherings: [GatheringRun] = []
  private var lastGathering = 0
  /// Whether a command is being performed with its photos, and moves the focus itself.
  private var isPerforming = false
  private var changes: (any Cancellable)?
  public var sourceChangedClosure: (() -> Void)?

  /// - Parameters:
  ///   - apiService: Loads the photos.
  ///   - actions: What the list asks of the flow.
  ///   - pageSize: Photos per page, 1–500.
  ///   - timeZone: For dates; the local one.
  ///   - keys: Those that its texts name.
  ///   - now: The current time, for ages.
  ///   - photoID: The photo to focus at first, on whatever page it is; if it is gone, the first row.
  ///   - opensWhatIsNotForSale: Whether every photo may be opened, for use where nothing is bought.
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
    opensWhatIsNotForSale: Bool = false,
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
      opensWhatIsNotForSale: opensWhatIsNotForSale, zone: timeZone)
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for run in gatherings { run.task?.cancel() }
    changes?.cancel()
    if let selectingEntry { history?.withdraw(selectingEntry) }
  }

  /// Passes an input to the list, and carries out and announces what comes of it.
  ///
  /// - Parameter done: Called then, before the next input.
  private func update(_ input: @escaping Input, then done: @escaping () -> Void = {}) {
    guard waiting == nil else {
      waiting?.append((input, done))
      return
    }
    waiting = [(input, done)]
    while let (input, done) = waiting?.first {
      waiting?.removeFirst()
      let (changes, effects) = list.update(knowing: apiService.capabilities, input)
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
      gatherings.first?.gathering?.advance()
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
      if let run = gatherings.first(where: \.isSelection) {
        run.missingCount += count
      } else {
        showNoticeClosure?(SelectionText.notLoaded(count))
      }
    case .photoRead(let photo): gatherings.first?.known[photo.id] = photo
    case .cancelGatherings: cancelGatherings(where: \.isSelection)
    }
  }

  private func answer<Value>(
    _ id: PhotoList.LoadID, _ wrap: @escaping (Value) -> PhotoList.Answer
  ) -> (Value) -> Void {
    { [weak self] value in
      guard let self else { return }
      update {
        $0.receive(wrap(value), for: id)
      } then: { [weak self] in
        guard let self, !list.isUnderWay(id) else { return }
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
      case .watched(let watch): update { $0.take(watch) }
      case .reading(let reading): update { $0.take(reading) }
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
    guard countsWholeSource else {
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
    lastNeed += 1
    let former = needs.updateValue(lastNeed, forKey: ObjectIdentifier(owner))
    if let former { completions[former] = nil }
    completions[lastNeed] = done
    update { [lastNeed] in $0.need(rows, isReading: isReading, lastNeed, insteadOf: former) }
  }

  public func endLoading(for owner: AnyObject) {
    guard let need = needs.removeValue(forKey: ObjectIdentifier(owner)) else { return }
    completions[need] = nil
    update { $0.endNeed(need) }
  }
}

extension PhotoListViewModel: PhotoListViewModelType {
  public var inputs: any PhotoListViewModelInputs { self }
  public var outputs: any PhotoListViewModelOutputs { self }
}

/// The list in words, and what screens read from it.
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
  public var comparesPictures: Bool { apiService.capabilities.comparesPictures }
  public var holdsOwnFiles: Bool { apiService.capabilities.holdsOwnFiles }

  public var canCull: Bool { holdsOwnFiles && !apiService.capabilities.isRemote }
  public var hasPhotosForSale: Bool { list.knownPages.contains(where: \.hasPhotosForSale) }
  public var hasPrices: Bool { list.knownPages.contains(where: \.hasPrices) }
  public var filtersAtOnce: Bool { !apiService.capabilities.isRemote }

  public var focusedDay: DatePeriod? {
    guard let photo = focusedIndexPath.flatMap(photo(at:)), let date = photo.createdAt else {
      return nil
    }
    return ClockDay(of: date, utcOffset: photo.utcOffset, in: timeZone)?.period(.day)
  }

  public var countsWholeSource: Bool { apiService.capabilities.isReadWhole }
  public var searchScope: SourceCapabilities.Search { apiService.capabilities.search }
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

  /// What a row shows of a photo.
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
    guard let run = gatherings.first(where: \.isSelection) else {
      return readingText == nil ? "reading" : list.activity
    }
    return SelectionText.reading(selectedCount - missingCount(run), of: selectedCount)
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
    return list.counts.lookedThrough == nil
      ? [
        position
          + (totalCount.map(CountText.grouped) ?? CountText.short(loaded: numberOfCells, of: nil))
      ]
      : [
        position + ListText.count(list, kind: ""),
        position + CountText.grouped(numberOfCells),
      ]
  }

  public var totalCount: Int? {
    guard list.listing.phase.hasAnswer else { return nil }
    return isCountedByScan ? numberOfCells : ListText.totalCount(list)
  }

  /// All photos of a folder are available once they are counted; which of its pages are loaded does not matter to the
  /// user.
  private var isCountedByScan: Bool {
    list.isCountedByScan && list.listing.query.isEverythingInOrder
  }

  public var skippedCount: Int { list.skippedCount }

  public var skippedText: String? {
    let pages = list.listing.pages
    return CountText.skipped(
      skippedCount, pictureless: pages.picturelessCount, known: pages.skippedItems)
  }

  public var progress: SourceProgress? { list.progress }
  public var progressFraction: Double? { list.progressFraction }
}

/// What is selected.
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
  public func isSelected(row: Int, _ photo: Photo?) -> Bool { list.isSelected(row: row, photo) }
  public var selectedRange: Range<Int>? { list.selectedRange }
  public var selectedPhotos: [Photo] { list.selectedPhotos }
  public var selectedCount: Int { list.selectedCount }
  public var hiddenCount: Int { list.hiddenCount }
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
    let text = joined(
      [
        SelectionText.selected(selectedCount), SelectionText.hidden(hiddenCount, of: selectedCount),
      ],
      by: ", ")
    return [joined([text, selectedByteCount.map(CountText.size)], by: " · "), text]
  }

  /// The bytes of the selected files; nil while one size is unknown, and with a range.
  var selectedByteCount: Int? {
    list.selectedRange == nil && list.selection.sweep == nil ? list.selection.byteCount : nil
  }

  private func registerUndo(_ change: Selection.Change, in entry: UndoHistory.Entry?) {
    let text = SelectionText.undoing(
      selected: change.addedCount, deselected: change.removedCount)
    history?.register(text, in: entry) { [weak self] in
      guard let self, list.selection.canRevert(change) else { return nil }
      update { $0.revert(change) }
      return text
    }
  }

  /// Rows that are being selected are a step from the beginning: undo gives them up, and not what was done before.
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
    let source: GatheringRun.Source
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
      GatheringRun(
        id: lastGathering + 1, source: source, row: row, readsPhotos: readsPhotos,
        keepsRange: keepsRange))
  }

  public func gatherRejected(_ photos: [Photo]) -> PhotoGathering {
    var query = list.listing.query
    query.filter.terms.append(FilterTerm(.state([.rejected])))
    let run = GatheringRun(
      id: lastGathering + 1, source: .rejected(query), row: nil, readsPhotos: false,
      keepsRange: true)
    for photo in photos { run.known[photo.id] = photo }
    return begin(run)
  }

  private func begin(_ run: GatheringRun) -> PhotoGathering {
    lastGathering = run.id
    let gathering = PhotoGathering(run.id, isSelection: run.isSelection, of: self)
    run.gathering = gathering
    // Pressing the key again while selected photos are waited for changes nothing.
    guard !run.isSelection || !gatherings.contains(where: { $0.kept?.isSelection == true }) else {
      gathering.end()
      return gathering
    }
    gatherings.append(run)
    updateGatherings()
    return gathering
  }

  /// Something waits for the photos: the gathering lasts until they are there.
  func keep(_ gathering: PhotoGathering) {
    gatherings.first { $0.id == gathering.id }?.kept = gathering
  }

  func cancelGathering(_ id: Int) { cancelGatherings { $0.id == id } }

  private func cancelGatherings(where isCancelled: (GatheringRun) -> Bool) {
    let cancelled = gatherings.filter(isCancelled)
    guard !cancelled.isEmpty else { return }
    gatherings.removeAll(where: isCancelled)
    for run in cancelled {
      end(run)
      run.gathering?.end()
    }
    updateGatherings()
  }

  private func end(_ run: GatheringRun) {
    run.task?.cancel()
    run.isOver = true
    endLoading(for: run)
  }

  /// Says what the first one needs of the list, and that there is another one; `followGatherings` goes on.
  private func updateGatherings() {
    let isAwaited = isSelectionAwaited
    update { $0.awaitSelection(isAwaited) }
  }

  private var isSelectionAwaited: Bool { !isPerforming && gatherings.first?.isSelection == true }

  /// A row without a photo is no longer wanted when the user has left it; a photo that is being read is.
  private func leaveUnknownPhoto() {
    guard !isPerforming else { return }
    let row = list.listing.focusRow
    cancelGatherings { $0.isOfUnknownPhoto && $0.row != nil && $0.row != row }
  }

  private func performed() {
    isPerforming = false
    // The next command may mean the photo to which the last one went.
    for run in gatherings { run.row = list.listing.focusRow }
    updateGatherings()
  }

  /// Call at the end of each input.
  private func followGatherings() {
    guard !isPerforming, let run = gatherings.first, let photos = photos(for: run) else { return }
    gatherings.removeFirst()
    end(run)
    isPerforming = true
    updateGatherings()
    run.gathering?.finish(
      photos.found, hidden: run.isSelection ? hiddenPhotos(among: photos.found) : run.hidden,
      leftOutCount: photos.leftOutCount + run.missingCount)
    update { [keepsRange = run.keepsRange] in
      if !keepsRange { $0.endRange() }
    } then: { [weak self] in
      self?.performed()
    }
  }

  /// - Returns: nil while some are still loaded or read.
  private func photos(for run: GatheringRun) -> (found: [Photo], leftOutCount: Int)? {
    switch run.source {
    case .photo(let id): return photo(id, for: run)
    case .rejected(let query): return rejected(query, for: run)
    case .selection: break
    }
    guard list.isSelectionLoaded, list.selection.unread.isEmpty, !run.isSeeking, !run.isReading
    else { return nil }
    for photo in list.selectedPhotos where !photo.needsDetails || run.known[photo.id] == nil {
      run.known[photo.id] = photo
    }
    let ids = list.selectedIDs
    let unknown = ids.filter { run.known[$0] == nil && !run.sought.contains($0) }
    guard unknown.isEmpty || !apiService.capabilities.findsPhotos else {
      find(unknown, for: run)
      return nil
    }
    let found = ids.compactMap { run.known[$0] }
    let unread = run.readsPhotos ? found.filter(\.needsDetails) : []
    guard unread.isEmpty else {
      run.isReading = true
      update {
        $0.read(unread)
      } then: { [weak self] in
        self?.gatherings.first?.isReading = false
      }
      return nil
    }
    return (found, list.selectedCount - found.count)
  }

  /// Asks the source for photos of which only the ids are known.
  private func find(_ ids: [Photo.ID], for run: GatheringRun) {
    run.sought.formUnion(ids)
    run.isSeeking = true
    run.task = apiService.findPhotos(ids) { [weak self, weak run] photos in
      guard let self, let run, !run.isOver else { return }
      run.isSeeking = false
      for photo in photos { run.known[photo.id] = photo }
      updateGatherings()
    }
  }

  /// Goes through the source for what was rejected, a page after the other.
  private func rejected(
    _ query: PhotoQuery, for run: GatheringRun
  ) -> (found: [Photo], leftOutCount: Int)? {
    guard !run.isSeeking else { return nil }
    guard let number = run.nextPage else {
      let pages = list.listing.pages
      // A row is as it was rated last; the source may not have heard of that yet.
      for photo in pages.loadedPhotos where !photo.needsDetails && !photo.isRejected {
        run.known[photo.id] = nil
      }
      run.hidden = Set(
        run.known.keys.filter { !run.sought.contains($0) && list.listing.row(of: $0) == nil })
      return (run.known.values.sorted { $0.id < $1.id }, 0)
    }
    var request = PageRequest(query, page: number, pageSize: PhotoList.longPageSize)
    request.readsAll = true
    run.isSeeking = true
    run.task = apiService.fetchPhotos(
      list.withSelection(request), cached: { _ in },
      completion: { [weak self, weak run] result in
        guard let self, let run, !run.isOver else { return }
        run.isSeeking = false
        switch result {
        case .success(let page):
          for photo in page.photos { run.known[photo.id] = photo }
          run.sought.formUnion(page.photos.map(\.id))
          run.nextPage = page.isFollowed ? number + 1 : nil
          updateGatherings()
        case .failure(let error):
          // What waits for all must not act on a part.
          cancelGathering(run.id)
          showNoticeClosure?(ErrorText.message(for: error, keys: keys))
        }
      })
    return nil
  }

  private func photo(
    _ id: Photo.ID?, for run: GatheringRun
  ) -> (found: [Photo], leftOutCount: Int)? {
    let listing = list.listing
    if run.row == nil { run.row = listing.focusRow }
    let isAnyRow = id == nil && listing.pages.rowCount == 0
    // The first row gets the focus when there are rows.
    guard let row = id.map({ listing.row(of: $0) }) ?? (listing.focusRow ?? 0),
      isAnyRow || row < listing.pages.rowCount
    else { return ([], 1) }
    let photo = listing.pages.photo(at: row)
    if let photo, !run.readsPhotos || !photo.needsDetails { return ([photo], 0) }
    let need = PhotoList.Need(rows: row..<(row + 1), isReading: run.readsPhotos)
    guard list.isThere(need) else {
      if run.need != need {
        run.need = need
        ensureLoaded(rows: need.rows, isReading: need.isReading, for: run) {}
      }
      return nil
    }
    return ([], isAnyRow && list.state == .empty ? 0 : 1)
  }

  // MARK: How far they are

  /// How many photos of a gathering are not there yet.
  private func missingCount(_ run: GatheringRun) -> Int {
    guard run.isSelection else { return 1 }
    let known = max(run.known.count, list.selectedPhotos.count)
    let unread = list.selection.unread
    let unreadCount =
      unread.isEmpty && run.readsPhotos
      ? list.selectedPhotos.count { $0.needsDetails && run.known[$0.id]?.needsDetails != false }
      : unread.count
    return min(selectedCount, max(0, selectedCount - known) + unreadCount)
  }

  /// How far the first gathering is; nil without one.
  var gatheringProgress: BatchProgress? {
    if let sweep = list.selection.sweep {
      return BatchProgress(
        doneCount: sweep.doneCount, totalCount: sweep.totalCount, label: "selecting")
    }
    guard let run = gatherings.first else { return nil }
    if case .rejected = run.source {
      return BatchProgress(doneCount: run.known.count, totalCount: nil, label: "looking")
    }
    let total = run.isSelection ? selectedCount : 1
    return BatchProgress(
      doneCount: max(0, total - missingCount(run)), totalCount: total,
      label: run.readsPhotos ? "reading" : "loading")
  }

  /// What is known of the photos before all are there.
  func knownPhotos(of id: Int) -> [Photo] {
    guard let run = gatherings.first(where: { $0.id == id }) else { return [] }
    if case .rejected = run.source { return Array(run.known.values) }
    guard case .photo(let id) = run.source else { return list.selectedPhotos }
    let row = id.map { list.listing.row(of: $0) } ?? list.listing.focusRow
    return [row.flatMap(list.listing.pages.photo(at:))].compactMap(\.self)
  }
}
