import CNcurses
import TerminalKit

/// Makes ncurses' cells from glyphs, so that ncurses and the surface agree on every width.
///
/// ncurses accepts one spacing character per cell, by the C library's widths, and up to four marks on it. Anything else
/// (joined emoji, variation selectors) is reduced to its first character. A glyph that would be narrower is
/// followed by a space, and one that would be wider or invisible is replaced. The layout never shifts.
nonisolated struct GlyphEncoder {
  /// The number of marks that ncurses stores with a character (`CCHARW_MAX` less one).
  private static let markLimit = 4

  private var text: [wchar_t] = Array(repeating: 0, count: markLimit + 2)

  /// Appends the cells of one glyph, which take exactly `width` columns.
  mutating func append(
    _ glyph: Cell, width: Int, attributes: attr_t, pair: Int32, to cells: inout [cchar_t]
  ) {
    var columns = encode(glyph, width: width)
    appendText(attributes, pair, to: &cells)
    text[0] = 0x20
    text[1] = 0
    while columns < width {
      appendText(attributes, pair, to: &cells)
      columns += 1
    }
  }

  private func appendText(_ attributes: attr_t, _ pair: Int32, to cells: inout [cchar_t]) {
    var cell = cchar_t()
    text.withUnsafeBufferPointer { curses_set_cell(&cell, $0.baseAddress, attributes, pair) }
    cells.append(cell)
  }

  /// Writes the glyph into `text` and returns its width: 1 or 2, at most `width`.
  private mutating func encode(_ glyph: Cell, width: Int) -> Int {
    let baseWidth = columns(of: glyph.scalar)
    guard baseWidth > 0, baseWidth <= width else {
      text[0] = 0xFFFD
      text[1] = 0
      return 1
    }
    text[0] = wchar_t(bitPattern: glyph.scalar.value)
    var count = 1
    if glyph.hasMarks {
      for mark in glyph.scalars.dropFirst() {
        guard count <= Self.markLimit, columns(of: mark) == 0 else { break }
        text[count] = wchar_t(bitPattern: mark.value)
        count += 1
      }
    }
    text[count] = 0
    return baseWidth
  }

  /// -1 for what must not be written: control characters, and characters that the C library does not know.
  private func columns(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x7F && scalar.value >= 0x20
      ? 1 : Int(curses_columns(wchar_t(bitPattern: scalar.value)))
  }
}

nonisolated extension wchar_t {
  /// Characters are below 2³¹, so the sign never matters.
  fileprivate init(bitPattern value: UInt32) {
    self = wchar_t(truncatingIfNeeded: value)
  }
}
