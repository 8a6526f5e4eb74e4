/// A small picture in the file of a large one, found without decoding anything.
struct PictureThumbnail: Equatable {
  enum Form: Equatable {
    case jpeg(Range<Int>)
    /// Three bytes a pixel, not compressed.
    case pixels(Range<Int>, width: Int, height: Int)
    case item(ISOMediaItem)
  }

  let form: Form
  /// Its orientation (TIFF 6.0, Orientation); nil if only the picture itself may state it.
  var orientation: Int?
  /// Whether it is smaller than a row of the list.
  var isTiny = false

  init(_ form: Form, orientation: Int? = nil) {
    self.form = form
    self.orientation = orientation
  }

  /// The positions of its bytes.
  var ranges: [Range<Int>] {
    switch form {
    case .jpeg(let range), .pixels(let range, _, _): [range]
    case .item(let item): item.ranges
    }
  }

  var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }

  /// A file of its own, which is shown upright like the large picture.
  ///
  /// - Returns: nil if some of its bytes are unknown, or if they are not a picture.
  func file(in parts: PartReader) -> [UInt8]? {
    let pieces = ranges.compactMap { parts.bytes($0)?.bytes }
    guard pieces.count == ranges.count else { return nil }
    let bytes: [UInt8] = pieces.reduce(into: []) { $0 += $1 }
    switch form {
    case .jpeg: return Self.jpeg(bytes, orientation: orientation)
    case .pixels(_, let width, let height):
      return Self.tiff(bytes, width: width, height: height, orientation: orientation ?? 1)
    case .item(let item): return item.file(with: bytes)
    }
  }

  // MARK: Files

  /// The small picture has the orientation of the large one, whatever it states itself.
  private static func jpeg(_ bytes: [UInt8], orientation: Int?) -> [UInt8]? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    // ISO 10918-1, annex B: before the scan, markers have lengths.
    var kept: [UInt8] = []
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if marker == 0xFF {
        index += 1
        continue
      }
      // Some raw files compress the sensor's own data without loss (SOF3), which cannot be shown.
      if marker == 0xC3 { return nil }
      if marker == 0xDA || marker == 0xD9 { break }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2, index + 2 + length <= bytes.count else { return nil }
      let segment = bytes[index..<index + 2 + length]
      let isExif = marker == 0xE1 && segment.dropFirst(4).starts(with: "Exif\0\0".utf8)
      if !isExif || orientation == nil { kept += segment }
      index += 2 + length
    }
    let turn = orientation.map { (2...8).contains($0) ? segment(orientation: UInt8($0)) : [] } ?? []
    return [0xFF, 0xD8] + turn + kept + bytes[index...]
  }

  /// An APP1 segment with only the orientation.
  private static func segment(orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
      + [0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  /// A TIFF of one strip (TIFF 6.0, section 6).
  private static func tiff(
    _ pixels: [UInt8], width: Int, height: Int, orientation: Int
  ) -> [UInt8] {
    let fields = [
      (0x100, width), (0x101, height), (0x102, 8), (0x103, 1), (0x106, 2), (0x111, 0),
      (0x112, (1...8).contains(orientation) ? orientation : 1), (0x115, 3), (0x116, height),
      (0x117, pixels.count),
    ]
    let directory = 8 + 2 + fields.count * 12 + 4
    var bytes: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + big(fields.count, 2)
    for (tag, value) in fields {
      switch tag {
      // Each of the three samples has 8 bits.
      case 0x102: bytes += big(tag, 2) + big(3, 2) + big(3, 4) + big(directory, 4)
      case 0x111: bytes += big(tag, 2) + big(4, 2) + big(1, 4) + big(directory + 6, 4)
      case 0x103, 0x106, 0x112, 0x115:
        bytes += big(tag, 2) + big(3, 2) + big(1, 4) + big(value, 2) + big(0, 2)
      default: bytes += big(tag, 2) + big(4, 2) + big(1, 4) + big(value, 4)
      }
    }
    return bytes + big(0, 4) + [0, 8, 0, 8, 0, 8] + pixels
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
