/// The items of a HEIC or AVIF file, as its `meta` box describes them (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
struct ISOMediaItems {
  struct Property: Equatable {
    var box: [UInt8]
    var isEssential: Bool

    var name: ArraySlice<UInt8> { box.dropFirst(4).prefix(4) }
    var turns: Bool { name.elementsEqual("irot".utf8) || name.elementsEqual("imir".utf8) }
  }

  private var primary = 0
  private var kinds: [Int: (name: String, mime: String, entry: [UInt8])] = [:]
  private var places: [Int: [Range<Int>]] = [:]
  private var thumbnailIDs: [Int] = []
  private var boxes: [[UInt8]] = []
  private var associations: [Int: [(index: Int, isEssential: Bool)]] = [:]

  private static let itemLimit = 4_096
  private static let extentLimit = 64
  /// A small picture has five.
  private static let propertyLimit = 32

  /// A file has a dozen boxes.
  private static let boxLimit = 64
  /// The most bytes that describe items: cameras write 50 kB.
  private static let metaByteLimit = 512 << 10
  private static let metadataByteLimit = 128 << 10

  /// Requests the metadata of a file.
  ///
  /// - Returns: Its small pictures.
  static func read(_ reader: inout PartReader) -> [PictureThumbnail] {
    guard let head = reader.bytes(0, count: 8), let length = head.uint32(0, bigEndian: true) else {
      return []
    }
    var boxes = SpreadBoxes()
    for _ in 0..<boxLimit {
      guard let box = boxes.next(&reader) else { return [] }
      guard box.isNamed("meta") else { continue }
      guard box.content.count <= metaByteLimit,
        let meta = reader.bytes(box.content.lowerBound, count: box.content.count)
      else { return [] }
      return ISOMediaItems(meta).read(brands: length, &reader)
    }
    return []
  }

  /// The TIFF structure of a file's Exif item; empty if it isn't among the items that are looked at.
  static func exif(in file: ByteView) -> ByteView {
    for box in ISOMediaBoxes(file).prefix(boxLimit)
    where box.isNamed("meta") && box.content.count <= metaByteLimit {
      let items = ISOMediaItems(box.content)
      for item in items.metadata where items.kinds[item]?.name == "Exif" {
        guard let range = items.ranges(of: item).first else { continue }
        let tiff = EXIFBlock.tiff(in: file.part(from: range.lowerBound, count: range.count))
        if TIFFDirectory.byteOrder(of: tiff) != nil { return tiff }
      }
    }
    return .empty
  }

  /// - Parameter length: The length of the box with the brands, which starts the file.
  private func read(brands length: Int, _ reader: inout PartReader) -> [PictureThumbnail] {
    for item in metadata {
      for range in ranges(of: item) where range.count <= Self.metadataByteLimit {
        reader.want(range.lowerBound, count: range.count)
      }
    }
    guard length <= 256, let brands = reader.bytes(0, count: length) else { return [] }
    return thumbnails.compactMap { thumbnail in
      let ranges = ranges(of: thumbnail)
      guard !ranges.isEmpty,
        ranges.allSatisfy({ reader.range($0.lowerBound, $0.count) == $0 }),
        let entry = kinds[thumbnail]?.entry, !entry.isEmpty
      else { return nil }
      return PictureThumbnail(
        .item(
          ISOMediaItem(
            ranges: ranges, id: thumbnail, brands: Array(brands.bytes), entry: entry,
            properties: properties(ofThumbnail: thumbnail))))
    }
  }

  /// - Parameter meta: The content of a full box: a version and flags come first.
  init(_ meta: ByteView) {
    let boxes = ISOMediaBoxes(meta.part(from: 4))
    for box in boxes.prefix(Self.boxLimit) where box.isNamed("pitm") { readPrimary(box.content) }
    for box in boxes.prefix(Self.boxLimit) {
      if box.isNamed("iinf") {
        readInformation(box.content)
      } else if box.isNamed("iloc") {
        readPlaces(box.content)
      } else if box.isNamed("iref") {
        readReferences(box.content)
      } else if box.isNamed("iprp") {
        readProperties(box.content)
      }
    }
  }

