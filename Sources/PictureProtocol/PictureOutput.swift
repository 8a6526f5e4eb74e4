/// What a picture is made into.
public enum PictureOutput: Hashable, Sendable {
  /// Characters in colours, for any terminal.
  case symbols(SymbolOptions)
  /// RGBA, 8 bits a channel, not premultiplied.
  case pixels
  /// The bytes of the Kitty graphics protocol. Defined, not made yet.
  case kitty
  /// The bytes of a sixel picture. Defined, not made yet.
  case sixel
  /// The bytes of an iTerm2 inline picture. Defined, not made yet.
  case iTerm2
}

/// How a picture is made of characters.
public struct SymbolOptions: Hashable, Sendable {
  /// The colours that the cells may have.
  public enum ColorDepth: UInt8, Hashable, Sendable, CaseIterable {
    case truecolor = 1
    /// The 240 fixed colours of the 256: indices 16...255, never the 16 that a theme changes.
    case indexed256
    /// Indices 0...15.
    case ansi16
    /// The terminal's own foreground and background, and reversed cells.
    case monochrome
  }

  /// The characters that the cells may have.
  public enum SymbolSet: UInt8, Hashable, Sendable, CaseIterable {
    /// `▀`, `▄` and the like: two pixels a cell; the quickest.
    case halfBlocks = 1
    /// Quarters: four pixels a cell, two colours.
    case quadrants
    /// Block elements, in eighths and quarters: what common fonts have. The best likeness.
    case rich
    /// ASCII only.
    case ascii
  }

  public var colorDepth: ColorDepth
  public var symbolSet: SymbolSet
  /// What the terminal's own colours are, `0xRRGGBB`, where known: monochrome needs it to tell dark
  /// from light, and transparent edges blend towards it.
  public var foregroundHint: UInt32?
  public var backgroundHint: UInt32?

  public init(
    colorDepth: ColorDepth = .truecolor, symbolSet: SymbolSet = .rich,
    foregroundHint: UInt32? = nil, backgroundHint: UInt32? = nil
  ) {
    self.colorDepth = colorDepth
    self.symbolSet = symbolSet
    self.foregroundHint = foregroundHint
    self.backgroundHint = backgroundHint
  }
}
