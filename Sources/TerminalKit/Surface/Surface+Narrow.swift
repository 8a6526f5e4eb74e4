extension Surface {
  /// Writes a line if its visible part is narrow text from left to right, by far the most frequent case, without grapheme
  /// breaking or width look-ups.
  ///
  /// - Returns: The columns used; nil, with nothing written, if the line contains anything else.
  nonisolated mutating func writeNarrow(
    _ text: String, at point: Point, style: Style, available: Int, ellipsis: Character?
  ) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      // One scalar more, because a combining mark might follow the last one.
      guard let count = GlyphWidth.narrowCount(in: bytes, atMost: clampedSum(available, 1)) else {
        return nil
      }
      let isCut = count > available
      let letters = isCut ? (ellipsis == nil ? available : available - 1) : count

      let visible = visibleBounds
      let used = isCut ? available : count
      guard point.row >= visible.minRow, point.row < visible.maxRow else { return used }
      let start = max(point.column, visible.minColumn)
      let end = min(point.column + letters, visible.maxColumn)
      var letter = Cell(style: style)
      replaceRun(column: start, row: point.row, count: end - start) { run in
        var offset = 0
        for _ in point.column..<start { _ = GlyphWidth.narrowScalar(in: bytes, at: &offset) }
        for index in run.indices {
          letter.scalar = GlyphWidth.narrowScalar(in: bytes, at: &offset) ?? " "
          run[index] = letter
        }
      }
      if isCut, let ellipsis {
        self[point.column + letters, point.row] = Cell(character: ellipsis, style: style)
      }
      return used
    } ?? nil
  }
}
