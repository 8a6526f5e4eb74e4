import Foundation
import GalleryDomain

extension PhotoList {
  /// The user's changes to the selection, and the requests of commands.
  enum SelectionEvent {
    /// Selects or deselects a photo; a range becomes part of the selection instead.
    case toggle(Photo)
    /// All rows, as they are loaded.
    case all
    case clear
    /// Begins a range at the row in focus, or makes the current one part of the selection.
    case toggleRange
    /// Stops work that takes time; else ends the range.
    case end
    case revert(Selection.Change)
    case gather(Selection.Gathering)
    case cancelGathering(Int)
    /// The command for which photos were gathered has been performed.
    case performed(keepsRange: Bool)
  }

  /// The rows that the selection has been compared with.
  struct ComparedRows: Equatable {
    /// See `PhotoListing.number`.
    var listing = -1
    var arrivalCount = 0
    var pages = IndexSet()
  }

  // MARK: Reading the state

  /// The rows of the range; nil if there is none.
  var selectedRange: Range<Int>? { selection.range.rows(of: listing) }

  /// How many photos are selected, those of the range included, loaded or not.
  var selectedCount: Int { selection.count + (selectedRange?.count ?? 0) - selection.commonCount }

  /// How many of them are known.
  private var knownCount: Int {
    selection.knownCount + selection.range.photos.count - selection.commonCount
  }

  /// How many selected photos are not among the rows, because a filter or a search leaves them out or they have left the
  /// source; as far as that is known.
  ///
  /// - Complexity: O(1): it is shown in every frame.
  var hiddenCount: Int {
    if isCompared { return selection.count - selection.listedCount }
    return listing.query.leavesPhotosOut ? selection.count - selection.expectedCount : 0
  }

  /// Whether a photo is among the rows, or not selected.
  func isShown(_ id: Photo.ID) -> Bool {
    guard selection.contains(id) else { return true }
    let isCompared = isCompared
    return !isCompared && !listing.query.leavesPhotosOut
      || selection.isListed(id, isExpected: !isCompared)
  }

  /// Whether the selection has been compared with all rows.
  private var isCompared: Bool {
    let pages = listing.pages
    return listing.phase.hasAnswer && progress == nil && pages.isComplete
      && pages.rowCount(of: comparedRows.pages) == pages.rowCount
  }

  var hasSelection: Bool { !selection.isEmpty || selectedRange != nil }

  /// Those that are known: in the order in which they were selected, and then those of the range.
  var selectedPhotos: [Photo] { selection.knownPhotos + selection.rangePhotos }

  /// Whether a row is selected, or in the range.
  ///
  /// - Parameter photo: The photo of the row; nil if it is not loaded.
  func isSelected(row: Int, _ photo: Photo?) -> Bool {
    if selectedRange?.contains(row) ?? false { return true }
    guard let photo else { return false }
    // Shown at once, though it is done only when the rows before it have been loaded.
    return selection.contains(photo.id) || selection.sweep?.rows.contains(row) ?? false
  }

  /// Whether all selected photos, or the one in focus if there is no selection, have been loaded and read.
  var isSelectionComplete: Bool {
    if selection.sweep != nil { return false }
    if hasSelection {
      return selection.range.isKnown && selection.unreadCount == 0
        && selection.knownCount == selection.count
    }
    guard let row = listing.focusRow, let photo = listing.pages.photo(at: row) else {
      return listing.focusRow == nil && !isLoading
    }
    return !photo.needsDetails
  }

  /// How many photos a gathering will have, as far as is known.
  func expectedCount(isSelection: Bool) -> Int {
    guard isSelection else { return 1 }
    guard let sweep = selection.sweep else { return selectedCount }
    // Of a range the rows are counted already.
    guard selectedRange == nil else { return selectedCount }
    let count = min(sweep.rows.upperBound, listing.pages.rowCount, selection.limit ?? .max)
    return max(selectedCount, count)
  }

