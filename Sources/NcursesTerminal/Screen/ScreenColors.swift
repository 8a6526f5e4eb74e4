import TerminalKit

/// Reduces colours to those that a terminal can show, as numbers for its terminal description.
///
/// 0–255 are the indexed colours; 24-bit colours have `rgbFlag` set above their 24 bits. The terminal description made
/// in `TerminalDescription` distinguishes the two, so theme colours and pictures can be used together and no colour has
/// to be changed slightly.
nonisolated struct ColorPalette: Hashable, Sendable {
  static let rgbFlag: Int32 = 0x100_0000
  /// ncurses' number for the terminal's default colour.
  private static let defaultColor: Int32 = -1

  let depth: ColorDepth

  func number(for color: Color) -> Int32 {
    switch (depth, color) {
    case (_, .default), (.monochrome, _): Self.defaultColor
    case (_, .ansi(let index)): Int32(index & 15)
    // What the sixteen colours of a theme look like isn't known, so that none is nearest.
    case (.ansi16, .indexed(let index)): index < 16 ? Int32(index) : Self.defaultColor
    case (.ansi16, .rgb): Self.defaultColor
    case (_, .indexed(let index)): Int32(index)
    case (.truecolor, .rgb(let red, let green, let blue)):
      Self.rgbFlag | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    case (.indexed256, .rgb(let red, let green, let blue)):
      Self.nearestIndexed((Int(red), Int(green), Int(blue)))
    }
  }

  private typealias Components = (red: Int, green: Int, blue: Int)

  /// The levels of the 6×6×6 cube of xterm's 256 colours.
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The nearest colour of the cube and the greys; never one of the first sixteen, which themes change.
  private static func nearestIndexed(_ color: Components) -> Int32 {
    let red = cubeStep(color.red)
    let green = cubeStep(color.green)
    let blue = cubeStep(color.blue)
    let cube = (cubeLevels[red], cubeLevels[green], cubeLevels[blue])
    // The greys are 8, 18, … 238.
    let mean = (color.red + color.green + color.blue) / 3
    let step = min(23, max(0, (mean - 3) / 10))
    let level = 8 + 10 * step
    if distance(color, (level, level, level)) < distance(color, cube) {
      return Int32(232 + step)
    }
    return Int32(16 + 36 * red + 6 * green + blue)
  }

  private static func cubeStep(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : min(5, (value - 35) / 40)
  }

  private static func distance(_ a: Components, _ b: Components) -> Int {
    let red = a.red - b.red
    let green = a.green - b.green
    let blue = a.blue - b.blue
    return red * red + green * green + blue * blue
  }
}
