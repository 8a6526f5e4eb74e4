import Foundation
import GalleryDomain

extension PhotoList {
  /// The selection compared with the rows.
  struct ListedSelection: Equatable {
    /// Whether all rows have been compared.
    var isWhole = false
    /// See `PhotoListing.number`.
    var listing = -1
    /// The pages that have been compared.
    var pages = IndexSet()
    /// Selected photos that were among their rows.
    var ids: Set<Photo.ID> = []
    /// Selected photos that pass the query by what was known of them.
    var expected: Set<Photo.ID> = []
    /// How many selected photos are not among the rows, as far as that is known.
    var hiddenCount = 0
  }

  // MARK: The state

  var selectedRange: Range<Int>? { selection.range.rows(of: listing) }

  /// The photos of the range that are loaded.
  var rangePhotos: [Photo] {
    selectedRange.map { $0.compactMap(listing.pages.photo(at:)) } ?? []
  }

  /// Rows of the range that are not loaded may be of photos that are selected anyway: none counts twice.
  var selectedCount: Int {
    let loaded = rangePhotos
    let unloadedCount = (selectedRange?.count ?? 0) - loaded.count
    let others = selection.count - loaded.count { selection.contains($0.id) }
    return max(
      others + loaded.count + max(0, unloadedCount - others), selection.sweep?.wantedCount ?? 0)
  }

  var hasSelection: Bool { !selection.isEmpty || selection.sweep != nil || selectedRange != nil }

  var selectedPhotos: [Photo] { selection.photos + otherRangePhotos }

  var selectedIDs: [Photo.ID] { selection.ids + otherRangePhotos.map(\.id) }

  private var otherRangePhotos: [Photo] { rangePhotos.filter { !selection.contains($0.id) } }

  var isSelectionReady: Bool {
    guard selectedRange == nil, selection.sweep == nil else { return false }
    if !selection.isEmpty { return selection.isRead }
    guard let row = listing.focusRow, let photo = listing.pages.photo(at: row) else {
      return listing.focusRow == nil && !isLoading
    }
    return !photo.needsDetails
  }

  /// Whether a command waits for the selected photos, and all is known of them that can be without reading files.
  var isSelectionLoaded: Bool {
    selection.isAwaited && selection.sweep == nil && !selection.range.isKept
      && neededForSelection.map(isThere) ?? true
  }

  /// The rows of the range, which are loaded wherever the window is: for a command and, on this computer, to count those that are
  /// selected anyway. No server is asked for that.
  var neededForSelection: Need? {
    guard
      selection.isAwaited || selection.range.isKept
        || !capabilities.isRemote && !selection.isEmpty
    else { return nil }
    return selectedRange.map { Need(rows: $0, isReading: false) }
  }

  // MARK: Inputs

  mutating func toggle(_ photo: Photo) {
    guard !selection.range.isBegun else { return keepRange() }
    var change = Selection.Change()
    if selection.contains(photo.id) {
      selection.remove(photo.id, into: &change)
      selection.sweep?.leftOut.insert(photo.id)
    } else {
      selection.sweep?.leftOut.remove(photo.id)
      selection.insert(photo, into: &change)
    }
    finish(change)
  }

  mutating func selectAll() {
    endSweep()
    endRange()
    let isFoundAgain = findsPhotosAgain
    selection.sweep = Selection.Sweep(
      query: listing.query, listing: listing.number,
      limit: capabilities.isRemote
        ? Self.remoteRowLimit : isFoundAgain ? .max : Selection.keptLimit,
      photoLimit: isFoundAgain ? Selection.photoLimit : .max, rowCount: expectedRowCount)
    changes.insert(.selection)
  }

  mutating func toggleRange() {
    guard !selection.range.isBegun else { return keepRange() }
    selection.range.begin(in: listing)
    changes.insert(.selection)
  }

  mutating func endSelecting() {
    if !giveUpSweep() { endRange() }
  }

  mutating func revert(_ change: Selection.Change) {
    selection.revert(change)
    listed = ListedSelection()
    changes.insert(.selection)
  }

  /// - Parameter isAwaited: Whether a command waits for the photos: rows of a range are loaded then.
  mutating func awaitSelection(_ isAwaited: Bool) {
    changes.insert(.selection)
    guard isAwaited != selection.isAwaited else { return }
    selection.isAwaited = isAwaited
    selection.unread = []
  }

  /// Reads these photos for a command, and no others.
  mutating func read(_ photos: [Photo]) {
    selection.unread = photos.reversed()
    changes.insert(.selection)
  }