  /// How many photos of a gathering are not there yet.
  func missingCount(_ gathering: Selection.Gathering) -> Int {
    guard gathering.isSelection else { return 1 }
    let unloaded = selectedCount - knownCount
    guard gathering.readsPhotos else { return unloaded }
    if let unread = gathering.unread { return min(selectedCount, unloaded + unread.count) }
    let unreadInRange = selection.range.photos.count {
      $0.needsDetails && !selection.contains($0.id)
    }
    return min(selectedCount, unloaded + selection.unreadCount + unreadInRange)
  }

  /// What is known of a gathering's photos.
  func knownPhotos(of gathering: Selection.Gathering) -> [Photo] {
    switch gathering.source {
    case .selection: selectedPhotos
    case .photo(let id): [row(of: id).flatMap(listing.pages.photo(at:))].compactMap(\.self)
    }
  }

  /// Rows that are loaded for the selection, wherever the window is.
  var neededForSelection: Need? {
    if let sweep = selection.sweep { return Need(rows: sweep.next, isReading: false) }
    guard let gathering = nextGathering, let rows = missingRows(of: gathering) else { return nil }
    return Need(rows: rows, isReading: gathering.readsPhotos)
  }

  /// The gathering that is on its way; nil while the command before it is performed, or rows are selected that it needs.
  private var nextGathering: Selection.Gathering? {
    guard !selection.isPerforming, let first = selection.gatherings.first else { return nil }
    return first.isSelection && selection.sweep != nil ? nil : first
  }

  /// What is sought and read for the first gathering once its rows are there.
  var loadsForSelection: [Load] {
    guard let gathering = nextGathering, gathering.isSelection,
      missingRows(of: gathering) == nil
    else { return [] }
    if seeks(gathering) { return [.photos(gathering.id)] }
    let running = loads.values
    return (gathering.unread ?? []).suffix(capabilities.parallelReads.lowerBound).reversed().map {
      running.contains(.details($0, .urgent)) ? .details($0, .urgent) : .details($0, .visible)
    }
  }

  /// Whether the source is asked for photos of which only the ids are known.
  private func seeks(_ gathering: Selection.Gathering) -> Bool {
    !gathering.hasSought && capabilities.findsPhotos && selection.knownCount < selection.count
  }

  /// The next rows that are not loaded, or not read where that is wanted; nil if all are.
  private func missingRows(of gathering: Selection.Gathering) -> Range<Int>? {
    switch gathering.source {
    case .selection:
      let first =
        gathering.readsPhotos
        ? selection.range.firstUnknownRow : selection.range.firstUnloadedRow
      guard let rows = selectedRange, let row = first else { return nil }
      return row..<min(row + Selection.Gathering.rowsAtOnce, rows.upperBound)
    case .photo(let id):
      // The first row gets the focus when there are rows.
      guard id != nil || listing.pages.rowCount > 0 else { return 0..<1 }
      guard let row = row(of: id) else { return nil }
      guard let photo = listing.pages.photo(at: row) else { return row..<(row + 1) }
      return gathering.readsPhotos && photo.needsDetails ? row..<(row + 1) : nil
    }
  }

  /// The row of a photo, or the one in focus.
  private func row(of id: Photo.ID?) -> Int? {
    let row = id.map { listing.row(of: $0) } ?? listing.focusRow ?? 0
    return row.flatMap { $0 < listing.pages.rowCount ? $0 : nil }
  }

  // MARK: Events

  mutating func handle(_ event: SelectionEvent, _ t: inout Transition) {
    switch event {
    case .toggle(let photo): toggle(photo, &t)
    case .all: sweepAll(&t)
    case .clear: clear(&t)
    case .toggleRange:
      guard !selection.range.isBegun else { return keepRange(&t) }
      selection.range.begin(in: listing)
      selectionChanged(&t)
    case .end: if !stopSelecting(&t) { endRange(&t) }
    case .revert(let change):
      selection.revert(change)
      selectionChanged(&t)
    case .gather(let gathering):
      selection.gatherings.append(gathering)
      t.changes.insert(.selection)
    case .cancelGathering(let id): cancelGatherings(&t) { $0.id == id }
    case .performed(let keepsRange):
      selection.isPerforming = false
      if !keepsRange { endRange(&t) }
      // The next command may mean the photo to which the last one went.
      for index in selection.gatherings.indices {
        selection.gatherings[index].row = listing.focusRow
      }
    }
  }

