import Foundation
import GalleryDomain

extension PhotoListViewModel: PhotoListViewModelOutputs {
  public var numberOfCells: Int { pages.rowCount }

  public func photo(at indexPath: IndexPath) -> Photo? {
    pages.photo(at: indexPath.row)
  }

  public func getCellViewModel(at indexPath: IndexPath) -> PhotoListCellViewModel {
    if let photo = photo(at: indexPath) { return createCellViewModel(photo: photo) }
    guard let position = pages.lengths.position(of: indexPath.row) else {
      return .placeholder(title: "")
    }
    return .placeholder(
      title: failedPages.contains(position.page)
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
    pages.position(of: id, near: focus?.position.page ?? 1).map(indexPath(of:))
  }

  public var focusedIndexPath: IndexPath? {
    focus.map { indexPath(of: $0.position) }
  }

  public var isRefreshing: Bool { isLoading && numberOfCells > 0 }
  public var isLoadingPage: Bool { pageLoad != nil }
  public var isReadingDetails: Bool { press != nil }

  public var state: PhotoListState {
    if numberOfCells > 0 { return .photos }
    if let failure, !isLoading { return .failed(failure) }
    if isLoading { return .loading }
    guard hasAnswer else { return .idle }
    return progress == nil && !isLoadingPage ? .empty : .loading
  }

  public var stateText: StateText? {
    ListText.state(state, isScanning: progress != nil)
  }

  public var footer: PhotoListFooter {
    guard numberOfCells > 0 else { return .none }
    if !failedPages.isEmpty { return .couldNotLoadMore }
    if isLoadingPage { return .loadingMore }
    return !isLoading && progress == nil && pages.isComplete ? .noMorePhotos : .none
  }

  public var footerText: String? { ListText.footer(footer) }

  public var countText: String {
    guard hasAnswer else { return "" }
    // A folder's photos are all there once they are counted; that a page was not asked for yet is
    // of no interest to anyone.
    if isCountedByScan { return CountText.photos(numberOfCells) }
    let total = pages.totalCount == nil && !pages.isComplete ? nil : numberOfCells
    return CountText.photos(loaded: pages.seenCount, of: total)
  }

  /// A scan's count is on its first page as well.
  public var skippedCount: Int { max(pages.skippedCount, scanSkippedCount) }

  public var skippedText: String? { CountText.skipped(skippedCount) }

  public var progressFraction: Double? {
    guard let progress, progress.knownSteps > 0 else { return nil }
    return min(1, max(0, Double(progress.completedSteps) / Double(progress.knownSteps)))
  }

  public var progressText: String? { progress.map(ListText.progress) }

  public func observeRows(_ changed: @escaping () -> Void) -> any Cancellable {
    rowObservers.add(changed)
  }

  func indexPath(of position: PhotoPosition) -> IndexPath {
    IndexPath(row: pages.lengths.row(of: position), section: 0)
  }
}
