/// The alignment of text in its columns.
nonisolated public enum TextAlignment: Hashable, Sendable {
  case left, center, right
}

extension Surface {
  /// Writes one line of text; if it doesn't fit, it is truncated with an ellipsis.
  ///
  /// Tabs and line breaks become a space, other control characters U+FFFD. The style's colours replace the existing
  /// ones.
  ///
  /// - Parameters:
  ///   - maxColumns: The maximum width; the surface's right edge limits it, too.
  ///   - ellipsis: Replaces the part that is cut off; one column wide. nil just cuts.
  /// - Returns: The columns used.
  /// - Complexity: O(*columns*), however long the text.
  @discardableResult
  public nonisolated mutating func write(
    _ text: String, at point: Point, style: Style = .plain, maxColumns: Int? = nil,
    ellipsis: Character? = "…"
  ) -> Int {
    let available = min(maxColumns ?? .max, size.columns - point.column)
    guard available > 0 else { return 0 }
    let end = point.column + available
    var column = point.column
    /// Where the ellipsis would go: the last column where it fits.
    var cut = column
    var isCut = false
    var isRightToLeft = false
    defer {
      if isRightToLeft { markRightToLeft(columns: point.column..<column, row: point.row) }
    }
    for character in text {
      let cluster = Cluster(character)
      isCut = column + cluster.columns > end
      if isCut { break }
      if let base = cluster.first?.character.unicodeScalars.first, RightToLeft.contains(base) {
        isRightToLeft = true
      }
      column = put(cluster, atColumn: column, row: point.row, style: style)
      if column < end { cut = column }
    }
    guard isCut, let ellipsis else { return column - point.column }
    let covered = Rect(column: cut, row: point.row, columns: column - cut, rows: 1)
    fill(covered, with: Cell(style: style))
    self[cut, point.row] = Cell(character: ellipsis, style: style)
    return cut + 1 - point.column
  }

  /// - Returns: The column after the cluster.
  private nonisolated mutating func put(
    _ cluster: Cluster, atColumn start: Int, row: Int, style: Style
  ) -> Int {
    guard let first = cluster.first else { return start }
    put(
      Cell(character: first.character, style: style, width: first.width), atColumn: start,
      row: row)
    var column = start + Int(first.width)
    for glyph in cluster.rest {
      put(
        Cell(character: glyph.character, style: style, width: glyph.width), atColumn: column,
        row: row)
      column += Int(glyph.width)
    }
    return column
  }

  /// Writes one line of text, aligned in the first line of a rectangle and truncated with an ellipsis.
  ///
  /// - Returns: The columns used.
  @discardableResult
  public nonisolated mutating func write(
    _ text: String, in rect: Rect, style: Style = .plain, alignment: TextAlignment
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    var column = rect.minColumn
    if alignment != .left {
      let free = rect.size.columns - GlyphWidth.columns(of: text, atMost: rect.size.columns)
      column += alignment == .center ? free / 2 : free
    }
    return write(
      text, at: Point(column: column, row: rect.minRow), style: style,
      maxColumns: rect.maxColumn - column)
  }

  /// Writes a paragraph, wrapped at spaces, from the top of a rectangle.
  ///
  /// - Returns: The lines used.
  @discardableResult
  public nonisolated mutating func writeWrapped(
    _ text: String, in rect: Rect, style: Style = .plain, alignment: TextAlignment = .left
  ) -> Int {
    let lines = TextLayout.wrap(
      text, columns: rect.size.columns, maxRows: rect.size.rows)
    for (index, line) in lines.enumerated() {
      write(
        line,
        in: Rect(
          column: rect.minColumn, row: rect.minRow + index, columns: rect.size.columns, rows: 1),
        style: style, alignment: alignment)
    }
    return lines.count
  }
}

extension Cell {
  /// A cell for a grapheme cluster, with the width that a terminal gives it. Only the first glyph of a cluster
  /// that takes several.
  public nonisolated init(glyph: Character, style: Style = .plain) {
    let first = Cluster(glyph).first ?? Cluster.replacement
    self.init(character: first.character, style: style, width: first.width)
  }
}
