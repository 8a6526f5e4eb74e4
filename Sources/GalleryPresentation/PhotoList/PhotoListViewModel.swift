import Foundation
import GalleryDomain

/// The photos of a source as rows: connects a `PhotoList` to a service and a screen. It passes events to the list,
/// carries out its effects with the service, and announces what has changed.
///
/// Bound to no actor and not `Sendable`: created on the main actor it stays there. All transitions are synchronous: if
/// the service answers within the call, the state is changed and announced before the call returns. Changes are
/// announced once a transition is over: the rows first, then an alert, then `isLoading`, then the rest. An input that
/// is called meanwhile waits until everything has been announced. Cells are made on demand.
public final class PhotoListViewModel {
  public let apiService: APIServiceProtocol
  private let actions: PhotoListViewModelActions
  private let dates: DateText
  let prices: PriceText
  private let keys: KeyHints
  let now: () -> Date
  private(set) var list: PhotoList

  public var reloadTableViewClosure: (() -> Void)?
  public var updateLoadingStatus: (() -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?
  private var rowObservers = ClosureList()

  /// Events that the list has not handled yet; nil while it is handling none.
  private var waitingEvents: [PhotoList.Event]?
  private var tasks: [PhotoList.LoadID: any Cancellable] = [:]
  /// By the owner that waits for rows.
  private var needs: [ObjectIdentifier: PhotoList.NeedID] = [:]
  private var completions: [PhotoList.NeedID: () -> Void] = [:]
  private var lastNeed: PhotoList.NeedID = 0
  public var selectedPhotos: (() -> [Photo])?
  private var changes: (any Cancellable)?
  public var sourceChangedClosure: (() -> Void)?

  /// - Parameters:
  ///   - pageSize: Photos per page, 1–500.
  ///   - timeZone: For dates; the local one.
  ///   - prices: How prices are written.
  ///   - keys: Those that its texts name.
  ///   - now: The current time, for ages.
  ///   - photoID: The photo to focus at first, on whatever page it is; if it is gone, the first row.
  ///   - opensWhatIsNotForSale: Whether every photo may be opened, for use where nothing is bought.
  ///   - filter: The filter at first.
  ///   - sort: The order at first; nil for the source's own.
  ///   - grouping: What stands together at first; nil for the source's own sections.
  public init(
    apiService: APIServiceProtocol,
    actions: PhotoListViewModelActions = PhotoListViewModelActions(),
    pageSize: Int = PageRequest.defaultPageSize,
    timeZone: TimeZone = .current,
    prices: PriceText = PriceText(),
    keys: KeyHints = KeyHints(),
    now: @escaping () -> Date = { Date() },
    selecting photoID: Photo.ID? = nil,
    opensWhatIsNotForSale: Bool = false,
    filter: FilterExpression = .everything,
    sort: PhotoSort? = nil,
    grouping: PhotoGrouping? = nil
  ) {
    self.apiService = apiService
    self.actions = actions
    dates = DateText(timeZone: timeZone)
    self.prices = prices
    self.keys = keys
    self.now = now
    list = PhotoList(
      query: PhotoQuery(filter: filter, sort: sort, grouping: grouping), pageSize: pageSize,
      capabilities: apiService.capabilities, selecting: photoID,
      opensWhatIsNotForSale: opensWhatIsNotForSale)
  }

  deinit {
    for task in tasks.values { task.cancel() }
    changes?.cancel()
  }

  private func send(_ event: PhotoList.Event) {
    guard waitingEvents == nil else {
      waitingEvents?.append(event)
      return
    }
    waitingEvents = [event]
    while let event = waitingEvents?.first {
      waitingEvents?.removeFirst()
      let transition = list.handle(event, capabilities: apiService.capabilities)
      announce(transition.changes)
      transition.effects.forEach(carryOut)
      if case .answer(_, let id) = event, !list.isUnderWay(id) { tasks[id] = nil }
    }
    waitingEvents = nil
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
  }

  private func carryOut(_ effect: PhotoList.Effect) {
    switch effect {
    case .fetch(var request, let id):
      if request.query.filter.dependsOnSelection { request.selection = selectedPhotos?() ?? [] }
      tasks[id] = apiService.fetchPhotos(
        request, cached: answer(id) { .early($0) }, completion: answer(id) { .page($0) })
    case .fetchStored(let query, let id):
      tasks[id] = apiService.fetchStoredPhotos(query, completion: answer(id) { .stored($0) })
    case .readDetails(let photo, let id, let urgency):
      tasks[id] = apiService.fetchDetails(
        of: photo, urgency: urgency, completion: answer(id) { .details($0) })
    case .observeProgress(let id):
      tasks[id] = apiService.observeProgress(answer(id) { .progress($0) })
    case .cancel(let id): tasks.removeValue(forKey: id)?.cancel()
    case .saveRecentQuery(let text): apiService.saveRecentQuery(text)
    case .open(let photo, let row):
      actions.showPhotoDetail(photo, IndexPath(row: row, section: 0))
    case .meet(let id): completions.removeValue(forKey: id)?()
    }
  }

  private func answer<Value>(
    _ id: PhotoList.LoadID, _ wrap: @escaping (Value) -> PhotoList.Answer
  ) -> (Value) -> Void {
    { [weak self] in self?.send(.answer(wrap($0), id)) }
  }
}

extension PhotoListViewModel: PhotoListViewModelInputs {
  public func initFetch() {
    send(.start)
    changes = apiService.observeChanges { [weak self] change in
      guard let self else { return }
      switch change {
      case .changed:
        sourceChangedClosure?()
        send(.sourceChanged)
      case .watched(let watch): send(.watched(watch))
      }
    }
  }
  public func refresh() { send(.refresh) }
  public func tryAgain() { send(.tryAgain) }

