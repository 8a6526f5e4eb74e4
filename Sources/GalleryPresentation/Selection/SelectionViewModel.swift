import Foundation
import GalleryDomain

/// The photos that the user has selected: one by one, all that are shown, or a range of rows.
///
/// What is selected are photos (`PhotoSelection`), whatever the list shows. A range (`RowRange`) belongs to the selection
/// for as long as it lasts. Bound to no actor, like the list's view model.
public final class SelectionViewModel {
  /// Emits with what was done that the screen does not show by itself.
  public var showNoticeClosure: ((String) -> Void)?
  private let list: any PhotoListViewModelType
  private let fetchDetails: (any FetchPhotoDetailsUseCase)?
  private let history: UndoHistory?
  private var observers = ClosureList()

  private var selection = PhotoSelection()
  /// The photos of the selection and the range, until one of them changes.
  private var allPhotos: [Photo]?
  /// Selecting rows that are still to be loaded.
  private var sweep: Sweep?

  private var range = RowRange()
  /// How many photos of the range are in the selection anyway.
  private var commonCount = 0
  private var wasLoading = false
  private var gatherings: [Gathering] = []
  private var reading: PhotoReading?

  /// Rows that are selected or inverted, from the first to the last, as they are loaded.
  private struct Sweep {
    enum Kind { case select, invert }

    let kind: Kind
    let query: PhotoQuery
    var rows: Range<Int>
    /// Rows may move meanwhile; no photo is inverted twice.
    var seen: Set<Photo.ID> = []
    var change = PhotoSelection.Change()
    let done: () -> Void
  }

  /// What is to be done with photos once they have been loaded and read.
  private struct Gathering {
    enum Wish: Equatable {
      case selection
      /// The photo in focus; its row if it was not loaded.
      case photo(Photo.ID?, row: Int)
    }

    let wish: Wish
    let done: ([Photo], Int) -> Void
  }

  /// Rows that are requested together; details are read for all of them.
  private static let rowsAtOnce = 100
  /// Rows that are requested together if they need not be read.
  private static let sweepRowsAtOnce = 500

  /// - Parameters:
  ///   - fetchDetails: Reads selected photos that are no longer among the loaded rows; nil to take them as they are.
  ///   - history: Where changes of the selection can be undone.
  public init(
    list: any PhotoListViewModelType, fetchDetails: (any FetchPhotoDetailsUseCase)? = nil,
    history: UndoHistory? = nil
  ) {
    self.list = list
    self.fetchDetails = fetchDetails
    self.history = history
    list.inputs.selectedPhotos = { [weak self] in self?.selection.photos ?? [] }
  }

  deinit {
    list.inputs.endLoading(for: self)
  }
}

// MARK: Outputs

extension SelectionViewModel {
  /// Calls `changed` when the selection, the range or what is gathered has changed.
  ///
  /// - Returns: What ends the observation; releasing it ends it too.
  public func observe(_ changed: @escaping () -> Void) -> any Cancellable { observers.add(changed) }

  /// Whether a photo is selected.
  public func isSelected(_ id: Photo.ID) -> Bool { selection.contains(id) }

  /// Whether a row is selected, or in the range.
  ///
  /// - Parameter photo: The photo of the row; nil if it is not loaded.
  public func isSelected(row: Int, _ photo: Photo?) -> Bool {
    if rows?.contains(row) ?? false { return true }
    let isSelected = photo.map { selection.contains($0.id) } ?? false
    guard let sweep, sweep.rows.contains(row), let photo, !sweep.seen.contains(photo.id) else {
      return isSelected
    }
    // Shown at once, though it is done only when the rows before it have been loaded.
    return sweep.kind == .select || !isSelected
  }

  /// The rows of the range; nil if there is none.
  public var rows: Range<Int>? { range.rows(of: list.outputs) }

  /// The selected photos in the order in which they were selected, and then those of the range that have been loaded.
  ///
  /// - Complexity: O(*n* log *n*) after a change, else O(1).
  public var photos: [Photo] {
    if let allPhotos { return allPhotos }
    let photos = selection.photos + range.photos.filter { !selection.contains($0.id) }
    allPhotos = photos
    return photos
  }

  /// How many photos are selected, those of the range included, loaded or not.
  public var count: Int { selection.count + (rows?.count ?? 0) - commonCount }

  public var isEmpty: Bool { selection.isEmpty && rows == nil }

