/// The header of a PNG: its first chunk (W3C PNG specification, 11.2.2).
struct PNGHeader {
  let size: PictureHeader.Size
  /// As stored.
  let pixelBits: Int
  /// Adam7 (8.2): every pass adds to all of the picture, which a decoder keeps.
  let isInterlaced: Bool

  init?(of file: ByteView) {
    var chunks = Chunks(png: file)
    guard let chunk = chunks.next(), chunk.isNamed("IHDR"),
      let width = chunk.content.uint32(0, bigEndian: true),
      let height = chunk.content.uint32(4, bigEndian: true)
    else { return nil }
    size = .init(width: width, height: height)
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][chunk.content.uint8(9) ?? 0] ?? 1
    pixelBits = min(16, Int(chunk.content.uint8(8) ?? 1)) * channels
    isInterlaced = chunk.content.uint8(12) == 1
  }
}

/// The size of a GIF (GIF89a specification, section 18).
enum GIFHeader {
  /// The larger of the screen and the area of its first frame.
  static func size(of file: ByteView) -> PictureHeader.Size? {
    guard let width = file.uint16(6, bigEndian: false),
      let height = file.uint16(8, bigEndian: false)
    else { return nil }
    let screen = PictureHeader.Size(width: width, height: height)
    var frames = GIFFrameHeaders(of: file)
    guard let frame = frames.next(), frames.isClean, let left = frame.uint16(1, bigEndian: false),
      let top = frame.uint16(3, bigEndian: false), let width = frame.uint16(5, bigEndian: false),
      let height = frame.uint16(7, bigEndian: false)
    else { return screen }
    return screen.union(.init(width: left + width, height: top + height))
  }
}

/// The image descriptors among the blocks of a GIF (GIF89a specification, sections 20, 22 and 23 to 26).
struct GIFFrameHeaders: Sequence, IteratorProtocol {
  private let file: ByteView
  private var offset: Int
  /// Whether there was nothing but blocks until now. Some programs write zeros in between.
  private(set) var isClean = true

  init(of file: ByteView) {
    self.file = file
    offset = 13 + Self.colorTableBytes(file.uint8(10) ?? 0)
  }

  /// - Returns: The file from the descriptor on.
  mutating func next() -> ByteView? {
    while let introducer = file.uint8(offset) {
      switch introducer {
      case 0x2C:
        let frame = file.part(from: offset)
        skipBlocks(from: offset + 11 + Self.colorTableBytes(frame.uint8(9) ?? 0))
        return frame
      case 0x21: skipBlocks(from: offset + 2)
      case 0x3B: return nil
      default:
        isClean = isClean && introducer == 0
        offset += 1
      }
    }
    return nil
  }

  private mutating func skipBlocks(from start: Int) {
    offset = start
    while let length = file.uint8(offset), length > 0 { offset += 1 + Int(length) }
    offset += 1
  }

  private static func colorTableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0
  }
}

/// What the chunks of a WebP say (RFC 9649, sections 2.5 to 2.7).
enum WebPHeader {
  static func size(of file: ByteView) -> PictureHeader.Size? {
    var chunks = Chunks(webP: file)
    guard let chunk = chunks.next() else { return nil }
    let content = chunk.content
    func number(_ offset: Int, _ count: Int) -> Int? {
      content.number(offset, count: count, bigEndian: false)
    }
    if chunk.isNamed("VP8X"), let width = number(4, 3), let height = number(7, 3) {
      return .init(width: width + 1, height: height + 1)
    }
    if chunk.isNamed("VP8L"), let bits = number(1, 4) {
      return .init(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
    if chunk.isNamed("VP8 "), let width = number(6, 2), let height = number(8, 2) {
      return .init(width: width & 0x3FFF, height: height & 0x3FFF)
    }
    return nil
  }

  /// The content of the chunk with EXIF data; nil if there is none.
  static func exif(in file: ByteView) -> ByteView? {
    Chunks(webP: file).first { $0.isNamed("EXIF") && $0.isWhole }?.content
  }

  /// Whether every chunk ends within the file.
  ///
  /// exiv2 0.27 allocates whatever length a chunk states; four gigabytes end the process.
  static func isWhole(_ file: ByteView) -> Bool {
    Chunks(webP: file).allSatisfy(\.isWhole)
  }
}

/// The size of a JPEG XL (ISO/IEC 18181-1, 6.2 and D.2), which is stored as it was taken and turned by `orientation`.
struct JPEGXLHeader {
  private let size: PictureHeader.Size
  /// EXIF's own doesn't count in this format.
  private var orientation = Orientation.upright

  var uprightSize: PictureHeader.Size { size.upright(orientation) }

  /// - Returns: nil if the file ends before its size.
  init?(of file: ByteView) {
    var bits = LowBits(Self.codestream(of: file))
    guard bits.read(8) == 0xFF, bits.read(8) == 0x0A else { return nil }
    let isSmall = bits.read(1) == 1
    guard let height = Self.side(isSmall, &bits), let ratio = bits.read(3) else { return nil }
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio == 0 {
      guard let width = Self.side(isSmall, &bits) else { return nil }
      size = .init(width: width, height: height)
    } else {
      let (width, parts) = ratios[ratio - 1]
      size = .init(width: height * width / parts, height: height)
    }
    // Not all of the metadata has its default, and there are further fields, of which this is the first.
    if bits.read(1) == 0, bits.read(1) == 1 {
      orientation = Orientation(1 + (bits.read(3) ?? 0)) ?? .upright
    }
  }

  private static func side(_ isSmall: Bool, _ bits: inout LowBits) -> Int? {
    if isSmall { return bits.read(5).map { ($0 + 1) * 8 } }
    return bits.read(2).flatMap { bits.read([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }

  /// The beginning of the codestream, which may be the file itself, a box, or in pieces with a number before each.
  private static func codestream(of file: ByteView) -> [UInt8] {
    guard file.starts(with: "JXL ", at: 4) else {
      return [UInt8](file.part(from: 0, count: 32).bytes)
    }
    var bytes: [UInt8] = []
    for box in Chunks(boxesIn: file, limit: 1_000) where bytes.count < 32 {
      if box.isNamed("jxlc") { return [UInt8](box.content.part(from: 0, count: 32).bytes) }
      if box.isNamed("jxlp") { bytes += box.content.part(from: 4, count: 32).bytes }
    }
    return bytes
  }
}

/// Bits from the lowest of each byte on.
private struct LowBits {
  let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: nil beyond the end.
  mutating func read(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for bit in 0..<count {
      value |= Int(bytes[(position + bit) / 8] >> UInt8((position + bit) % 8) & 1) << bit
    }
    position += count
    return value
  }
}
