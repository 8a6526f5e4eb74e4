import Foundation
import GalleryDomain

extension PhotoListViewModel: PhotoListViewModelInputs {
  public func initFetch() {
    load(listing.query, .start)
  }

  public func refresh() {
    // What the person waits for is other rows than these.
    if let pending, pending.query != listing.query {
      return load(pending.query, pending.reason, isRefresh: true)
    }
    if !isLoading, retryFailedPages() || lookFurther() { return }
    load(listing.query, .refresh, isRefresh: true)
  }

  public func tryAgain() {
    guard let failedLoad else { return refresh() }
    load(failedLoad.query, failedLoad.reason, isRefresh: true)
  }

  public func willDisplay(rows: Range<Int>) {
    // A thousand rows are more than any screen has; more would load a source as a whole.
    let lower = max(0, rows.lowerBound)
    let upper = max(lower, min(rows.upperBound, PageLengths.rowLimit))
    listing.visibleRows = lower..<(lower + min(upper - lower, 1_000))
    startLoads()
  }

  public func focusMoved(to indexPath: IndexPath?) {
    guard let indexPath, let position = listing.pages.lengths.position(of: indexPath.row) else {
      guard listing.focus != nil, indexPath == nil else { return }
      listing.focus = nil
      cancelPress(unless: nil)
      announceStatus()
      return
    }
    let id = photo(at: indexPath)?.id
    cancelPress(unless: id)
    guard listing.focus?.position != position || listing.focus?.id != id else { return }
    listing.focus = PhotoListing.Focus(id: id, position: position)
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