  /// `12 selected · 48 MB`, `12 selected` if the size of a file is not known; nil if nothing is selected.
  public var countText: String? {
    let byteCount = rows == nil ? selection.byteCount : nil
    return shortCountText.map { text in
      byteCount.map { "\(text) · \(CountText.size($0))" } ?? text
    }
  }

  /// `12 selected`; nil if nothing is selected.
  public var shortCountText: String? {
    isEmpty ? nil : SelectionText.selected(count)
  }

  /// Whether all selected photos, or the one in focus if there is no selection, have been loaded and read.
  public var isComplete: Bool {
    if !isEmpty { return range.firstUnknownRow == nil && selection.unreadCount == 0 }
    guard let photo = focusedRow.flatMap(photo(inRow:)) else { return focusedRow == nil }
    return !photo.needsDetails
  }
}

// MARK: Inputs

extension SelectionViewModel {
  /// Call when the user selects or deselects a photo. A range becomes part of the selection instead.
  public func toggle(_ photo: Photo) {
    guard rows == nil else { return keepRange() }
    var change = PhotoSelection.Change()
    if selection.contains(photo.id) {
      selection.remove(photo.id, into: &change)
    } else {
      insert([photo], into: &change)
    }
    finish(change)
  }

  /// Call while the user drags over rows; those that are not loaded stay as they are. Dragging back undoes it.
  public func set(rows: Range<Int>, selected isSelected: Bool) {
    var change = PhotoSelection.Change()
    let photos = rows.clamped(to: 0..<list.outputs.numberOfCells).compactMap(photo(inRow:))
    if isSelected {
      insert(photos, into: &change)
    } else {
      for photo in photos { selection.remove(photo.id, into: &change) }
    }
    finish(change, canBeUndone: false)
  }

  /// Call when the user selects all photos that the list shows. They are loaded, but not read; of more than
  /// `PhotoSelection.limit`, and of more than 1,000 on the network, the first ones are selected.
  public func selectAll() {
    endRange()
    begin(.select, 0..<sweepLimit)
  }

  /// Call when the user selects the rows that are not selected, and deselects those that are. Selected photos that are
  /// not among the rows stay selected. As far as `selectAll()`.
  public func invert() {
    endRange()
    begin(.invert, 0..<sweepLimit)
  }

  /// Call when the user deselects everything.
  public func clear() {
    endSweep()
    endRange()
    var change = PhotoSelection.Change()
    selection.removeAll(into: &change)
    finish(change)
  }

  /// Call when photos are no longer there, or are not to be acted on again; cannot be undone.
  public func remove(_ ids: [Photo.ID]) {
    var change = PhotoSelection.Change()
    for id in ids { selection.remove(id, into: &change) }
    if !change.isEmpty { changed() }
  }

  /// Call when the user begins a range at the row in focus, or makes the current range part of the selection.
  public func toggleRange() {
    guard !range.isBegun else { return keepRange() }
    if range.begin(in: list.outputs) { focusMoved() }
  }

  /// Call when the user is done with the range: its photos are as selected as they were before it. A `gather(_:)` that
  /// waits for them is cancelled.
  public func endRange() {
    guard range.isBegun else { return }
    range.end()
    rangeEnded()
  }

  private func rangeEnded() {
    gatherings.removeAll { $0.wish == .selection }
    remember()
    changed()
  }

  /// Call when the user interrupts what is under way: rows that are being selected, or photos that are being read.
  ///
  /// - Returns: Whether anything was.
  public func cancel() -> Bool {
    if let sweep {
      self.sweep = nil
      list.inputs.endLoading(for: self)
      _ = selection.revert(sweep.change)
      changed()
      return true
    }
    guard isGathering, !selection.isEmpty || !range.isBegun else { return false }
    gatherings = []
    reading = nil
    list.inputs.endLoading(for: self)
    changed()
    return true
  }

  /// Call when the user has moved the focus.
  public func focusMoved() {
    range.focusMoved(in: list.outputs)
    // A row without a photo is no longer wanted when the focus has left it; a photo that is being read is.
    gatherings.removeAll { gathering in
      if case .photo(nil, let row) = gathering.wish { row != focusedRow } else { false }
    }
    guard range.isBegun || isGathering else { return }
    remember()
    changed()
  }

  /// Call when the list announced other rows.
  public func rowsChanged() {
    updateSelected()
    if !range.rowsChanged(in: list.outputs) { rangeEnded() }
    countCommon()
    if isGathering { gatherMore() }
  }

