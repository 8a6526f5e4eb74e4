import Foundation
import TerminalKit

/// Characters that some terminals draw two columns wide, as East Asian fonts do (UAX #11, *Ambiguous*): `xterm
/// -cjk_width`, and a setting of VTE, mintty and others. ncurses and our layout give them one column.
///
/// Symbols are replaced by ASCII, Latin letters are decomposed into a letter and its accent, and half blocks of
/// pictures become a whole cell. Greek, Cyrillic and the like have no narrow form: they are positioned like other
/// disputed glyphs, so that a long word is cut and nothing after it moves.
nonisolated enum AmbiguousWidth {
  /// Replaces characters that may be wide with ones that are always narrow.
  ///
  /// - Complexity: O(*cells*).
  static func narrow(_ surface: inout Surface) {
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        guard cell.width == 1, cell.scalar.value > 0xA0, let narrow = substitute(for: cell)
        else { continue }
        surface[column, row] = narrow
      }
    }
  }

  private static func substitute(for cell: Cell) -> Cell? {
    var cell = cell
    let scalar = cell.scalar
    switch scalar.value {
    case 0x2580...0x2595
    where cell.style.foreground != .default && cell.style.background != .default:
      // A part of a picture; of its two colours the background is shown.
      if scalar.value == 0x2588 { cell.style.background = cell.style.foreground }
      cell.scalar = " "
    default:
      guard let character = signs[scalar.value] ?? takenApart(cell.character, scalar) else {
        return nil
      }
      cell.character = character
    }
    return cell
  }

  /// `é` as `e` and an accent, which has no width.
  private static func takenApart(_ character: Character, _ scalar: Unicode.Scalar) -> Character? {
    guard (0xC0..<0x250).contains(scalar.value) else { return nil }
    let parts = String(character).decomposedStringWithCanonicalMapping.unicodeScalars
    guard let base = parts.first, base.isASCII else { return nil }
    return Character(String(parts))
  }

  /// Whether a scalar may be drawn wide, approximately: if a narrow one is included, it is only positioned explicitly.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA1..<0x100, 0x110..<0x17F, 0x2C4..<0x2E0, 0x391..<0x3CA, 0x401..<0x452,
      0x2010..<0x2040, 0x2074..<0x2090, 0x20AC, 0x2100..<0x2313, 0x2460..<0x2596,
      0x25A0..<0x2670, 0x273D, 0x2776..<0x2780:
      true
    default: false
    }
  }

  private static let signs: [UInt32: Character] = {
    var signs: [UInt32: Character] = [:]
    for (wide, narrow) in [
      ("¡", "!"), ("§¤", "$"), ("¨˝", "\""), ("ªæ", "a"), ("®", "R"), ("°º˚", "o"), ("±", "+"),
      ("²", "2"), ("³", "3"), ("´‘’′", "'"), ("¶Þ", "P"), ("·‥", "-"), ("¸‚", ","), ("¹", "1"),
      ("¼½¾", "%"), ("¿", "?"), ("Æ", "A"), ("ÐĐ", "D"), ("ðđ", "d"), ("×", "x"), ("Ø", "O"),
      ("ø", "o"), ("ß", "s"), ("þ", "p"), ("÷", ":"), ("Ħ", "H"), ("ħ", "h"), ("ı", "i"),
      ("ĸ", "k"), ("ĿŁ", "L"), ("ŀł", "l"), ("Ŋ", "N"), ("ŋ", "n"), ("Œ", "O"), ("œ", "o"),
      ("Ŧ", "T"), ("ŧ", "t"), ("‐–—―─━┄┅┈┉╌╍", "-"), ("‖│┃┆┇┊┋╎╏▌▍▎▏▐", "|"), ("“”″", "\""),
      ("†‡", "+"), ("•●★☆◆◇♠♣♥♦", "*"), ("…", "~"), ("‰", "%"), ("※", "x"), ("€", "E"),
      ("←◀◁", "<"), ("↑▲△", "^"), ("→▶▷", ">"), ("↓▼▽", "v"), ("↔↕", "-"), ("∞", "~"),
      ("≤≦", "<"), ("≥≧", ">"), ("≠≈", "="), ("√", "V"), ("○◎◯", "o"), ("■▉▊▋█▇▆▅▓▒▣", "#"),
      ("□", "o"), ("▁▂▃▄", "_"), ("▀▔", "-"), ("♀♂", "o"), ("♪♫", "~"),
    ] {
      for scalar in wide.unicodeScalars { signs[scalar.value] = Character(narrow) }
    }
    for value: UInt32 in 0x250C..<0x2580 where signs[value] == nil { signs[value] = "+" }
    return signs
  }()
}

/// Which glyphs a terminal may show with another width than ncurses expects.
nonisolated struct GlyphDisputes: Hashable, Sendable {
  /// Whether the terminal is known to draw ambiguous characters wide.
  var isAmbiguousWide = false

  func kind(of scalar: Unicode.Scalar) -> DisputedWidth.Kind {
    if isAmbiguousWide, AmbiguousWidth.contains(scalar) { return .disputed }
    return DisputedWidth.kind(of: scalar)
  }

  func kind(of glyph: [Unicode.Scalar]) -> DisputedWidth.Kind {
    if isAmbiguousWide, glyph.contains(where: AmbiguousWidth.contains) { return .disputed }
    return DisputedWidth.kind(of: glyph)
  }

  /// How many more columns a terminal may give to a glyph.
  func excess(of glyph: [Unicode.Scalar]) -> Int {
    let ambiguous = isAmbiguousWide ? glyph.count(where: AmbiguousWidth.contains) : 0
    return DisputedWidth.excess(of: glyph) + ambiguous
  }

  /// The pieces of a row that terminals draw with different widths.
  ///
  /// - Parameter columns: How many columns the screen has.
  func pieces(inRow row: Int, of surface: Surface, columns: Int) -> [DisputedPiece] {
    guard isAmbiguousWide || surface.mayHaveDisputes(inRow: row) else { return [] }
    let cells = Array(surface.cells(inRow: row).prefix(columns))
    // Without an array for each cell.
    var kinds = cells.map { $0.hasMarks ? kind(of: $0.scalars) : kind(of: $0.scalar) }
    guard kinds.contains(.disputed) else { return [] }
    // The right half of a wide glyph is of the same kind.
    for column in cells.indices.dropFirst() where cells[column].width == 0 {
      kinds[column] = kinds[column - 1]
    }
    return DisputedWidth.pieces(in: cells.indices) { kinds[$0] }
      .map { columns in
        DisputedPiece(
          columns: columns, excess: cells[columns].reduce(0) { $0 + excess(of: $1.scalars) })
      }
  }
}

/// A piece of a row to which terminals give different widths.
nonisolated struct DisputedPiece: Hashable {
  var columns: Range<Int>
  /// How many more columns a terminal may need for it.
  var excess: Int
}