  /// Exif data and XMP.
  private var metadata: [Int] {
    kinds.filter { $0.value.name == "Exif" || $0.value.mime == "application/rdf+xml" }.keys.sorted()
  }

  /// Thumbnails of the file's main picture that a decoder can show by themselves.
  private var thumbnails: [Int] {
    thumbnailIDs.filter { ["hvc1", "av01"].contains(kinds[$0]?.name ?? "") }
  }

  private func ranges(of item: Int) -> [Range<Int>] { places[item] ?? [] }

  /// Small pictures are stored upright, unless they have a rotation of their own. Some writers rotate only the large
  /// one: then the small one is oriented as the large one is stored.
  private func properties(ofThumbnail item: Int) -> [Property] {
    let own = properties(of: item)
    let large = properties(of: primary)
    guard !own.contains(where: \.turns), large.contains(where: { $0.turns }),
      let size = Self.size(in: own), let largeSize = Self.size(in: large),
      (size.width > size.height) == (largeSize.width > largeSize.height),
      large.contains(where: { $0.name.elementsEqual("irot".utf8) && ($0.box.last ?? 0) & 1 == 1 })
    else { return own }
    return own + large.filter(\.turns)
  }

  private func properties(of item: Int) -> [Property] {
    (associations[item] ?? []).prefix(Self.propertyLimit).compactMap { index, isEssential in
      boxes.indices.contains(index - 1) && !boxes[index - 1].isEmpty
        ? Property(box: boxes[index - 1], isEssential: isEssential) : nil
    }
  }

  /// ISO/IEC 23008-12, 6.5.3.
  private static func size(in properties: [Property]) -> (width: Int, height: Int)? {
    guard let box = properties.first(where: { $0.name.elementsEqual("ispe".utf8) })?.box else {
      return nil
    }
    return box.withUnsafeBytes { bytes in
      let view = ByteView(bytes: bytes)
      guard let width = view.uint32(12, bigEndian: true),
        let height = view.uint32(16, bigEndian: true)
      else { return nil }
      return (width, height)
    }
  }

  // MARK: Boxes (ISO/IEC 14496-12, 8.11.3, 8.11.4, 8.11.6, 8.11.12; ISO/IEC 23008-12, 9.3)

  private mutating func readPrimary(_ box: ByteView) {
    let isLong = box.uint8(0) != 0
    primary = box.number(4, count: isLong ? 4 : 2, bigEndian: true) ?? 0
  }

  private mutating func readInformation(_ box: ByteView) {
    let isLong = box.uint8(0) != 0
    for entry in ISOMediaBoxes(box.part(from: isLong ? 8 : 6)).prefix(Self.itemLimit)
    where entry.isNamed("infe") {
      let version = entry.content.uint8(0) ?? 0
      guard version >= 2 else { continue }
      let idLength = version == 2 ? 2 : 4
      guard let id = entry.content.number(4, count: idLength, bigEndian: true) else {
        continue
      }
      let name = entry.content.part(from: 6 + idLength, count: 4)
      // A name, then the type of its content; both end with a zero.
      let words = entry.content.part(from: 10 + idLength).bytes.prefix(256).split(
        separator: 0, omittingEmptySubsequences: false)
      let kind = String(decoding: name.bytes, as: UTF8.self)
      let mime =
        kind == "mime" && words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      // Alone it must not be hidden (flag 1).
      var bytes = entry.copy
      if bytes.count > 11 { bytes[11] &= 0xFE }
      kinds[id] = (kind, mime, bytes)
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
      var ranges: [Range<Int>] = []
      for _ in 0..<extents {
        guard number(indexSize) != nil, let offset = number(offsetSize),
          let length = number(lengthSize)
        else { return }
        let (start, isBeyond) = base.addingReportingOverflow(offset)
        let (end, endsBeyond) = start.addingReportingOverflow(length)
        guard !isBeyond, !endsBeyond, start >= 0, length > 0 else { continue }
        ranges.append(start..<end)
      }
      // Data in the box itself are known already; derived items (method 2) have no data of their own.
      if method & 15 == 0 { places[id] = ranges }
    }
  }