  /// Call when the list announced anything else; cheap, whatever the length of the range.
  public func statusChanged() {
    let isLoading = list.outputs.isLoading
    if wasLoading, !isLoading {
      range.reload(from: list.outputs)
      countCommon()
      if isGathering { gatherMore() }
    }
    wasLoading = isLoading
  }

  /// Photos as they were last selected, with what is known of them now.
  public func photosChanged(_ photos: [Photo]) {
    var isChanged = false
    for photo in photos where selection.update(photo) { isChanged = true }
    if isChanged { changed() }
  }

  private func changed() {
    allPhotos = nil
    observers()
  }

  /// - Returns: Whether there was room for all of them.
  @discardableResult
  private func insert(_ photos: [Photo], into change: inout PhotoSelection.Change) -> Bool {
    for photo in photos where !selection.insert(photo, into: &change) {
      showNoticeClosure?(SelectionText.limited(PhotoSelection.limit))
      return false
    }
    return true
  }

  /// Announces what was done, and lets it be undone.
  private func finish(_ change: PhotoSelection.Change, canBeUndone: Bool = true) {
    guard !change.isEmpty else { return }
    remember()
    changed()
    guard canBeUndone else { return }
    let text = SelectionText.undoing(
      selected: change.addedCount, deselected: change.removedCount)
    history?.register(text) { [weak self] in
      guard let self, selection.revert(change) else { return nil }
      remember()
      changed()
      return text
    }
  }

  /// What has been loaded or read of the rows on the screen.
  private func updateSelected() {
    guard !selection.isEmpty else { return }
    let shown = list.outputs.displayedRows.clamped(to: 0..<list.outputs.numberOfCells)
    photosChanged(shown.compactMap(photo(inRow:)))
  }
}

extension SelectionViewModel {
  /// Rows that are requested from a server at most, to select them; as many as are sorted.
  private static let remoteRowLimit = 1_000

  /// One row more than fits, so that it is noticed.
  private var sweepLimit: Int {
    list.outputs.filtersAtOnce ? PhotoSelection.limit + 1 : Self.remoteRowLimit
  }
}

// Rows that are selected without having been on the screen are loaded first, piece by piece.
extension SelectionViewModel {
  private func begin(_ kind: Sweep.Kind, _ rows: Range<Int>, then done: @escaping () -> Void = {}) {
    endSweep()
    sweep = Sweep(kind: kind, query: list.outputs.shownQuery, rows: rows, done: done)
    continueSweep()
  }

  private func continueSweep() {
    guard let sweep else { return }
    guard sweep.query == list.outputs.shownQuery else { return endSweep() }
    guard !sweep.rows.isEmpty else {
      if list.outputs.numberOfCells > sweep.rows.upperBound {
        showNoticeClosure?(SelectionText.limited(sweep.rows.upperBound))
      }
      return endSweep()
    }
    let next = sweep.rows.prefix(Self.sweepRowsAtOnce)
    changed()
    list.inputs.ensureLoaded(rows: next, isReading: false, for: self) { [weak self] in
      guard let self, self.sweep != nil else { return }
      let isRoom = take(next)
      self.sweep?.rows = next.upperBound..<sweep.rows.upperBound
      // Of a search the last row is known only when there is no other.
      let isAtEnd = list.outputs.numberOfCells < next.upperBound
      if isRoom, !isAtEnd { continueSweep() } else { endSweep() }
    }
  }

  private func take(_ rows: Range<Int>) -> Bool {
    guard var sweep else { return false }
    defer { self.sweep = sweep }
    for photo in rows.compactMap(photo(inRow:)) where sweep.seen.insert(photo.id).inserted {
      if sweep.kind == .invert, selection.contains(photo.id) {
        selection.remove(photo.id, into: &sweep.change)
      } else if !insert([photo], into: &sweep.change) {
        return false
      }
    }
    return true
  }

  private func endSweep() {
    guard let sweep else { return }
    self.sweep = nil
    list.inputs.endLoading(for: self)
    finish(sweep.change)
    changed()
    sweep.done()
  }

  /// The photos of the range become part of the selection.
  private func keepRange() {
    guard let rows else { return endRange() }
    var change = PhotoSelection.Change()
    guard range.photos.count < rows.count else {
      insert(range.photos, into: &change)
      endRange()
      return finish(change)
    }
    begin(.select, rows) { [weak self] in self?.endRange() }
  }
}

// What is to be done with photos waits until they are loaded, one request after the other.
extension SelectionViewModel {
  /// Whether photos are being loaded or read for `gather(_:)`.
  public var isGathering: Bool { !gatherings.isEmpty }

