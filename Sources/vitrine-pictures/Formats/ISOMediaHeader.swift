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

/// EXIF data as containers store it, with different prefixes.
enum EXIFBlock {
  /// The longest known prefix is that of a JPEG's segment, in HEIC files of Xiaomi: marker, length, `Exif\0\0`.
  private static let prefixLimit = 64

  /// The TIFF structure; data that do not begin like one are returned unchanged.
  static func tiff(in block: ByteView) -> ByteView {
    let parts = (0..<prefixLimit).lazy.map { block.part(from: $0) }
    return parts.first { TIFFDirectory.isBigEndian($0) != nil } ?? block
  }

  /// The TIFF structure of a HEIC or AVIF whose decoder doesn't find it: the first after `Exif\0\0`, wherever that is; empty if there
  /// is none.
  static func find(in file: ByteView) -> ByteView {
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
