/// What is known of a terminal's pictures; better known when the terminal has answered.
nonisolated public struct GraphicsSupport: Hashable, Sendable {
  public var method: GraphicsMethod
  /// Whether the terminal was seen to read shared memory of this machine, so that pixels need not go
  /// through the line.
  public var sharesMemory: Bool
  /// The terminal's own colours, where it told them (OSC 10 and 11).
  public var foreground: RGBColor?
  public var background: RGBColor?

  public init(
    method: GraphicsMethod = .symbols, sharesMemory: Bool = false, foreground: RGBColor? = nil,
    background: RGBColor? = nil
  ) {
    self.method = method
    self.sharesMemory = sharesMemory
    self.foreground = foreground
    self.background = background
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
