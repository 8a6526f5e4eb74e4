import ExpectationSupport
import TerminalKit
import Testing

/// The colours of the roles: whether they are legible, and which ones are used.
struct ThemeColorTests {
  private func styles(
    _ backdrop: Backdrop?, depth: ColorDepth = .truecolor, _ setting: ThemeSetting = ThemeSetting()
  ) -> ThemeStyles {
    ThemeStyles(setting, on: backdrop, depth: depth)
  }

  /// Roles used for words.
  private static let texts: [KeyPath<ThemeStyles, Style> & Sendable] = [
    \.accent, \.sale, \.selection, \.rating, \.dim, \.warning, \.error,
  ]
  /// Rules and symbols, which always come with a word or a letter.
  private static let signs: [KeyPath<ThemeStyles, Style> & Sendable] = [
    \.rules, \.labels.red, \.labels.yellow, \.labels.green, \.labels.blue, \.labels.purple,
  ]

  private func rgb(_ style: Style) throws -> RGBColor {
    // Colours of our own are those of xterm's cube and greys; the first sixteen belong to the user's theme.
    guard case .indexed(let index) = style.foreground, index >= 16 else {
      throw NoRGB(style: style)
    }
    guard index < 232 else {
      let grey = 8 + 10 * (index - 232)
      return RGBColor(red: grey, green: grey, blue: grey)
    }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let steps = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { levels[Int($0)] }
    return RGBColor(red: steps[0], green: steps[1], blue: steps[2])
  }

  private struct NoRGB: Error {
    let style: Style
  }

  @Test func `the contrast ratio is that of WCAG`() {
    let grey = RGBColor(red: 0x77, green: 0x77, blue: 0x77)

    expectEqual(RGBColor.black.contrast(to: .white), 21)
    expectEqual(RGBColor.white.contrast(to: .black), 21)
    expectEqual(grey.contrast(to: grey), 1)
    // A well-known pair: #777 just fails on white, #767676 just passes.
    #expect(abs(grey.contrast(to: .white) - 4.48) < 0.005)
    #expect(abs(RGBColor(red: 0x76, green: 0x76, blue: 0x76).contrast(to: .white) - 4.54) < 0.005)
    #expect(abs(RGBColor(red: 255, green: 0, blue: 0).contrast(to: .black) - 5.25) < 0.005)
  }

  /// xterm's sixteen colours, which are the hardest to read.
  private static let xterm: [UInt8: RGBColor] = [
    1: RGBColor(red: 205, green: 0, blue: 0), 2: RGBColor(red: 0, green: 205, blue: 0),
    3: RGBColor(red: 205, green: 205, blue: 0), 4: RGBColor(red: 0, green: 0, blue: 238),
    5: RGBColor(red: 205, green: 0, blue: 205), 6: RGBColor(red: 0, green: 205, blue: 205),
    12: RGBColor(red: 92, green: 92, blue: 255),
  ]

  @Test(arguments: [
    (Backdrop?.some(.light), [RGBColor.white]), (.dark, [.black]), (nil, [.white, .black]),
  ])
  func `text has a contrast of 4.5 to 1 on its background, rules, symbols and xterm's colours 3`(
    _ backdrop: Backdrop?, _ backgrounds: [RGBColor]
  ) throws {
    let styles = styles(backdrop)
    let few = self.styles(backdrop, depth: .ansi16)

    for (paths, least) in [(Self.texts, 4.5), (Self.signs, 3)] {
      for path in paths {
        for background in backgrounds {
          #expect(try rgb(styles[keyPath: path]).contrast(to: background) >= least, "\(path)")
          // The terminal's own foreground is legible, or nothing is.
          guard case .ansi(let index) = few[keyPath: path].foreground else { continue }
          #expect((Self.xterm[index]?.contrast(to: background) ?? 0) >= 3, "\(path)")
        }
        // A terminal would darken them by an unknown amount.
        #expect(!styles[keyPath: path].attributes.contains(.dim))
      }
    }
  }

