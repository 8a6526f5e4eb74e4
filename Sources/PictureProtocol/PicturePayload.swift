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

/// A picture made of characters, ready to be put on a surface.
public struct CellPicture: Hashable, Sendable {
  public var columns: UInt32
  public var rows: UInt32
  /// Row by row, `columns * rows` of them.
  public var cells: [PictureCell]

  public init(columns: UInt32, rows: UInt32, cells: [PictureCell]) {
    self.columns = columns
    self.rows = rows
    self.cells = cells
  }
}

/// One character of a picture; always one cell wide and never a control character.
public struct PictureCell: Hashable, Sendable {
  /// The character as a Unicode scalar.
  public var scalar: UInt32
  public var foreground: PictureColor
  public var background: PictureColor
  /// Whether foreground and background are exchanged (monochrome output).
  public var isReversed: Bool

  public init(
    scalar: UInt32, foreground: PictureColor = .terminalDefault,
    background: PictureColor = .terminalDefault, isReversed: Bool = false
  ) {
    self.scalar = scalar
    self.foreground = foreground
    self.background = background
    self.isReversed = isReversed
  }
}

/// The colour of a cell.
public enum PictureColor: Hashable, Sendable {
  /// The terminal's default; as a background it lets the terminal's own show through.
  case terminalDefault
  /// An index in the terminal's palette.
  case indexed(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

extension CellPicture: CodedValue {
  public init() { self.init(columns: 0, rows: 0, cells: []) }

  /// Three words a cell: the scalar with the reversal in its top bit, and two colours.
  public mutating func fields(_ coder: inout FieldCoder) {
    let sides = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    coder.field(&columns, in: sides)
    coder.field(&rows, in: sides)
    var words: [UInt32] = []
    words.reserveCapacity(3 * cells.count)
    for cell in cells {
      words.append(cell.scalar | (cell.isReversed ? 1 << 31 : 0))
      words.append(cell.foreground.word)
      words.append(cell.background.word)
    }
    // Both sides are small when they were read, so their product is.
    coder.words(&words, count: coder.isReading ? 3 * Int(columns) * Int(rows) : words.count)
    guard coder.isReading, !coder.isDamaged else { return }
    cells.reserveCapacity(words.count / 3)
    for start in stride(from: 0, to: words.count, by: 3) {
      guard let cell = PictureCell(words[start], words[start + 1], words[start + 2]) else {
        return coder.check(false)
      }
      cells.append(cell)
    }
  }
}

extension PictureCell {
  /// - Returns: nil for anything that a terminal would obey: workers must not send that.
  fileprivate init?(_ word: UInt32, _ foreground: UInt32, _ background: UInt32) {
    let scalar = word & 0x7FFF_FFFF
    guard Unicode.Scalar(scalar) != nil, scalar >= 0x20, !(0x7F...0x9F).contains(scalar),
      let foreground = PictureColor(word: foreground),
      let background = PictureColor(word: background)
    else { return nil }
    self.init(
      scalar: scalar, foreground: foreground, background: background, isReversed: word >> 31 == 1)
  }
}

extension PictureColor {
  fileprivate var word: UInt32 {
    switch self {
    case .terminalDefault: 0
    case .indexed(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  fileprivate init?(word: UInt32) {
    let low = UInt8(truncatingIfNeeded: word)
    switch word >> 24 {
    case 0 where word == 0: self = .terminalDefault
    case 1 where word & 0xFF_FF00 == 0: self = .indexed(low)
    case 2:
      self = .rgb(
        red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: low)
    default: return nil
    }
  }
}

/// A picture in a form that terminals accept.
///
/// Its bytes are checked when it is received: a worker under someone else's control cannot use it to send commands to
/// the terminal.
public struct EncodedPicture: Hashable, Sendable {
  public enum Coding: Hashable, Sendable, CaseIterable {
    /// A PNG as base64 without line breaks.
    case png
    /// A JPEG as base64 without line breaks.
    case jpeg
    /// Everything between `q` and ST of a sixel picture, raster attributes included.
    case sixel
  }

  public var coding: Coding
  /// Its pixels: exactly those of its cells, so that a terminal has nothing to scale. With two exceptions: an iTerm2
  /// picture may have fewer, in the cells' upper left corner or scaled up with its shape kept; and a rough picture with
  /// a palette for the Kitty protocol may have half as many per side, scaled up to the cells.
  public var pixelWidth: UInt32
  public var pixelHeight: UInt32
  /// The cells that it covers.
  public var columns: UInt32
  public var rows: UInt32
  public var bytes: [UInt8]

  public init(
    coding: Coding, pixelWidth: UInt32, pixelHeight: UInt32, columns: UInt32, rows: UInt32,
    bytes: [UInt8]
  ) {
    self.coding = coding
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.columns = columns
    self.rows = rows
    self.bytes = bytes
  }

  /// Whether the coding allows every byte.
  public var isClean: Bool {
    let isAllowed = coding == .sixel ? Self.sixelBytes : Self.base64Bytes
    return isAllowed.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var isClean = true
        for byte in bytes { isClean = isClean && table[Int(byte)] }
        return isClean
      }
    }
  }

  private static let base64Bytes = table(
    of: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8))

  /// DEC STD 070, *sixel device control string*: `?`...`~` are data, `!` repeats, `"` starts the raster attributes, `#`
  /// a colour, `$` and `-` return and feed; with digits and `;`.
  private static let sixelBytes = table(of: Array("!\"#$-;0123456789".utf8) + Array(0x3F...0x7E))

  private static func table(of bytes: [UInt8]) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    return table
  }
}

extension EncodedPicture: CodedValue {
  public init() {
    self.init(coding: .png, pixelWidth: 0, pixelHeight: 0, columns: 0, rows: 0, bytes: [])
  }

  public mutating func fields(_ coder: inout FieldCoder) {
    let cells = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    let pixels = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&coding)
    coder.field(&pixelWidth, in: pixels)
    coder.field(&pixelHeight, in: pixels)
    coder.field(&columns, in: cells)
    coder.field(&rows, in: cells)
    coder.field(&bytes)
    if coder.isReading { coder.check(isClean) }
  }
}

extension EncodedPicture.Coding: CodedValue {}
