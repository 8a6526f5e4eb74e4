/// Where text stands in its columns.
nonisolated public enum TextAlignment: Hashable, Sendable {
  case left, center, right
}

extension Surface {
  /// Writes one line of text and cuts what does not fit, with an ellipsis.
  ///
  /// Tabs and line ends become a space, other control characters U+FFFD. The style's colours replace
  /// those that were there.
  ///
  /// - Parameters:
  ///   - maxColumns: At most this many; the surface's right edge always ends it.
  ///   - ellipsis: What stands for the part that is cut off; one column wide; nil just cuts.
  /// - Returns: The columns used.
  /// - Complexity: O(*columns*), however long the text.
  @discardableResult
  public nonisolated mutating func write(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, maxColumns: Int? = nil,
    ellipsis: Character? = "…"
  ) -> Int {
    let available = min(maxColumns ?? .max, clampedSum(size.columns, -point.column))
    guard available > 0 else { return 0 }
    let visible = visibleBounds
    guard point.row >= visible.minRow, point.row < visible.maxRow else {
      return min(available, GlyphWidth.columns(of: text, atMost: available))
    }
    var column = point.column
    let end = point.column + available
    /// Where the ellipsis would stand: the last place where it fits.
    var cut = column
    for character in text {
      let cluster = Cluster(character)
      if column + cluster.columns > end {
        guard let ellipsis else { return column - point.column }
        fill(
          Rect(column: cut, row: point.row, columns: end - cut, rows: 1), with: Cell(style: style))
        self[cut, point.row] = Cell(character: ellipsis, style: style)
        return cut + 1 - point.column
      }
      guard let first = cluster.first else { continue }
      self[column, point.row] = Cell(
        character: first.character, style: style, width: first.width)
      column += Int(first.width)
      for glyph in cluster.rest {
        self[column, point.row] = Cell(
          character: glyph.character, style: style, width: glyph.width)
        column += Int(glyph.width)
      }
      if column < end { cut = column }
    }
    return column - point.column
  }

  /// Writes one line of text, aligned in a line of a rectangle; cut with an ellipsis.
  @discardableResult
  public nonisolated mutating func write(
    _ text: some StringProtocol, in rect: Rect, style: Style = .plain, alignment: TextAlignment,
    ellipsis: Character? = "…"
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    var column = rect.minColumn
    if alignment != .left {
      let free = rect.size.columns - GlyphWidth.columns(of: text, atMost: rect.size.columns)
      column += alignment == .center ? free / 2 : free
    }
    return write(
      text, at: Point(column: column, row: rect.minRow), style: style,
      maxColumns: rect.maxColumn - column, ellipsis: ellipsis)
  }

  /// Writes a paragraph, wrapped at spaces, from the top of a rectangle.
  ///
  /// - Returns: The lines used.
  @discardableResult
  public nonisolated mutating func writeWrapped(
    _ text: String, in rect: Rect, style: Style = .plain, alignment: TextAlignment = .left
  ) -> Int {
    let lines = TextLayout.wrap(text, columns: rect.size.columns, maxRows: rect.size.rows)
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
  /// A cell for a grapheme cluster, with the width that a terminal gives it; of a cluster with several
  /// glyphs the first.
  public nonisolated init(glyph: Character, style: Style = .plain) {
    let first = Cluster(glyph).first ?? Cluster.replacement
    self.init(character: first.character, style: style, width: first.width)
  }
}
