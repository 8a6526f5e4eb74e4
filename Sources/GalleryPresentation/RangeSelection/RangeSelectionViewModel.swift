import Foundation
import GalleryDomain

/// A range of rows, from where it was begun to the focus, like lines selected with vi's `V`.
///
/// It begins at a photo, not at a row, and stays with it when the list is loaded again. What was loaded of the range is
/// remembered, because the list drops the pages far from its window. Bound to no actor, like the list's view model.
public final class RangeSelectionViewModel {
  /// The most rows in a range: all of them are remembered, and gone through at each key.
  public static let rowLimit = 5_000

  /// Emits when the range or what is gathered has changed.
  public var updateClosure: (() -> Void)?
  private let list: any PhotoListViewModelType
  private var anchor: Anchor?
  /// The photos that were loaded in the rows of the range, as they were last seen.
  private var known: [Int: Photo] = [:]
  /// The photos of the range that were loaded, in the order of the rows.
  public private(set) var markedPhotos: [Photo] = []
  /// The first row of the range whose photo has not been loaded and read.
  private var firstUnknownRow: Int?
  /// Where the focus was when it was last looked at.
  private var lastFocus: (id: Photo.ID?, row: Int)?
  private var wasLoading = false
  private var gatherings: [Gathering] = []

  /// Where the range was begun.
  private struct Anchor {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var row: Int
    /// A range ends when the list shows another query, whose rows are others.
    let query: PhotoQuery
  }

  /// What is to be done with photos once they have been loaded and read.
  private struct Gathering {
    enum Wish: Equatable {
      case range
      /// The photo in focus; its row if it was not loaded.
      case photo(Photo.ID?, row: Int)
    }

    let wish: Wish
    let done: ([Photo], Int) -> Void
  }

  /// Rows that are requested together; details are read for all of them.
  private static let rowsAtOnce = 100

  public init(list: any PhotoListViewModelType) {
    self.list = list
  }

  deinit {
    list.inputs.endLoading(for: self)
  }
}

// MARK: Outputs

extension RangeSelectionViewModel {
  /// The rows of the range; nil if there is none.
  public var rows: Range<Int>? {
    let last = list.outputs.numberOfCells - 1
    guard let anchor, last >= 0, let focus = focusedRow else { return nil }
    let start = max(0, min(anchor.row, last))
    let end = max(0, min(focus, last))
    return end >= start
      ? start..<(min(end, start + Self.rowLimit - 1) + 1)
      : max(end, start - Self.rowLimit + 1)..<(start + 1)
  }

  /// `12 selected`; nil if there is no range.
  public var countText: String? { rows.map { BasketText.marked($0.count) } }

  /// Whether all photos of the range, or the one in focus if there is no range, have been loaded and read.
  public var isComplete: Bool {
    if anchor != nil { return firstUnknownRow == nil }
    guard let photo = focusedRow.flatMap(photo(inRow:)) else { return focusedRow == nil }
    return !photo.needsDetails
  }
}

// MARK: Inputs

extension RangeSelectionViewModel {
  /// Call when the user begins a range at the row in focus, or ends the current range.
  public func toggleRange() {
    guard anchor == nil else { return endRange() }
    let outputs = list.outputs
    guard let row = focusedRow, row < outputs.numberOfCells else { return }
    anchor = Anchor(
      id: photo(inRow: row)?.id, row: row, query: outputs.shownQuery)
    selectionMoved()
  }

  /// Call when the user is done with the range; a `gather(_:)` that waits for its photos is cancelled.
  public func endRange() {
    guard anchor != nil else { return }
    anchor = nil
    gatherings.removeAll { $0.wish == .range }
    remember()
    updateClosure?()
  }

  /// Call when the user has moved the focus.
  public func selectionMoved() {
    lastFocus = focus
    // A row without a photo is no longer wanted when the focus has left it; a photo that is being read is.
    gatherings.removeAll { gathering in
      if case .photo(nil, let row) = gathering.wish { row != focusedRow } else { false }
    }
    remember()
    updateClosure?()
  }

  /// Call when the list announced other rows.
  public func rowsChanged() {
    followAnchor()
    lastFocus = focus
    // If a row now has another photo, the rows that are not loaded may have moved too.
    let isMoved = known.contains { row, old in photo(inRow: row).map { $0.id != old.id } ?? false }
    if isMoved { known = [:] }
    remember()
    if isGathering { gatherMore() }
  }

  /// Call when the list announced anything else; cheap, whatever the length of the range.
  public func statusChanged() {
    let isLoading = list.outputs.isLoading
    if wasLoading, !isLoading {
      // What the source said before it was asked again may be out of date.
      known = [:]
      remember()
      if isGathering { gatherMore() }
    }
    wasLoading = isLoading
  }
}

