/// Boxes of HEIC and AVIF files for which libheif 1.15 (Debian 12) refuses the whole file, though the pixels need none of them.
///
/// - References from one item to several. Phones write them with a gain map: a tone-mapped picture (`tmap`, ISO/IEC 23008-12) is
///   described by the same Exif data, and has the same auxiliary pictures, as the main one (iPhones since iOS 18).
/// - Colour profiles (`colr`) without a byte, which programs that remove metadata leave behind.
enum RefusedBoxes {
  /// A file has a dozen boxes at its top and in `meta`.
  private static let partLimit = 64
  /// Photos in tiles have a hundred items.
  private static let boxLimit = 10_000

  /// The offsets of their types, four bytes each; ascending.
  static func types(in file: ByteView) -> [Int] {
    guard file.starts(with: "ftyp", at: 4) else { return [] }
    var types: [Int] = []
    for meta in ISOMediaBoxes(file).prefix(partLimit) where meta.isNamed("meta") {
      // A full box: a version and flags come first.
      let start = meta.contentOffset + 4
      for part in ISOMediaBoxes(meta.content.part(from: 4)).prefix(partLimit) {
        if part.isNamed("iref") {
          let place = start + part.contentOffset + 4
          add(
            references(in: part.content.part(from: 4), version: part.content.uint8(0)), at: place,
            to: &types)
        } else if part.isNamed("iprp") {
          for list in ISOMediaBoxes(part.content).prefix(partLimit) where list.isNamed("ipco") {
            let place = start + part.contentOffset + list.contentOffset
            add(emptyProfiles(in: list.content), at: place, to: &types)
          }
        }
      }
    }
    return types.sorted()
  }

  private static func add(
    _ boxes: [ISOMediaBoxes.Box], at start: Int, to types: inout [Int]
  ) {
    types += boxes.map { start + $0.offset + 4 }
  }

  /// ISO/IEC 14496-12, 8.11.12. A picture may be made of several (`dimg`); all other items belong to one.
  private static func references(in list: ByteView, version: UInt8?) -> [ISOMediaBoxes.Box] {
    let idLength = version == 0 ? 2 : 4
    return ISOMediaBoxes(list).prefix(boxLimit).filter { reference in
      (reference.isNamed("auxl") || reference.isNamed("cdsc") || reference.isNamed("thmb"))
        && reference.content.uint16(idLength, bigEndian: true) ?? 0 > 1
    }
  }

  /// ISO/IEC 14496-12, 12.1.5.
  private static func emptyProfiles(in properties: ByteView) -> [ISOMediaBoxes.Box] {
    ISOMediaBoxes(properties).prefix(boxLimit).filter { property in
      property.isNamed("colr") && property.content.count == 4
        && (property.content.starts(with: "prof") || property.content.starts(with: "rICC"))
    }
  }
}
