/// A drag along the checkmarks of the rows: all rows from its start become what the first one has become, and return to
/// what they were when the drag goes back.
nonisolated struct SelectionDrag {
  private let start: Int
  private let isSelecting: Bool
  /// Whether each row of the drag was selected before.
  private var former: [Int: Bool] = [:]

  /// - Parameter isSelected: Whether the row is selected now.
  init(at row: Int, isSelected: Bool) {
    start = row
    isSelecting = !isSelected
  }

  /// - Parameter isSelected: Whether a row is selected now.
  /// - Returns: The rows that change, and whether they are selected now.
  mutating func move(to row: Int, isSelected: (Int) -> Bool) -> [(row: Int, isSelected: Bool)] {
    let rows = min(start, row)...max(start, row)
    var changes: [(row: Int, isSelected: Bool)] = []
    for (left, wasSelected) in former.sorted(by: { $0.key < $1.key }) where !rows.contains(left) {
      changes.append((left, wasSelected))
      former[left] = nil
    }
    for row in rows where former[row] == nil {
      former[row] = isSelected(row)
      changes.append((row, isSelecting))
    }
    return changes
  }
}
