import Glibc
import PictureProtocol

/// The segments of a JPEG up to its first scan (ITU-T T.81, B.1.1).
struct JPEGSegments {
  struct Segment {
    let marker: UInt8
    /// Without marker and length; fewer bytes than stated if the file ends early.
    let content: ByteView
    /// Where the segment ends, and data of a scan begin.
    let end: Int
  }

  private let file: ByteView
  private var offset = 2

  init(_ file: ByteView) { self.file = file }

  /// The next segment; markers without a length and garbage are skipped, as decoders do.
  ///
  /// - Throws: `truncated` at the end.
  mutating func next() throws(PictureFailure) -> Segment {
    while let start = Self.nextMarker(in: file, from: offset), let marker = file.uint8(start + 1) {
      offset = start + 2
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard marker != 0xD9, let length = file.uint16(offset, bigEndian: true) else { break }
      guard length >= 2 else { throw .broken("a segment without a length") }
      defer { offset += length }
      return Segment(
        marker: marker, content: file.part(from: offset + 2, count: length - 2),
        end: offset + length)
    }
    throw .truncated
  }

  /// The position of a marker byte `FF` that is not followed by a stuffed zero.
  static func nextMarker(in file: ByteView, from start: Int) -> Int? {
    guard let base = file.bytes.baseAddress else { return nil }
    var offset = start
    while offset < file.count,
      let found = memchr(base + offset, 0xFF, file.count - offset)
    {
      let position = base.distance(to: UnsafeRawPointer(found))
      guard let next = file.uint8(position + 1) else { return nil }
      if next != 0, next != 0xFF { return position }
      offset = position + (next == 0 ? 2 : 1)
    }
    return nil
  }
}

/// A frame header (ITU-T T.81, B.2.2).
struct JPEGFrame {
  struct Component {
    let id: UInt8
    let horizontal: Int
    let vertical: Int
    /// The number of its table.
    let quantizers: Int
  }

  let marker: UInt8
  let precision: UInt8
  let size: PictureHeader.Size
  let components: [Component]

  /// - Returns: nil for other segments, and for one that ends before the size.
  init?(_ segment: JPEGSegments.Segment) {
    (marker, precision) = (segment.marker, segment.content.uint8(0) ?? 0)
    let content = segment.content
    guard (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker),
      let height = content.uint16(1, bigEndian: true),
      let width = content.uint16(3, bigEndian: true), let count = content.uint8(5)
    else { return nil }
    size = .init(width: width, height: height)
    components = (0..<Int(count)).compactMap { index in
      let part = content.part(from: 6 + 3 * index)
      guard let id = part.uint8(0), let factors = part.uint8(1), let table = part.uint8(2) else {
        return nil
      }
      return Component(
        id: id, horizontal: Int(factors >> 4), vertical: Int(factors & 15), quantizers: Int(table))
    }
  }

  var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }
  var isHuffmanCoded: Bool { marker < 0xC8 }

  /// Blocks of 8×8 coefficients, of all components.
  var blockCount: Int {
    let factors = components.map { (max(1, $0.horizontal), max(1, $0.vertical)) }
    let across = 8 * (factors.map(\.0).max() ?? 1)
    let down = 8 * (factors.map(\.1).max() ?? 1)
    let units = (size.width + across - 1) / across * ((size.height + down - 1) / down)
    return factors.reduce(0) { $0 + units * $1.0 * $1.1 }
  }
}
