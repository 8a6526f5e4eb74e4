/// The appearance of a cell: two colours and attributes.
nonisolated public struct Style: Hashable, BitwiseCopyable, Sendable {
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = Style()

  /// Attributes of a cell; a terminal ignores those that it doesn't support.
  public struct Attributes: OptionSet, Hashable, BitwiseCopyable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
    /// Not visible: marks a cell of a picture that the terminal draws.
    public static let graphic = Attributes(rawValue: 32)
    /// Not visible: marks a cell of a text with right-to-left letters. See `Surface.isolatingRightToLeftText()`.
    static let rightToLeft = Attributes(rawValue: 64)
  }
}

/// A colour of a cell.
///
/// Text and rules use `.default` and the sixteen ANSI colours, which follow the terminal's theme. Pictures use `.rgb`,
/// or `.indexed` and `.ansi` if the terminal has fewer colours. Colours beyond the terminal's depth are reduced on
/// output.
nonisolated public enum Color: Hashable, BitwiseCopyable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// One of the sixteen theme colours, 0–15.
  case ansi(UInt8)
  /// One of the 256 indexed colours (16–231 the 6×6×6 cube, 232–255 the greys).
  case indexed(UInt8)
  /// 24-bit sRGB.
  case rgb(UInt8, UInt8, UInt8)
}

/// How many colours a terminal can show.
nonisolated public enum ColorDepth: Hashable, Sendable, Comparable {
  case monochrome
  case ansi16
  case indexed256
  case truecolor
}
