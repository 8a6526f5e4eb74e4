/// Where the lines of a text area begin and end: broken at line breaks, otherwise at spaces, otherwise inside a word.
nonisolated struct TextAreaLines: Equatable {
  /// Ranges of the characters, without the newline that ends a line; at least one.
  let ranges: [Range<Int>]

  /// - Parameter columns: The width of a line, at least 1; spaces at its end may exceed it.
  init(_ characters: [Character], columns: Int) {
    let columns = max(1, columns)
    var ranges: [Range<Int>] = []
    var start = 0
    /// After the last space of the line.
    var breakIndex = 0
    var used = 0
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        ranges.append(start..<index)
        (start, breakIndex, used) = (index + 1, index + 1, 0)
        continue
      }
      let width = GlyphWidth.columns(of: character)
      if character != " ", used + width > columns, index > start {
        let end = breakIndex > start ? breakIndex : index
        ranges.append(start..<end)
        used = characters[end..<index].reduce(0) { $0 + GlyphWidth.columns(of: $1) }
        (start, breakIndex) = (end, end)
      }
      used += width
      if character == " " { breakIndex = index + 1 }
    }
    ranges.append(start..<characters.count)
    self.ranges = ranges
  }

  /// The line of a cursor position; at a soft break, the later line.
  func line(of index: Int) -> Int {
    max(0, (ranges.lastIndex { $0.lowerBound <= index }) ?? 0)
  }

  /// The last cursor position in a line.
  func end(ofLine line: Int) -> Int {
    let range = ranges[line]
    let isBroken = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
    return isBroken ? max(range.lowerBound, range.upperBound - 1) : range.upperBound
  }
}
