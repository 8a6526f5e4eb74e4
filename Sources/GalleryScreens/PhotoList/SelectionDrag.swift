/// A drag along the signs of the rows: all rows from where it began become what the first one has become, and again what
/// they were when it goes back.
nonisolated struct SelectionDrag {
  private let start: Int
  private let isSelecting: Bool
  /// What was selected before of the rows where it is.
  private var former: [Int: Bool] = [:]

  /// - Parameter isSelected: Whether the row is selected now.
  init(at row: Int, isSelected: Bool) {
    start = row
    isSelecting = !isSelected
  }

  /// - Parameter isSelected: Whether a row is selected now.
  /// - Returns: The rows that change, with whether they are selected then.
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
