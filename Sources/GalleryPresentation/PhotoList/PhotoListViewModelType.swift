import Foundation
import GalleryDomain

/// The list of photos as a screen uses it: its inputs and its outputs.
public protocol PhotoListViewModelType: AnyObject {
  var inputs: any PhotoListViewModelInputs { get }
  var outputs: any PhotoListViewModelOutputs { get }
}

/// The inputs from a screen to the list of photos.
public protocol PhotoListViewModelInputs: AnyObject {
  /// Call when the screen is bound, to load the first page.
  func initFetch()

  /// Call when the user refreshes. The rows on the screen stay until the fresh ones are loaded.
  ///
  /// If pages on the screen could not be loaded, these are loaded again instead; if the list has stopped looking for
  /// photos that pass a filter, it looks further.
  func refresh()

  /// Call when the user has read why something could not be loaded, and wants to try again: repeats a search or a
  /// filter that failed, else does the same as `refresh()`.
  func tryAgain()

  /// Call when the user searches; blank text leaves the search. The rows on the screen stay until the first page is
  /// loaded.
  func search(for text: String)

  /// Call while the user types a search; blank text restores the former rows. What is known is searched at once, and then the rest
  /// is read; nothing is saved as a recent query.
  func searchWhileTyping(for text: String)

  /// Call when the user leaves the search: the former rows come back at once, and the focus stays with its photo if that is among
  /// them. A search that is still loading is cancelled. Without a search this does nothing.
  func leaveSearch()

  /// Call when the user wants the next match: in the results, the next row; else that of the search that was left last.
  func focusNextMatch()

  /// Call when the user wants the previous match.
  func focusPreviousMatch()

  /// Call when the user wants to see only photos for sale, or all: adds `sale:yes` to the filter, or removes it. The
  /// rows on the screen stay until the first page is loaded; all photos come back at once if they were on the screen
  /// before.
  func show(onlyForSale isOn: Bool)

  /// Call when the user wants to see only selected photos, or all: adds `is:selected` to the filter, or removes it.
  /// Photos that are deselected meanwhile stay among the rows until the next load.
  func show(onlySelected isOn: Bool)

  /// Call when the user has entered a filter (see `FilterReading`); blank text removes the filter. The rows on the
  /// screen stay until the first page is loaded; the focus stays with its photo.
  func filter(by text: String)

  /// Call when the user wants another order; nil for the source's own.
  func sort(by sort: PhotoSort?)

  /// Call when the user groups the photos, under headers; nil for the source's own sections.
  func group(by grouping: PhotoGrouping?)

  /// Call when the user wants to see what looks like a photo, the nearest first. The rows on the screen stay until they
  /// are found; the first time, all pictures of the source are read for that.
  func showSimilar(to id: Photo.ID)

  /// Call when the user goes back: cancels what is loading, else leaves the filter, else what looks like a photo, else the
  /// search.
  func leave()

  /// Call with the rows that are shown, after layout and never while drawing.
  ///
  /// Loads the pages of these rows and a screenful around them, and reads the photos that need it.
  /// Cheap to call again with the same rows; rows that do not exist are left out.
  func willDisplay(rows: Range<Int>)

  /// Call when something needs rows, on the screen or not: they are loaded before others, and stay loaded until their owner needs
  /// others, or calls `endLoading(for:)`.
  ///
  /// - Parameters:
  ///   - rows: At most 1,000; those that do not exist are ignored. If they reach beyond the last row, the next page is
  ///     loaded too, if there is one.
  ///   - isReading: Whether their photos are read too.
  ///   - owner: The object that needs them, one range at a time; it is not retained.
  ///   - done: Called once, immediately or later, when the rows have been loaded and read as far as possible. Not
  ///     called if they are no longer needed by then.
  func ensureLoaded(
    rows: Range<Int>, isReading: Bool, for owner: AnyObject, then done: @escaping () -> Void)

  /// Call when the owner no longer needs rows, in its `deinit` at the latest.
  func endLoading(for owner: AnyObject)

  /// Call when the focus moves; nil when no photo is in focus.
  func focusMoved(to indexPath: IndexPath?)

