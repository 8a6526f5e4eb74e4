import Foundation
import GalleryDomain

/// What a screen tells the list of photos.
public protocol PhotoListViewModelInputs: AnyObject {
  /// Call when the screen is bound, to load the first page.
  func initFetch()

  /// Call when the person asks for what is there now. What is on the screen stays until then.
  func refresh()

  /// Call when rows come to be shown, after layout and never while drawing.
  ///
  /// Loads the pages of these rows and a screenful around them, and reads the photos that need it.
  /// Cheap to call again with the same rows; rows that do not exist are left out.
  func willDisplay(rows: Range<Int>)

  /// Call when the selection moves, with nil when nothing is selected.
  func focusMoved(to indexPath: IndexPath?)

  /// Call when the person opens a photo; then ask `isAllowSegue`.
  func userPressed(at indexPath: IndexPath)

  /// Call when the alert was closed.
  func alertDismissed()
}
