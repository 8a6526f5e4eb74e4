import Foundation

/// What is known about how a terminal shows pictures; more is known once the terminal has answered.
nonisolated public struct GraphicsSupport: Hashable, Sendable {
  public var method: GraphicsMethod
  /// Whether the terminal can read shared memory of this machine, so that pixels need not be sent through the
  /// connection.
  public var sharesMemory: Bool
  /// The terminal's default colours; nil unless it reported them (OSC 10 and 11).
  public var foreground: RGBColor?
  public var background: RGBColor?
  /// Whether picture sequences have to be wrapped so that tmux passes them on to its terminal: `ESC P tmux ;`, the
  /// sequence with each ESC doubled, ESC \\ (tmux(1), *allow-passthrough*). Cells are never wrapped. An answer to a
  /// wrapped sequence never gets through: tmux swallows it or treats it as keys, so kitty has to be asked not to answer
  /// (`q=2`).
  public var isPassedThrough: Bool
  /// How many colours a sixel picture may have; nil if unknown.
  public var sixelColorCount: Int?
  /// The maximum size of a sixel picture in pixels; nil if unknown. xterm crops larger pictures (1000×1000 by default).
  public var sixelPixelLimit: PixelSize?
  /// The version that the terminal outside tmux needs for pictures, such as `kitty 0.28`; nil if it isn't too old.
  public var requiredVersion: String?

  public init(
    method: GraphicsMethod = .symbols, sharesMemory: Bool = false, foreground: RGBColor? = nil,
    background: RGBColor? = nil, isPassedThrough: Bool = false, sixelColorCount: Int? = nil,
    sixelPixelLimit: PixelSize? = nil, requiredVersion: String? = nil
  ) {
    self.method = method
    self.sharesMemory = sharesMemory
    self.foreground = foreground
    self.background = background
    self.isPassedThrough = isPassedThrough
    self.sixelColorCount = sixelColorCount
    self.sixelPixelLimit = sixelPixelLimit
    self.requiredVersion = requiredVersion
  }
}

/// An sRGB colour with 8 bits per channel.
nonisolated public struct RGBColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
  public static let black = RGBColor(red: 0, green: 0, blue: 0)
  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  /// The contrast between two colours, from 1 (none) to 21 (black on white): WCAG 2.1, *contrast ratio*.
  public func contrast(to other: RGBColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// From 0 to 1 (WCAG 2.1, *relative luminance*).
  private var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  private static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

/// How pictures are shown in a terminal.
nonisolated public enum GraphicsMethod: Hashable, Sendable, CaseIterable {
  /// No pictures: text and symbols only.
  case none
  /// As coloured characters; works in any terminal.
  case symbols
  /// Kitty graphics protocol: a picture is sent once, then placed and moved by its number.
  case kitty
  /// Kitty graphics protocol with U+10EEEE cells as placeholders for positions; also works inside tmux.
  case kittyPlaceholders
  /// DEC sixel graphics, drawn at the cursor.
  case sixel
  /// iTerm2 inline images, drawn at the cursor.
  case iTerm2

  /// The maximum number of columns, and of rows, that a picture may cover; nil for no limit.
  ///
  /// Placeholder cells give their column and row as combining marks, of which there are 297 (kitty graphics protocol,
  /// *Unicode placeholders*).
  public var cellLimit: Int? { self == .kittyPlaceholders ? 297 : nil }
}