  @Test func `256 colours look the same as 24 bits`() throws {
    let levels: Set<UInt8> = [0, 95, 135, 175, 215, 255]
    for backdrop in [Backdrop.light, .dark, nil] {
      let styles = styles(backdrop)
      expectEqual(self.styles(backdrop, depth: .indexed256), styles)
      for path in Self.texts + Self.signs {
        let color = try rgb(styles[keyPath: path])
        let channels: Set = [color.red, color.green, color.blue]
        let isGrey = channels.count == 1 && (Int(color.red) - 8).isMultiple(of: 10)
        #expect(isGrey || channels.isSubset(of: levels), "\(path)")
      }
    }
  }

  @Test func `custom colours replace the built-in ones on any background`() {
    let setting = ThemeSetting(colors: [
      .accent: .ansi(4), .dim: .indexed(244), .rules: .default, .selection: .rgb(1, 2, 3),
    ])

    for depth in [ColorDepth.ansi16, .indexed256, .truecolor] {
      for backdrop in [Backdrop.light, .dark, nil] {
        let found = styles(backdrop, depth: depth, setting)
        let builtIn = styles(backdrop, depth: depth)

        expectEqual(found.accent, Style(foreground: .ansi(4)))
        expectEqual(found.dim, Style(foreground: .indexed(244)))
        expectEqual(found.rules, .plain)
        expectEqual(found.selection, Style(foreground: .rgb(1, 2, 3), attributes: .bold))
        expectEqual(found.sale, builtIn.sale)
        expectEqual(found.rating, builtIn.rating)
      }
    }
    expectEqual(styles(.dark, depth: .monochrome, setting), styles(.dark, depth: .monochrome))
    #expect(!styles(.dark, depth: .monochrome, setting).hasColors)
  }

  @Test(arguments: NamedTheme.allCases)
  func `a named theme has colours of its own, where there are enough`(_ name: NamedTheme) {
    let setting = ThemeSetting(name: name, colors: [.dim: .ansi(4)])
    let found = styles(.dark, setting)

    #expect(found.accent != styles(.dark).accent)
    #expect(found.labels.blue.foreground != .default)
    expectEqual(found.error.attributes, .bold)
    expectEqual(found.dim, Style(foreground: .ansi(4)))
    expectEqual(styles(.light, setting).accent, found.accent)
    expectEqual(styles(.dark, depth: .ansi16, setting).accent, styles(.dark, depth: .ansi16).accent)
  }

  @Test func `a configured background takes precedence over the terminal's`() {
    let light = ThemeSetting(backdrop: .light)

    expectEqual(styles(.dark, light), styles(.light))
    expectEqual(styles(nil, light), styles(.light))
    #expect(styles(.light) != styles(.dark))
    #expect(styles(nil) != styles(.dark))
  }

  @Test func `styles know their background even without colours`() {
    for depth in [ColorDepth.monochrome, .ansi16, .indexed256, .truecolor] {
      expectEqual(styles(.light, depth: depth).backdrop, .light)
      expectEqual(styles(.dark, depth: depth, ThemeSetting(backdrop: .light)).backdrop, .light)
      expectEqual(styles(nil, depth: depth).backdrop, nil)
    }
  }

  @Test func `a background is light if black is more legible on it than white`() {
    expectEqual(Backdrop(.white), .light)
    expectEqual(Backdrop(.black), .dark)
    expectEqual(Backdrop(RGBColor(red: 0xFD, green: 0xF6, blue: 0xE3)), .light)
    expectEqual(Backdrop(RGBColor(red: 0x28, green: 0x2C, blue: 0x34)), .dark)
    expectEqual(Backdrop(RGBColor(red: 0, green: 0, blue: 255)), .dark)
    expectEqual(Backdrop(RGBColor(red: 128, green: 128, blue: 128)), .light)
  }

  @Test(arguments: [
    ("15;0", Backdrop?.some(.dark)), ("0;15", .light), ("0;default;15", .light),
    ("12;8", .dark), ("0;7", .light), ("15;default", nil), ("", nil), (";", nil), ("0;16", nil),
    ("0;-1", nil), ("0;99999999999999999999", nil),
  ])
  func `COLORFGBG is interpreted as in Vim`(_ value: String, _ backdrop: Backdrop?) {
    expectEqual(Backdrop(colorFGBG: value), backdrop)
  }
}
