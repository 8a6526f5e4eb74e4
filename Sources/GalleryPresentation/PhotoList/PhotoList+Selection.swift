import Foundation
import GalleryDomain

extension PhotoList {
  /// The user's changes to the selection, and what commands need of it.
  enum SelectionEvent {
    /// Selects or deselects a photo; a range becomes part of the selection instead.
    case toggle(Photo)
    /// All photos of the query, whatever of them is loaded.
    case all
    case clear
    /// Begins a range at the row in focus, or makes the current one part of the selection.
    case toggleRange
    /// Stops selecting all photos; else ends the range.
    case end
    case revert(Selection.Change)
    /// Whether a command waits for the photos: rows of a range are loaded then, and answers become ids.
    case await(Bool)
    /// Reads these photos for a command, and no others any more.
    case read([Photo])
    /// The command for which photos were gathered has been performed.
    case performed(keepsRange: Bool)
  }

  /// What the list shows of the selection.
  struct ListedSelection: Equatable {
    /// Whether it has been compared with all rows.
    var isWhole = false
    /// See `PhotoListing.number`.
    var listing = -1
    var arrivalCount = 0
    /// The pages that the selection has been compared with.
    var pages = IndexSet()
    /// Selected photos that were among their rows.
    var keys: Set<UInt64> = []
    /// Selected photos that the query keeps of what was known of them.
    var expected: Set<Photo.ID> = []
    /// How many selected photos are not among the rows, as far as that is known.
    var hiddenCount = 0
  }

  // MARK: Reading the state

  /// The rows of the range; nil if there is none.
  var selectedRange: Range<Int>? { selection.range.rows(of: listing) }

  /// How many photos are selected, those of the range included, loaded or not.
  ///
  /// Rows of the range that are not loaded may be of photos that are selected anyway: none counts twice.
  var selectedCount: Int {
    let loadedCount = selection.range.photos.count
    let unloadedCount = (selectedRange?.count ?? loadedCount) - loadedCount
    let others = selection.count - selection.commonCount
    return max(
      others + loadedCount + max(0, unloadedCount - others), selection.sweep?.wantedCount ?? 0)
  }

  /// How many selected photos are not among the rows, because a filter or a search leaves them out or they have left the
  /// source; as far as that is known.
  var hiddenCount: Int { listed.hiddenCount }

  var hasSelection: Bool { !selection.isEmpty || selection.sweep != nil || selectedRange != nil }

  /// Those that are kept or in the range: in the order in which they were selected, and then those of the range.
  var selectedPhotos: [Photo] { selection.photos + selection.rangePhotos }

  /// The same of all whose ids are known.
  var selectedIDs: [Photo.ID] { selection.ids + selection.rangePhotos.map(\.id) }

  /// Whether a row is selected, or in the range.
  ///
  /// - Parameter photo: The photo of the row; nil if it is not loaded.
  func isSelected(row: Int, _ photo: Photo?) -> Bool {
    if selectedRange?.contains(row) ?? false { return true }
    return photo.map { isSelected(row: row, $0.id) } ?? false
  }

  private func isSelected(row: Int, _ id: Photo.ID) -> Bool {
    if selection.contains(id) { return true }
    // Shown at once, though it is done only when the source has come to it.
    guard let sweep = selection.sweep, sweep.query == listing.query else { return false }
    return (sweep.doneCount..<max(sweep.doneCount, sweep.limit)).contains(row)
      && !sweep.leftOut.contains(id)
  }

  /// Whether all selected photos, or the one in focus if there is no selection, have been loaded and read.
  var isSelectionComplete: Bool {
    if hasSelection {
      return selection.sweep == nil && selection.isRead
        && selection.range.photos.count == selectedRange?.count ?? 0
        && !selection.range.photos.contains(where: \.needsDetails)
    }
    guard let row = listing.focusRow, let photo = listing.pages.photo(at: row) else {
      return listing.focusRow == nil && !isLoading
    }
    return !photo.needsDetails
  }

