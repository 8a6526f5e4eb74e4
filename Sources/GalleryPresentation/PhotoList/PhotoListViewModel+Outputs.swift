import Foundation
import GalleryDomain

extension PhotoListViewModel: PhotoListViewModelOutputs {
  public var searchText: String? { listing.query.search }
  public var saleFilter: SaleFilter { listing.query.filter }
  public var wantedSearchText: String? { wantedQuery.search }
  public var wantedSaleFilter: SaleFilter { wantedQuery.filter }
  public var shownQuery: PhotoQuery {
    listing.query.page(1, pageSize: PhotoQuery.defaultPageSize)
  }
  public var filterText: String? { FilterText.shown(ifAny: listing.query.expression) }
  public var wantedFilterText: String? { FilterText.shown(ifAny: wantedQuery.expression) }
  public var sort: PhotoSort? { listing.query.sort }
  public var wantedSort: PhotoSort? { wantedQuery.sort }
  public var partText: String? { FilterText.part(listing.query, reach: listing.pages.sortReach) }
  public var filtersAtOnce: Bool { !apiService.capabilities.isRemote }
  public var knownPhotos: [Photo] {
    (aside.map(\.pages) + [listing.pages]).flatMap(\.loadedPhotos)
  }
  public var searchScope: SourceCapabilities.Search { apiService.capabilities.search }

  public var ageText: String? {
    guard numberOfCells > 0 else { return nil }
    return AgeText.mark(
      storedAt: listing.pages.storedAt(in: shownPages ?? 1...1), isOffline: isOffline,
      now: now(), dates: dates)
  }

  public var numberOfCells: Int { listing.pages.rowCount }
  public var displayedRows: Range<Int> { listing.visibleRows }

  public func photo(at indexPath: IndexPath) -> Photo? {
    listing.pages.photo(at: indexPath.row)
  }

  public func getCellViewModel(at indexPath: IndexPath) -> PhotoListCellViewModel {
    if let photo = photo(at: indexPath) { return createCellViewModel(photo: photo) }
    guard let position = listing.pages.lengths.position(of: indexPath.row) else {
      return .placeholder(title: "")
    }
    return .placeholder(
      title: listing.failedPages.contains(position.page)
        ? ListText.couldNotLoadMore : ListText.loadingRow)
  }

  /// What a row shows of a photo.
  public func words(of photo: Photo) -> PhotoText {
    PhotoText(photo: photo, dates: dates, prices: prices)
  }

  public func createCellViewModel(photo: Photo) -> PhotoListCellViewModel {
    PhotoListCellViewModel(photo: photo, dates: dates, prices: prices)
  }

  public func indexPath(of id: Photo.ID) -> IndexPath? {
    listing.pages.position(of: id, near: listing.focus?.position.page ?? 1).map(indexPath(of:))
  }

  public var focusedIndexPath: IndexPath? {
    listing.focus.map { indexPath(of: $0.position) }
  }

  public var isRefreshing: Bool { isLoading && numberOfCells > 0 }
  public var isLoadingPage: Bool { pageLoad != nil }
  public var isReadingDetails: Bool { press != nil }

  public var state: PhotoListState {
    if numberOfCells > 0 { return .photos }
    if let failure = listing.failure, !isLoading { return .failed(failure) }
    if isLoading { return .loading }
    guard listing.hasAnswer else { return .idle }
    return progress == nil && !isLoadingPage ? .empty : .loading
  }

  public var stateText: StateText? {
    ListText.state(state, of: rowFacts, isScanning: progress != nil)
  }

  public var footer: PhotoListFooter {
    guard numberOfCells > 0 else { return .none }
    if !listing.failedPages.isEmpty { return .couldNotLoadMore }
    if isLoadingPage { return .loadingMore }
    if isPaused { return .paused }
    guard !isLoading, progress == nil, listing.pages.isComplete else { return .none }
    if let ending = listing.pages.ending { return .stopped(ending) }
    return listing.pages.statedCount.map { .endedEarly(of: $0) } ?? .noMorePhotos
  }

  public var footerText: String? { ListText.footer(footer, of: rowFacts) }

  public var countText: String {
    guard listing.hasAnswer else { return "" }
    // A folder's photos are all there once they are counted; that a page was not asked for yet is
    // of no interest to anyone.
    if isCountedByScan, listing.query == .everything { return CountText.photos(numberOfCells) }
    return ListText.count(rowFacts)
  }

  public var shortCountText: String {
    guard listing.hasAnswer else { return "" }
    if isCountedByScan, listing.query == .everything { return CountText.grouped(numberOfCells) }
    return ListText.shortCount(rowFacts)
  }

  private var rowFacts: ListText.Rows {
    let pages = listing.pages
    if let reach = pages.sortReach {
      let leavesOut = listing.query.leavesOut(apiService.capabilities)
      return ListText.Rows(
        query: listing.query, scope: searchScope, count: pages.rowCount,
        // What is not loaded was read all the same.
        seenCount: pages.rowCount, isCounted: true,
        lookedThroughCount: leavesOut && reach.isWhole ? reach.readCount : nil,
        isComplete: true, isPaused: false)
    }
    return ListText.Rows(
      query: listing.query, scope: searchScope, count: pages.rowCount, seenCount: pages.seenCount,
      isCounted: pages.totalCount != nil || pages.isComplete,
      lookedThroughCount: pages.isSifted ? pages.lookedThroughCount : nil,
      isComplete: pages.isComplete, isPaused: isPaused)
  }

  /// A scan's count is on its first page as well.
  public var skippedCount: Int { max(listing.pages.skippedCount, scanSkippedCount) }

  public var skippedText: String? {
    let pages = listing.pages
    let texts = [
      pages.lacksServer ? ListText.lacksServer : nil,
      CountText.skipped(skippedCount, pictureless: pages.picturelessCount),
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  public var progressFraction: Double? {
    if let progress {
      return Self.fraction(progress.completedSteps, of: progress.knownSteps)
    }
    guard looksThroughAll, isLoadingPage, let total = listing.pages.sourceCount else { return nil }
    return Self.fraction(listing.pages.lookedThroughCount, of: total)
  }

  private static func fraction(_ count: Int, of total: Int) -> Double? {
    total > 0 ? min(1, max(0, Double(count) / Double(total))) : nil
  }

  public var progressText: String? { progress.map(ListText.progress) }

  public func observeRows(_ changed: @escaping () -> Void) -> any Cancellable {
    rowObservers.add(changed)
  }

  func indexPath(of position: PhotoPosition) -> IndexPath {
    IndexPath(row: listing.pages.lengths.row(of: position), section: 0)
  }
}