  /// Call when the focus is to move to the first of some photos that is there, wherever its row is.
  func focusMoved(toOneOf ids: [Photo.ID])

  /// Call when the user opens a photo; `isAllowSegue` then says whether it may be opened.
  func userPressed(at indexPath: IndexPath)

  /// Call when photos were changed here, for example marked for sale: their rows show it at once. Rows that a filter
  /// would now leave out stay until the next load.
  func photosChanged(_ photos: [Photo])

  /// Call when photos were moved elsewhere or trashed here: they are deselected, and those of their rows that are loaded go at
  /// once. Nothing is requested.
  func photosLeft(_ ids: [Photo.ID])

  /// Call when photos got other names here, with their new ids: they are deselected, and the focus finds its photo again when
  /// the source is read.
  func photosRenamed(_ ids: [Photo.ID: Photo.ID])

  /// Call when photos that had left are back: what was selected of them is again, and the focus finds the first one when the
  /// source is read.
  func photosReturned(_ ids: [Photo.ID])

  /// Call when the alert was closed.
  func alertDismissed()

  /// Counts the photos by the values of some properties, or by the days on which they were taken: those of the whole source, or at
  /// once those in memory (`isReadWhole`).
  ///
  /// - Parameters:
  ///   - request: What the user has selected is added to it.
  ///   - counts: Called at once or later: with counts so far while the source is being read, and at last with complete ones.
  /// - Returns: What ends the counting; nil if it has ended.
  func count(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)?

  // MARK: Selecting

  /// Call when the user selects or deselects a photo. A range becomes part of the selection instead.
  func toggle(_ photo: Photo)

  /// Call when the user selects all photos that the list shows. They are selected at once, and not read: the source is gone
  /// through for that, whatever the list shows meanwhile. Of a source on the network the first 1,000 are selected, and the
  /// first 20,000 of one that does not find photos by their ids.
  func selectAll()

  /// Call when the user deselects everything.
  func deselectAll()

  /// Call when the user begins a range at the row in focus, or makes the current range part of the selection.
  func toggleRange()

  /// Call when the user interrupts what is under way: rows that are being selected, or photos that are being read for a
  /// command. If nothing is, or only a range is waited for, the range ends: its photos are as selected as they were before it.
  func endSelecting()

  /// Call when something is to be done with the selected photos, or with the photo in focus if there are none.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read if that is wanted. Before there
  /// are any rows, the photo is the one that will be in focus. One gathering is under way at a time, in the order of the calls. It
  /// is cancelled if the range ends before, or if the user moves the focus away from a row that is not loaded.
  ///
  /// - Parameters:
  ///   - readsPhotos: False where the names of the files are enough.
  ///   - keepsRange: Whether a range stays when the photos are there.
  func gather(readsPhotos: Bool, keepsRange: Bool) -> PhotoGathering

  /// Call when something is to be done with all photos of the list that the user has rejected, whatever is selected.
  ///
  /// - Parameter photos: Some of them, which a filter may have left out since.
  func gatherRejected(_ photos: [Photo]) -> PhotoGathering
}

extension PhotoListViewModelInputs {
  /// Also reads the photos.
  func ensureLoaded(rows: Range<Int>, for owner: AnyObject, then done: @escaping () -> Void) {
    ensureLoaded(rows: rows, isReading: true, for: owner, then: done)
  }
}

/// The outputs from the list of photos to a screen.
public protocol PhotoListViewModelOutputs: AnyObject {
  /// Emits when the rows changed: their number, their cells, or the row of the focus.
  var reloadTableViewClosure: (() -> Void)? { get set }
  /// Emits when `isLoading` changed, after the data of that load.
  var updateLoadingStatus: (() -> Void)? { get set }
  /// Emits when there is a new `alertMessage` to show.
  var showAlertClosure: (() -> Void)? { get set }
  /// Emits when something around the rows changed: progress, page loads, files being read, the focus.
  var updateStatusClosure: (() -> Void)? { get set }
  /// Emits when files of the source have changed, before their rows are loaded again: pictures of them may be old.
  var sourceChangedClosure: (() -> Void)? { get set }
  /// Calls `changed` after `reloadTableViewClosure`, for other observers of the rows (the photo screen).
  ///
  /// - Returns: What ends the observation; releasing it ends it too.
  func observeRows(_ changed: @escaping () -> Void) -> any Cancellable

