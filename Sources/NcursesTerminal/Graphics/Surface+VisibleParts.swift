import TerminalKit

nonisolated extension Surface {
  /// The uncovered cells of a picture as a few rectangles, from top to bottom: one for a whole picture, four around a
  /// box in the middle.
  ///
  /// - Complexity: O(*cells of the picture*).
  func visibleParts(of placement: GraphicPlacement) -> [Rect] {
    let rect = placement.rect.intersection(bounds)
    var done: [Rect] = []
    /// The rectangles that reach the row above.
    var open: [Rect] = []
    for row in rect.minRow..<rect.maxRow {
      let runs = visibleRuns(inRow: row, from: rect.minColumn, to: rect.maxColumn)
      var next: [Rect] = []
      for run in runs {
        if let index = open.firstIndex(where: {
          $0.minColumn == run.lowerBound && $0.size.columns == run.count
        }) {
          var grown = open.remove(at: index)
          grown.size.rows += 1
          next.append(grown)
        } else {
          next.append(Rect(column: run.lowerBound, row: row, columns: run.count, rows: 1))
        }
      }
      done += open
      open = next
    }
    done += open
    return done.sorted { ($0.minRow, $0.minColumn) < ($1.minRow, $1.minColumn) }
  }

  private func visibleRuns(inRow row: Int, from start: Int, to end: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var first: Int?
    for column in start..<end {
      if showsGraphic(atColumn: column, row: row) {
        if first == nil { first = column }
      } else if let begin = first {
        runs.append(begin..<column)
        first = nil
      }
    }
    if let begin = first { runs.append(begin..<end) }
    return runs
  }
}
