/// The picture of an answer.
public enum PicturePayload: Hashable, Sendable, Codable {
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
public struct PixelPicture: Hashable, Sendable, Codable {
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
public struct JPEGPicture: Hashable, Sendable, Codable {
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
public struct PictureHistogram: Hashable, Sendable, Codable {
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

extension PicturePayload {
  /// Whether sizes and bytes agree, even if the worker has been taken over. A JPEG is as untrusted as before.
  var isValid: Bool {
    let pixels = PictureProtocolLimits.targetPixelsPerSide
    let cells = PictureProtocolLimits.cellsPerSide
    func isSize(_ width: UInt32, _ height: UInt32, upTo limit: Int) -> Bool {
      width <= limit && height <= limit
    }
    switch self {
    // What cells are read from is checked.
    case .cells: return true
    case .metadata(let metadata): return metadata.isValid
    case .pixels(let picture):
      return isSize(picture.width, picture.height, upTo: pixels)
        && picture.bytes.count == Int(picture.width) * Int(picture.height) * 4
    case .encoded(let picture):
      return isSize(picture.pixelWidth, picture.pixelHeight, upTo: pixels)
        && isSize(picture.columns, picture.rows, upTo: cells) && picture.isClean
    case .histogram(let counts):
      return [counts.red, counts.green, counts.blue, counts.luminance].allSatisfy {
        $0.count == PictureHistogram.stepCount
      }
    case .jpeg(let picture):
      return picture.width > 0 && picture.height > 0
        && isSize(picture.width, picture.height, upTo: pixels) && picture.isWhole
    case .fingerprint(let fingerprint):
      return fingerprint.colors.count == PhotoFingerprint.colorCount
    }
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

  public init(
    scalar: UInt32, foreground: PictureColor = .terminalDefault,
    background: PictureColor = .terminalDefault
  ) {
    self.scalar = scalar
    self.foreground = foreground
    self.background = background
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

extension CellPicture: Codable {
  private struct Coded: Codable {
    var columns: UInt32
    var rows: UInt32
    /// Three words a cell: the scalar, and two colours.
    var words: [UInt8]
  }

  public func encode(to encoder: any Encoder) throws {
    let words = cells.flatMap { [$0.scalar, $0.foreground.word, $0.background.word] }
    try Coded(columns: columns, rows: rows, words: words.withUnsafeBytes { Array($0) })
      .encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let coded = try Coded(from: decoder)
    let limit = UInt32(PictureProtocolLimits.cellsPerSide)
    guard coded.columns <= limit, coded.rows <= limit,
      coded.words.count == 12 * Int(coded.columns) * Int(coded.rows)
    else { throw DamagedBytes() }
    cells = try coded.words.withUnsafeBytes { bytes in
      try stride(from: 0, to: bytes.count, by: 12).map { start in
        func word(_ index: Int) -> UInt32 {
          bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        }
        guard let cell = PictureCell(word(0), word(1), word(2)) else { throw DamagedBytes() }
        return cell
      }
    }
    (columns, rows) = (coded.columns, coded.rows)
  }
}

extension PictureCell {
  /// - Returns: nil for anything that a terminal would obey: workers must not send that.
  fileprivate init?(_ scalar: UInt32, _ foreground: UInt32, _ background: UInt32) {
    guard Unicode.Scalar(scalar) != nil, scalar >= 0x20, !(0x7F...0x9F).contains(scalar),
      let foreground = PictureColor(word: foreground),
      let background = PictureColor(word: background)
    else { return nil }
    self.init(scalar: scalar, foreground: foreground, background: background)
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
public struct EncodedPicture: Hashable, Sendable, Codable {
  public enum Coding: UInt8, Hashable, Sendable, CaseIterable, Codable {
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