  /// Whether all that can be known without reading files is known of the selected photos, once a command waits for them.
  var isSelectionLoaded: Bool {
    selection.isAwaited && selection.sweep == nil && selection.isNamed
      && !selection.range.isKept && selection.range.missingRow == nil
  }

  /// Rows of the range that are loaded, wherever the window is.
  var neededForSelection: Need? {
    // A server is asked for them only if something is done with them.
    let isWanted =
      selection.isAwaited || selection.range.isKept || !capabilities.isRemote && !selection.isEmpty
    guard isWanted, let rows = selectedRange, let row = selection.range.missingRow else {
      return nil
    }
    return Need(rows: row..<min(row + Self.rowsAtOnce, rows.upperBound), isReading: false)
  }

  private static let rowsAtOnce = 500

  /// Whether the ids of the selected photos are wanted and not known.
  var needsNames: Bool {
    selection.sweep == nil && !selection.isNamed
      && (selection.isAwaited || wantedQuery.filter.dependsOnSelection
        || listing.query.filter.dependsOnSelection)
  }

  /// A page of the source that is gone through for the selection, beside the rows.
  var pageForSelection: (query: PhotoQuery, page: Int)? {
    if let sweep = selection.sweep { return (sweep.query, sweep.page) }
    return needsNames ? (.everything, selection.namingPage) : nil
  }

  /// What is read for a command.
  ///
  /// - Parameter pressed: The photo that is read for another reason.
  func loadsForSelection(besides pressed: Photo.ID?) -> [Load] {
    let running = loads.values
    let next = selection.unread.suffix(capabilities.parallelReads.lowerBound).reversed()
    return next.map(\.id).filter { $0 != pressed }.map { id in
      running.contains(.details(id, .urgent)) ? .details(id, .urgent) : .details(id, .visible)
    }
  }

  // MARK: Events

  mutating func handle(_ event: SelectionEvent, _ t: inout Transition) {
    switch event {
    case .toggle(let photo): toggle(photo, &t)
    case .all: selectAll(&t)
    case .clear: clear(&t)
    case .toggleRange:
      guard !selection.range.isBegun else { return keepRange(&t) }
      selection.range.begin(in: listing)
      t.changes.insert(.selection)
    case .end: if !revertSweep(&t) { endRange(&t) }
    case .revert(let change):
      selection.revert(change)
      listed = ListedSelection()
      t.changes.insert(.selection)
    case .await(let isAwaited):
      t.changes.insert(.selection)
      guard isAwaited != selection.isAwaited else { break }
      selection.isAwaited = isAwaited
      selection.unread = []
      // What was missing for the last command is asked for once more.
      selection.range.giveUp(before: 0, in: listing)
      if isAwaited { selection.nameMissing() }
    case .read(let photos):
      selection.unread = photos.reversed()
      t.changes.insert(.selection)
    case .performed(let keepsRange): if !keepsRange { endRange(&t) }
    }
  }

  private mutating func toggle(_ photo: Photo, _ t: inout Transition) {
    guard !selection.range.isBegun else { return keepRange(&t) }
    var change = Selection.Change()
    if selection.contains(photo.id) {
      selection.remove(photo.id, photo, into: &change)
    } else if let row = listing.row(of: photo.id), selection.sweep != nil,
      isSelected(row: row, photo.id) || selection.sweep?.leftOut.contains(photo.id) == true
    {
      selection.sweep?.leftOut.formSymmetricDifference([photo.id])
      t.changes.insert(.selection)
    } else {
      // It may fill the screen although it is not in the list any more.
      let isListed = listing.row(of: photo.id) != nil
      insert([photo], areListed: isListed, into: &change, &t) { $0.insert($1, into: &$2) }
    }
    finish(change, &t)
  }

  private mutating func clear(_ t: inout Transition) {
    endSweep(&t)
    endRange(&t)
    var change = Selection.Change()
    selection.removeAll(into: &change)
    t.changes.insert(.selection)
    finish(change, &t)
  }