  /// Whether the first page is loading, for the first time or again. Announced by `updateLoadingStatus`.
  var isLoading: Bool { get }
  /// Whether the rows are those of the photos that have been read so far: other photos will be between them. Announced by
  /// `reloadTableViewClosure`.
  var isPart: Bool { get }

  /// The query of the rows on the screen: reading its pages gives the same photos in the same order. Announced by
  /// `reloadTableViewClosure` and `updateStatusClosure`.
  var shownQuery: PhotoQuery { get }
  /// The query that the user last asked for: `shownQuery` once its rows are loaded, another one while they are loading.
  /// Toggles depend on this one. Announced by `updateStatusClosure`.
  var wantedQuery: PhotoQuery { get }
  /// The order and the grouping of the photos: `by day, date ↓`, or `price ↑, among the first 1,000` if the source was not
  /// read to its end; nil for the source's own.
  var orderText: String? { get }
  /// Whether the photos are the user's own files, as those of a folder are.
  var holdsOwnFiles: Bool { get }
  /// Whether photos can be rated one after the other: the user's own files, and not on a server.
  var canCull: Bool { get }
  /// Whether a photo is known to be for sale, and whether one has a price.
  var hasPhotosForSale: Bool { get }
  var hasPrices: Bool { get }
  /// Whether a filter's rows load quickly enough to filter while the user types.
  var filtersAtOnce: Bool { get }
  /// Whether `count(_:counts:)` counts all photos of the source, and not only those in memory, and photos that look alike can be
  /// found.
  var isReadWhole: Bool { get }
  /// The day on which the photo in focus was taken; nil if that isn't known.
  var focusedDay: DatePeriod? { get }
  /// All photos in memory, including those of the back stack.
  var knownPhotos: [Photo] { get }
  /// Where a search is answered: by the source, or from the photos that have been loaded; with `none`, page by page.
  var searchScope: SourceCapabilities.Search { get }
  /// Whether a search is answered while it is typed, because the photos are on this computer.
  var searchesAtOnce: Bool { get }
  /// How old the rows are, if they come from the store: `stored 3 hours ago`, or `offline · stored 3 hours ago` if the
  /// source could not be reached. Announced by `reloadTableViewClosure` and `updateStatusClosure`.
  var ageText: String? { get }

  /// Rows, loaded or not. Announced by `reloadTableViewClosure`.
  var numberOfCells: Int { get }
  /// The groups of rows that share a header, in order; rows after the last section belong to it. Empty if there is
  /// nothing to group. Announced by `reloadTableViewClosure`.
  var sections: [PhotoSection] { get }
  /// The rows of the last `willDisplay(rows:)`; after other rows were loaded, those that keep the focus at its height on the
  /// screen.
  var displayedRows: Range<Int> { get }
  /// The cell of a row, made on demand; a placeholder for a row that is not loaded or does not exist.
  func getCellViewModel(at indexPath: IndexPath) -> PhotoListCellViewModel
  /// Whether a photo may be opened: any except those that a shop or a feed says are not for sale.
  func mayOpen(_ photo: Photo) -> Bool
  /// What is known of a photo in words, in the list's time zone and price format.
  func words(of photo: Photo) -> PhotoText
  /// The photo of a row; nil if it is not loaded or does not exist.
  func photo(at indexPath: IndexPath) -> Photo?
  /// Where a photo is among the loaded rows; if it is there twice, the one nearest to the focus.
  func indexPath(of id: Photo.ID) -> IndexPath?
  /// The row in focus, which stays with its photo. Announced by `reloadTableViewClosure` and `updateStatusClosure`.
  var focusedIndexPath: IndexPath? { get }

  /// Whether the photo pressed last may be opened.
  var isAllowSegue: Bool { get }
  /// The photo to open; nil if that was refused.
  var selectedPhoto: Photo? { get }
  /// Announced by `showAlertClosure`; nil when there is nothing to say.
  var alertMessage: String? { get }
  /// Whether the last alert was about a failed load, which `tryAgain()` repeats.
  var canTryAgain: Bool { get }