  private mutating func toggle(_ photo: Photo, _ t: inout Transition) {
    guard selectedRange == nil else { return keepRange(&t) }
    var change = Selection.Change()
    if selection.contains(photo.id) {
      selection.remove(photo.id, into: &change)
    } else {
      // It may fill the screen although it is not in the list any more.
      insert([photo], areListed: listing.row(of: photo.id) != nil, into: &change, &t)
    }
    finish(change, &t)
  }

  private mutating func clear(_ t: inout Transition) {
    endSweep(&t)
    endRange(&t)
    var change = Selection.Change()
    selection.removeAll(into: &change)
    finish(change, &t)
  }

  /// Photos that are no longer there, or were deselected by what was done with them; cannot be undone.
  mutating func deselect(_ ids: Set<Photo.ID>, _ t: inout Transition) {
    var change = Selection.Change()
    for id in ids { selection.remove(id, into: &change) }
    if !change.isEmpty { selectionChanged(&t) }
  }

  /// More is known of photos.
  mutating func updateSelected(_ photos: some Sequence<Photo>, _ t: inout Transition) {
    var isChanged = false
    for photo in photos where selection.update(photo) { isChanged = true }
    if isChanged { t.changes.insert(.selection) }
  }

  /// - Returns: Whether there was room for all of them.
  @discardableResult
  private mutating func insert(
    _ photos: [Photo], areListed: Bool = true, into change: inout Selection.Change,
    _ t: inout Transition
  ) -> Bool {
    for photo in photos
    where !selection.insert(
      photo, isKept: !capabilities.findsPhotos, isListed: areListed, into: &change)
    {
      t.effects.append(.noteLimit(selection.count))
      return false
    }
    return true
  }

  /// Registers a change for undo.
  private mutating func finish(_ change: Selection.Change, _ t: inout Transition) {
    guard !change.isEmpty else { return }
    t.effects.append(.registerUndo(change))
    selectionChanged(&t)
  }

  private mutating func selectionChanged(_ t: inout Transition) {
    selection.countCommon()
    t.changes.insert(.selection)
  }

  // MARK: The range

  /// The photos of the range become part of the selection.
  private mutating func keepRange(_ t: inout Transition) {
    guard let rows = selectedRange else { return endRange(&t) }
    guard selection.range.photos.count == rows.count else {
      return sweep(rows, isOfRange: true, &t)
    }
    var change = Selection.Change()
    insert(selection.range.photos, into: &change, &t)
    selection.range.end()
    selectionChanged(&t)
    finish(change, &t)
  }

  /// The photos of the range are as selected as they were before it; what waits for them is cancelled.
  mutating func endRange(_ t: inout Transition) {
    guard selection.range.isBegun else { return }
    selection.range.end()
    selectionChanged(&t)
    cancelGatherings(&t) { $0.isSelection }
  }

  /// Call when the user has moved the focus.
  mutating func selectionFocusMoved(_ t: inout Transition) {
    // A row without a photo is no longer wanted when the user has left it; a photo that is being read is.
    if !selection.isPerforming {
      let row = listing.focusRow
      cancelGatherings(&t) { $0.source == .photo(nil) && $0.row != nil && $0.row != row }
    }
    guard selection.range.isBegun else { return }
    selection.range.focusMoved(in: listing)
    selectionChanged(&t)
  }

  /// Call when the list has other rows, or knows more of them.
  private mutating func selectionRowsChanged(_ t: inout Transition) {
    if !selection.isEmpty {
      updateSelected(listing.shownRows.compactMap(listing.pages.photo(at:)), &t)
    }
    guard selection.range.isBegun else { return }
    let isThere = selection.range.rowsChanged(in: listing)
    selectionChanged(&t)
    if !isThere { cancelGatherings(&t) { $0.isSelection } }
  }

  // MARK: Work that takes time

  /// Rows that are requested from a server at most, to select them; as many as are sorted.
  private static let remoteRowLimit = 1_000