  public func search(for text: String) {
    if let text = SearchText.clean(text) { send(.search(text)) } else { leaveSearch() }
  }

  public func leaveSearch() { send(.leaveSearch) }
  public func show(onlyForSale isOn: Bool) { send(.showForSaleOnly(isOn)) }
  public func show(onlySelected isOn: Bool) { send(.showSelectedOnly(isOn)) }
  public func filter(by text: String) { send(.filter(FilterText.reading(text).expression)) }
  public func sort(by sort: PhotoSort?) { send(.sort(sort)) }
  public func group(by grouping: PhotoGrouping?) { send(.group(grouping)) }
  public func leave() { send(.leave) }
  public func willDisplay(rows: Range<Int>) { send(.display(rows)) }
  public func focusMoved(to indexPath: IndexPath?) { send(.focus(row: indexPath?.row)) }
  public func focusMovedToEnd() { send(.focusLast) }
  public func userPressed(at indexPath: IndexPath) { send(.press(row: indexPath.row)) }
  public func photosChanged(_ photos: [Photo]) { send(.change(photos)) }
  public func photosLeft(_ ids: [Photo.ID]) { send(.remove(Set(ids))) }
  public func alertDismissed() { send(.dismissAlert) }

  public func ensureLoaded(
    rows: Range<Int>, isReading: Bool, for owner: AnyObject, then done: @escaping () -> Void
  ) {
    lastNeed += 1
    let former = needs.updateValue(lastNeed, forKey: ObjectIdentifier(owner))
    if let former { completions[former] = nil }
    completions[lastNeed] = done
    send(.need(rows, isReading: isReading, lastNeed, insteadOf: former))
  }

  public func endLoading(for owner: AnyObject) {
    guard let need = needs.removeValue(forKey: ObjectIdentifier(owner)) else { return }
    completions[need] = nil
    send(.endNeed(need))
  }
}

extension PhotoListViewModel: PhotoListViewModelType {
  public var inputs: any PhotoListViewModelInputs { self }
  public var outputs: any PhotoListViewModelOutputs { self }
}

/// The list in words, and what screens read from it.
extension PhotoListViewModel: PhotoListViewModelOutputs {
  public var isLoading: Bool { list.isLoading }
  public var isRefreshing: Bool { list.isLoading && numberOfCells > 0 }
  public var isFollowing: Bool { list.isFollowing }
  public var isLoadingPage: Bool { list.isLoadingPage }
  public var isCounting: Bool { list.isCounting }
  public var isReadingDetails: Bool { list.isReadingPressedPhoto }

