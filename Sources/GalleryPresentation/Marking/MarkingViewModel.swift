import Foundation
import GalleryDomain

/// A range of rows, from where it was begun to the selection, as vi's `V` marks lines.
///
/// It begins at a photo, not at a row, and stays with it while the list is loaded again. What was loaded of the range
/// is remembered, for the list forgets the pages far from its window. Bound to no actor, as the list's view model.
public final class MarkingViewModel {
  /// The most rows that a range takes: it is remembered whole, and gone through at each key.
  public static let rowLimit = 5_000

  public var updateClosure: (() -> Void)?
  let list: any PhotoListViewModelType
  private var anchor: Anchor?
  /// The photos of marked rows that were seen, as they were seen last.
  private(set) var known: [Int: Photo] = [:]
  public private(set) var markedPhotos: [Photo] = []
  /// The first marked row of which not everything is known.
  private(set) var firstUnknownRow: Int?
  /// Where the selection stood when it was looked at last.
  private var lastFocus: (id: Photo.ID?, row: Int)?
  private var wasLoading = false
  var gatherings: [Gathering] = []
  var isStepping = false

  /// Where the range was begun.
  private struct Anchor {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var row: Int
    let question: Question
  }

  /// What the rows are the answer to: those of another question are other rows.
  private struct Question: Equatable {
    let search: String?
    let saleFilter: SaleFilter
    let filter: String?
    let sort: PhotoSort?

    init(_ outputs: any PhotoListViewModelOutputs) {
      search = outputs.searchText
      saleFilter = outputs.saleFilter
      filter = outputs.filterText
      sort = outputs.sort
    }
  }

  public init(list: any PhotoListViewModelType) {
    self.list = list
  }
}

extension MarkingViewModel: MarkingViewModelType {
  public var inputs: any MarkingViewModelInputs { self }
  public var outputs: any MarkingViewModelOutputs { self }
}

extension MarkingViewModel: MarkingViewModelOutputs {
  public var rows: Range<Int>? {
    let last = list.outputs.numberOfCells - 1
    guard let anchor, last >= 0, let focus = focusedRow else { return nil }
    let start = max(0, min(anchor.row, last))
    let end = max(0, min(focus, last))
    return end >= start
      ? start..<(min(end, start + Self.rowLimit - 1) + 1)
      : max(end, start - Self.rowLimit + 1)..<(start + 1)
  }

  public var countText: String? { rows.map { BasketText.marked($0.count) } }

  public var isComplete: Bool {
    if anchor != nil { return firstUnknownRow == nil }
    guard let photo = focusedRow.flatMap(photo(inRow:)) else { return focusedRow == nil }
    return !photo.needsDetails
  }
}

extension MarkingViewModel: MarkingViewModelInputs {
  public func toggleRange() {
    guard anchor == nil else { return endRange() }
    let outputs = list.outputs
    guard let row = focusedRow, row < outputs.numberOfCells else { return }
    anchor = Anchor(
      id: photo(inRow: row)?.id, row: row, question: Question(outputs))
    selectionMoved()
  }

  public func endRange() {
    guard anchor != nil else { return }
    anchor = nil
    gatherings.removeAll { $0.wish == .range }
    remember()
    updateClosure?()
  }

  public func selectionMoved() {
    lastFocus = focus
    // A row that is still empty is no longer what the person wants; a photo that is being read is.
    gatherings.removeAll { gathering in
      if case .photo(nil, let row) = gathering.wish { row != focusedRow } else { false }
    }
    remember()
    updateClosure?()
  }

  public func rowsChanged() {
    followAnchor()
    lastFocus = focus
    // Where one row has another photo, those that are not loaded may stand elsewhere too.
    let isMoved = known.contains { row, old in photo(inRow: row).map { $0.id != old.id } ?? false }
    if isMoved { known = [:] }
    remember()
    gatherMore()
  }

  public func statusChanged() {
    let isLoading = list.outputs.isLoading
    if wasLoading, !isLoading {
      // What the source said before it was asked again is no longer what it says.
      known = [:]
      remember()
    }
    wasLoading = isLoading
    gatherMore()
  }
}

extension MarkingViewModel {
  var focusedRow: Int? { list.outputs.focusedIndexPath?.row }

  func photo(inRow row: Int) -> Photo? { list.outputs.photo(at: IndexPath(row: row, section: 0)) }

  private var focus: (id: Photo.ID?, row: Int)? {
    focusedRow.map { (photo(inRow: $0)?.id, $0) }
  }

  /// The list has other rows, or has them elsewhere.
  private func followAnchor() {
    guard var anchor else { return }
    let outputs = list.outputs
    guard outputs.numberOfCells > 0, Question(outputs) == anchor.question else {
      return endRange()
    }
    if let id = anchor.id, let found = outputs.indexPath(of: id) {
      anchor.row = found.row
    } else if let photo = photo(inRow: anchor.row) {
      // It is gone, or known only now: the range begins where it stood.
      anchor.id = photo.id
    } else if let old = lastFocus, let new = focus, old.id != nil, old.id == new.id {
      // Its page is not loaded: it went where the selection went.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, outputs.numberOfCells - 1))
    self.anchor = anchor
  }

  /// Takes over what is loaded of the marked rows.
  func remember() {
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
