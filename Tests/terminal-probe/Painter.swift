import TerminalKit

/// What the probe shows.
struct Painter {
  var surface: Surface

  init(size: Size) {
    surface = Surface(size: size)
  }

  mutating func text(_ text: String, row: Int, style: Style = .plain) {
    surface.write(text, at: Point(column: 0, row: row), style: style)
  }

  /// One cell of each kind of colour.
  mutating func bar(row: Int) {
    let colors: [Color] = [.ansi(1), .ansi(9), .indexed(130), .rgb(1, 2, 3), .rgb(250, 128, 7)]
    for (index, color) in colors.enumerated() {
      surface.set(
        Cell(character: "#", style: Style(foreground: color)), at: Point(column: index, row: row))
    }
  }

  /// Pictures of four by two cells, those from number 1000 with 128 kB of data.
  mutating func pictures(
    _ pictures: [(id: UInt32, row: Int)], method: GraphicsMethod, isCovered: Bool
  ) {
    for (index, picture) in pictures.enumerated() {
      let count = picture.id < 1000 ? 16 : 1 << 17
      let content: Graphic.Content =
        switch method {
        case .sixel:
          .sixel(Array("\"1;1;40;40#0;2;100;0;0#0".utf8) + [UInt8](repeating: 126, count: count))
        case .iTerm2: .png(base64: [UInt8](repeating: 65, count: count))
        default: .pixels([UInt8](repeating: 0xFF, count: 40 * 40 * 4 + count - 16))
        }
      let graphic = Graphic(
        id: picture.id, size: Size(columns: 4, rows: 2),
        pixelSize: PixelSize(width: 40, height: 40), content: content)
      surface.place(graphic, at: Point(column: 40 + 5 * index, row: picture.row))
    }
    if isCovered {
      surface.fill(Rect(column: 41, row: 7, columns: 2, rows: 1), with: Cell(character: "#"))
    }
  }

  /// The last cell of the last row.
  mutating func corner() {
    surface.set(
      Cell(character: "@"),
      at: Point(column: surface.size.columns - 1, row: surface.size.rows - 1))
  }

  /// Half blocks, each with two colours of its own.
  mutating func picture(seed: Int) {
    var state = UInt32(truncatingIfNeeded: seed &* 7919 &+ 1)
    func next() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let style = Style(
          foreground: .rgb(next(), next(), next()), background: .rgb(next(), next(), next()))
        surface.set(
          Cell(character: "\u{2580}", style: style), at: Point(column: column, row: row))
      }
    }
  }
}