  public var shownQuery: PhotoQuery { list.listing.query }
  public var wantedQuery: PhotoQuery { list.wantedQuery }
  public var partText: String? {
    FilterText.part(list.listing.query, reach: list.listing.pages.sortReach)
  }
  public var holdsOwnFiles: Bool { apiService.capabilities.holdsOwnFiles }
  public var filtersAtOnce: Bool { !apiService.capabilities.isRemote }
  public var searchScope: SourceCapabilities.Search { apiService.capabilities.search }

  public var knownPhotos: [Photo] {
    (list.stack.kept + [list.listing]).flatMap(\.pages.loadedPhotos)
  }

  public var ageText: String? {
    guard numberOfCells > 0 else { return nil }
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
    guard let position = list.listing.pages.lengths.position(of: indexPath.row) else {
      return .placeholder(title: "")
    }
    let isFailed = list.listing.failedPages.contains(position.page)
    return .placeholder(title: isFailed ? ListText.couldNotLoadMore(keys) : ListText.loadingRow)
  }

  /// What a row shows of a photo.
  public func createCellViewModel(photo: Photo) -> PhotoListCellViewModel {
    PhotoListCellViewModel(photo: photo, dates: dates, prices: prices)
  }

  public func words(of photo: Photo) -> PhotoText {
    PhotoText(photo: photo, dates: dates, prices: prices)
  }

  public func indexPath(of id: Photo.ID) -> IndexPath? {
    let listing = list.listing
    return listing.pages.position(of: id, near: listing.focus?.position.page ?? 1).map {
      IndexPath(row: listing.pages.lengths.row(of: $0), section: 0)
    }
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
  public var stateText: StateText? {
    ListText.state(list.state, of: list.summary, isScanning: list.progress != nil, keys: keys)
  }
  public var footer: PhotoListFooter { list.footer }
  public var footerText: String? { ListText.footer(list.footer, of: list.summary, keys: keys) }
  public var activityText: String? { list.activity.map(ListText.activity) }
  public var watchText: String? { ListText.watch(list.watch, keys: keys) }
  public var absenceText: String? { ListText.absence(list.watch) }
  public var refreshedText: String? { list.isRefreshed ? ListText.refreshed : nil }

  public var countText: String {
    guard list.listing.phase.hasAnswer else { return "" }
    return isCountedByScan ? CountText.photos(numberOfCells) : ListText.count(list.summary)
  }

  public var shortCountText: String {
    guard list.listing.phase.hasAnswer else { return "" }
    return isCountedByScan ? CountText.grouped(numberOfCells) : ListText.shortCount(list.summary)
  }

  public var totalCountText: String? {
    guard list.listing.phase.hasAnswer else { return nil }
    return isCountedByScan ? CountText.grouped(numberOfCells) : ListText.totalCount(list.summary)
  }

  /// All photos of a folder are available once they are counted; which of its pages are loaded does not matter to the
  /// user.
  private var isCountedByScan: Bool {
    list.isCountedByScan && list.listing.query.isEverythingInOrder
  }

  public var skippedCount: Int { list.skippedCount }

  public var lacksServer: Bool { list.listing.pages.lacksServer }

  public var skippedText: String? {
    let pages = list.listing.pages
    let texts = [
      pages.lacksServer ? ListText.lacksServer : nil,
      pages.hasGuessedEncoding ? ListText.guessedEncoding : nil,
      CountText.skipped(skippedCount, pictureless: pages.picturelessCount),
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  public var progress: SourceProgress? { list.progress }
  public var progressFraction: Double? { list.progressFraction }
  public var progressText: String? { list.progress.map(ListText.progress) }
}
