import Glibc
import PictureProtocol

/// The markers of a JPEG up to its first scan (ITU-T T.81, annex B).
struct JPEGHeader {
  var size: PictureHeader.Size
  var isProgressive: Bool
  /// Blocks of 8×8 coefficients, of all components.
  private(set) var blockCount: Int
  private let isHuffmanCoded: Bool
  /// The position of the first scan's marker.
  private var firstScanOffset: Int
  /// Whether the first scan has all components, so that a sequential file has no other scans.
  var firstScanHasAllComponents: Bool
  /// The TIFF structure of the first EXIF segment.
  var exif: Range<Int>?

  /// How the picture is stored, according to its EXIF data (2.32, 4.6.4.A); 1, upright, if these say nothing.
  func orientation(in file: ByteView) -> Int {
    guard let exif else { return 1 }
    let directory = TIFFDirectory(first: file.part(from: exif.lowerBound, count: exif.count))
    return directory?.number(0x112) ?? 1
  }

  init(of file: ByteView) throws(PictureFailure) {
    var offset = 2
    var frame: Frame?
    var exif: Range<Int>?
    while true {
      guard let first = file.uint8(offset) else { throw .truncated }
      guard first == 0xFF else {
        // Decoders skip garbage between segments, so a size may follow it.
        offset = Self.nextMarker(in: file, from: offset) ?? file.count
        continue
      }
      guard let marker = file.uint8(offset + 1) else { throw .truncated }
      if marker == 0xFF || marker == 0 {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      if marker == 0xD9 { throw .truncated }
      guard let length = file.uint16(offset + 2, bigEndian: true) else { throw .truncated }
      guard length >= 2 else { throw .broken("a segment without a length") }
      if marker == 0xDA {
        guard let frame else { throw .broken("a scan before its frame") }
        size = frame.size
        isProgressive = frame.isProgressive
        blockCount = frame.blockCount
        isHuffmanCoded = frame.isHuffmanCoded
        firstScanOffset = offset
        firstScanHasAllComponents = file.uint8(offset + 4).map(Int.init) == frame.componentCount
        self.exif = exif
        return
      }
      if Self.isFrame(marker), frame == nil {
        guard let read = Frame(of: file, at: offset, marker) else { throw .truncated }
        frame = read
      } else if marker == 0xE1, exif == nil, file.starts(with: "Exif\0\0", at: offset + 4) {
        exif = offset + 10..<max(offset + 10, min(offset + 2 + length, file.count))
      }
      offset += 2 + length
    }
  }

  /// The number of scans, counted up to one more than `limit`.
  ///
  /// A scan costs about as much as all the pixels, however few bytes it has: 80,000 of them in a small file take
  /// minutes. A marker cannot occur within a scan's data, so the bytes `FF DA` are always one.
  func scanCount(in file: ByteView, limit: Int) -> Int {
    var count = 0
    var offset = firstScanOffset
    while count <= limit, let found = Self.nextMarker(in: file, from: offset) {
      if file.uint8(found + 1) == 0xDA { count += 1 }
      offset = found + 2
    }
    return count
  }

  /// The position of a marker byte `FF` that is not followed by a stuffed zero.
  private static func nextMarker(in file: ByteView, from start: Int) -> Int? {
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

  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }
}

/// A frame header (ITU-T T.81, B.2.2).
private struct Frame {
  let size: PictureHeader.Size
  let isProgressive: Bool
  let isHuffmanCoded: Bool
  let componentCount: Int
  let blockCount: Int

  init?(of file: ByteView, at offset: Int, _ marker: UInt8) {
    guard let height = file.uint16(offset + 5, bigEndian: true),
      let width = file.uint16(offset + 7, bigEndian: true),
      let components = file.uint8(offset + 9)
    else { return nil }
    size = .init(width: width, height: height)
    isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
    isHuffmanCoded = marker < 0xC8
    componentCount = Int(components)
    let factors = (0..<Int(components)).compactMap { index in
      file.uint8(offset + 11 + 3 * index).map {
        (horizontal: max(1, Int($0 >> 4)), vertical: max(1, Int($0 & 15)))
      }
    }
    let across = factors.map(\.horizontal).max() ?? 1
    let down = factors.map(\.vertical).max() ?? 1
    let units = ((width + 8 * across - 1) / (8 * across)) * ((height + 8 * down - 1) / (8 * down))
    blockCount = factors.reduce(0) { $0 + units * $1.horizontal * $1.vertical }
  }
}

extension JPEGHeader {
  /// The longest side that libjpeg decodes (`JPEG_MAX_DIMENSION`).
  static let sideLimit = 65_500

  /// The coefficients that a decoder keeps: all of them, 2 bytes each, if several scans add to a block; none if the
  /// blocks come one after the other.
  var coefficientBytes: Int {
    isProgressive || !firstScanHasAllComponents ? blockCount * 64 * 2 : 0
  }

  /// The offset of the first scan's data.
  func dataOffset(in file: ByteView) -> Int {
    firstScanOffset + 2 + (file.uint16(firstScanOffset + 2, bigEndian: true) ?? 0)
  }

  /// Whether a file with this many bytes can contain all of the picture: a Huffman code has at least a bit, and each
  /// block at least a code.
  func canBeWhole(byteCount: Int) -> Bool {
    !isHuffmanCoded || byteCount >= blockCount / 8
  }

  /// A file with only the first scan of a progressive JPEG, if that has the mean of each block.
  ///
  /// At an eighth of the size a decoder uses only these means, yet it reads all scans: skipping the others is 3.3 to
  /// 9.3 times cheaper. The means lack their last bit or two (the scan's `Al`), which later scans add: 43 dB against
  /// all scans.
  func firstScan(of file: ByteView) -> [UInt8]? {
    guard isProgressive, firstScanHasAllComponents,
      let length = file.uint16(firstScanOffset + 2, bigEndian: true), length >= 6
    else { return nil }
    let parameters = firstScanOffset + 2 + length - 3
    // Ss, Se, and Ah and Al: the first pass over coefficient 0.
    guard file.uint8(parameters) == 0, file.uint8(parameters + 1) == 0,
      let bits = file.uint8(parameters + 2), bits <= 2
    else { return nil }
    var end = firstScanOffset + 2 + length
    while let marker = Self.nextMarker(in: file, from: end) {
      guard let code = file.uint8(marker + 1) else { return nil }
      if !(0xD0...0xD7).contains(code) {
        return [UInt8](file.part(from: 0, count: marker).bytes) + [0xFF, 0xD9]
      }
      end = marker + 2
    }
    return nil
  }
}
