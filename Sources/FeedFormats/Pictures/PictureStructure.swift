/// What the parts of a file that are known say of it: which further ones hold its metadata, and where small pictures lie.
///
/// Nothing is decoded, and nothing is believed: what lies outside of the file is left out, and a directory is read once.
/// A file whose structure is read to its end has nothing `missing`.
package struct PictureStructure {
  /// What its metadata need next, in the order of the file; none touches another, and all together are within the limits.
  package let missing: [Range<Int>]
  /// Those that are worth a request, the best first.
  package let thumbnails: [PictureThumbnail]

  /// What is asked for of one file before it is given up: its beginning not counted.
  package static let roundLimit = 8
  package static let requestLimit = 12
  package static let byteLimit = 1 << 20
  /// Longer files are known by their beginning only: workers map no longer ones.
  package static let fileByteLimit = 768 << 20
  /// Of a small picture; without one a row shows a sign, which is better than megabytes a row.
  package static let thumbnailByteLimit = 512 << 10
  /// Bytes between two ranges that cost less than another request.
  private static let gap = 16 << 10

  /// Whether what a file begins with is of a kind whose metadata may lie anywhere.
  package static func isSpread(_ beginning: [UInt8]) -> Bool {
    let bytes = BoundedBytes(beginning[...], isBigEndian: false)
    return isRAF(bytes) || TIFFWalk.isTIFF(bytes) || ISOMediaWalk.isKnown(bytes)
      || WebPWalk.hasMetadata(bytes)
  }

  /// - Complexity: O(*bytes that are known*).
  package init(_ parts: PictureParts) {
    var reader = PartReader(parts)
    var found: [PictureThumbnail] = []
    let head = BoundedBytes(parts.parts.first?.bytes[...] ?? [], isBigEndian: false)
    if head.number(at: 0, byteCount: 2) == 0xD8FF {
      var walk = TIFFWalk()
      walk.readJPEG(0..<parts.byteCount, &reader)
      found = walk.thumbnails
    } else if Self.isRAF(head) {
      found = Self.readRAF(&reader)
    } else if TIFFWalk.isTIFF(head) {
      var walk = TIFFWalk()
      walk.read(0..<parts.byteCount, &reader)
      found = walk.thumbnails
    } else if ISOMediaWalk.isKnown(head) {
      var walk = ISOMediaWalk()
      walk.read(&reader)
      found = walk.thumbnails
    } else if WebPWalk.hasMetadata(head) {
      WebPWalk.read(&reader)
    }
    missing = Self.isSpread(Array(head.bytes.prefix(64))) ? Self.requests(for: reader.misses) : []
    thumbnails = found.filter { $0.byteCount <= Self.thumbnailByteLimit }.sorted {
      ($0.isTiny ? 1 : 0, $0.byteCount) < ($1.isTiny ? 1 : 0, $1.byteCount)
    }
  }

  /// Joins ranges that touch or nearly do, as many as the limits allow, those that were wanted first before others.
  package static func requests(for ranges: [Range<Int>]) -> [Range<Int>] {
    var requests: [Range<Int>] = []
    for range in ranges where !range.isEmpty {
      var (joined, others) = (range, requests)
      while let place = others.firstIndex(where: {
        $0.lowerBound - joined.upperBound < gap && joined.lowerBound - $0.upperBound < gap
      }) {
        let other = others.remove(at: place)
        joined =
          min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
      }
      let byteCount = others.reduce(joined.count) { $0 + $1.count }
      if others.count < requestLimit, byteCount <= byteLimit { requests = others + [joined] }
    }
    return requests.sorted { $0.lowerBound < $1.lowerBound }
  }

  // MARK: Fujifilm

  private static func isRAF(_ head: BoundedBytes) -> Bool { head.holds("FUJIFILMCCD-RAW ") }

  /// A header with the place of a whole JPEG, whose Exif data are those of the file (https://libopenraw.freedesktop.org/formats/raf).
  private static func readRAF(_ reader: inout PartReader) -> [PictureThumbnail] {
    guard let places = reader.bytes(84, count: 8, isBigEndian: true),
      let start = places.number(at: 0, byteCount: 4),
      let count = places.number(at: 4, byteCount: 4), let range = reader.range(start, count)
    else { return [] }
    var walk = TIFFWalk()
    walk.readJPEG(range, &reader)
    return walk.thumbnails + [PictureThumbnail(.jpeg(range))]
  }
}

/// Gives out the bytes that are known, and notes those that are not.
struct PartReader {
  private let parts: PictureParts
  private(set) var misses: [Range<Int>] = []

  init(_ parts: PictureParts) {
    self.parts = parts
  }

  var byteCount: Int { parts.byteCount }

  /// A range of the file; nil where it does not lie in it, or is empty.
  func range(_ start: Int, _ count: Int) -> Range<Int>? {
    guard start >= 0, count > 0, count <= byteCount, start <= byteCount - count else { return nil }
    return start..<start + count
  }

  /// - Parameter ahead: Bytes that are asked for where these are not known, because what follows will be wanted, too.
  /// - Returns: nil where they are not in the file, or not known yet.
  mutating func bytes(
    _ start: Int, count: Int, isBigEndian: Bool, ahead: Int = 0
  ) -> BoundedBytes? {
    guard let range = range(start, count) else { return nil }
    if let bytes = parts.bytes(range) { return BoundedBytes(bytes, isBigEndian: isBigEndian) }
    let wanted = start..<max(range.upperBound, min(byteCount - 1, start + ahead - 1) + 1)
    if let missing = parts.missing(wanted) { misses.append(missing) }
    return nil
  }

  /// Notes that these bytes are wanted by who reads the metadata.
  mutating func want(_ start: Int, count: Int) {
    if let range = range(start, count), let missing = parts.missing(range) {
      misses.append(missing)
    }
  }
}

/// The chunks of a WebP (RFC 9649, 2.3 to 2.7): metadata stand behind the picture.
private enum WebPWalk {
  private static let chunkLimit = 64
  private static let chunkByteLimit = 256 << 10

  /// Whether the header says that there is Exif data or XMP.
  static func hasMetadata(_ head: BoundedBytes) -> Bool {
    guard head.holds("RIFF"), head.holds("WEBPVP8X", at: 8),
      let flags = head.number(at: 20, byteCount: 1)
    else { return false }
    return flags & 0x0C != 0
  }

  static func read(_ reader: inout PartReader) {
    var offset = 12
    for _ in 0..<chunkLimit {
      guard let head = reader.bytes(offset, count: 8, isBigEndian: false, ahead: 16 << 10),
        let length = head.number(at: 4, byteCount: 4)
      else { return }
      if head.holds("EXIF") || head.holds("XMP "), length <= chunkByteLimit {
        reader.want(offset + 8, count: length)
      }
      // Chunks of an odd length are followed by a zero.
      offset += 8 + length + length % 2
    }
  }
}