  /// Photos that are no longer there, or were deselected by what was done with them; cannot be undone.
  mutating func deselect(_ ids: Set<Photo.ID>, _ t: inout Transition) {
    var change = Selection.Change()
    let loaded =
      selection.answers.isEmpty
      ? [:]
      : Dictionary(
        listing.pages.loadedPhotos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for id in ids { selection.remove(id, loaded[id], into: &change) }
    if !change.isEmpty { t.changes.insert(.selection) }
  }

  /// More is known of photos.
  mutating func updateSelected(_ photos: some Sequence<Photo>, _ t: inout Transition) {
    for photo in photos where selection.update(photo) { t.changes.insert(.selection) }
  }

  /// - Returns: Whether there was room for all of them.
  @discardableResult
  private mutating func insert(
    _ photos: [Photo], areListed: Bool, into change: inout Selection.Change,
    _ t: inout Transition,
    by insert: (inout Selection, Photo, inout Selection.Change) -> Bool
  ) -> Bool {
    for photo in photos {
      guard insert(&selection, photo, &change) else {
        t.effects.append(.noteLimit(selection.count))
        return false
      }
      // An answer says itself in whose rows it is.
      if areListed, selection.photo(photo.id) != nil {
        listed.keys.insert(PhotoAnswer.key(of: photo.id))
      }
    }
    return true
  }

  /// Registers a change for undo.
  private mutating func finish(_ change: Selection.Change, _ t: inout Transition) {
    guard !change.isEmpty else { return }
    t.changes.insert(.selection)
    if selection.sweep != nil {
      selection.sweep?.laterChanges.append(change)
    } else {
      t.effects.append(.registerUndo(change))
    }
  }

  // MARK: The range

  /// The photos of the range become part of the selection, as soon as they are loaded.
  private mutating func keepRange(_ t: inout Transition) {
    guard selectedRange != nil else { return endRange(&t) }
    selection.range.isKept = true
    t.changes.insert(.selection)
  }

  private mutating func loadRange(_ t: inout Transition) {
    while let need = neededForSelection, isThere(need) {
      // What is missing now will not come; what follows may.
      selection.range.giveUp(before: need.rows.upperBound, in: listing)
      t.changes.insert(.selection)
    }
    guard selection.range.isKept, selection.range.missingRow == nil, let rows = selectedRange
    else { return }
    let (photos, query, number) = (selection.range.photos, listing.query, listing.number)
    selection.range.end()
    var change = Selection.Change()
    insert(photos, areListed: true, into: &change, &t) {
      $0.insertRow($1, of: query, listing: number, into: &$2)
    }
    t.changes.insert(.selection)
    finish(change, &t)
    if photos.count < rows.count { t.effects.append(.noteMissing(rows.count - photos.count)) }
  }

  /// The photos of the range are as selected as they were before it; what waits for them is cancelled.
  mutating func endRange(_ t: inout Transition) {
    guard selection.range.isBegun else { return }
    selection.range.end()
    t.changes.insert(.selection)
    t.effects.append(.cancelGatherings)
  }

  /// Call when the user has moved the focus.
  mutating func selectionFocusMoved(_ t: inout Transition) {
    guard selection.range.isBegun else { return }
    selection.range.focusMoved(in: listing)
    t.changes.insert(.selection)
  }

  /// Call when the list has other rows, or knows more of them.
  private mutating func selectionRowsChanged(_ t: inout Transition) {
    if !selection.isEmpty {
      updateSelected(listing.shownRows.compactMap(listing.pages.photo(at:)), &t)
    }
    guard selection.range.isBegun else { return }
    let isThere = selection.range.rowsChanged(in: listing)
    t.changes.insert(.selection)
    if !isThere { t.effects.append(.cancelGatherings) }
  }

  // MARK: All photos

  /// What rows are being selected for, as undo says it; nil if none are.
  var selectingText: String? {
    if selection.sweep != nil { return SelectionText.selectingAll }
    return selection.range.isKept ? SelectionText.selectingRange : nil
  }

  /// Whether that can be given up: what the user has changed since is undone first, once it is known.
  var givesUpSelecting: Bool { selection.sweep?.laterChanges.isEmpty ?? selection.range.isKept }

  /// Rows that are requested from a server at most, to select them; as many as are sorted.
  private static let remoteRowLimit = 1_000
  /// As `PhotoPages` has it.
  private static let emptyPageLimit = 3

  private mutating func selectAll(_ t: inout Transition) {
    endSweep(&t)
    endRange(&t)
    let isAsked = listing.query.filter.dependsOnSelection
    selection.sweep = Selection.Sweep(
      query: listing.query, formerIDs: isAsked ? selection.ids : [],
      formerPhotos: isAsked ? selection.photos : [], listing: listing.number,
      limit: capabilities.isRemote ? Self.remoteRowLimit : .max,
      rowCount: listing.pages.rowCount)
    t.changes.insert(.selection)
  }

  private mutating func endSweep(_ t: inout Transition) {
    guard let sweep = selection.sweep else { return }
    selection.sweep = nil
    t.changes.insert(.selection)
    for change in [sweep.change] + sweep.laterChanges { finish(change, &t) }
  }

  /// - Returns: Whether all photos were being selected.
  private mutating func revertSweep(_ t: inout Transition) -> Bool {
    guard let sweep = selection.sweep else { return false }
    selection.sweep = nil
    selection.revert(sweep.change)
    for change in sweep.laterChanges { finish(change, &t) }
    t.changes.insert(.selection)
    t.effects.append(.cancelGatherings)
    return true
  }

  /// Selects the photos of the next page.
  private mutating func take(_ photos: [Photo], isLast: Bool, _ t: inout Transition) {
    guard let sweep = selection.sweep else { return }
    t.changes.insert(.selection)
    var change = sweep.change
    let photos = photos.prefix(sweep.limit - sweep.doneCount)
    let isRoom = insert(
      photos.filter { !sweep.leftOut.contains($0.id) },
      areListed: sweep.listing == listing.number, into: &change, &t
    ) {
      $0.insertRow($1, of: sweep.query, listing: sweep.listing, into: &$2)
    }
    let doneCount = sweep.doneCount + photos.count
    let rowCount = listing.query == sweep.query ? listing.pages.rowCount : sweep.rowCount
    selection.sweep?.change = change
    selection.sweep?.doneCount = doneCount
    selection.sweep?.rowCount = rowCount
    selection.sweep?.page += 1
    selection.sweep?.stored = nil
    selection.sweep?.emptyCount = photos.isEmpty ? sweep.emptyCount + 1 : 0
    let isFull = doneCount >= sweep.limit || sweep.page >= sweep.limit / pageSize
    if isRoom, isFull, rowCount > doneCount { t.effects.append(.noteLimit(doneCount)) }
    if !isRoom || isFull || isLast { endSweep(&t) }
  }

  /// What the list has of a server is not asked for once more, and nothing is if it has all rows.
  private mutating func takeLoadedPages(_ t: inout Transition) {
    let pages = listing.pages
    let hasAll =
      selection.sweep?.page == 1 && progress == nil && pages.isComplete
      && pages.loaded.count == pages.pageCount
    while let sweep = selection.sweep, capabilities.isRemote || hasAll,
      sweep.query == listing.query, !isLoading, pages.isLoaded(sweep.page)
    {
      take(
        pages.loaded[sweep.page] ?? [],
        isLast: sweep.page >= pages.pageCount && !pages.hasPageBeyond, &t)
    }
  }

  /// A page that was gone through for the selection; nil if it could not be loaded.
  mutating func receivePass(_ answer: PhotoPage?, _ t: inout Transition) {
    guard let sweep = selection.sweep else {
      selection.name(answer?.photos ?? [])
      selection.namingPage += 1
      t.changes.insert(.selection)
      guard answer?.isFollowed != true else { return }
      let missingCount = selection.endNaming()
      // Commands that wait for all must not act on a part because a page could not be loaded.
      if answer == nil { t.effects += [.cancelGatherings, .noteMissing(max(1, missingCount))] }
      return
    }
    if let page = answer ?? sweep.stored {
      let isVain = page.photos.isEmpty && page.filteredCount <= 0
      return take(
        page.photos,
        isLast: !page.isFollowed || isVain && sweep.emptyCount + 1 >= Self.emptyPageLimit, &t)
    }
    // Commands that wait for all must not act on a part.
    t.effects.append(.cancelGatherings)
    t.effects.append(.noteMissing(max(1, sweep.totalCount - sweep.doneCount)))
    endSweep(&t)
  }

  // MARK: At the end of each event

  /// Follows the changes of the rows, and continues work that takes time.
  mutating func updateSelection(_ t: inout Transition) {
    if t.changes.contains(.rows) { selectionRowsChanged(&t) }
    takeLoadedPages(&t)
    loadRange(&t)
    let hasCompared = compareRows()
    let isCompared = isCompared
    guard
      hasCompared || t.changes.contains(.selection) || t.changes.contains(.rows)
        || isCompared != listed.isWhole
    else { return }
    listed.isWhole = isCompared
    if t.changes.contains(.selection) { selection.countAgain() }
    listed.hiddenCount = countHidden()
  }

  // MARK: What is hidden

  /// Whether the selection has been compared with all rows.
  private var isCompared: Bool {
    let pages = listing.pages
    return listing.phase.hasAnswer && progress == nil && pages.isComplete
      && pages.rowCount(of: listed.pages) == pages.rowCount
  }

  /// Those of some photos that are selected and not among the rows.
  func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> {
    guard hiddenCount > 0 else { return [] }
    let hidden = photos.filter { photo in
      let key = PhotoAnswer.key(of: photo.id)
      return selection.contains(photo.id) && !listed.keys.contains(key)
        && !selection.answers.contains { $0.listing == listing.number && $0.contains(key) }
    }
    guard !isCompared else { return Set(hidden.map(\.id)) }
    let filter = filterOfRows
    return Set(
      hidden.lazy.filter { !listed.expected.contains($0.id) && !filter.keeps($0) }.map(\.id))
  }

  private var filterOfRows: LocalFilter {
    let query = listing.query
    return LocalFilter(
      query, selection: query.filter.dependsOnSelection ? selection.ids : [], zone: zone)
  }

  private func countHidden() -> Int {
    let isCompared = isCompared
    guard isCompared || listing.query.leavesPhotosOut else { return 0 }
    return selection.hiddenCount(
      where: { id in
        listed.keys.contains(PhotoAnswer.key(of: id))
          || !isCompared && listed.expected.contains(id)
      },
      of: { answer in
        if answer.listing == listing.number { return 0 }
        // All rows of a narrower query are photos of the answer.
        if !isCompared, listing.query == answer.query || listing.query.isWithin(answer.query) {
          return max(0, answer.count - listing.pages.rowCount)
        }
        return answer.count - listed.keys.count(where: answer.contains)
      })
  }

  /// Notes which photos of the selection are among the rows; costs nothing unless pages have come.
  ///
  /// - Returns: Whether there were any pages.
  private mutating func compareRows() -> Bool {
    let (number, arrivalCount) = (listing.number, listing.pages.arrivalCount)
    guard number != listed.listing || arrivalCount != listed.arrivalCount else { return false }
    if number != listed.listing {
      listed = ListedSelection(listing: number)
      // What a server finds may not hold the words, and shows when its page has come.
      if !selection.isEmpty, listing.query.leavesPhotosOut, listing.query.similarTo == nil {
        listed.expected = selection.ids(where: filterOfRows.keeps)
      }
    }
    listed.arrivalCount = arrivalCount
    for (page, photos) in listing.pages.loaded {
      if !selection.isEmpty {
        for photo in photos where selection.contains(photo.id) {
          listed.keys.insert(PhotoAnswer.key(of: photo.id))
        }
      }
      listed.pages.insert(page)
    }
    return true
  }

  /// Photos have been read, for their rows or for a command.
  mutating func selectedPhotosRead(_ photos: some Collection<Photo>, _ t: inout Transition) {
    updateSelected(photos, &t)
    for photo in photos {
      guard let index = selection.unread.lastIndex(where: { $0.id == photo.id }) else { continue }
      selection.unread.remove(at: index)
      selection.range.update(photo, in: listing)
      t.changes.insert(.selection)
      t.effects.append(.photoRead(photo))
    }
  }
}