  /// What there is to show. Announced by `reloadTableViewClosure` and `updateLoadingStatus`.
  var state: PhotoListState { get }
  /// What to show in place of rows; nil when there are rows.
  var stateText: StateText? { get }
  /// What is shown below the last row. Announced by `updateStatusClosure` and `reloadTableViewClosure`.
  var footer: PhotoListFooter { get }
  /// `footer` in words, such as `End of the list`; nil when it says nothing.
  var footerText: String? { get }

  /// The list's work that takes time, in a word or two: `sorting`, `selecting 1,200 of 9,000`; nil if there is none
  /// that the user asked for. Announced by `updateLoadingStatus`, `updateStatusClosure` and `observeSelection`.
  var activityText: String? { get }

  /// How many of the files have been read behind the screen, such as `reading 24%`; nil while none are.
  /// Announced by `updateStatusClosure`.
  var readingText: String? { get }
  /// Which changes of the source are not noticed, and what to do then; nil if all are. Announced by
  /// `updateStatusClosure`.
  var watchText: String? { get }
  /// Why the rows can't be read again, such as `The folder is gone`; nil if they can. Announced by `updateStatusClosure`.
  var absenceText: String? { get }
  /// That the last refresh has ended; nil once the user moves on. Announced by `updateStatusClosure`.
  var refreshedText: String? { get }
  /// The position of the focus, from the longest form to the shortest: `12/55,697`; if photos are filtered here,
  /// `3/12 of 300 searched` and `3/12`. What is counted if there are no rows.
  var positionTexts: [String] { get }
  /// How many photos there are in all; nil if that is not known.
  var totalCount: Int? { get }
  /// `4 posts without a picture · 3 unreadable`; nil when there are none.
  var skippedText: String? { get }
  /// The part of the source that has been read, 0–1; nil when it is complete or unknown.
  var progressFraction: Double? { get }

  // MARK: The selection

  /// Calls `changed` when the selection, the range or what is gathered has changed.
  ///
  /// - Returns: What ends the observation; releasing it ends it too.
  func observeSelection(_ changed: @escaping () -> Void) -> any Cancellable
  /// Emits with a notice about an action that the screen does not show by itself.
  var showNoticeClosure: ((String) -> Void)? { get set }
  func isSelected(_ id: Photo.ID) -> Bool
  /// Whether a row is selected, or in the range.
  ///
  /// - Parameter photo: The photo of the row; nil if it is not loaded.
  func isSelected(row: Int, _ photo: Photo?) -> Bool
  /// The rows of the range; nil if there is none.
  var selectedRange: Range<Int>? { get }
  /// The selected photos that are kept, in the order in which they were selected, and then those of the range that are loaded.
  ///
  /// - Complexity: O(*n* log *n*).
  var selectedPhotos: [Photo] { get }
  /// How many photos are selected, those of the range included, loaded or not.
  var selectedCount: Int { get }
  /// Those of some photos that are selected but in no row, loaded or not.
  func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID>
  /// How many photos a command would act on if its key was pressed now, as far as is known: 0 if it would act on the
  /// one in focus. Rows that are being selected count as at least one.
  var actedOnCount: Int { get }
  /// Whether all selected photos, or the one in focus if there is no selection, have been loaded and read, and there is
  /// no range, which would end with a command.
  var isSelectionReady: Bool { get }
  /// Whether rows are being selected, or photos loaded or read for a command.
  var isSelecting: Bool { get }
  /// `12 selected, 3 hidden · 48 MB` if the sizes of the files are known, and the same without the size where there is less room;
  /// empty if nothing is selected.
  var selectionTexts: [String] { get }
}

/// Where navigation leads from the list of photos; the coordinator sets these.
public struct PhotoListViewModelActions {
  /// Opens a photo that passed the gate, with its row.
  public var showPhotoDetail: (Photo, IndexPath) -> Void

  public init(showPhotoDetail: @escaping (Photo, IndexPath) -> Void = { _, _ in }) {
    self.showPhotoDetail = showPhotoDetail
  }
}
