extension Surface {
  /// Writes a line if its visible part is printable ASCII, by far the most frequent case, without grapheme breaking or
  /// width look-ups.
  ///
  /// - Returns: The columns used; nil, with nothing written, if the line contains anything else.
  nonisolated mutating func writeASCII(
    _ text: String, at point: Point, style: Style, available: Int, ellipsis: Character?
  ) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      // One byte more, because a combining mark might follow the last character.
      let count = min(bytes.count, clampedSum(available, 1))
      for index in 0..<count where !GlyphWidth.isPrintableASCII(bytes[index]) { return nil }
      let isCut = count > available
      let letters = isCut ? (ellipsis == nil ? available : available - 1) : count

      let visible = visibleBounds
      let used = isCut ? available : count
      guard point.row >= visible.minRow, point.row < visible.maxRow else { return used }
      let start = max(point.column, visible.minColumn)
      let end = min(point.column + letters, visible.maxColumn)
      let skipped = start - point.column
      var letter = Cell(style: style)
      replaceRun(column: start, row: point.row, count: end - start) { run in
        for offset in run.indices {
          letter.scalar = Unicode.Scalar(bytes[skipped + offset])
          run[offset] = letter
        }
      }
      if isCut, let ellipsis {
        self[point.column + letters, point.row] = Cell(character: ellipsis, style: style)
      }
      return used
    } ?? nil
  }
}
