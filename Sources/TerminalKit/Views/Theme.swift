/// The styles that views use, by role.
///
/// Colour is never the only sign: without colours, attributes, symbols and words make the difference. All views have the same
/// theme, so that all change with the terminal's background, which a program learns only after its first frame.
public final class Theme {
  /// Request a frame after a change.
  public var styles: ThemeStyles

  public init(_ styles: ThemeStyles) { self.styles = styles }

  /// Ordinary text.
  public var primary: Style { .plain }
  /// Headings: bold.
  public var title: Style { Style(attributes: .bold) }
  /// Text of the focused row.
  public var focused: Style { Style(attributes: .bold) }
  /// Less important text.
  public var secondary: Style { styles.dim }
  /// Spinners, progress, prompts and the border of alerts.
  public var accent: Style { styles.accent }
  /// `▌` at the left of the focused row.
  public var focusBar: Style { styles.accent.bold }
  /// Rows that are selected for a command, whichever row is focused; always with a symbol.
  public var selected: Style { styles.selection }
  /// For sale, and other positive states; like all states always with a symbol or a word.
  public var success: Style { styles.sale }
  /// Stars.
  public var rating: Style { styles.rating }
  /// Something that needs attention.
  public var warning: Style { styles.warning }
  /// Something failed.
  public var error: Style { styles.error }
  /// Lines between parts of the screen.
  public var rule: Style { styles.rules }
  /// The key itself in a list of keys.
  public var key: Style { styles.accent }
  /// False on a terminal without colours.
  public var hasColors: Bool { styles.hasColors }

  /// For a dark background, in the terminal's own colours; attributes only if it shows no colours.
  public static func standard(for depth: ColorDepth = .ansi16) -> Theme {
    Theme(depth == .monochrome ? .monochrome : .ansi(on: .dark))
  }
}

nonisolated extension Style {
  fileprivate init(_ color: Color, _ attributes: Attributes = []) {
    self.init(foreground: color, attributes: attributes)
  }

  fileprivate var bold: Style {
    var style = self
    style.attributes.insert(.bold)
    return style
  }
}

/// The brightness of a terminal's background.
nonisolated public enum Backdrop: String, Hashable, Sendable, CaseIterable {
  case light
  case dark

  /// Light if black text is easier to read on it than white text.
  public init(_ color: RGBColor) {
    self = color.contrast(to: .black) >= color.contrast(to: .white) ? .light : .dark
  }

  /// - Parameter value: The variable `COLORFGBG` of rxvt and Konsole, `15;0` or `0;default;15`. The number of the
  ///   background comes last; the dark ones are those of Vim's 'background': 0 to 6, and 8.
  public init?(colorFGBG value: String) {
    guard let field = value.split(separator: ";", omittingEmptySubsequences: false).last,
      let number = Int(field), (0...15).contains(number)
    else { return nil }
    self = (0...6).contains(number) || number == 8 ? .dark : .light
  }
}

/// Parts of the screen whose colour can be set.
nonisolated public enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  case accent, sale, selection, rating, dim, rules
}

/// The user's choice of colours.
nonisolated public struct ThemeSetting: Hashable, Sendable {
  /// nil for those of the background.
  public var name: NamedTheme?
  /// nil for the terminal's own, if it reports one.
  public var backdrop: Backdrop?
  /// Replace the built-in ones.
  public var colors: [ThemeRole: Color]

  public init(
    name: NamedTheme? = nil, backdrop: Backdrop? = nil, colors: [ThemeRole: Color] = [:]
  ) {
    self.name = name
    self.backdrop = backdrop
    self.colors = colors
  }
}

