import Foundation
import GalleryDomain

/// A range of rows, from where it was begun to the focus, like lines selected with vi's `V`; or none.
///
/// It begins at a photo, not at a row, and stays with it when the list is loaded again. What was loaded of it is remembered,
/// because the list drops the pages far from its window.
struct RowRange {
  /// The most rows in a range: all of them are remembered, and gone through at each key.
  static let limit = 5_000

  /// Where it was begun.
  private struct Anchor {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var row: Int
    /// It ends when the list shows another query, whose rows are others.
    let query: PhotoQuery
  }

  private var anchor: Anchor?
  /// The photos that were loaded in its rows, as they were last seen.
  private var known: [Int: Photo] = [:]
  /// The photos of its rows that were loaded, in the order of the rows.
  private(set) var photos: [Photo] = []
  /// The first of its rows whose photo has not been loaded and read.
  private(set) var firstUnknownRow: Int?
  /// The first of its rows whose photo has not been loaded.
  private(set) var firstUnloadedRow: Int?
  /// Where the focus was when it was last looked at.
  private var lastFocus: (id: Photo.ID?, row: Int)?

  var isBegun: Bool { anchor != nil }

  /// nil if there is no range.
  func rows(of list: any PhotoListViewModelOutputs) -> Range<Int>? {
    let last = list.numberOfCells - 1
    guard let anchor, last >= 0, let focus = list.focusedIndexPath?.row else { return nil }
    let start = max(0, min(anchor.row, last))
    let end = max(0, min(focus, last))
    return end >= start
      ? start..<(min(end, start + Self.limit - 1) + 1)
      : max(end, start - Self.limit + 1)..<(start + 1)
  }

  /// - Returns: Whether there is a row in focus to begin at.
  mutating func begin(in list: any PhotoListViewModelOutputs) -> Bool {
    guard let row = list.focusedIndexPath?.row, row < list.numberOfCells else { return false }
    anchor = Anchor(id: list.photo(inRow: row)?.id, row: row, query: list.shownQuery)
    return true
  }

  mutating func end() {
    anchor = nil
    (known, photos, firstUnknownRow, firstUnloadedRow) = ([:], [], nil, nil)
  }

  mutating func focusMoved(in list: any PhotoListViewModelOutputs) {
    lastFocus = Self.focus(of: list)
  }

  /// Follows its first photo when the list has other rows, or has them elsewhere.
  ///
  /// - Returns: Whether the rows are still those of its query; if not, it has ended.
  mutating func rowsChanged(in list: any PhotoListViewModelOutputs) -> Bool {
    let isThere = follow(list)
    if !isThere { end() }
    lastFocus = Self.focus(of: list)
    // If a row now has another photo, the rows that are not loaded may have moved too.
    let isMoved = known.contains { row, old in
      list.photo(inRow: row).map { $0.id != old.id } ?? false
    }
    if isMoved { known = [:] }
    remember(list)
    return isThere
  }

  private mutating func follow(_ list: any PhotoListViewModelOutputs) -> Bool {
    guard var anchor else { return true }
    guard list.numberOfCells > 0, list.shownQuery == anchor.query else { return false }
    if let id = anchor.id, let found = list.indexPath(of: id) {
      anchor.row = found.row
    } else if let photo = list.photo(inRow: anchor.row) {
      // The photo is gone, or known only now: the range begins at its row.
      anchor.id = photo.id
    } else if let old = lastFocus, let new = Self.focus(of: list), old.id != nil, old.id == new.id {
      // Its page is not loaded: it moved as far as the focus did.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, list.numberOfCells - 1))
    self.anchor = anchor
    return true
  }

  /// What the source said before it was asked again may be out of date.
  mutating func reload(from list: any PhotoListViewModelOutputs) {
    known = [:]
    remember(list)
  }

  /// Remembers what is loaded of its rows.
  mutating func remember(_ list: any PhotoListViewModelOutputs) {
    guard let rows = rows(of: list) else {
      (known, photos, firstUnknownRow, firstUnloadedRow) = ([:], [], nil, nil)
      return
    }
    if known.count > rows.count || known.contains(where: { !rows.contains($0.key) }) {
      known = known.filter { rows.contains($0.key) }
    }
    photos.removeAll(keepingCapacity: true)
    (firstUnknownRow, firstUnloadedRow) = (nil, nil)
    for row in rows {
      if let photo = list.photo(inRow: row), !photo.needsDetails || known[row] == nil {
        known[row] = photo
      }
      if let photo = known[row] { photos.append(photo) }
      if firstUnloadedRow == nil, known[row] == nil { firstUnloadedRow = row }
      if firstUnknownRow == nil, known[row]?.needsDetails ?? true { firstUnknownRow = row }
    }
  }

  private static func focus(
    of list: any PhotoListViewModelOutputs
  ) -> (id: Photo.ID?, row: Int)? {
    list.focusedIndexPath.map { (list.photo(at: $0)?.id, $0.row) }
  }
}

extension PhotoListViewModelOutputs {
  /// The photo of a row; nil if it is not loaded or does not exist.
  func photo(inRow row: Int) -> Photo? { photo(at: IndexPath(row: row, section: 0)) }
}
