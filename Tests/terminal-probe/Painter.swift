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