  private mutating func readReferences(_ box: ByteView) {
    let idLength = box.uint8(0) == 0 ? 2 : 4
    for reference in ISOMediaBoxes(box.part(from: 4)).prefix(Self.itemLimit)
    where reference.isNamed("thmb") {
      guard let from = reference.content.number(0, count: idLength, bigEndian: true),
        let count = reference.content.uint16(idLength, bigEndian: true)
      else { continue }
      // As many as it contains, not as many as it states.
      let held = max(0, reference.content.count - idLength - 2) / idLength
      let targets = (0..<min(count, held)).compactMap {
        reference.content.number(idLength + 2 + $0 * idLength, count: idLength, bigEndian: true)
      }
      if targets.contains(primary) { thumbnailIDs.append(from) }
    }
  }

  private mutating func readProperties(_ box: ByteView) {
    for part in ISOMediaBoxes(box).prefix(Self.boxLimit) {
      if part.isNamed("ipco") {
        boxes = ISOMediaBoxes(part.content).prefix(Self.itemLimit).map(\.copy)
      } else if part.isNamed("ipma") {
        readAssociations(part.content)
      }
    }
  }

  private mutating func readAssociations(_ box: ByteView) {
    guard let version = box.uint8(0), let flags = box.uint8(3),
      let count = box.uint32(4, bigEndian: true)
    else { return }
    let idLength = version == 0 ? 2 : 4
    let indexLength = flags & 1 == 0 ? 1 : 2
    var place = 8
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = box.number(place, count: idLength, bigEndian: true),
        let total = box.uint8(place + idLength)
      else { return }
      place += idLength + 1
      for _ in 0..<total {
        guard let value = box.number(place, count: indexLength, bigEndian: true) else { return }
        place += indexLength
        let mark = indexLength == 1 ? 0x80 : 0x8000
        associations[id, default: []].append((value & (mark - 1), value & mark != 0))
      }
    }
  }
}

/// A picture of its own within a HEIC or AVIF file.
struct ISOMediaItem: Equatable {
  var ranges: [Range<Int>]
  fileprivate var id: Int
  /// The file type box, and the one about the item.
  fileprivate var brands: [UInt8]
  fileprivate var entry: [UInt8]
  /// Boxes, and whether a reader must understand each of them.
  fileprivate var properties: [ISOMediaItems.Property]

  /// A file that contains only this item.
  func file(with bytes: [UInt8]) -> [UInt8] {
    let handler = Self.box("hdlr", Self.number(0, 8) + Array("pict".utf8) + Self.number(0, 13))
    let primary = Self.box("pitm", Self.number(1 << 24, 4) + Self.number(id, 4))
    let information = Self.box("iinf", Self.number(0, 4) + Self.number(1, 2) + entry)
    let associations = properties.indices.map { index in
      UInt8(index + 1) | (properties[index].isEssential ? 0x80 : 0)
    }
    let owned = Self.box(
      "iprp",
      Self.box("ipco", properties.flatMap(\.box))
        + Self.box(
          "ipma",
          Self.number(1 << 24, 4) + Self.number(1, 4) + Self.number(id, 4)
            + [UInt8(associations.count)] + associations))
    func file(at place: Int) -> [UInt8] {
      let location = Self.box(
        "iloc",
        Self.number(2 << 24, 4) + Self.number(0x4400, 2) + Self.number(1, 4) + Self.number(id, 4)
          + Self.number(0, 4) + Self.number(1, 2) + Self.number(place, 4)
          + Self.number(bytes.count, 4))
      let meta = Self.box(
        "meta", Self.number(0, 4) + handler + primary + location + information + owned)
      return brands + meta + Self.number(bytes.count + 8, 4) + Array("mdat".utf8)
    }
    return file(at: file(at: 0).count) + bytes
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(name.utf8) + content
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { place in
      let shift = 8 * (count - 1 - place)
      return shift < 64 ? UInt8(truncatingIfNeeded: value >> shift) : 0
    }
  }
}