  mutating func deselectAll() {
    _ = giveUpSweep()
    endRange()
    var change = Selection.Change()
    selection.removeAll(into: &change)
    finish(change)
  }

  /// Photos that are no longer there, or were deselected by what was done with them; selected again if they come back.
  mutating func deselect(_ ids: Set<Photo.ID>) {
    let count = selection.count
    for id in ids { selection.remove(id, into: &departed) }
    selection.sweep?.leftOut.formUnion(ids)
    if selection.count != count { changes.insert(.selection) }
  }

  mutating func updateSelected(_ photos: some Sequence<Photo>) {
    for photo in photos where selection.update(photo) { changes.insert(.selection) }
  }

  /// Registers a change for undo.
  ///
  /// - Parameter endsSelecting: Whether rows were selected for it since it began.
  private mutating func finish(_ change: Selection.Change, endsSelecting: Bool = false) {
    guard !change.isEmpty else { return }
    changes.insert(.selection)
    effects.append(.registerUndo(change, endsSelecting: endsSelecting))
  }

  // MARK: The range

  /// Selects the photos of the range as soon as they are loaded.
  private mutating func keepRange() {
    guard selectedRange != nil else { return endRange() }
    selection.range.isKept = true
    changes.insert(.selection)
  }

  private mutating func selectRange() {
    guard selection.range.isKept, let need = neededForSelection, isThere(need) else { return }
    let photos = rangePhotos
    selection.range.end()
    var change = Selection.Change()
    for photo in photos { selection.insert(photo, into: &change) }
    changes.insert(.selection)
    finish(change, endsSelecting: true)
    let missingCount = need.rows.count - photos.count
    if missingCount > 0 { effects.append(.noteMissing(missingCount)) }
  }

  /// The photos of the range are as selected as they were before it; commands that wait for them are cancelled.
  mutating func endRange() {
    guard selection.range.isBegun else { return }
    selection.range.end()
    changes.insert(.selection)
    effects.append(.cancelGatherings)
  }

  mutating func selectionFocusMoved() {
    guard selection.range.isBegun else { return }
    let wasExceeded = selection.range.isExceeded
    selection.range.focusMoved(in: listing)
    changes.insert(.selection)
    if selection.range.isExceeded, !wasExceeded { effects.append(.noteLimit(RowRange.limit)) }
  }

  /// Call when the list has other rows, or knows more of them.
  private mutating func selectionRowsChanged() {
    if !selection.isEmpty {
      updateSelected(listing.shownRows.compactMap(listing.pages.photo(at:)))
    }
    guard selection.range.isBegun else { return }
    let isThere = selection.range.rowsChanged(in: listing)
    changes.insert(.selection)
    if !isThere { effects.append(.cancelGatherings) }
  }

  // MARK: All photos

  /// The words of undo for rows that are being selected; nil if none are.
  var selectingText: String? {
    if selection.sweep != nil { return SelectionText.selectingAll }
    return selection.range.isKept ? SelectionText.selectingRange : nil
  }

  /// The most rows that are requested from a server to select them: as many as are sorted.
  private static let remoteRowLimit = 1_000

  /// Of a part, with the unread photos if it is known that they will be rows.
  private var expectedRowCount: Int {
    let unreadCount = listing.query.leavesPhotosOut ? nil : listing.unreadCount
    return listing.pages.rowCount + (unreadCount ?? 0)
  }

  /// The photos found so far stay selected.
  private mutating func endSweep() {
    guard let sweep = selection.sweep else { return }
    selection.sweep = nil
    if sweep.listing != listing.number { listed = ListedSelection() }
    changes.insert(.selection)
    finish(sweep.change, endsSelecting: true)
  }

  /// - Returns: Whether all photos were being selected.
  private mutating func giveUpSweep() -> Bool {
    guard let sweep = selection.sweep else { return false }
    selection.sweep = nil
    revert(sweep.change)
    effects.append(.cancelGatherings)
    return true
  }

  /// Selects the photos of the next page.
  private mutating func select(_ photos: [Photo], isLast: Bool) {
    selection.addPage(photos)
    if selection.sweep?.listing == listing.number { listed.ids.formUnion(photos.map(\.id)) }
    let rowCount = expectedRowCount
    if selection.sweep?.query == listing.query { selection.sweep?.rowCount = rowCount }
    guard let sweep = selection.sweep else { return }
    changes.insert(.selection)
    let isFull = sweep.isFull || capabilities.isRemote && sweep.page > sweep.limit / pageSize
    if isFull, sweep.rowCount > sweep.doneCount { effects.append(.noteLimit(sweep.doneCount)) }
    if isFull || isLast { endSweep() }
  }

