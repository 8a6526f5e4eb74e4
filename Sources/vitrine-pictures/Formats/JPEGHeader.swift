import PictureProtocol

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
