/// What a picture is made into.
public enum PictureOutput: Hashable, Sendable, Codable {
  /// Characters in colours, for any terminal.
  case symbols(SymbolOptions)
  /// RGBA, 8 bits a channel, not premultiplied.
  case pixels
  /// Pixels for the Kitty graphics protocol, sent through the terminal's input.
  case kitty(KittyCoding)
  /// A sixel picture.
  case sixel(SixelOptions)
  /// A file for an iTerm2 inline picture: a JPEG, or a PNG if it is transparent.
  case iTerm2
  /// How often each brightness occurs, in place of a picture.
  case histogram
  /// A JPEG for other files, such as a contact sheet; on white if it is transparent.
  case jpeg
  /// What the picture looks like, in place of it: from the thumbnail in the file or in the cache, or from the smallest
  /// decode if that costs little; else the failure `noRough`.
  case fingerprint
  /// The small picture that a camera has put into the file, as a JPEG; else the failure `noRough`. The file may be the
  /// beginning of one.
  case thumbnail
  /// What the file, or its sidecar, says about its photo; rows of a list do without `PhotoMetadata.details`.
  case metadata(details: Bool)
}

/// How pixels are sent to a terminal with the Kitty protocol.
public enum KittyCoding: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// All colours.
  case compressed
  /// At most 256 colours: a third of the bytes, for slow connections.
  case palette
}

/// How a sixel picture is made.
public struct SixelOptions: Hashable, Sendable, Codable {
  /// The most colour registers, 2...1024; 256 if the terminal does not report it.
  public var colorCount: UInt16

  public init(colorCount: UInt16 = 256) {
    self.colorCount = colorCount
  }
}

/// How a picture is made from characters.
public struct SymbolOptions: Hashable, Sendable, Codable {
  /// The colours that the cells may have.
  public enum ColorDepth: UInt8, Hashable, Sendable, CaseIterable, Codable {
    case truecolor
    /// The 240 fixed colours of the 256: indices 16...255, never the 16 that a theme changes.
    case indexed256
    /// Indices 0...15.
    case ansi16
    /// The terminal's own foreground and background.
    case monochrome
  }

  public var colorDepth: ColorDepth
  /// The terminal's own colours, `0xRRGGBB`, if known: monochrome needs them to distinguish dark from light, and
  /// transparent edges blend towards them.
  public var foregroundHint: UInt32?
  public var backgroundHint: UInt32?

  public init(
    colorDepth: ColorDepth = .truecolor, foregroundHint: UInt32? = nil,
    backgroundHint: UInt32? = nil
  ) {
    self.colorDepth = colorDepth
    self.foregroundHint = foregroundHint
    self.backgroundHint = backgroundHint
  }
}

extension PictureOutput {
  var isValid: Bool {
    switch self {
    case .symbols(let options):
      [options.foregroundHint, options.backgroundHint].allSatisfy { $0 ?? 0 <= 0xFF_FFFF }
    case .sixel(let options): (2...1024).contains(options.colorCount)
    case .pixels, .kitty, .iTerm2, .histogram, .jpeg, .fingerprint, .thumbnail, .metadata: true
    }
  }
}
