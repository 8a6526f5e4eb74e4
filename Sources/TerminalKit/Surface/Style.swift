/// The appearance of a cell: two colours and attributes.
nonisolated public struct Style: Hashable, Sendable {
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
  public struct Attributes: OptionSet, Hashable, Sendable {
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
