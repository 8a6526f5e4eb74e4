import Foundation
import GalleryDomain

extension PhotoListViewModel: PhotoListViewModelInputs {
  public func initFetch() {
    load(isRefresh: false)
  }

  public func refresh() {
    load(isRefresh: true)
  }

  public func search(for text: String) {
    searchText = text.isEmpty ? nil : text
    load(isRefresh: false)
  }

  public func leaveSearch() {
    searchText = nil
    load(isRefresh: false)
  }

  public func show(_ filter: SaleFilter) {
    saleFilter = filter
    load(isRefresh: false)
  }

  public func willDisplay(rows: Range<Int>) {
    // A thousand rows are more than any screen has; more would load a source as a whole.
    let lower = max(0, rows.lowerBound)
    let upper = max(lower, min(rows.upperBound, PageLengths.rowLimit))
    visibleRows = lower..<(lower + min(upper - lower, 1_000))
    startLoads()
  }

  public func focusMoved(to indexPath: IndexPath?) {
    guard let indexPath, let position = pages.lengths.position(of: indexPath.row) else {
      guard focus != nil, indexPath == nil else { return }
      focus = nil
      cancelPress(unless: nil)
      announceStatus()
      return
    }
    let id = photo(at: indexPath)?.id
    cancelPress(unless: id)
    guard focus?.position != position || focus?.id != id else { return }
    focus = Focus(id: id, position: position)
    refreshedText = nil
    announceStatus()
  }

  public func userPressed(at indexPath: IndexPath) {
    isAllowSegue = false
    selectedPhoto = nil
    let photo = photo(at: indexPath)
    cancelPress(unless: photo?.id)
    guard let photo else { return }
    if photo.needsDetails { read(photo, pressedAt: indexPath) } else { open(photo, at: indexPath) }
  }

  public func alertDismissed() {
    alertMessage = nil
  }
}
