import Foundation
import GalleryDomain

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

  /// What the rows are the result of a search for; nil when they are all that the source lists.
  /// Announced by `reloadTableViewClosure` and `updateStatusClosure`.
  var searchText: String? { get }
  /// Which photos the rows are. Announced by `reloadTableViewClosure` and `updateStatusClosure`.
  var saleFilter: SaleFilter { get }
  /// What is being searched for: `searchText` once its rows are there, something else while they are on
  /// their way. Announced by `updateStatusClosure`.
  var wantedSearchText: String? { get }
  /// The filter the person chose last: `saleFilter` once its rows are there. What a key that switches
  /// it goes by. Announced by `updateStatusClosure`.
  var wantedSaleFilter: SaleFilter { get }
  /// What the rows are, from the first on: whoever reads its pages has what is shown, in the order shown. Announced
  /// as `searchText`.
  var shownQuery: PhotoQuery { get }
  /// What is asked of the photos that are rows, in its normal form; nil when nothing is. Announced as
  /// `searchText`.
  var filterText: String? { get }
  /// The filter the person chose last. Announced by `updateStatusClosure`.
  var wantedFilterText: String? { get }
  /// The order of the rows; nil for the source's own. Announced as `searchText`.
  var sort: PhotoSort? { get }
  /// The order the person chose last. Announced by `updateStatusClosure`.
  var wantedSort: PhotoSort? { get }
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

  /// That the last refresh has been done, however quickly; nil once the person goes on. Announced
  /// by `updateStatusClosure`.
  var refreshedText: String? { get }
  /// Photos loaded so far, of how many: `60 of 55,697 photos`; of a folder, those found so far; of what
  /// is sorted out here, `12 for sale of 300 looked through`.
  var countText: String { get }
  /// The numbers of `countText` alone, for narrow screens: `60 of 55,697`.
  var shortCountText: String { get }
  /// Items that have no picture or could not be read, and are not among the rows.
  var skippedCount: Int { get }
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