  /// Pages that the list has of a server are not requested again, and none is if it has all rows.
  private mutating func selectLoadedPages() {
    let pages = listing.pages
    let hasAll =
      selection.sweep?.page == 1 && !isPart && progress == nil && pages.isComplete
      && pages.loadedPages.count == pages.pageCount
    while let sweep = selection.sweep, capabilities.isRemote || hasAll,
      sweep.query == listing.query, !isLoading, pages.isLoaded(sweep.page)
    {
      select(
        pages.photos(of: sweep.page),
        isLast: sweep.page >= pages.pageCount && !pages.hasPageBeyond)
    }
  }

  /// - Parameter answer: The next page for the selection; nil if it could not be loaded.
  mutating func receivePass(_ answer: PhotoPage?) {
    guard let emptyCount = selection.sweep?.emptyCount else { return }
    if let page = answer ?? selection.sweep?.stored {
      let foundNothing = page.photos.isEmpty && page.filteredCount <= 0
      return select(
        page.photos,
        isLast: !page.isFollowed || foundNothing && emptyCount + 1 >= PhotoPages.emptyPageLimit)
    }
    // Commands that wait for all must not act on a part.
    let missingCount = selection.sweep.map { $0.totalCount - $0.doneCount } ?? 0
    effects += [.cancelGatherings, .noteMissing(max(1, missingCount))]
    endSweep()
  }

  // MARK: At the end of each input

  /// Follows the changes of the rows, and continues work that takes time.
  mutating func updateSelection() {
    if changes.contains(.rows) { selectionRowsChanged() }
    selectLoadedPages()
    selectRange()
    guard
      !changes.isDisjoint(with: [.rows, .selection]) || listing.number != listed.listing
        || isCompared != listed.isWhole
    else { return }
    compareRows()
    listed.isWhole = isCompared
    // Not at each of a thousand pages.
    if selection.sweep == nil { listed.hiddenCount = countHidden() }
  }

  // MARK: What is hidden

  private var isCompared: Bool {
    let pages = listing.pages
    return listing.phase.hasAnswer && !isPart && progress == nil && pages.isComplete
      && pages.rowCount(of: listed.pages) == pages.rowCount
  }

  func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> {
    guard listed.hiddenCount > 0 else { return [] }
    let hidden = photos.filter { selection.contains($0.id) && !listed.ids.contains($0.id) }
    guard !isCompared else { return Set(hidden.map(\.id)) }
    let mayBeRow = rowTest
    return Set(hidden.lazy.filter { !listed.expected.contains($0.id) && !mayBeRow($0) }.map(\.id))
  }

  /// Whether a photo may be in a row that isn't loaded. A photo that hasn't been read may match; one that a server finds need not
  /// hold the words, and shows when its page has come.
  private var rowTest: (Photo) -> Bool {
    let query = listing.query
    let filter = LocalFilter(
      query, selection: query.filter.dependsOnSelection ? selection.ids : [], zone: zone)
    let isOfFiles = query.search != nil || filter.needsDetails
    return { $0.needsDetails && isOfFiles || filter.keeps($0) }
  }

  private func countHidden() -> Int {
    let isCompared = isCompared
    // Whether a photo looks like another is known by its row alone.
    guard isCompared || listing.query.leavesPhotosOut && listing.query.similarTo == nil else {
      return 0
    }
    let counts = selection.counts(besides: listed.ids) {
      isCompared || !listed.expected.contains($0)
    }
    // Rows that aren't loaded may be of photos of which only the ids are known.
    let unseenCount = listing.pages.rowCount - listing.pages.rowCount(of: listed.pages)
    return counts.kept + max(0, counts.others - unseenCount)
  }

  private mutating func compareRows() {
    if listing.number != listed.listing {
      listed = ListedSelection(listing: listing.number)
      if !selection.isEmpty, listing.query.leavesPhotosOut {
        listed.expected = selection.ids(where: rowTest)
      }
    }
    for page in listing.pages.loadedPages {
      listed.pages.insert(page)
      guard !selection.isEmpty else { continue }
      for photo in listing.pages.photos(of: page) where selection.contains(photo.id) {
        listed.ids.insert(photo.id)
      }
    }
  }

  /// Photos have been read, for their rows or for a command.
  mutating func selectedPhotosRead(_ photos: some Collection<Photo>) {
    updateSelected(photos)
    for photo in photos {
      guard let index = selection.unread.lastIndex(where: { $0.id == photo.id }) else { continue }
      selection.unread.remove(at: index)
      changes.insert(.selection)
      effects.append(.photoRead(photo))
    }
  }
}