  /// `reading 120 of 400` for a selection, else `reading`; `selecting 1,200 of 9,000` while rows are being selected;
  /// nil while nothing is under way.
  public var activityText: String? {
    if let sweep {
      return SelectionText.selecting(
        sweep.rows.lowerBound, of: list.outputs.numberOfCells)
    }
    guard isGathering else { return nil }
    guard gatherings.contains(where: { $0.wish == .selection }) else { return "reading" }
    let unread = photos.count(where: \.needsDetails) + (count - photos.count)
    return SelectionText.reading(count - unread + (reading?.readCount ?? 0), of: count)
  }

  /// Call when something is to be done with the selected photos, or with the photo in focus if there are none.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read.
  ///
  /// - Parameter done: Called once, at once or later, with the photos that could be loaded, in their order, and with
  ///   the number of those that could not. Not called if the range is ended before, if the focus leaves a row
  ///   that is not loaded, if an earlier call still waits for the selection, or if there is no row.
  public func gather(_ done: @escaping ([Photo], Int) -> Void) {
    if !isEmpty {
      // Pressing the key again meanwhile changes nothing.
      guard !gatherings.contains(where: { $0.wish == .selection }) else { return }
      gatherings.append(Gathering(wish: .selection, done: done))
    } else if let row = focusedRow {
      let wish = Gathering.Wish.photo(photo(inRow: row)?.id, row: row)
      gatherings.append(Gathering(wish: wish, done: done))
    }
    gatherMore()
  }

  /// Continues with the first request: asks the list for what it lacks, or ends it.
  private func gatherMore() {
    guard let gathering = gatherings.first else { return list.inputs.endLoading(for: self) }
    guard let missing = missingRows(of: gathering.wish) else { return readSelected(gathering) }
    changed()
    list.inputs.ensureLoaded(rows: missing, isReading: true, for: self) { [weak self] in
      guard let self else { return }
      remember()
      // What is still missing will not come.
      if missingRows(of: gathering.wish) == missing { endGathering() } else { gatherMore() }
    }
  }

  /// Selected photos may be anywhere by now: they are read from their files, not through rows.
  private func readSelected(_ gathering: Gathering) {
    let unread = gathering.wish == .selection ? photos.filter(\.needsDetails) : []
    guard !unread.isEmpty, let fetchDetails else { return endGathering() }
    guard reading == nil else { return }
    let reading = PhotoReading(unread, fetchDetails: fetchDetails)
    self.reading = reading
    reading.start(
      progress: { [weak self] in self?.observers() },
      completion: { [weak self] read in
        guard let self else { return }
        self.reading = nil
        photosChanged(read)
        endGathering()
      })
  }

  /// The next rows that are not loaded and read; nil if all are.
  private func missingRows(of wish: Gathering.Wish) -> Range<Int>? {
    switch wish {
    case .selection:
      guard let rows, let row = range.firstUnknownRow else { return nil }
      return row..<min(row + Self.rowsAtOnce, rows.upperBound)
    case .photo(let id, let row):
      guard let row = self.row(of: id, or: row), photo(inRow: row)?.needsDetails ?? true else {
        return nil
      }
      return row..<(row + 1)
    }
  }

  private func row(of id: Photo.ID?, or row: Int) -> Int? {
    let found = id.map { list.outputs.indexPath(of: $0)?.row } ?? row
    return found.flatMap { $0 < list.outputs.numberOfCells ? $0 : nil }
  }

  private func endGathering() {
    guard !gatherings.isEmpty else { return }
    let gathering = gatherings.removeFirst()
    changed()
    switch gathering.wish {
    case .selection: gathering.done(photos, count - photos.count)
    case .photo(let id, let row):
      let photo = self.row(of: id, or: row).flatMap(photo(inRow:))
      let photos = [photo].compactMap { $0 }.filter { !$0.needsDetails }
      gathering.done(photos, 1 - photos.count)
    }
    gatherMore()
  }
}

extension SelectionViewModel {
  private var focusedRow: Int? { list.outputs.focusedIndexPath?.row }

  private func photo(inRow row: Int) -> Photo? { list.outputs.photo(inRow: row) }

  /// Remembers what is loaded of the range.
  private func remember() {
    range.remember(list.outputs)
    countCommon()
  }

  private func countCommon() {
    allPhotos = nil
    commonCount = range.photos.count { selection.contains($0.id) }
  }
}
