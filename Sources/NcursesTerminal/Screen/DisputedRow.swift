import CNcurses
import TerminalKit

/// Writes a row with glyphs to which terminals give different widths; ncurses, which counts columns, has blanks there.
///
/// It is written from left to right, over these blanks, which remain where a terminal draws a glyph narrower. After such
/// glyphs the cursor is set again, so that what follows is in its place in any terminal, over what one has drawn wider.
nonisolated struct DisputedRow {
  private let cells: [Cell]
  private let row: Int
  private let palette: ColorPalette?

  /// - Parameters:
  ///   - columns: How many columns the screen has.
  ///   - palette: nil without colours.
  /// - Returns: nil for nearly all rows: those whose widths no terminal disputes.
  init?(_ row: Int, of surface: Surface, columns: Int, palette: ColorPalette?) {
    guard surface.mayHaveDisputes(inRow: row) else { return nil }
    cells = Array(surface.cells(inRow: row).prefix(columns))
    self.row = row
    self.palette = palette
    guard cells.contains(where: { Self.kind(of: $0) == .disputed }) else { return nil }
  }

  /// For ncurses: no-break spaces, which it never erases by clearing to the end of the line or of the screen.
  var blanks: [Cell] { Array(repeating: Cell(scalar: Self.blank), count: cells.count) }
  private static let blank: Unicode.Scalar = "\u{A0}"

  /// The columns between the pictures.
  var textColumns: [Range<Int>] { runs.filter { cells[$0.lowerBound] != .graphic } }

  func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    // Whether the terminal's cursor may be in another column.
    var isAstray = false
    for run in runs {
      if cells[run.lowerBound] != .graphic {
        bytes += move(to: run.lowerBound) + text(run, &isAstray)
      } else if isAstray {
        // What was drawn wider may have covered some of the picture, which is drawn again when its cells were written.
        let blanks = String(String.UnicodeScalarView(run.map { _ in Self.blank }))
        bytes += move(to: run.lowerBound) + Array((TerminalDescription.plainText + blanks).utf8)
        isAstray = false
      }
    }
    return Self.wrapOff + bytes + Array(TerminalDescription.plainText.utf8) + Self.wrapOn
  }

  /// DECAWM: text that is too wide for the line must neither continue in the next one nor scroll the screen.
  private static let wrapOff = Array("\u{1B}[?7l".utf8)
  private static let wrapOn = Array("\u{1B}[?7h".utf8)

  private func text(_ run: Range<Int>, _ isAstray: inout Bool) -> [UInt8] {
    isAstray = false
    var bytes: [UInt8] = []
    var styled: Cell?
    var wasSpace = false
    for column in run where cells[column].width > 0 {
      // A glyph that the edge cuts becomes a space.
      let cell = column + Int(cells[column].width) <= cells.count ? cells[column] : .blank
      let kind = Self.kind(of: cell)
      // Words with single spaces between them stay together, so that a title is not torn apart where it is narrower.
      if isAstray, kind == .plain || kind == .space && wasSpace {
        bytes += move(to: column)
        isAstray = false
      }
      if styled?.hasStyle(of: cell) != true || cell.isIsolator {
        bytes += pen(for: cell)
        styled = cell.isIsolator ? nil : cell
      }
      let (text, columns) = Self.text(of: cell)
      bytes += Array(text.utf8)
      if kind == .disputed || columns != Int(cell.width) { isAstray = true }
      wasSpace = kind == .space
    }
    return bytes
  }

  /// The columns of the pictures, and those between them.
  private var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in cells.indices {
      if let last = runs.last,
        (cells[column] == .graphic) == (cells[last.lowerBound] == .graphic)
      {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs
  }

  private func move(to column: Int) -> [UInt8] {
    ControlSequence.move(to: Point(column: column, row: row))
  }

  private static func kind(of cell: Cell) -> DisputedWidth.Kind {
    // Without an array for each cell.
    cell.hasMarks ? DisputedWidth.kind(of: cell.scalars) : DisputedWidth.kind(of: cell.scalar)
  }

  /// What the C library doesn't know is replaced, as in other rows.
  private static func text(of cell: Cell) -> (String, columns: Int) {
    func columns(_ scalar: Unicode.Scalar) -> Int {
      Int(curses_columns(wchar_t(truncatingIfNeeded: scalar.value)))
    }
    let base = cell.scalar
    guard (1...Int(cell.width)).contains(columns(base)) else { return ("\u{FFFD}", 1) }
    var text = String.UnicodeScalarView([base])
    text.append(contentsOf: cell.scalars.dropFirst().filter { columns($0) == 0 })
    return (String(text), columns(base))
  }

  /// SGR (ECMA-48 8.3.117), from the reset on.
  private func pen(for cell: Cell) -> [UInt8] {
    let style = cell.style
    let attributes: [(Bool, Int)] = [
      (style.attributes.contains(.bold), 1), (style.attributes.contains(.dim), 2),
      (style.attributes.contains(.underline), 4), (style.attributes.contains(.reverse), 7),
      (cell.isIsolator, 8),
    ]
    var numbers = [0] + attributes.filter(\.0).map(\.1)
    for (color, base) in [(style.foreground, 30), (style.background, 40)] {
      guard let number = palette?.number(for: color), number >= 0 else { continue }
      switch Int(number) {
      case let index where index < 8: numbers.append(base + index)
      case let index where index < 16: numbers.append(base + 60 + index - 8)
      case let index where index < 256: numbers += [base + 8, 5, index]
      case let rgb: numbers += [base + 8, 2, rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255]
      }
    }
    return Array("\u{1B}[\(numbers.map(String.init).joined(separator: ";"))m".utf8)
  }
}