  private mutating func sweepAll(_ t: inout Transition) {
    endRange(&t)
    // One row more than fits, so that it is noticed.
    let limit = selection.limit.map { $0 + 1 } ?? .max
    sweep(0..<(capabilities.isRemote ? Self.remoteRowLimit : limit), &t)
  }

  private mutating func sweep(
    _ rows: Range<Int>, isOfRange: Bool = false, _ t: inout Transition
  ) {
    endSweep(&t)
    selection.sweep = Selection.Sweep(
      query: listing.query, rows: rows, isOfRange: isOfRange)
    t.changes.insert(.selection)
  }

  private mutating func endSweep(_ t: inout Transition) {
    guard let sweep = selection.sweep else { return }
    selection.sweep = nil
    if sweep.isOfRange { selection.range.end() }
    finish(sweep.change, &t)
    selectionChanged(&t)
    guard sweep.missingCount > 0 else { return }
    if let index = selection.gatherings.firstIndex(where: \.isSelection) {
      selection.gatherings[index].missingCount += sweep.missingCount
    } else {
      t.effects.append(.noteMissing(sweep.missingCount))
    }
  }

  /// The list shows another query, so the rest of the rows will not come. Commands that wait for them must not act on a
  /// part.
  private mutating func interruptSweep(_ t: inout Transition) {
    guard let sweep = selection.sweep else { return }
    selection.sweep = nil
    if sweep.isOfRange { selection.range.end() }
    finish(sweep.change, &t)
    selectionChanged(&t)
    cancelGatherings(&t) { $0.isSelection }
  }

  /// - Returns: Whether anything took its time.
  private mutating func stopSelecting(_ t: inout Transition) -> Bool {
    if let sweep = selection.sweep {
      selection.sweep = nil
      selection.revert(sweep.change)
      selectionChanged(&t)
      cancelGatherings(&t) { $0.isSelection }
      return true
    }
    guard !selection.gatherings.isEmpty, !selection.isEmpty || !selection.range.isBegun else {
      return false
    }
    cancelGatherings(&t) { _ in true }
    return true
  }

  private mutating func cancelGatherings(
    _ t: inout Transition, where isCancelled: (Selection.Gathering) -> Bool
  ) {
    for gathering in selection.gatherings where isCancelled(gathering) {
      t.effects.append(.gatheringCancelled(gathering.id))
      t.changes.insert(.selection)
    }
    selection.gatherings.removeAll(where: isCancelled)
  }

  /// Call at the end of each event: follows the changes of the rows, and continues work that takes time.
  mutating func updateSelection(wasLoading: Bool, _ t: inout Transition) {
    compareRows()
    if t.changes.contains(.rows) { selectionRowsChanged(&t) }
    if wasLoading, !isLoading, selection.range.isBegun {
      selection.range.reload(from: listing)
      selectionChanged(&t)
    }
    while advanceSweep(&t) {}
    while let gathering = nextGathering, advance(gathering, &t) {}
  }

  /// Notes which photos of the selection are among the rows; costs nothing unless pages have come.
  private mutating func compareRows() {
    let (number, arrivalCount) = (listing.number, listing.pages.arrivalCount)
    guard number != comparedRows.listing || arrivalCount != comparedRows.arrivalCount else {
      return
    }
    if number != comparedRows.listing {
      comparedRows = ComparedRows(listing: number)
      beginListing()
    }
    comparedRows.arrivalCount = arrivalCount
    for (page, photos) in listing.pages.loaded {
      selection.list(photos)
      comparedRows.pages.insert(page)
    }
  }

  private mutating func beginListing() {
    let query = listing.query
    guard !selection.isEmpty, query.leavesPhotosOut, query.similarTo == nil else {
      return selection.beginListing { _ in false }
    }
    // What a server finds may not hold the words, and shows when its page has come.
    let filter = LocalFilter(
      query, selection: query.filter.dependsOnSelection ? selection.ids : [], zone: zone)
    selection.beginListing(where: filter.keeps)
  }

