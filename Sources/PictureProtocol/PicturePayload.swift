/// The picture of an answer.
public enum PicturePayload: Hashable, Sendable {
  case cells(CellPicture)
  case pixels(PixelPicture)
  case encoded(EncodedPicture)
  case histogram(PictureHistogram)
  case jpeg(JPEGPicture)
  case fingerprint(PhotoFingerprint)
}

/// A picture in RGBA, 8 bits a channel, not premultiplied, rows without padding; whole cells.
public struct PixelPicture: Hashable, Sendable {
  public var width: UInt32
  public var height: UInt32
  /// `width * height * 4` of them.
  public var bytes: [UInt8]

  public init(width: UInt32, height: UInt32, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// A picture as a baseline JPEG in sRGB, without metadata, to be embedded in other files.
public struct JPEGPicture: Hashable, Sendable {
  public var width: UInt32
  public var height: UInt32
  public var bytes: [UInt8]

  public init(width: UInt32, height: UInt32, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Whether it is a JPEG from its first bytes (SOI) to its last (EOI), and not larger than any that a worker makes.
  public var isWhole: Bool {
    (4...PictureProtocolLimits.jpegBytes).contains(bytes.count)
      && bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == [0xFF, 0xD9]
  }
}

extension PicturePayload: WireValue {
  init() { self = .pixels(PixelPicture()) }

  mutating func fields(_ coder: inout WireCoder) { coder.oneOf(&self, Self.cases) }

  private static let cases: [WireCase<PicturePayload>] = [
    WireCase(PicturePayload.cells) { if case .cells(let picture) = $0 { picture } else { nil } },
    WireCase(PicturePayload.pixels) { if case .pixels(let picture) = $0 { picture } else { nil } },
    WireCase(PicturePayload.encoded) {
      if case .encoded(let picture) = $0 { picture } else { nil }
    },
    WireCase(PicturePayload.histogram) {
      if case .histogram(let counts) = $0 { counts } else { nil }
    },
    WireCase(PicturePayload.jpeg) { if case .jpeg(let picture) = $0 { picture } else { nil } },
    WireCase(PicturePayload.fingerprint) {
      if case .fingerprint(let fingerprint) = $0 { fingerprint } else { nil }
    },
  ]
}

extension PixelPicture: WireValue {
  init() { self.init(width: 0, height: 0, bytes: []) }

  mutating func fields(_ coder: inout WireCoder) {
    let sides = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&width, in: sides)
    coder.field(&height, in: sides)
    coder.field(&bytes)
    coder.check(bytes.count == Int(width) * Int(height) * 4)
  }
}

extension JPEGPicture: WireValue {
  init() { self.init(width: 0, height: 0, bytes: []) }

  /// Only its first and last bytes are checked; decoders must not trust it.
  mutating func fields(_ coder: inout WireCoder) {
    let sides = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&width, in: sides)
    coder.field(&height, in: sides)
    coder.field(&bytes)
    coder.check(isWhole)
  }
}

extension PictureHistogram: WireValue {
  init() { self.init(red: []) }

  mutating func fields(_ coder: inout WireCoder) {
    coder.list(&red, count: Self.stepCount)
    coder.list(&green, count: Self.stepCount)
    coder.list(&blue, count: Self.stepCount)
    coder.list(&luminance, count: Self.stepCount)
  }
}

extension PhotoFingerprint: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    var colors = colors
    coder.field(&differences)
    coder.field(&contrast)
    coder.list(&colors, count: Self.colorCount)
    self = PhotoFingerprint(differences: differences, contrast: contrast, colors: colors) ?? self
  }
}
