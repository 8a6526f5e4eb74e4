import Foundation
import GalleryDomain

/// What a screen tells the list of photos.
public protocol PhotoListViewModelInputs: AnyObject {
  /// Call when the screen is bound, to load the first page.
  func initFetch()

  /// Call when the person asks for what is there now. What is on the screen stays until then.
  ///
  /// Where pages on the screen could not be loaded, these are tried again instead; where the list has
  /// stopped looking for what is for sale, it looks further.
  func refresh()

  /// Call when the person has read why something could not be loaded, and wants it again: a search or a filter
  /// that came to nothing, else `refresh()`.
  func tryAgain()

  /// Call when the person has asked for a search; blank text leaves the search. What is on the screen
  /// stays until the first page is there.
  func search(for text: String)

  /// Call when the person leaves the search: the rows of before come back as they were, at once. Before
  /// the search has come it is called off. Without a search this does nothing.
  func leaveSearch()

  /// Call when the person wants to see all photos, or only those for sale. What is on the screen stays
  /// until the first page is there; all photos come back at once where they were on the screen before.
  func show(_ filter: SaleFilter)

  /// Call when the person has said which photos they want (see `FilterReading`); blank text leaves the
  /// filter. What is on the screen stays until the first page is there; the selection stays with its photo.
  func filter(by text: String)

  /// Call when the person wants another order; nil for the source's own.
  func sort(by sort: PhotoSort?)

  /// Call when the person wants back: what is on its way is called off; else the filter is left, else the
  /// search.
  func leave()

  /// Call when rows come to be shown, after layout and never while drawing.
  ///
  /// Loads the pages of these rows and a screenful around them, and reads the photos that need it.
  /// Cheap to call again with the same rows; rows that do not exist are left out.
  func willDisplay(rows: Range<Int>)

  /// Call when the selection moves, with nil when nothing is selected.
  func focusMoved(to indexPath: IndexPath?)

  /// Call when the person opens a photo; then ask `isAllowSegue`.
  func userPressed(at indexPath: IndexPath)

  /// Call when photos were changed here, such as marked for sale: their rows show it at once. Rows that a filter
  /// would not show any more stay until the next load.
  func photosChanged(_ photos: [Photo])

  /// Call when the alert was closed.
  func alertDismissed()
}
