/// The picture of an answer.
public enum PicturePayload: Hashable, Sendable {
  case cells(CellPicture)
  case pixels(PixelPicture)
  case encoded(EncodedPicture)
  case histogram(PictureHistogram)
  case jpeg(JPEGPicture)
  case fingerprint(PhotoFingerprint)
  /// What the file says about its photo.
  case metadata(PhotoMetadata)
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

/// How often each brightness occurs in a picture, from dark to bright, in equal steps.
public struct PictureHistogram: Hashable, Sendable {
  /// Counts of pixels, `stepCount` each.
  public var red: [UInt32]
  public var green: [UInt32]
  public var blue: [UInt32]
  /// Rec. 709 weights of the coded values.
  public var luminance: [UInt32]

  public static let stepCount = 64

  public init(
    red: [UInt32] = [], green: [UInt32] = [], blue: [UInt32] = [], luminance: [UInt32] = []
  ) {
    func padded(_ counts: [UInt32]) -> [UInt32] {
      Array((counts + Array(repeating: 0, count: Self.stepCount)).prefix(Self.stepCount))
    }
    self.red = padded(red)
    self.green = padded(green)
    self.blue = padded(blue)
    self.luminance = padded(luminance)
  }
}

extension PicturePayload: CodedValue {
  public init() { self = .pixels(PixelPicture()) }

  public mutating func fields(_ coder: inout FieldCoder) { coder.oneOf(&self, Self.cases) }

  private static let cases: [CodedCase<PicturePayload>] = [
    CodedCase(PicturePayload.cells) { if case .cells(let picture) = $0 { picture } else { nil } },
    CodedCase(PicturePayload.pixels) { if case .pixels(let picture) = $0 { picture } else { nil } },
    CodedCase(PicturePayload.encoded) {
      if case .encoded(let picture) = $0 { picture } else { nil }
    },
    CodedCase(PicturePayload.histogram) {
      if case .histogram(let counts) = $0 { counts } else { nil }
    },
    CodedCase(PicturePayload.jpeg) { if case .jpeg(let picture) = $0 { picture } else { nil } },
    CodedCase(PicturePayload.fingerprint) {
      if case .fingerprint(let fingerprint) = $0 { fingerprint } else { nil }
    },
    CodedCase(PicturePayload.metadata) {
      if case .metadata(let metadata) = $0 { metadata } else { nil }
    },
  ]
}

extension PixelPicture: CodedValue {
  public init() { self.init(width: 0, height: 0, bytes: []) }

  public mutating func fields(_ coder: inout FieldCoder) {
    let sides = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&width, in: sides)
    coder.field(&height, in: sides)
    coder.field(&bytes)
    coder.check(bytes.count == Int(width) * Int(height) * 4)
  }
}

extension JPEGPicture: CodedValue {
  public init() { self.init(width: 0, height: 0, bytes: []) }

  /// Only its first and last bytes are checked; decoders must not trust it.
  public mutating func fields(_ coder: inout FieldCoder) {
    let sides = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&width, in: sides)
    coder.field(&height, in: sides)
    coder.field(&bytes)
    coder.check(isWhole)
  }
}

extension PictureHistogram: CodedValue {
  public init() { self.init(red: []) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.words(&red, count: Self.stepCount)
    coder.words(&green, count: Self.stepCount)
    coder.words(&blue, count: Self.stepCount)
    coder.words(&luminance, count: Self.stepCount)
  }
}

extension PhotoFingerprint: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) {
    var colors = colors
    coder.field(&differences)
    coder.field(&contrast)
    coder.field(&colors)
    guard
      let whole = PhotoFingerprint(differences: differences, contrast: contrast, colors: colors)
    else { return coder.check(false) }
    self = whole
  }
}
