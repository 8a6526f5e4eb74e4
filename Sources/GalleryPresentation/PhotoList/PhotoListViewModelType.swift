import Foundation
import GalleryDomain

/// The list of photos as a screen holds it: two views of the same members.
public protocol PhotoListViewModelType: AnyObject {
  var inputs: any PhotoListViewModelInputs { get }
  var outputs: any PhotoListViewModelOutputs { get }
}

/// What a screen tells the list of photos.
public protocol PhotoListViewModelInputs: AnyObject {
  /// Call when the screen is bound, to load the first page.
  func initFetch()

  /// Call when the user asks for what is there now. What is on the screen stays until then.
  ///
  /// Where pages on the screen could not be loaded, these are tried again instead; where the list has
  /// stopped looking for what is for sale, it looks further.
  func refresh()

  /// Call when the user has read why something could not be loaded, and wants it again: a search or a filter
  /// that came to nothing, else `refresh()`.
  func tryAgain()

  /// Call when the user has asked for a search; blank text leaves the search. What is on the screen
  /// stays until the first page is there.
  func search(for text: String)

  /// Call when the user leaves the search: the rows of before come back as they were, at once. Before
  /// the search has come it is called off. Without a search this does nothing.
  func leaveSearch()

  /// Call when the user wants to see only what is for sale, or all: puts `sale:yes` into the filter, or takes it out. What is on the screen stays
  /// until the first page is there; all photos come back at once where they were on the screen before.
  func show(onlyForSale isOn: Bool)

  /// Call when the user has said which photos they want (see `FilterReading`); blank text leaves the
  /// filter. What is on the screen stays until the first page is there; the selection stays with its photo.
  func filter(by text: String)

  /// Call when the user wants another order; nil for the source's own.
  func sort(by sort: PhotoSort?)

  /// Call when the user wants back: what is on its way is called off; else the filter is left, else the
  /// search.
  func leave()

  /// Call when rows come to be shown, after layout and never while drawing.
  ///
  /// Loads the pages of these rows and a screenful around them, and reads the photos that need it.
  /// Cheap to call again with the same rows; rows that do not exist are left out.
  func willDisplay(rows: Range<Int>)

  /// Call when something waits for rows that need not be on the screen: they are loaded and read before others,
  /// and stay loaded until its owner needs others, or calls `endLoading(for:)`.
  ///
  /// - Parameters:
  ///   - rows: At most 1,000; those that do not exist are left out. Where they reach beyond the last row, the next
  ///     page is loaded too, if there is one.
  ///   - owner: Who needs them, one range at a time; it is not kept.
  ///   - done: Called once, at once or later: when the rows are there as far as they can be. Never once they are not
  ///     needed any more.
  func ensureLoaded(rows: Range<Int>, for owner: AnyObject, then done: @escaping () -> Void)

  /// Call when the owner needs no rows any more, at its end at the latest.
  func endLoading(for owner: AnyObject)

  /// Call when the selection moves, with nil when nothing is selected.
  func focusMoved(to indexPath: IndexPath?)

  /// Call when the user opens a photo; then ask `isAllowSegue`.
  func userPressed(at indexPath: IndexPath)

  /// Call when photos were changed here, such as marked for sale: their rows show it at once. Rows that a filter
  /// would not show any more stay until the next load.
  func photosChanged(_ photos: [Photo])

  /// Call when the alert was closed.
  func alertDismissed()
}

/// What the list of photos tells a screen.
public protocol PhotoListViewModelOutputs: AnyObject {
  /// Emits when the rows changed: their number, their cells, or where the selection stands.
  var reloadTableViewClosure: (() -> Void)? { get set }
  /// Emits when `isLoading` changed, after the data of that load.
  var updateLoadingStatus: (() -> Void)? { get set }
  /// Emits when there is a new `alertMessage` to show.
  var showAlertClosure: (() -> Void)? { get set }
  /// Emits when something around the rows changed: progress, page loads, reading, the focus.
  var updateStatusClosure: (() -> Void)? { get set }
  /// Emits after `reloadTableViewClosure`, for whoever else watches the rows (the photo screen).
  ///
  /// - Returns: What ends the observation; it also ends when that is let go.
  func observeRows(_ changed: @escaping () -> Void) -> any Cancellable

  /// Whether the first page is on its way, for the first time or again. Announced by
  /// `updateLoadingStatus`.
  var isLoading: Bool { get }
  /// Whether there are photos to look at meanwhile. Announced by `updateLoadingStatus` and
  /// `reloadTableViewClosure`.
  var isRefreshing: Bool { get }
  /// Whether a page after the first is on its way. Announced by `updateStatusClosure`.
  var isLoadingPage: Bool { get }
  /// Whether a pressed photo is being read before it opens. Announced by `updateStatusClosure`.
  var isReadingDetails: Bool { get }

