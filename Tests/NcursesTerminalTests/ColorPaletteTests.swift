import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct ColorPaletteTests {
  @Test func `every depth keeps the terminal's default colour`() {
    for depth in [ColorDepth.monochrome, .ansi16, .indexed256, .truecolor] {
      expectEqual(ColorPalette(depth: depth).number(for: .default), -1)
    }
  }

  @Test func `24-bit colours are distinct from the theme's, even black and dark blues`() {
    let palette = ColorPalette(depth: .truecolor)

    expectEqual(palette.number(for: .rgb(0, 0, 0)), 0x100_0000)
    expectEqual(palette.number(for: .rgb(0, 0, 7)), 0x100_0007)
    expectEqual(palette.number(for: .rgb(255, 255, 255)), 0x1FF_FFFF)
    expectEqual(palette.number(for: .ansi(7)), 7)
    expectEqual(palette.number(for: .ansi(15)), 15)
    expectEqual(palette.number(for: .indexed(232)), 232)
  }

  @Test func `256 colours use the nearest one, and never one of the theme's`() {
    let palette = ColorPalette(depth: .indexed256)
    let levels = [0, 95, 135, 175, 215, 255]
    var colors: [(Int, Int, Int)] = []
    for index in 16..<232 {
      let cube = index - 16
      colors.append((levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]))
    }
    for step in 0..<24 { colors.append((8 + 10 * step, 8 + 10 * step, 8 + 10 * step)) }
    func distance(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Int {
      (a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1) + (a.2 - b.2) * (a.2 - b.2)
    }

    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let wanted = (red, green, blue)
          let number = Int(palette.number(for: .rgb(UInt8(red), UInt8(green), UInt8(blue))))
          #expect((16..<256).contains(number))
          let best = colors.map { distance($0, wanted) }.min() ?? 0
          expectEqual(distance(colors[number - 16], wanted), best, "\(wanted)")
        }
      }
    }
  }

  @Test func `of the theme's sixteen colours none is nearest to another`() {
    let palette = ColorPalette(depth: .ansi16)

    expectEqual(palette.number(for: .rgb(255, 10, 10)), -1)
    expectEqual(palette.number(for: .indexed(231)), -1)
    expectEqual(palette.number(for: .indexed(9)), 9)
  }

  @Test func `monochrome has no colour at all`() {
    let palette = ColorPalette(depth: .monochrome)

    expectEqual(palette.number(for: .rgb(255, 0, 0)), -1)
    expectEqual(palette.number(for: .ansi(1)), -1)
    expectEqual(palette.number(for: .indexed(200)), -1)
  }
}
