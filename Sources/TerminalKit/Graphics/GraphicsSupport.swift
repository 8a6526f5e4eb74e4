/// What is known of how a terminal shows pictures; more once the terminal has answered.
nonisolated public struct GraphicsSupport: Hashable, Sendable {
  public var method: GraphicsMethod
  /// Whether the terminal has been found to read shared memory of this machine, so that pixels need not be
  /// sent through the connection.
  public var sharesMemory: Bool
  /// The terminal's own colours; nil unless it reported them (OSC 10 and 11).
  public var foreground: RGBColor?
  public var background: RGBColor?
  /// Whether sequences of pictures have to be wrapped for tmux to pass them on to the terminal it runs
  /// in: `ESC P tmux ;`, the sequence with each ESC doubled, ESC \\ (tmux(1), *allow-passthrough*). Cells
  /// are never wrapped. No answer to a wrapped sequence ever comes back: tmux keeps it or takes it for
  /// keys, so kitty has to be told not to answer (`q=2`).
  public var isPassedThrough: Bool
  /// How many colours a sixel picture may have; nil when unknown.
  public var sixelColorCount: Int?
  /// The largest sixel picture in pixels; nil when unknown. xterm cuts off what is larger (1000×1000 by
  /// default).
  public var sixelPixelLimit: PixelSize?

  public init(
    method: GraphicsMethod = .symbols, sharesMemory: Bool = false, foreground: RGBColor? = nil,
    background: RGBColor? = nil, isPassedThrough: Bool = false, sixelColorCount: Int? = nil,
    sixelPixelLimit: PixelSize? = nil
  ) {
    self.method = method
    self.sharesMemory = sharesMemory
    self.foreground = foreground
    self.background = background
    self.isPassedThrough = isPassedThrough
    self.sixelColorCount = sixelColorCount
    self.sixelPixelLimit = sixelPixelLimit
  }
}

/// A colour of 8 bits a channel, sRGB.
nonisolated public struct RGBColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