/// Colours that people know from their editors, for terminals that show as many.
nonisolated public enum NamedTheme: String, Hashable, Sendable, CaseIterable {
  case gruvboxDark = "gruvbox-dark"
  case gruvboxLight = "gruvbox-light"
  case solarizedDark = "solarized-dark"
  case solarizedLight = "solarized-light"
  case catppuccinMocha = "catppuccin-mocha"
  case catppuccinLatte = "catppuccin-latte"
  case nord, dracula

  /// In the order of `ThemeStyles.init(palette:)`.
  fileprivate var palette: String {
    switch self {
    case .gruvboxDark:
      "8ec07c b8bb26 fabd2f d79921 a89984 665c54 fe8019 fb4934 fb4934 fabd2f b8bb26 83a598 d3869b"
    case .gruvboxLight:
      "076678 79740e 8f3f71 b57614 665c54 a89984 af3a03 9d0006 9d0006 b57614 79740e 076678 8f3f71"
    case .solarizedDark:
      "2aa198 859900 b58900 b58900 839496 586e75 cb4b16 dc322f dc322f b58900 859900 268bd2 6c71c4"
    case .solarizedLight:
      "268bd2 859900 d33682 b58900 586e75 93a1a1 cb4b16 dc322f dc322f b58900 859900 268bd2 6c71c4"
    case .catppuccinMocha:
      "89dceb a6e3a1 f9e2af f9e2af a6adc8 585b70 fab387 f38ba8 f38ba8 f9e2af a6e3a1 89b4fa cba6f7"
    case .catppuccinLatte:
      "1e66f5 40a02b 8839ef df8e1d 6c6f85 acb0be fe640b d20f39 d20f39 df8e1d 40a02b 1e66f5 8839ef"
    case .nord:
      "88c0d0 a3be8c ebcb8b ebcb8b 9099ab 4c566a d08770 bf616a bf616a ebcb8b a3be8c 81a1c1 b48ead"
    case .dracula:
      "bd93f9 50fa7b f1fa8c ffb86c 8a97c4 6272a4 ffb86c ff5555 ff5555 f1fa8c 50fa7b 8be9fd ff79c6"
    }
  }
}

/// A style for each role: sixteen colours as the terminal defines them, or our own colours if there are enough.
///
/// Decision 56 says which colours, and why.
nonisolated public struct ThemeStyles: Hashable, Sendable {
  /// Colours of photo labels, and of the lines of a histogram.
  public struct Labels: Hashable, Sendable {
    public var red, yellow, green, blue, purple: Style
  }

  public var accent: Style
  public var sale: Style
  public var selection: Style
  public var rating: Style
  public var dim: Style
  public var rules: Style
  public var warning: Style
  public var error: Style
  public var labels: Labels
  public var hasColors = true
  /// The background that the styles are meant for; nil if unknown. Pictures without colours need it to know whether ink
  /// is light or dark.
  public private(set) var backdrop: Backdrop?

  public subscript(role: ThemeRole) -> Style {
    get { self[keyPath: Self.path(role)] }
    set { self[keyPath: Self.path(role)] = newValue }
  }

  private static func path(_ role: ThemeRole) -> WritableKeyPath<ThemeStyles, Style> {
    switch role {
    case .accent: \.accent
    case .sale: \.sale
    case .selection: \.selection
    case .rating: \.rating
    case .dim: \.dim
    case .rules: \.rules
    }
  }
}

