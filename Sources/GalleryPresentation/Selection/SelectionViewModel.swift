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
  /// In the order in which they were asked for; the first is on its way.
  private var gatherings: [Entry] = []
  /// What the first of them reads from files.
  private var reading: PhotoReading?
  /// Whether a command is being carried out, and moves the focus itself.
  private var isPerforming = false
  /// Whether what the last command did to the focus may still be on its way to the list.
  private var isSettling = false
  // Rows are needed for two things at once, of which each waits for its own.
  private let sweepOwner = Owner()
  private let gatheringOwner = Owner()

  private final class Owner {}

  /// A gathering that something waits for is kept; others belong to their caller.
  private struct Entry {
    weak var gathering: PhotoGathering?
    var kept: PhotoGathering?
  }

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
    list.inputs.endLoading(for: sweepOwner)
    list.inputs.endLoading(for: gatheringOwner)
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

  /// The same when the rows that are being selected have come; 0 while rows are being inverted.
  var expectedCount: Int {
    guard let sweep else { return count }
    if sweep.kind == .invert { return 0 }
    // Of a range the rows are counted already.
    guard rows == nil else { return count }
    return max(
      count, min(sweep.rows.upperBound, list.outputs.numberOfCells, PhotoSelection.limit))
  }

  public var isEmpty: Bool { selection.isEmpty && rows == nil }

  /// `12 selected · 48 MB`, `12 selected` if the size of a file is not known; nil if nothing is selected.
  public var countText: String? {
    shortCountText.map { joined([$0, byteCount.map(CountText.size)], by: " · ") }
  }

  /// The bytes of the selected files; nil while one's size is not known, and where there is a range.
  var byteCount: Int? { rows == nil ? selection.byteCount : nil }

  /// `12 selected`; nil if nothing is selected.
  public var shortCountText: String? {
    isEmpty ? nil : SelectionText.selected(count)
  }

  /// How many photos a command would act on that is pressed now, as far as is known: 0 if it would act on the one in
  /// focus. Rows that are being selected count as at least one.
  public var actedOnCount: Int { sweep == nil ? count : max(1, count) }

  /// Whether all selected photos, or the one in focus if there is no selection, have been loaded and read.
  public var isComplete: Bool {
    if sweep != nil { return false }
    if !isEmpty { return range.firstUnknownRow == nil && selection.unreadCount == 0 }
    guard let photo = focusedRow.flatMap(photo(inRow:)) else {
      return focusedRow == nil && !list.outputs.isLoading
    }
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

  /// Call when the user is done with the range: its photos are as selected as they were before it. Gatherings that wait
  /// for them are cancelled.
  public func endRange() {
    guard range.isBegun else { return }
    dropRange()
    cancelGatherings { $0.isSelection }
  }

  /// Ends the range, whose photos may have become part of the selection.
  private func dropRange() {
    range.end()
    remember()
    changed()
  }

  private func rangeEnded() {
    remember()
    changed()
    cancelGatherings { $0.isSelection }
  }

  /// Call when the user interrupts what is under way: rows that are being selected, or photos that are being read.
  ///
  /// - Returns: Whether anything was.
  public func cancel() -> Bool {
    if let sweep {
      self.sweep = nil
      list.inputs.endLoading(for: sweepOwner)
      _ = selection.revert(sweep.change)
      changed()
      cancelGatherings { $0.isSelection }
      return true
    }
    guard isGathering, !selection.isEmpty || !range.isBegun else { return false }
    cancelGatherings { _ in true }
    changed()
    return true
  }

  /// Call when the user has moved the focus.
  public func focusMoved() {
    range.focusMoved(in: list.outputs)
    // A row without a photo is no longer wanted when the user has left it; a photo that is being read is.
    if !isPerforming {
      cancelGatherings { $0.source == .photo(nil) && $0.row != nil && $0.row != focusedRow }
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
    list.inputs.ensureLoaded(rows: next, isReading: false, for: sweepOwner) { [weak self] in
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
    list.inputs.endLoading(for: sweepOwner)
    finish(sweep.change)
    changed()
    sweep.done()
    if isGathering { gatherMore() }
  }

  /// The photos of the range become part of the selection.
  private func keepRange() {
    guard let rows else { return endRange() }
    var change = PhotoSelection.Change()
    guard range.photos.count < rows.count else {
      insert(range.photos, into: &change)
      dropRange()
      return finish(change)
    }
    begin(.select, rows) { [weak self] in self?.dropRange() }
  }
}

// Photos are gathered for one command after the other.
extension SelectionViewModel {
  /// Whether photos are being loaded or read for a command.
  public var isGathering: Bool { gatherings.contains { $0.gathering != nil } }

  /// `reading 120 of 400` for a selection, else `reading`; `selecting 1,200 of 9,000` while rows are being selected;
  /// nil while nothing is under way.
  public var activityText: String? {
    if let sweep {
      return SelectionText.selecting(
        sweep.rows.lowerBound, of: list.outputs.numberOfCells)
    }
    let gatherings = gatherings.compactMap(\.gathering)
    guard let first = gatherings.first else { return nil }
    guard let selected = gatherings.first(where: \.isSelection) else { return "reading" }
    return SelectionText.reading(
      count - missingCount(selected, isFirst: selected === first), of: count)
  }

  /// How far the first gathering is; nil without one.
  var gatheringProgress: BatchProgress? {
    if let sweep {
      let total = min(sweep.rows.upperBound, list.outputs.numberOfCells)
      return BatchProgress(
        doneCount: min(sweep.rows.lowerBound, total), totalCount: total, label: "selecting")
    }
    guard let gathering = gatherings.lazy.compactMap(\.gathering).first else { return nil }
    let total = gathering.isSelection ? count : 1
    let missing = gathering.isSelection ? missingCount(gathering, isFirst: true) : 1
    return BatchProgress(
      doneCount: max(0, total - missing), totalCount: total,
      label: gathering.readsPhotos ? "reading" : "loading")
  }

  private func missingCount(_ gathering: PhotoGathering, isFirst: Bool) -> Int {
    let unloaded = count - photos.count
    // Asked after each photo that was read, so they are not counted again.
    if isFirst, let reading { return unloaded + reading.leftCount }
    return unloaded + (gathering.readsPhotos ? photos.count(where: \.needsDetails) : 0)
  }

  /// What is known of the photos before all are there.
  func knownPhotos(of gathering: PhotoGathering) -> [Photo] {
    switch gathering.source {
    case .selection: photos
    case .photo(let id): [row(of: id).flatMap(photo(inRow:))].compactMap(\.self)
    }
  }

  /// Call when something is to be done with the selected photos, or with the photo in focus if there are none.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read if that is wanted. Before there
  /// are any rows, the photo is the one that will be in focus. One gathering is on its way at a time, in the order of
  /// the calls. It is cancelled if the range ends before, or if the user moves the focus away from a row that is not
  /// loaded.
  ///
  /// - Parameters:
  ///   - readsPhotos: False where the names of the files are enough.
  ///   - keepsRange: Whether a range stays when the photos are there.
  public func gather(readsPhotos: Bool = true, keepsRange: Bool = true) -> PhotoGathering {
    let source: PhotoGathering.Source
    if !isEmpty || sweep != nil {
      source = .selection
    } else if let row = focusedRow {
      source = .photo(photo(inRow: row)?.id)
    } else if list.outputs.isLoading {
      source = .photo(nil)
    } else {
      return PhotoGathering([])
    }
    let gathering = PhotoGathering(
      source, row: focusedRow, readsPhotos: readsPhotos, keepsRange: keepsRange, of: self)
    // Pressing the key again while selected photos are waited for changes nothing.
    guard !gathering.isSelection || !gatherings.contains(where: { $0.kept?.isSelection == true })
    else {
      gathering.end()
      return gathering
    }
    gatherings.append(Entry(gathering: gathering))
    if gatherings.count == 1 { gatherMore() }
    return gathering
  }

  /// Something waits for the photos: the gathering lasts until they are there.
  func keep(_ gathering: PhotoGathering) {
    guard let index = gatherings.firstIndex(where: { $0.gathering === gathering }) else { return }
    gatherings[index].kept = gathering
  }

  func cancel(_ gathering: PhotoGathering) {
    cancelGatherings { $0 === gathering }
    changed()
  }

  /// A gathering that nothing waited for is gone.
  func gatheringReleased() {
    guard gatherings.contains(where: { $0.gathering == nil }) else { return }
    // Whatever was read for it is not wanted either, unless another one has begun.
    if gatherings.first?.gathering == nil { reading = nil }
    gatherings.removeAll { $0.gathering == nil }
    changed()
    gatherMore()
  }

  private func cancelGatherings(where isCancelled: (PhotoGathering) -> Bool) {
    let cancelled = gatherings.compactMap(\.gathering).filter(isCancelled)
    guard !cancelled.isEmpty else { return }
    if cancelled.contains(where: { $0 === gatherings.first?.gathering }) { reading = nil }
    gatherings.removeAll { entry in cancelled.contains { $0 === entry.gathering } }
    for gathering in cancelled { gathering.end() }
    gatherMore()
  }

  /// Continues with the first gathering: asks the list for what it lacks, or ends it.
  private func gatherMore() {
    guard let gathering = gatherings.first?.gathering else {
      isSettling = false
      return list.inputs.endLoading(for: gatheringOwner)
    }
    // The next command may mean the photo to which the last one went; and the selection is complete only when all of
    // its rows have come. The end of either continues here.
    if isSettling || gathering.isSelection && sweep != nil { return }
    if gathering.row == nil { gathering.row = focusedRow }
    guard let missing = missingRows(of: gathering) else { return readSelected(gathering) }
    changed()
    gathering.advance()
    list.inputs.ensureLoaded(rows: missing, isReading: gathering.readsPhotos, for: gatheringOwner) {
      [weak self, weak gathering] in
      guard let self else { return }
      guard let gathering, gathering === gatherings.first?.gathering else { return gatherMore() }
      remember()
      // What is still missing will not come.
      if missingRows(of: gathering) == missing { finish(gathering) } else { gatherMore() }
    }
  }

  /// Selected photos may be anywhere by now: they are read from their files, not through rows.
  private func readSelected(_ gathering: PhotoGathering) {
    let unread =
      gathering.isSelection && gathering.readsPhotos ? photos.filter(\.needsDetails) : []
    guard !unread.isEmpty, let fetchDetails else { return finish(gathering) }
    guard reading == nil else { return }
    let reading = PhotoReading(unread, fetchDetails: fetchDetails)
    self.reading = reading
    reading.start(
      progress: { [weak self, weak gathering] in
        self?.observers()
        gathering?.advance()
      },
      completion: { [weak self, weak gathering, weak reading] read in
        guard let self else { return }
        photosChanged(read)
        guard reading === self.reading else { return }
        self.reading = nil
        guard let gathering, gathering === gatherings.first?.gathering else { return gatherMore() }
        finish(gathering)
      })
  }

  /// The next rows that are not loaded, or not read where that is wanted; nil if all are.
  private func missingRows(of gathering: PhotoGathering) -> Range<Int>? {
    switch gathering.source {
    case .selection:
      let first = gathering.readsPhotos ? range.firstUnknownRow : range.firstUnloadedRow
      guard let rows, let row = first else { return nil }
      return row..<min(row + Self.rowsAtOnce, rows.upperBound)
    case .photo(let id):
      // The first row gets the focus when there are rows.
      guard id != nil || focusedRow != nil else { return 0..<1 }
      guard let row = row(of: id) else { return nil }
      guard let photo = photo(inRow: row) else { return row..<(row + 1) }
      return gathering.readsPhotos && photo.needsDetails ? row..<(row + 1) : nil
    }
  }

  private func row(of id: Photo.ID?) -> Int? {
    let found = id.map { list.outputs.indexPath(of: $0)?.row } ?? focusedRow
    return found.flatMap { $0 < list.outputs.numberOfCells ? $0 : nil }
  }

  private func finish(_ gathering: PhotoGathering) {
    guard gathering === gatherings.first?.gathering else { return }
    gatherings.removeFirst()
    changed()
    let photos: [Photo]
    switch gathering.source {
    case .selection: photos = self.photos
    case .photo(let id):
      photos = [row(of: id).flatMap(photo(inRow:))].compactMap(\.self).filter {
        !gathering.readsPhotos || !$0.needsDetails
      }
    }
    let leftOutCount = gathering.isSelection ? count - photos.count : 1 - photos.count
    isPerforming = true
    gathering.finish(photos, leftOutCount: leftOutCount)
    isPerforming = false
    if !gathering.keepsRange { endRange() }
    guard isGathering else { return gatherMore() }
    isSettling = true
    // No rows are needed: this only comes behind what the command has sent to the list.
    list.inputs.ensureLoaded(rows: 0..<0, isReading: false, for: gatheringOwner) { [weak self] in
      guard let self else { return }
      isSettling = false
      for gathering in gatherings.compactMap(\.gathering) { gathering.row = focusedRow }
      gatherMore()
    }
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
