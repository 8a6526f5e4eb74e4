import Foundation
import GalleryDomain

/// The list in words, and what screens read from it.
extension PhotoListViewModel: PhotoListViewModelOutputs {
  public var isLoading: Bool { list.isLoading }
  public var isRefreshing: Bool { list.isLoading && numberOfCells > 0 }
  public var isLoadingPage: Bool { list.isLoadingPage }
  public var isReadingDetails: Bool { list.isReadingPressedPhoto }

  public var shownQuery: PhotoQuery { list.listing.query }
  public var wantedQuery: PhotoQuery { list.wantedQuery }
  public var partText: String? {
    FilterText.part(list.listing.query, reach: list.listing.pages.sortReach)
  }
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
    return .placeholder(title: isFailed ? ListText.couldNotLoadMore : ListText.loadingRow)
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
    case .failure(let error): ErrorText.message(for: error)
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
    ListText.state(list.state, of: list.facts, isScanning: list.progress != nil)
  }
  public var footer: PhotoListFooter { list.footer }
  public var footerText: String? { ListText.footer(list.footer, of: list.facts) }
  public var refreshedText: String? { list.isRefreshed ? ListText.refreshed : nil }

  public var countText: String {
    guard list.listing.hasAnswer else { return "" }
    return isCountedByScan ? CountText.photos(numberOfCells) : ListText.count(list.facts)
  }

  public var shortCountText: String {
    guard list.listing.hasAnswer else { return "" }
    return isCountedByScan ? CountText.grouped(numberOfCells) : ListText.shortCount(list.facts)
  }

  /// All photos of a folder are available once they are counted; which of its pages are loaded does not matter to the
  /// user.
  private var isCountedByScan: Bool {
    list.isCountedByScan && list.listing.query == .everything
  }

  public var skippedCount: Int { list.skippedCount }

  public var lacksServer: Bool { list.listing.pages.lacksServer }

  public var skippedText: String? {
    let pages = list.listing.pages
    let texts = [
      pages.lacksServer ? ListText.lacksServer : nil,
      CountText.skipped(skippedCount, pictureless: pages.picturelessCount),
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  public var progress: SourceProgress? { list.progress }
  public var progressFraction: Double? { list.progressFraction }
  public var progressText: String? { list.progress.map(ListText.progress) }
}