nonisolated extension ThemeStyles {
  /// - Parameter backdrop: The terminal's background; nil if unknown.
  public init(_ setting: ThemeSetting, on backdrop: Backdrop?, depth: ColorDepth) {
    let backdrop = setting.backdrop ?? backdrop
    switch depth {
    case .monochrome: self = .monochrome
    case .ansi16: self = .ansi(on: backdrop)
    case .indexed256, .truecolor:
      self = setting.name.map { ThemeStyles(palette: $0.palette) } ?? .rgb(on: backdrop)
    }
    self.backdrop = backdrop
    guard depth != .monochrome else { return }
    for (role, color) in setting.colors { self[role].foreground = color }
    // If a colour is set, the attribute isn't needed: terminals differ in how much *dim* darkens.
    for role in [ThemeRole.dim, .rules] where setting.colors[role] != nil {
      self[role].attributes.remove(.dim)
    }
  }

  static let monochrome = ThemeStyles(
    accent: Style(attributes: .bold), sale: .plain,
    selection: Style(attributes: [.bold, .reverse]),
    rating: Style(attributes: .bold), dim: Style(attributes: .dim), rules: Style(attributes: .dim),
    warning: Style(attributes: .bold), error: Style(attributes: .bold),
    labels: Labels(
      red: Style(attributes: .dim), yellow: Style(attributes: .dim),
      green: Style(attributes: .dim), blue: Style(attributes: .dim),
      purple: Style(attributes: .dim)),
    hasColors: false)

  /// The terminal's own sixteen colours. xterm's are the hardest to read: on white only red, blue and magenta are
  /// legible, on black all but blue. On an unknown background, red and magenta remain.
  static func ansi(on backdrop: Backdrop?) -> ThemeStyles {
    let dim = Style(attributes: .dim)
    let error = Style(.ansi(1), .bold)
    switch backdrop {
    case .dark?:
      return ThemeStyles(
        accent: Style(.ansi(6)), sale: Style(.ansi(2)), selection: Style(.ansi(3), .bold),
        rating: Style(.ansi(3)), dim: dim, rules: dim, warning: Style(.ansi(3)), error: error,
        labels: Labels(
          red: Style(.ansi(1)), yellow: Style(.ansi(3)), green: Style(.ansi(2)),
          blue: Style(.ansi(12)), purple: Style(.ansi(5))))
    case .light?, nil:
      let isLight = backdrop == .light
      return ThemeStyles(
        accent: Style(.ansi(isLight ? 4 : 5)), sale: Style(attributes: .bold),
        selection: Style(.ansi(5), .bold), rating: Style(.ansi(5)), dim: dim, rules: dim,
        warning: Style(.ansi(1)), error: error,
        labels: Labels(
          red: Style(.ansi(1)), yellow: .plain, green: .plain,
          blue: isLight ? Style(.ansi(4)) : .plain, purple: Style(.ansi(5))))
    }
  }

  /// Of xterm's cube and its greys, so that both depths look the same, and by their numbers, which take half as many bytes.
  static func rgb(on backdrop: Backdrop?) -> ThemeStyles {
    switch backdrop {
    case .dark?: ThemeStyles(palette: "80 114 221 179 247 242 215 203 203 221 114 75 176")
    case .light?: ThemeStyles(palette: "25 22 91 94 241 245 94 124 160 94 22 26 127")
    // Equally far from white and from black.
    case nil: ThemeStyles(palette: "63 29 163 131 243 243 131 131 196 136 29 63 163")
    }
  }

  /// - Parameter palette: Numbers of xterm's colours, or six hexadecimal digits: accent, sale, selection, rating, dim, rules,
  ///   warning, error, and then the labels from red to purple.
  fileprivate init(palette: String) {
    let colors = palette.split(separator: " ").map { text -> Color in
      guard text.count == 6, let value = Int(text, radix: 16) else {
        return UInt8(text).map(Color.indexed) ?? .default
      }
      return .rgb(
        UInt8(value >> 16), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value))
    }
    self.init(
      accent: Style(colors[0]), sale: Style(colors[1]), selection: Style(colors[2], .bold),
      rating: Style(colors[3]), dim: Style(colors[4]), rules: Style(colors[5]),
      warning: Style(colors[6]), error: Style(colors[7], .bold),
      labels: Labels(
        red: Style(colors[8]), yellow: Style(colors[9]), green: Style(colors[10]),
        blue: Style(colors[11]), purple: Style(colors[12])))
  }
}

/// The symbols that views are drawn with, each one column wide.
nonisolated public enum Glyphs {
  /// At the left of the focused row.
  public static let focusBar: Character = "▌"
  /// At the left of selected rows; the row in focus has its own bar.
  public static let markBar = scrollThumb
  public static let horizontal: Character = "─"
  public static let vertical: Character = "│"
  /// The lines across and down, then the corners from the top left to the bottom right.
  public static let box = Array("─│┌┐└┘")
  public static let heavyBox = Array("━┃┏┓┗┛")
  /// A vertical rule begins at a horizontal one.
  public static let teeDown: Character = "┬"
  /// A vertical rule ends at a horizontal one.
  public static let teeUp: Character = "┴"
  /// The frames of a spinner.
  public static let spinner: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// From an empty cell to a full one.
  public static let progress: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From an empty cell to a full one, growing upwards.
  public static let bars: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The part of a scroll indicator that represents the window, and the rest of it.
  public static let scrollThumb: Character = "┃"
  public static let scrollTrack: Character = "│"
  /// Fills the cells of a picture that is not there yet.
  public static let shade: Character = "░"
}
