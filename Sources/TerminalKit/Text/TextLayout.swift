/// Truncates and wraps text to a number of columns, always between grapheme clusters.
nonisolated public enum TextLayout {
  /// The text, truncated if it is longer than a number of columns.
  ///
  /// - Parameter ellipsis: Replaces the part that is cut off; one column wide. nil just cuts.
  /// - Complexity: O(*columns*), however long the text is.
  public static func truncate(_ text: String, columns: Int, ellipsis: Character? = "…") -> String {
    guard columns > 0 else { return "" }
    var used = 0
    var cut = text.startIndex
    for index in text.indices {
      used += GlyphWidth.columns(of: text[index])
      if used > columns {
        guard let ellipsis else { return String(text[..<index]) }
        return String(text[..<cut]) + String(ellipsis)
      }
      if used < columns { cut = text.index(after: index) }
    }
    return text
  }

  /// The same, but what is cut off is its beginning.
  ///
  /// - Complexity: O(*n*).
  public static func truncateStart(_ text: String, columns: Int) -> String {
    guard columns > 0, GlyphWidth.columns(of: text, atMost: columns + 1) > columns else {
      return truncate(text, columns: columns)
    }
    var room = columns - 1
    let end = text.reversed().prefix { character in
      room -= GlyphWidth.columns(of: character)
      return room >= 0
    }
    return "…" + String(end.reversed())
  }

  /// The lines of a paragraph, broken at line breaks and spaces, and inside words that are too long.
  ///
  /// - Parameter maxRows: The maximum number of lines; if there are more, the last one ends with an ellipsis.
  /// - Complexity: O(*columns × maxRows*), however long the text is.
  public static func wrap(
    _ text: String, columns: Int, maxRows: Int = .max
  ) -> [String] {
    guard columns > 0, maxRows > 0 else { return [] }
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      if lines.count == maxRows - 1 {
        lines.append(lastLine(of: rest, columns: columns))
        break
      }
      let (line, end) = firstLine(of: rest, columns: columns)
      if let line { lines.append(String(line)) }
      rest = rest[end...]
    }
    return lines
  }

  /// The first line, and where the next one starts; the line is nil if a glyph is wider than the line.
  private static func firstLine(
    of text: Substring, columns: Int
  ) -> (line: Substring?, end: Substring.Index) {
    var used = 0
    /// The end of the last whole word, and the start of the next one.
    var breakEnd: Substring.Index?
    var breakNext = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if character.isNewline { return (text[..<index], next) }
      if character == " " {
        if index == text.startIndex || text[text.index(before: index)] != " " { breakEnd = index }
        breakNext = next
        // Spaces at the end of a line take no room.
        used += 1
        index = next
        continue
      }
      let width = Cluster(character).columns
      if used + width > columns {
        if let breakEnd, breakEnd > text.startIndex { return (text[..<breakEnd], breakNext) }
        if index == text.startIndex { return (nil, next) }
        return (text[..<index], index)
      }
      used += width
      index = next
    }
    return (used > columns ? text[..<(breakEnd ?? index)] : text, text.endIndex)
  }

  private static func lastLine(of text: Substring, columns: Int) -> String {
    let (line, end) = firstLine(of: text, columns: columns)
    let remainder = text[end...].drop { $0 == " " || $0.isNewline }
    if remainder.isEmpty { return String(line ?? "") }
    return truncate((line ?? "") + " ", columns: columns - 1, ellipsis: nil) + "…"
  }
}