  /// - Returns: Whether it may continue immediately.
  private mutating func advanceSweep(_ t: inout Transition) -> Bool {
    guard let (query, left) = selection.sweep.map({ ($0.query, $0.rows) }) else { return false }
    guard query == listing.query else {
      interruptSweep(&t)
      return false
    }
    guard let rows = selection.sweep?.next, !rows.isEmpty else {
      if listing.pages.rowCount > left.upperBound {
        t.effects.append(.noteLimit(left.upperBound))
      }
      endSweep(&t)
      return false
    }
    guard isThere(Need(rows: rows, isReading: false)) else { return false }
    t.changes.insert(.selection)
    let isRoom = take(rows, &t)
    selection.sweep?.rows = rows.upperBound..<left.upperBound
    // Of a search the last row is known only when there is no other.
    guard isRoom, listing.pages.rowCount >= rows.upperBound else {
      endSweep(&t)
      return false
    }
    return true
  }

  /// - Returns: Whether there was room for all of them.
  private mutating func take(_ rows: Range<Int>, _ t: inout Transition) -> Bool {
    let rows = rows.clamped(to: 0..<listing.pages.rowCount)
    let photos = rows.compactMap(listing.pages.photo(at:))
    // Taken out, so that what a million rows have changed is not copied for each five hundred.
    var change = selection.sweep?.change ?? Selection.Change()
    selection.sweep?.change = Selection.Change()
    defer { selection.sweep?.change = change }
    selection.sweep?.missingCount += rows.count - photos.count
    return insert(photos, into: &change, &t)
  }

  /// - Returns: Whether it may continue immediately, or has ended.
  private mutating func advance(
    _ gathering: Selection.Gathering, _ t: inout Transition
  ) -> Bool {
    if gathering.row == nil { selection.gatherings[0].row = listing.focusRow }
    if let rows = missingRows(of: gathering) {
      // Anything missing then will not come; what follows may.
      guard isThere(Need(rows: rows, isReading: gathering.readsPhotos)) else { return false }
      if gathering.isSelection {
        selection.range.giveUp(before: rows.upperBound, in: listing)
        return true
      }
    } else if gathering.isSelection {
      guard !seeks(gathering) else { return false }
      if gathering.readsPhotos {
        var unread = gathering.unread ?? []
        // Photos that were deselected meanwhile are not read.
        while let id = unread.last, photo(id) == nil { unread.removeLast() }
        // At first, and for photos selected meanwhile.
        if unread.isEmpty { unread = selectedPhotos.filter(\.needsDetails).map(\.id).reversed() }
        selection.gatherings[0].unread = unread
        guard unread.isEmpty else { return false }
      }
    }
    finish(gathering, &t)
    return true
  }

  private mutating func finish(_ gathering: Selection.Gathering, _ t: inout Transition) {
    selection.gatherings.removeFirst()
    var photos = knownPhotos(of: gathering)
    if !gathering.isSelection, gathering.readsPhotos { photos.removeAll(where: \.needsDetails) }
    let wantedCount =
      gathering.isSelection
      ? selectedCount : gathering.source == .photo(nil) && state == .empty ? 0 : 1
    let leftOutCount = wantedCount - photos.count + gathering.missingCount
    selection.forgetFound()
    // The next command asks for what is missing once more.
    selection.range.giveUp(before: 0, in: listing)
    selection.isPerforming = true
    t.changes.insert(.selection)
    t.effects.append(.gathered(gathering, photos, leftOutCount: leftOutCount))
  }

  /// The source's answer about photos of which only the ids were known.
  mutating func receiveSought(_ photos: [Photo], for gathering: Int, _ t: inout Transition) {
    guard selection.gatherings.first?.id == gathering else { return }
    selection.keep(photos)
    selection.gatherings[0].hasSought = true
    t.changes.insert(.selection)
  }

  /// Photos have been read, for their rows or for a command.
  mutating func selectedPhotosRead(_ photos: some Collection<Photo>, _ t: inout Transition) {
    updateSelected(photos, &t)
    for photo in photos {
      guard let index = selection.gatherings.first?.unread?.lastIndex(of: photo.id) else {
        continue
      }
      selection.range.update(photo, in: listing)
      selection.gatherings[0].unread?.remove(at: index)
      t.changes.insert(.selection)
    }
  }
}
