import PictureProtocol

/// What the known parts of a file say: which further parts hold its metadata, and where small pictures are.
///
/// Nothing is decoded, and nothing is trusted: anything beyond the file is ignored, and a directory is read once. Once
/// the structure is read to its end, nothing is `wanted`.
struct StructureWalk {
  /// The parts that its metadata need next, in the order of their discovery.
  let wanted: [Range<Int>]
  /// The thumbnails that are worth a request, the best first.
  let thumbnails: [PictureThumbnail]

  /// The limit of a small picture; without one a row shows a sign, which is better than megabytes for each row.
  static let thumbnailByteLimit = 512 << 10

  /// - Complexity: O(*bytes that are known*).
  init(_ parts: PartReader) {
    var reader = parts
    var found: [PictureThumbnail] = []
    var isSpread = true
    switch PictureFormat(beginning: parts.beginning.bytes) {
    case .jpeg:
      var walk = TIFFWalk()
      walk.readJPEG(0..<parts.byteCount, &reader)
      found = walk.thumbnails
      isSpread = false
    case .raw where parts.beginning.starts(with: "FUJIFILM"): found = Self.readRAF(&reader)
    case .raw where parts.beginning.starts(with: "ftyp", at: 4):
      let boxes = CanonBoxes(&reader)
      found = boxes.previews.map { PictureThumbnail(.jpeg($0), orientation: boxes.orientation) }
    case .raw, .tiff:
      var walk = TIFFWalk()
      walk.read(0..<parts.byteCount, &reader)
      found = walk.thumbnails
    case .heic, .avif: found = ISOMediaItems.read(&reader)
    case .webp: Self.readWebP(&reader)
    case .png, .gif, .svg, .jpegXL, .jpeg2000, nil: break
    }
    wanted = isSpread ? reader.misses : []
    thumbnails = found.filter { $0.byteCount <= Self.thumbnailByteLimit }.sorted {
      ($0.isTiny ? 1 : 0, $0.byteCount) < ($1.isTiny ? 1 : 0, $1.byteCount)
    }
  }

  // MARK: Fujifilm

  /// A header with the position of a whole JPEG, whose Exif data are those of the file
  /// (https://libopenraw.freedesktop.org/formats/raf).
  private static func readRAF(_ reader: inout PartReader) -> [PictureThumbnail] {
    guard let places = reader.bytes(84, count: 8),
      let start = places.uint32(0, bigEndian: true), let count = places.uint32(4, bigEndian: true),
      let range = reader.range(start, count)
    else { return [] }
    var walk = TIFFWalk()
    walk.readJPEG(range, &reader)
    return walk.thumbnails + [PictureThumbnail(.jpeg(range))]
  }

  // MARK: WebP

  private static let chunkLimit = 64
  private static let chunkByteLimit = 256 << 10

  /// The chunks (RFC 9649, 2.3 to 2.7): metadata follow the picture, and the header says whether there are any.
  private static func readWebP(_ reader: inout PartReader) {
    guard reader.beginning.starts(with: "VP8X", at: 12),
      let flags = reader.beginning.uint8(20), flags & 0x0C != 0
    else { return }
    var offset = 12
    for _ in 0..<chunkLimit {
      guard let head = reader.bytes(offset, count: 8, ahead: 16 << 10),
        let length = head.uint32(4, bigEndian: false)
      else { return }
      if head.starts(with: "EXIF") || head.starts(with: "XMP "), length <= chunkByteLimit {
        reader.want(offset + 8, count: length)
      }
      // Chunks of an odd length are followed by a zero.
      offset += 8 + length + length % 2
    }
  }
}

// MARK: Answers

extension PictureStructure {
  /// What the known parts of a file say.
  init(of parts: PartReader, for purpose: StructurePurpose) {
    let walk = StructureWalk(parts)
    switch purpose {
    case .metadata: self.init(wanted: walk.wanted)
    case .thumbnail: self.init(cutting: walk.thumbnails, of: parts)
    }
  }

  /// The best thumbnail that is known, and what a better one needs. One that fills a row is good enough whatever else
  /// there is.
  private init(cutting thumbnails: [PictureThumbnail], of parts: PartReader) {
    self.init()
    for found in thumbnails {
      let missing = found.ranges.compactMap(parts.missing)
      guard missing.isEmpty else {
        if wanted.isEmpty, thumbnail.isEmpty { wanted = missing }
        continue
      }
      guard let file = found.file(in: parts), file.count <= PictureProtocolLimits.cutThumbnailBytes
      else { continue }
      if !found.isTiny {
        self.init(thumbnail: file)
        return
      }
      if thumbnail.isEmpty { thumbnail = file }
    }
  }
}
