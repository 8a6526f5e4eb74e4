import TerminalKit

/// Makes output independent of the width that the terminal gives to a glyph.
///
/// For text with disputed glyphs in ncurses' output, its cells are cleared first, for a terminal that draws it
/// narrower, and the cursor is set explicitly after it, for every terminal. Both leave the cursor where ncurses expects
/// it, so that the following bytes mean what ncurses intended. If a terminal draws the text wider, `CursesScreen` makes
/// ncurses rewrite the cells that it covers.
nonisolated struct WidthGuard {
  private struct Glyph {
    /// The index in the bytes.
    var start: Int
    var column: Int
    var columns: Int
    var base: Unicode.Scalar
    var marks: [Unicode.Scalar] = []

    /// Without an array for each glyph of a row.
    var kind: DisputedWidth.Kind {
      marks.isEmpty ? DisputedWidth.kind(of: base) : DisputedWidth.kind(of: [base] + marks)
    }
  }

  private var cursor: CursesCursor
  private var result: [UInt8] = []
  /// The bytes before this index are in the result.
  private var copied = 0
  /// The text since the last sequence.
  private var glyphs: [Glyph] = []
  /// DECAWM: text at the end of a line continues in the next one.
  private var wraps = true

  /// - Parameters:
  ///   - bytes: What ncurses writes to an ECMA-48 terminal.
  ///   - position: The previous cursor position according to ncurses.
  static func guarded(_ bytes: [UInt8], size: Size, from position: Point) -> [UInt8] {
    var guarding = WidthGuard(cursor: CursesCursor(size: size, at: position))
    guarding.feed(bytes)
    return guarding.result
  }

  private init(cursor: CursesCursor) {
    self.cursor = cursor
  }

  private mutating func feed(_ bytes: [UInt8]) {
    result.reserveCapacity(bytes.count + 256)
    var output = CursesOutput(bytes)
    while true {
      let start = output.index
      guard let element = output.next() else { break }
      if case .scalar(let scalar, let columns) = element {
        add(scalar, columns: columns, at: start)
      } else {
        finishText(in: bytes, end: start)
        if case .sequence(let final, [7], isPrivate: true) = element {
          wraps = final == UInt8(ascii: "h")
        }
      }
      cursor.follow(element)
    }
    finishText(in: bytes, end: bytes.count)
    result += bytes[copied...]
  }

  private mutating func add(_ scalar: Unicode.Scalar, columns: Int, at start: Int) {
    if columns <= 0, !glyphs.isEmpty {
      glyphs[glyphs.count - 1].marks.append(scalar)
      return
    }
    glyphs.append(
      Glyph(
        start: start, column: cursor.start(ofColumns: columns), columns: columns, base: scalar)
    )
  }

  private mutating func finishText(in bytes: [UInt8], end: Int) {
    defer { glyphs.removeAll(keepingCapacity: true) }
    for piece in DisputedWidth.pieces(in: glyphs.indices, kind: { glyphs[$0].kind }) {
      let pieceEnd = piece.upperBound < glyphs.count ? glyphs[piece.upperBound].start : end
      write(glyphs[piece], bytes[glyphs[piece.lowerBound].start..<pieceEnd], of: bytes)
    }
  }

  private mutating func write(
    _ piece: ArraySlice<Glyph>, _ text: ArraySlice<UInt8>, of bytes: [UInt8]
  ) {
    let columns = piece.reduce(0) { $0 + $1.columns }
    let end = piece[piece.startIndex].column + columns
    result += bytes[copied..<text.startIndex]
    copied = text.endIndex
    // Text that is too wide for the line must neither continue in the next one nor scroll the screen.
    if wraps { result += Self.wrapOff }
    result += Array(repeating: 0x20, count: columns)
    // A vowel sign whose letter was drawn over would combine with whatever precedes it.
    if let first = piece.first(where: { !DisputedWidth.isDependent($0.base) }) {
      result += ControlSequence.move(to: Point(column: first.column, row: cursor.row))
      result += bytes[first.start..<text.endIndex]
    }
    // After the last column ncurses does not know where the cursor is, and uses absolute moves.
    if end < cursor.size.columns {
      result += ControlSequence.move(to: Point(column: end, row: cursor.row))
    }
    if wraps { result += Self.wrapOn }
  }

  private static let wrapOff = Array("\u{1B}[?7l".utf8)
  private static let wrapOn = Array("\u{1B}[?7h".utf8)
}