  /// What the rows are, from the first on: whoever reads its pages has what is shown, in the order shown. Announced by
  /// `reloadTableViewClosure` and `updateStatusClosure`.
  var shownQuery: PhotoQuery { get }
  /// What the user asked for last: `shownQuery` once its rows are there, something else while they are on their
  /// way. What a key that switches something goes by. Announced by `updateStatusClosure`.
  var wantedQuery: PhotoQuery { get }
  /// What of the source is shown and in which order: `by price · camera:nikon`, and
  /// `by date, of the first 1,000` where it was not read to its end; nil when all is in its order.
  var partText: String? { get }
  /// Whether the rows of a filter are so quickly there that it can be carried out while it is typed.
  var filtersAtOnce: Bool { get }
  /// The photos that are kept, of all listings: what can be known without asking anybody.
  var knownPhotos: [Photo] { get }
  /// Who answers a search: the source all that it holds, or what was seen of it; with `none`, the photos
  /// are gone through page by page.
  var searchScope: SourceCapabilities.Search { get }
  /// How old the rows are, where they come from the store: `stored 3 hours ago`, and
  /// `offline · stored 3 hours ago` where the source could not be reached. Announced by
  /// `reloadTableViewClosure` and `updateStatusClosure`.
  var ageText: String? { get }

  /// Rows, loaded or not. Announced by `reloadTableViewClosure`.
  var numberOfCells: Int { get }
  /// The rows of the last `willDisplay(rows:)`; where they were when other rows came, those that show the
  /// selection at the height where it stood. A screen that hears of new rows may scroll there.
  var displayedRows: Range<Int> { get }
  /// The cell of a row, made on demand; a placeholder for a row that is not loaded or not there.
  func getCellViewModel(at indexPath: IndexPath) -> PhotoListCellViewModel
  /// Whether a photo may be opened: all but what the source says is not for sale.
  func mayOpen(_ photo: Photo) -> Bool
  /// What is known of a photo in words, in the list's zone and country.
  func words(of photo: Photo) -> PhotoText
  /// The photo of a row; nil for a row that is not loaded or not there.
  func photo(at indexPath: IndexPath) -> Photo?
  /// Where a photo stands among the loaded rows, the nearest to the focus if it is there twice.
  func indexPath(of id: Photo.ID) -> IndexPath?
  /// Where the selection stands now; it stays with its photo. Announced by
  /// `reloadTableViewClosure` and `updateStatusClosure`.
  var focusedIndexPath: IndexPath? { get }

  /// Whether the photo pressed last may be opened.
  var isAllowSegue: Bool { get }
  /// The photo to open; nil where that was refused.
  var selectedPhoto: Photo? { get }
  /// Announced by `showAlertClosure`; nil when there is nothing to say.
  var alertMessage: String? { get }
  /// Whether `tryAgain()` is for what the last alert said.
  var canTryAgain: Bool { get }

  /// What there is to show. Announced by `reloadTableViewClosure` and `updateLoadingStatus`.
  var state: PhotoListState { get }
  /// What to show in place of rows; nil when there are rows.
  var stateText: StateText? { get }
  /// What stands below the last row, such as `No more photos`, or why there are no more. Announced by
  /// `updateStatusClosure` and `reloadTableViewClosure`.
  var footer: PhotoListFooter { get }
  /// `footer` in words; nil when it says nothing.
  var footerText: String? { get }

  /// That the last refresh has been done, however quickly; nil once the user goes on. Announced
  /// by `updateStatusClosure`.
  var refreshedText: String? { get }
  /// Photos loaded so far, of how many: `60 of 55,697 photos`; of a folder, those found so far; of what
  /// is sorted out here, `12 for sale of 300 looked through`.
  var countText: String { get }
  /// The numbers of `countText` alone, for narrow screens: `60 of 55,697`.
  var shortCountText: String { get }
  /// Items that have no picture or could not be read, and are not among the rows.
  var skippedCount: Int { get }
  /// Whether photos have no picture because nobody said on which server they are.
  var lacksServer: Bool { get }
  /// `4 posts without a picture · 3 could not be read`; nil when there are none.
  var skippedText: String? { get }
  /// How far the source has been read; nil when it is complete. Announced by
  /// `updateStatusClosure`.
  var progress: SourceProgress? { get }
  /// The part of the source that has been read, 0–1; nil when it is complete or cannot be told.
  var progressFraction: Double? { get }
  /// `scanning · 12,000 photos`; nil when the source is complete.
  var progressText: String? { get }
}

/// How navigation leaves the list of photos; the coordinator fills it in.
public struct PhotoListViewModelActions {
  /// Opens a photo that the gate let through, with the row where it stands.
  public var showPhotoDetail: (Photo, IndexPath) -> Void

  public init(showPhotoDetail: @escaping (Photo, IndexPath) -> Void = { _, _ in }) {
    self.showPhotoDetail = showPhotoDetail
  }
}
