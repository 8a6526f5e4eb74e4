import TerminalKit

/// The layout of an order's outcome at a size: texts and links, with the code on their right, else below them.
nonisolated struct OrderOutcomeLayout: Equatable {
  let texts: Rect
  /// Two lines per link, or all remaining lines if there is only one.
  let links: Rect
  /// Where the code goes; nil if it doesn't fit anywhere.
  let code: Rect?
  /// The line that says so; nil if there isn't one.
  let codeHint: Int?

  /// Narrower texts are hard to read.
  private static let leastTextColumns = 30

  /// - Parameters:
  ///   - textRows: The number of lines of the texts at a width.
  ///   - codeSize: The size of the code in the given room; nil if it doesn't fit, or there is no code.
  init(
    size: Size, linkCount: Int, hasCode: Bool, textRows: (Int) -> Int,
    codeSize: (Size) -> Size?
  ) {
    let content = PhotoListFrame(size: size).content
    let columns = max(1, size.columns - 3)
    if hasCode,
      let wanted = codeSize(
        Size(columns: columns - Self.leastTextColumns - 1, rows: content.size.rows))
    {
      let left = columns - wanted.columns - 2
      let rows = min(textRows(left), content.size.rows)
      texts = Rect(column: 2, row: content.minRow, columns: left, rows: rows)
      links = Rect(
        column: 0, row: content.minRow + rows + 1, columns: left + 2,
        rows: content.size.rows - rows - 1)
      code = Rect(
        origin: Point(column: size.columns - wanted.columns - 1, row: content.minRow), size: wanted)
      codeHint = nil
      return
    }
    let rows = min(textRows(columns), max(1, content.size.rows / 2))
    texts = Rect(column: 2, row: content.minRow, columns: columns, rows: rows)
    let gap = content.size.rows >= 12 ? 1 : 0
    let below = content.size.rows - rows - gap
    let linkRows = min(2 * linkCount, max(0, below))
    let codeRoom = Size(columns: columns, rows: below - linkRows - 1)
    let linkRow = content.minRow + rows + gap
    if hasCode, let wanted = codeSize(codeRoom) {
      links = Rect(column: 0, row: linkRow, columns: size.columns, rows: linkRows)
      code = Rect(origin: Point(column: 2, row: linkRow + linkRows + 1), size: wanted)
      codeHint = nil
    } else {
      let hintRows = hasCode && below > 2 ? 1 : 0
      links = Rect(column: 0, row: linkRow, columns: size.columns, rows: below - hintRows)
      code = nil
      codeHint = hintRows > 0 ? content.maxRow - 1 : nil
    }
  }
}