// What is to be done with photos waits until they are loaded, one request after the other.
extension RangeSelectionViewModel {
  /// Whether photos are being loaded or read for `gather(_:)`.
  public var isGathering: Bool { !gatherings.isEmpty }

  /// `reading 120 of 400` for a range, else `reading`; nil while nothing is gathered.
  public var gatheringText: String? {
    guard isGathering else { return nil }
    guard let rows, gatherings.contains(where: { $0.wish == .range }) else { return "reading" }
    let count = rows.count { !(known[$0]?.needsDetails ?? true) }
    return "reading \(CountText.grouped(count)) of \(CountText.grouped(rows.count))"
  }

  /// Call when something is to be done with the photos of the range, or with the photo in focus if there is no range.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read.
  ///
  /// - Parameter done: Called once, at once or later, with the photos that could be loaded, in the order of the rows,
  ///   and with the number of those that could not. Not called if the range is ended before, if the focus leaves a row
  ///   that is not loaded, if an earlier call still waits for the range, or if there is no row.
  public func gather(_ done: @escaping ([Photo], Int) -> Void) {
    if rows != nil {
      // Pressing the key again meanwhile changes nothing.
      guard !gatherings.contains(where: { $0.wish == .range }) else { return }
      gatherings.append(Gathering(wish: .range, done: done))
    } else if let row = focusedRow {
      let wish = Gathering.Wish.photo(photo(inRow: row)?.id, row: row)
      gatherings.append(Gathering(wish: wish, done: done))
    }
    gatherMore()
  }

  /// Continues with the first request: asks the list for what it lacks, or ends it.
  private func gatherMore() {
    guard let gathering = gatherings.first else { return list.inputs.endLoading(for: self) }
    guard let missing = missingRows(of: gathering.wish) else { return endGathering() }
    updateClosure?()
    list.inputs.ensureLoaded(rows: missing, for: self) { [weak self] in
      guard let self else { return }
      remember()
      // What is still missing will not come.
      if missingRows(of: gathering.wish) == missing { endGathering() } else { gatherMore() }
    }
  }

  /// The next rows that are not loaded and read; nil if all are.
  private func missingRows(of wish: Gathering.Wish) -> Range<Int>? {
    switch wish {
    case .range:
      guard let rows, let row = firstUnknownRow else { return nil }
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
    updateClosure?()
    switch gathering.wish {
    case .range: gathering.done(markedPhotos, (rows?.count ?? 0) - markedPhotos.count)
    case .photo(let id, let row):
      let photo = self.row(of: id, or: row).flatMap(photo(inRow:))
      let photos = [photo].compactMap { $0 }.filter { !$0.needsDetails }
      gathering.done(photos, 1 - photos.count)
    }
    gatherMore()
  }
}

extension RangeSelectionViewModel {
  private var focusedRow: Int? { list.outputs.focusedIndexPath?.row }

  private func photo(inRow row: Int) -> Photo? {
    list.outputs.photo(at: IndexPath(row: row, section: 0))
  }

  private var focus: (id: Photo.ID?, row: Int)? {
    focusedRow.map { (photo(inRow: $0)?.id, $0) }
  }

  /// Moves the anchor when the list has other rows, or has them elsewhere.
  private func followAnchor() {
    guard var anchor else { return }
    let outputs = list.outputs
    guard outputs.numberOfCells > 0, outputs.shownQuery == anchor.query else {
      return endRange()
    }
    if let id = anchor.id, let found = outputs.indexPath(of: id) {
      anchor.row = found.row
    } else if let photo = photo(inRow: anchor.row) {
      // The photo is gone, or known only now: the range begins at its row.
      anchor.id = photo.id
    } else if let old = lastFocus, let new = focus, old.id != nil, old.id == new.id {
      // Its page is not loaded: it moved as far as the focus did.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, outputs.numberOfCells - 1))
    self.anchor = anchor
  }

  /// Remembers what is loaded of the range.
  private func remember() {
    guard let rows else {
      (known, markedPhotos, firstUnknownRow) = ([:], [], nil)
      return
    }
    if known.count > rows.count || known.contains(where: { !rows.contains($0.key) }) {
      known = known.filter { rows.contains($0.key) }
    }
    markedPhotos.removeAll(keepingCapacity: true)
    firstUnknownRow = nil
    for row in rows {
      if let photo = photo(inRow: row), !photo.needsDetails || known[row] == nil {
        known[row] = photo
      }
      if let photo = known[row] { markedPhotos.append(photo) }
      if firstUnknownRow == nil, known[row]?.needsDetails ?? true { firstUnknownRow = row }
    }
  }
}
