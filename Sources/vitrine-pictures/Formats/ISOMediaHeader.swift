/// HEIC and AVIF: boxes (ISO/IEC 14496-12), of which `ispe` states sizes (ISO/IEC 23008-12, 6.5.3).
enum ISOMediaHeader {
  /// Whether the file lists a brand as compatible.
  static func hasBrand(_ brand: StaticString, _ file: ByteView) -> Bool {
    guard let length = file.uint32(0, bigEndian: true) else { return false }
    return stride(from: 16, to: min(length, 256, file.count), by: 4).contains {
      file.starts(with: brand, at: $0)
    }
  }

  /// The largest of the sizes of all the file's items; nil if the file states none.
  static func size(of file: ByteView) -> PictureHeader.Size? {
    file.boxes("meta", "iprp", "ipco", "ispe").reduce(nil) { size, box in
      guard let width = box.uint32(4, bigEndian: true), let height = box.uint32(8, bigEndian: true)
      else { return size }
      let found = PictureHeader.Size(width: width, height: height)
      return size?.union(found) ?? found
    }
  }
}

/// Boxes of HEIC and AVIF files for which libheif 1.15 (Debian 12) refuses the whole file, though the pixels need none of them.
///
/// - References from one item to several. Phones write them with a gain map: a tone-mapped picture (`tmap`, ISO/IEC 23008-12) is
///   described by the same Exif data, and has the same auxiliary pictures, as the main one (iPhones since iOS 18).
/// - Colour profiles (`colr`) without a byte, which programs that remove metadata leave behind.
enum RefusedBoxes {
  /// The offsets of their types, four bytes each; ascending.
  static func types(in file: ByteView) -> [Int] {
    guard file.starts(with: "ftyp", at: 4) else { return [] }
    let references = file.boxes("meta", "iref").flatMap(references)
    let profiles = file.boxes("meta", "iprp", "ipco").flatMap(emptyProfiles)
    return (references + profiles).map { $0.nameOffset(in: file) }.sorted()
  }

  /// ISO/IEC 14496-12, 8.11.12. A picture may be made of several (`dimg`); all other items belong to one.
  private static func references(in list: ByteView) -> [Chunk] {
    let idLength = list.uint8(0) == 0 ? 2 : 4
    return Chunks(boxesIn: list.part(from: 4)).filter { reference in
      (reference.isNamed("auxl") || reference.isNamed("cdsc") || reference.isNamed("thmb"))
        && reference.content.uint16(idLength, bigEndian: true) ?? 0 > 1
    }
  }

  /// ISO/IEC 14496-12, 12.1.5.
  private static func emptyProfiles(in properties: ByteView) -> [Chunk] {
    Chunks(boxesIn: properties).filter { property in
      property.isNamed("colr") && property.content.count == 4
        && (property.content.starts(with: "prof") || property.content.starts(with: "rICC"))
    }
  }
}

/// The Exif items of a HEIC or AVIF file, as its `meta` box describes them (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
enum ISOMediaItems {
  private static let itemLimit = 4_096
  private static let extentLimit = 64

  /// The TIFF structure of a file's Exif item; empty if it isn't among the items that are looked at.
  static func exif(in file: ByteView) -> ByteView {
    let ids = Set(file.boxes("meta", "iinf").flatMap(exifIDs))
    guard !ids.isEmpty else { return .empty }
    let ranges = file.boxes("meta", "iloc").flatMap(ranges).filter { ids.contains($0.id) }
    return ranges.sorted { $0.id < $1.id }.lazy.map { item in
      EXIFBlock.tiff(in: file.part(from: item.range.lowerBound, count: item.range.count))
    }.first { TIFFDirectory.isBigEndian($0) != nil } ?? .empty
  }

  /// ISO/IEC 14496-12, 8.11.6.
  private static func exifIDs(in box: ByteView) -> [Int] {
    let entries = box.part(from: box.uint8(0) == 0 ? 6 : 8)
    return Chunks(boxesIn: entries, limit: itemLimit).compactMap { entry in
      let version = entry.content.uint8(0) ?? 0
      let idLength = version == 2 ? 2 : 4
      guard entry.isNamed("infe"), version >= 2,
        entry.content.starts(with: "Exif", at: 6 + idLength)
      else { return nil }
      return entry.content.number(4, count: idLength, bigEndian: true)
    }
  }

  /// The first part of each item (ISO/IEC 14496-12, 8.11.3).
  private static func ranges(in box: ByteView) -> [(id: Int, range: Range<Int>)] {
    guard let version = box.uint8(0), version <= 2,
      let sizes = box.uint16(4, bigEndian: true)
    else { return [] }
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 }) else { return [] }
    var position = 6
    func number(_ byteCount: Int) -> Int? {
      defer { position += byteCount }
      return box.number(position, count: byteCount, bigEndian: true)
    }
    var ranges: [(id: Int, range: Range<Int>)] = []
    for _ in 0..<min(number(version == 2 ? 4 : 2) ?? 0, itemLimit) {
      guard let id = number(version == 2 ? 4 : 2),
        let method = number(version == 0 ? 0 : 2), number(2) != nil,
        let base = number(baseSize), let extents = number(2), extents <= extentLimit
      else { return ranges }
      var first: Range<Int>?
      for _ in 0..<extents {
        guard number(indexSize) != nil, let offset = number(offsetSize),
          let length = number(lengthSize)
        else { return ranges }
        let (start, isBeyond) = base.addingReportingOverflow(offset)
        let (end, endsBeyond) = start.addingReportingOverflow(length)
        guard first == nil, !isBeyond, !endsBeyond, length > 0 else { continue }
        first = start..<end
      }
      // Data in the box itself are known already; derived items (method 2) have no data of their own.
      if method & 15 == 0, let first { ranges.append((id, first)) }
    }
    return ranges
  }
}

/// EXIF data as containers store it, with different prefixes.
enum EXIFBlock {
  /// The longest known prefix is that of a JPEG's segment, in HEIC files of Xiaomi: marker, length, `Exif\0\0`.
  private static let prefixLimit = 64

  /// The TIFF structure; data that do not begin like one are returned unchanged.
  static func tiff(in block: ByteView) -> ByteView {
    let parts = (0..<prefixLimit).lazy.map { block.part(from: $0) }
    return parts.first { TIFFDirectory.isBigEndian($0) != nil } ?? block
  }

  /// The TIFF structure of a HEIC or AVIF whose decoder doesn't find it; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    let item = ISOMediaItems.exif(in: file)
    return item.count > 0 ? item : search(file)
  }

  /// The first TIFF structure after `Exif\0\0`: a picture of thousands of tiles has more items than are looked at.
  private static func search(_ file: ByteView) -> ByteView {
    var offset = 0
    while let found = file.offset(of: "Exif\0\0", from: offset) {
      let part = file.part(from: found + 6)
      if TIFFDirectory.isBigEndian(part) != nil { return part }
      offset = found + 6
    }
    return .empty
  }
}

/// XMP in a file that exiv2 cannot parse, found by scanning as the XMP specification describes (part 3, *Scanning files
/// for XMP packets*). libvips 8.14 does not report the XMP of HEIC and AVIF.
enum XMPPacket {
  /// The first packet; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    guard let start = file.offset(of: "<x:xmpmeta"),
      let end = file.offset(of: "</x:xmpmeta>", from: start)
    else { return .empty }
    return file.part(from: start, count: end + 12 - start)
  }
}
