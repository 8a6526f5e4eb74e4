/// The size of a PNG: its first chunk (W3C PNG specification, 11.2.2).
enum PNGHeader {
  static func size(of file: ByteView) -> PictureHeader.Size? {
    guard file.starts(with: "IHDR", at: 12),
      let width = file.uint32(16, bigEndian: true), let height = file.uint32(20, bigEndian: true)
    else { return nil }
    return .init(width: width, height: height)
  }
}

extension PNGHeader {
  /// Adam7 (W3C PNG specification, 8.2): every pass adds to all of the picture, which a decoder keeps.
  static func isInterlaced(_ file: ByteView) -> Bool { file.uint8(28) == 1 }

  /// The bits of a pixel as stored (W3C PNG specification, 11.2.2).
  static func pixelBits(of file: ByteView) -> Int {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][file.uint8(25) ?? 0] ?? 1
    return min(16, Int(file.uint8(24) ?? 1)) * channels
  }
}

/// The size of a GIF (GIF89a specification, sections 18 and 20).
enum GIFHeader {
  /// The larger of the screen and the area of its first frame.
  static func size(of file: ByteView) -> PictureHeader.Size? {
    guard let width = file.uint16(6, bigEndian: false),
      let height = file.uint16(8, bigEndian: false), let flags = file.uint8(10)
    else { return nil }
    let screen = PictureHeader.Size(width: width, height: height)
    var offset = 13 + (flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0)
    while let introducer = file.uint8(offset) {
      switch introducer {
      case 0x2C:
        guard let left = file.uint16(offset + 1, bigEndian: false),
          let top = file.uint16(offset + 3, bigEndian: false),
          let frameWidth = file.uint16(offset + 5, bigEndian: false),
          let frameHeight = file.uint16(offset + 7, bigEndian: false)
        else { return screen }
        return screen.union(.init(width: left + frameWidth, height: top + frameHeight))
      case 0x21:
        offset += 2
        while let length = file.uint8(offset), length > 0 { offset += 1 + Int(length) }
        offset += 1
      default:
        return screen
      }
    }
    return screen
  }
}

/// The size of a WebP (RFC 9649, sections 2.5 to 2.7).
enum WebPHeader {
  static func size(of file: ByteView) -> PictureHeader.Size? {
    if file.starts(with: "VP8X", at: 12) {
      guard let width = uint24(file, 24), let height = uint24(file, 27) else { return nil }
      return .init(width: width + 1, height: height + 1)
    }
    if file.starts(with: "VP8L", at: 12) {
      guard let bits = file.uint32(21, bigEndian: false) else { return nil }
      return .init(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
    if file.starts(with: "VP8 ", at: 12) {
      guard let width = file.uint16(26, bigEndian: false),
        let height = file.uint16(28, bigEndian: false)
      else { return nil }
      return .init(width: width & 0x3FFF, height: height & 0x3FFF)
    }
    return nil
  }

  private static func uint24(_ file: ByteView, _ offset: Int) -> Int? {
    guard let low = file.uint16(offset, bigEndian: false), let high = file.uint8(offset + 2)
    else { return nil }
    return low | Int(high) << 16
  }
}

/// The size of a JPEG XL (ISO/IEC 18181-1, 6.2 and D.2), which is stored as it was taken and turned by `orientation`.
struct JPEGXLHeader {
  private(set) var size: PictureHeader.Size
  /// 1...8, as in EXIF, whose own orientation doesn't count in this format.
  private(set) var orientation = 1

  var uprightSize: PictureHeader.Size {
    orientation >= 5 ? .init(width: size.height, height: size.width) : size
  }

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
    if bits.read(1) == 0, bits.read(1) == 1 { orientation = 1 + (bits.read(3) ?? 0) }
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
    for box in ISOMediaBoxes(file).prefix(1_000) where bytes.count < 32 {
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

/// The chunks of a WebP (RFC 9649, section 2.3).
enum WebPChunks {
  /// The content of the chunk with EXIF data; nil if there is none.
  static func exif(in file: ByteView) -> Range<Int>? {
    var offset = 12
    while file.count - offset >= 8, let length = file.uint32(offset + 4, bigEndian: false),
      length <= file.count - offset - 8
    {
      if file.starts(with: "EXIF", at: offset) { return offset + 8..<offset + 8 + length }
      offset += 8 + length + length % 2
    }
    return nil
  }

  /// Whether every chunk ends within the file.
  ///
  /// exiv2 0.27 allocates whatever length a chunk states; four gigabytes end the process.
  static func areWhole(in file: ByteView) -> Bool {
    var offset = 12
    while file.count - offset >= 8 {
      guard let length = file.uint32(offset + 4, bigEndian: false),
        length <= file.count - offset - 8
      else { return false }
      offset += 8 + length + length % 2
    }
    return true
  }
}
