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

/// What a JPEG says of itself before its first scan.
struct JPEGHeader {
  let frame: JPEGFrame
  /// The TIFF structure of the first EXIF segment.
  let exif: ByteView?
  private let firstScan: JPEGSegments.Segment

  var size: PictureHeader.Size { frame.size }

  /// How the picture is stored; upright if the EXIF data say nothing.
  var orientation: Orientation {
    exif.flatMap(TIFFDirectory.init(first:)).flatMap { Orientation($0.number(0x112)) } ?? .upright
  }

  init(of file: ByteView) throws(PictureFailure) {
    var segments = JPEGSegments(file)
    var frame: JPEGFrame?
    var exif: ByteView?
    while true {
      let segment = try segments.next()
      if segment.marker == 0xDA {
        guard let frame else { throw .broken("a scan before its frame") }
        (self.frame, self.exif, firstScan) = (frame, exif, segment)
        return
      }
      frame = frame ?? JPEGFrame(segment)
      if segment.marker == 0xE1, exif == nil, segment.content.starts(with: "Exif\0\0") {
        exif = segment.content.part(from: 6)
      }
    }
  }

  /// The number of scans, counted up to one more than `limit`.
  ///
  /// A scan costs about as much as all the pixels, however few bytes it has: 80,000 of them in a small file take
  /// minutes. A marker cannot occur within a scan's data, so the bytes `FF DA` are always one.
  func scanCount(in file: ByteView, limit: Int) -> Int {
    var count = 1
    var offset = dataOffset
    while count <= limit, let found = JPEGSegments.nextMarker(in: file, from: offset) {
      if file.uint8(found + 1) == 0xDA { count += 1 }
      offset = found + 2
    }
    return count
  }
}

extension JPEGHeader {
  /// The longest side that libjpeg decodes (`JPEG_MAX_DIMENSION`).
  static let sideLimit = 65_500

  /// Whether the first scan has all components, so that a sequential file has no other scans.
  var firstScanHasAllComponents: Bool {
    firstScan.content.uint8(0).map(Int.init) == frame.components.count
  }

  /// The coefficients that a decoder keeps: all of them, 2 bytes each, if several scans add to a block; none if the
  /// blocks come one after the other.
  var coefficientBytes: Int {
    frame.isProgressive || !firstScanHasAllComponents ? frame.blockCount * 64 * 2 : 0
  }

  /// The offset of the first scan's data.
  var dataOffset: Int { firstScan.end }

  /// Whether a file with this many bytes can contain all of the picture: a Huffman code has at least a bit, and each
  /// block at least a code.
  func canBeWhole(byteCount: Int) -> Bool {
    !frame.isHuffmanCoded || byteCount >= frame.blockCount / 8
  }
}
