import TerminalKit

/// Arranges two to four photos: side by side, or one above the other if they are larger that way; four in a square.
///
/// All boxes have the same size, so that one zoom shows as much of each photo.
nonisolated struct CompareLayout: Equatable {
  struct Pane: Equatable {
    /// Includes the bar on the left and the caption at the foot.
    var frame: Rect
    var picture: Rect
    /// One line, or two in a tall terminal.
    var caption: Rect
  }

  let panes: [Pane]
  /// How many are side by side.
  let columnCount: Int
  let keyLine: Rect

  private static let minimumRowsForFacts = 12

  init(size: Size, count: Int) {
    keyLine = Chrome.lines(size.rows - 1, of: size)
    let body = Size(columns: size.columns, rows: size.rows - 1)
    guard count > 0 else {
      (panes, columnCount) = ([], 1)
      return
    }
    let columnCount = Self.columnCount(count, in: body)
    let rowCount = (count + columnCount - 1) / columnCount
    let pane = Size(columns: body.columns / columnCount, rows: body.rows / rowCount)
    self.columnCount = columnCount
    panes = (0..<count).map { index in
      Self.pane(
        Rect(
          origin: Point(
            column: index % columnCount * pane.columns, row: index / columnCount * pane.rows),
          size: pane))
    }
  }

  private static func pane(_ frame: Rect) -> Pane {
    let lines = min(frame.size.rows, frame.size.rows >= minimumRowsForFacts ? 2 : 1)
    let columns = max(0, frame.size.columns - 1)
    return Pane(
      frame: frame,
      picture: Rect(
        column: frame.minColumn + 1, row: frame.minRow, columns: columns,
        rows: frame.size.rows - lines),
      caption: Rect(
        column: frame.minColumn + 1, row: frame.maxRow - lines, columns: columns, rows: lines))
  }

  private static func columnCount(_ count: Int, in body: Size) -> Int {
    if count == 4 { return 2 }
    let beside = width(in: Size(columns: body.columns / count, rows: body.rows))
    let above = width(in: Size(columns: body.columns, rows: body.rows / count))
    return beside >= above ? count : 1
  }

  /// The columns of a photo of 3:2 in a pane, with cells twice as high as wide.
  private static func width(in pane: Size) -> Int {
    min(pane.columns - 1, (pane.rows - 1) * 3)
  }
}
