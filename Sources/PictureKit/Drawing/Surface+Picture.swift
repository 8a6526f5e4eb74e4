import PictureProtocol
import TerminalKit

extension Surface {
  /// Draws a picture in the middle of a rectangle; a larger one is cropped around its centre.
  ///
  /// A picture made of characters becomes ordinary cells. A picture that the terminal draws itself is placed as a
  /// graphic. It is never cropped; if it does not fit, nothing is drawn.
  ///
  /// Cells outside the picture are left unchanged.
  ///
  /// - Complexity: O(*cells of the rectangle*).
  public nonisolated mutating func draw(_ picture: Picture, in rect: Rect) {
    let frame = rect.centered(picture.size)
    if case .cells(let cells) = picture.payload {
      draw(cells, at: frame.origin, in: rect)
    } else if frame.intersection(rect) == frame, let graphic = Graphic(picture) {
      place(graphic, at: frame.origin)
    }
  }

  private nonisolated mutating func draw(_ picture: CellPicture, at origin: Point, in rect: Rect) {
    let columns = Int(picture.columns)
    let whole = Rect(origin: origin, size: Size(columns: columns, rows: Int(picture.rows)))
    let shown = whole.intersection(rect).intersection(visibleBounds)
    guard !shown.isEmpty else { return }
    var glyphs = GlyphMemory()
    for row in shown.minRow..<shown.maxRow {
      for column in shown.minColumn..<shown.maxColumn {
        let index = (row - origin.row) * columns + column - origin.column
        guard picture.cells.indices.contains(index) else { return }
        self[column, row] = glyphs.cell(picture.cells[index])
      }
    }
  }
}

extension Rect {
  /// A size centred in the rectangle; half a cell to the left and up if the margins can't be equal.
  public nonisolated func centered(_ size: Size) -> Rect {
    Rect(
      origin: Point(
        column: minColumn + Self.half(self.size.columns - size.columns),
        row: minRow + Self.half(self.size.rows - size.rows)),
      size: size)
  }

  /// Rounded down, even below zero.
  private nonisolated static func half(_ value: Int) -> Int { value >> 1 }
}

extension Cell {
  /// A cell of a picture; a space if the glyph is not one column wide, whatever a worker claims.
  nonisolated init(_ cell: PictureCell) {
    let style = Style(cell)
    let character = Unicode.Scalar(cell.scalar).map(Character.init) ?? " "
    self.init(glyph: character, style: style)
    if width != 1 { self = Cell(style: style) }
  }
}

/// The last glyph for each low byte: pictures consist of few characters, and looking up the width for each cell took
/// most of the drawing time.
nonisolated private struct GlyphMemory {
  private var scalars = [UInt32](repeating: .max, count: 256)
  private var cells = [Cell](repeating: .blank, count: 256)

  mutating func cell(_ cell: PictureCell) -> Cell {
    let slot = Int(cell.scalar & 0xFF)
    if scalars[slot] != cell.scalar {
      scalars[slot] = cell.scalar
      cells[slot] = Cell(cell)
    }
    var result = cells[slot]
    result.style = Style(cell)
    return result
  }
}

extension Style {
  fileprivate nonisolated init(_ cell: PictureCell) {
    self.init(foreground: Color(cell.foreground), background: Color(cell.background))
  }
}

extension Color {
  /// A colour of a picture.
  public nonisolated init(_ color: PictureColor) {
    self =
      switch color {
      case .terminalDefault: .default
      case .indexed(let index): index < 16 ? .ansi(index) : .indexed(index)
      case .rgb(let red, let green, let blue): .rgb(red, green, blue)
      }
  }
}
