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
