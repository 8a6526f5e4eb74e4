/// The items of a HEIC or AVIF file, as its `meta` box describes them (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
struct ISOMediaItems {
  private var exifIDs: Set<Int> = []
  /// The first part of each item.
  private var places: [Int: Range<Int>] = [:]

  private static let itemLimit = 4_096
  private static let extentLimit = 64
  /// A file has a dozen boxes.
  private static let boxLimit = 64
  /// The most bytes that describe items: cameras write 50 kB.
  private static let metaByteLimit = 512 << 10

  /// The TIFF structure of a file's Exif item; empty if it isn't among the items that are looked at.
  static func exif(in file: ByteView) -> ByteView {
    for box in ISOMediaBoxes(file).prefix(boxLimit)
    where box.isNamed("meta") && box.content.count <= metaByteLimit {
      let items = ISOMediaItems(box.content)
      for range in items.exifIDs.sorted().compactMap({ items.places[$0] }) {
        let tiff = EXIFBlock.tiff(in: file.part(from: range.lowerBound, count: range.count))
        if TIFFDirectory.byteOrder(of: tiff) != nil { return tiff }
      }
    }
    return .empty
  }

  /// - Parameter meta: The content of a full box: a version and flags come first.
  private init(_ meta: ByteView) {
    for box in ISOMediaBoxes(meta.part(from: 4)).prefix(Self.boxLimit) {
      if box.isNamed("iinf") {
        readInformation(box.content)
      } else if box.isNamed("iloc") {
        readPlaces(box.content)
      }
    }
  }

  // MARK: Boxes (ISO/IEC 14496-12, 8.11.3 and 8.11.6)

  private mutating func readInformation(_ box: ByteView) {
    let isLong = box.uint8(0) != 0
    for entry in ISOMediaBoxes(box.part(from: isLong ? 8 : 6)).prefix(Self.itemLimit)
    where entry.isNamed("infe") {
      let version = entry.content.uint8(0) ?? 0
      guard version >= 2 else { continue }
      let idLength = version == 2 ? 2 : 4
      guard let id = entry.content.number(4, count: idLength, bigEndian: true),
        entry.content.starts(with: "Exif", at: 6 + idLength)
      else { continue }
      exifIDs.insert(id)
    }
  }

  private mutating func readPlaces(_ box: ByteView) {
    guard let version = box.uint8(0), version <= 2,
      let sizes = box.uint16(4, bigEndian: true)
    else { return }
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 }) else { return }
    var place = 6
    func number(_ byteCount: Int) -> Int? {
      defer { place += byteCount }
      return byteCount == 0 ? 0 : box.number(place, count: byteCount, bigEndian: true)
    }
    guard let count = number(version == 2 ? 4 : 2) else { return }
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = number(version == 2 ? 4 : 2),
        let method = number(version == 0 ? 0 : 2), number(2) != nil,
        let base = number(baseSize), let extents = number(2), extents <= Self.extentLimit
      else { return }
      var first: Range<Int>?
      for _ in 0..<extents {
        guard number(indexSize) != nil, let offset = number(offsetSize),
          let length = number(lengthSize)
        else { return }
        let (start, isBeyond) = base.addingReportingOverflow(offset)
        let (end, endsBeyond) = start.addingReportingOverflow(length)
        guard first == nil, !isBeyond, !endsBeyond, start >= 0, length > 0 else { continue }
        first = start..<end
      }
      // Data in the box itself are known already; derived items (method 2) have no data of their own.
      if method & 15 == 0 { places[id] = first }
    }
  }
}
