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

extension WireWriter {
  private mutating func put(_ picture: JPEGPicture) {
    put(picture.width)
    put(picture.height)
    put(bytes: picture.bytes)
  }

  mutating func put(_ payload: PicturePayload) {
    switch payload {
    case .cells(let picture):
      put(UInt8(1))
      put(picture.columns)
      put(picture.rows)
      for cell in picture.cells { put(cell) }
    case .pixels(let picture):
      put(UInt8(2))
      put(picture.width)
      put(picture.height)
      put(bytes: picture.bytes)
    case .encoded(let picture):
      put(UInt8(3))
      put(picture.coding.rawValue)
      put(picture.pixelWidth)
      put(picture.pixelHeight)
      put(picture.columns)
      put(picture.rows)
      put(bytes: picture.bytes)
    case .histogram(let histogram):
      put(UInt8(4))
      for counts in [histogram.red, histogram.green, histogram.blue, histogram.luminance] {
        for step in 0..<PictureHistogram.stepCount { put(step < counts.count ? counts[step] : 0) }
      }
    case .jpeg(let picture):
      put(UInt8(5))
      put(picture)
    case .fingerprint(let fingerprint):
      put(UInt8(6))
      put(fingerprint.differences)
      put(fingerprint.contrast)
      for color in fingerprint.colors { put(color) }
    }
  }

  /// Twelve bytes: the scalar with the reversal in its top bit, and two colours.
  private mutating func put(_ cell: PictureCell) {
    put(cell.scalar | (cell.isReversed ? 1 << 31 : 0))
    put(cell.foreground)
    put(cell.background)
  }

  private mutating func put(_ color: PictureColor) {
    switch color {
    case .terminalDefault: put(UInt32(0))
    case .indexed(let index): put(1 << 24 | UInt32(index))
    case .rgb(let red, let green, let blue):
      put(2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
  }
}

extension WireReader {
  /// Only its first and last bytes are checked; decoders must not trust it.
  private mutating func jpegPicture() throws(PictureProtocolError) -> JPEGPicture {
    let sides = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let picture = JPEGPicture(
      width: try uint32(in: sides, "width"), height: try uint32(in: sides, "height"),
      bytes: try data())
    guard picture.isWhole else { throw bad("jpeg") }
    return picture
  }

  mutating func payload() throws(PictureProtocolError) -> PicturePayload {
    switch try uint8() {
    case 1: return .cells(try cellPicture())
    case 2: return .pixels(try pixelPicture())
    case 3: return .encoded(try encodedPicture())
    case 4: return .histogram(try histogram())
    case 5: return .jpeg(try jpegPicture())
    case 6:
      let fingerprint = PhotoFingerprint(
        differences: try uint64(), contrast: try uint8(),
        colors: [UInt8](try take(PhotoFingerprint.colorCount)))
      guard let fingerprint else { throw bad("fingerprint") }
      return .fingerprint(fingerprint)
    default: throw bad("payload")
    }
  }

  private mutating func encodedPicture() throws(PictureProtocolError) -> EncodedPicture {
    let cells = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    let pixels = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let picture = EncodedPicture(
      coding: try choice("coding"),
      pixelWidth: try uint32(in: pixels, "pixelWidth"),
      pixelHeight: try uint32(in: pixels, "pixelHeight"),
      columns: try uint32(in: cells, "columns"), rows: try uint32(in: cells, "rows"),
      bytes: try data())
    guard picture.isClean else { throw bad("bytes") }
    return picture
  }

  private mutating func histogram() throws(PictureProtocolError) -> PictureHistogram {
    var channels: [[UInt32]] = []
    for _ in 0..<4 {
      var counts: [UInt32] = []
      for _ in 0..<PictureHistogram.stepCount { counts.append(try uint32()) }
      channels.append(counts)
    }
    return PictureHistogram(
      red: channels[0], green: channels[1], blue: channels[2], luminance: channels[3])
  }

  private mutating func cellPicture() throws(PictureProtocolError) -> CellPicture {
    let range = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    let columns = try uint32(in: range, "columns")
    let rows = try uint32(in: range, "rows")
    // Both are small, so their product is; and nothing is allocated before the bytes are known to be there.
    let count = Int(columns) * Int(rows)
    guard remaining >= count * 12 else { throw .truncated(kind: kind) }
    var cells: [PictureCell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count { cells.append(try cell()) }
    return CellPicture(columns: columns, rows: rows, cells: cells)
  }

  private mutating func cell() throws(PictureProtocolError) -> PictureCell {
    let word = try uint32()
    let scalar = word & 0x7FFF_FFFF
    // Workers must not send anything that a terminal would obey.
    guard let character = Unicode.Scalar(scalar), scalar >= 0x20, !(0x7F...0x9F).contains(scalar)
    else { throw bad("scalar") }
    return PictureCell(
      scalar: character.value, foreground: try color(), background: try color(),
      isReversed: word >> 31 == 1)
  }

  private mutating func color() throws(PictureProtocolError) -> PictureColor {
    let word = try uint32()
    let low = UInt8(truncatingIfNeeded: word)
    switch word >> 24 {
    case 0 where word == 0: return .terminalDefault
    case 1 where word & 0xFF_FF00 == 0: return .indexed(low)
    case 2:
      return .rgb(
        red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: low)
    default: throw bad("color")
    }
  }

  private mutating func pixelPicture() throws(PictureProtocolError) -> PixelPicture {
    let range = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let width = try uint32(in: range, "width")
    let height = try uint32(in: range, "height")
    let bytes = try data()
    guard bytes.count == Int(width) * Int(height) * 4 else { throw bad("pixels") }
    return PixelPicture(width: width, height: height, bytes: bytes)
  }
}
