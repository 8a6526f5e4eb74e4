/// The boxes of HEIC, AVIF and Canon's raw files of the third kind (ISO/IEC 14496-12, 4.2).
struct ISOMediaWalk {
  private(set) var thumbnails: [PictureThumbnail] = []
  /// Of a raw file, which holds for all pictures in it.
  private var orientation: Int?

  /// A file has a dozen boxes.
  private static let boxLimit = 64
  /// Of all that is told about items, and of Canon's notes: 50 kB in those of cameras.
  private static let boxByteLimit = 512 << 10
  private static let metadataLimit = 128 << 10
  private static let ahead = 16 << 10

  static func isKnown(_ head: BoundedBytes) -> Bool {
    guard head.holds("ftyp", at: 4) else { return false }
    let brands: [StaticString] = [
      "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis", "crx ",
    ]
    return brands.contains { head.holds($0, at: 8) }
  }

  mutating func read(_ reader: inout PartReader) {
    guard let head = reader.bytes(0, count: 12, isBigEndian: true),
      let length = head.number(at: 0, byteCount: 4)
    else { return }
    let isCanon = head.holds("crx ", at: 8)
    var offset = length
    for _ in 0..<Self.boxLimit {
      guard let box = Box(at: offset, &reader, ahead: Self.ahead) else { return }
      if isCanon {
        readCanon(box, &reader)
      } else if box.name == "meta" {
        if let bytes = content(of: box, limit: Self.boxByteLimit, &reader) {
          readItems(bytes, brands: length, &reader)
        }
        return
      }
      offset = box.end
    }
  }

  private struct Box {
    var name: String
    var start: Int
    var end: Int

    /// - Returns: nil where there is none, or its header is not known yet.
    init?(at offset: Int, _ reader: inout PartReader, ahead: Int) {
      guard
        let head = reader.bytes(offset, count: 8, isBigEndian: true, ahead: ahead),
        var length = head.number(at: 0, byteCount: 4)
      else { return nil }
      start = offset + 8
      if length == 1 {
        guard let long = reader.bytes(start, count: 8, isBigEndian: true, ahead: ahead),
          let number = long.number(at: 0, byteCount: 8)
        else { return nil }
        length = number
        start += 8
      } else if length == 0 {
        length = reader.byteCount - offset
      }
      guard length >= start - offset, length <= reader.byteCount - offset else { return nil }
      end = offset + length
      name = String(decoding: head.bytes.suffix(4), as: UTF8.self)
    }
  }

  private func content(
    of box: Box, limit: Int, _ reader: inout PartReader
  ) -> BoundedBytes? {
    guard box.end - box.start <= limit else { return nil }
    return reader.bytes(box.start, count: box.end - box.start, isBigEndian: true)
  }

  // MARK: Canon (https://github.com/lclevy/canon_cr3)

  /// Metadata and a small JPEG stand in the first box, XMP and a larger one in the next.
  private mutating func readCanon(_ box: Box, _ reader: inout PartReader) {
    if box.name == "moov" {
      guard let bytes = content(of: box, limit: Self.boxByteLimit, &reader) else { return }
      readNotes(bytes, at: box.start, reader)
    } else if box.name == "uuid",
      let name = reader.bytes(box.start, count: 16, isBigEndian: true, ahead: 64)
    {
      switch name.number(at: 0, byteCount: 4) {
      // A packet, most of which is room for more.
      case 0xBE7A_CFCB: reader.want(box.start + 16, count: min(box.end - box.start - 16, 16 << 10))
      case 0xEAF4_2B5E:
        // Eight bytes of which nobody knows what they say, then a box.
        guard
          let head = reader.bytes(box.start + 24, count: 24, isBigEndian: true, ahead: 64),
          head.holds("PRVW", at: 4), let count = head.number(at: 20, byteCount: 4),
          let range = reader.range(box.start + 48, count)
        else { return }
        thumbnails.append(PictureThumbnail(.jpeg(range), orientation: orientation))
      default: break
      }
    }
  }

  private mutating func readNotes(_ movie: BoundedBytes, at start: Int, _ reader: PartReader) {
    for box in ItemBox.all(in: movie) where box.name == "uuid" {
      guard box.content.number(at: 0, byteCount: 4) == 0x85C0_B687 else { continue }
      for note in ItemBox.all(in: box.content.part(from: 16)) {
        if note.name == "CMT1" { orientation = Self.orientation(note.content) }
        guard note.name == "THMB", let count = note.content.number(at: 8, byteCount: 4),
          let picture = note.content.part(from: 16, count: count),
          let range = reader.range(
            start + picture.bytes.startIndex - movie.bytes.startIndex, count)
        else { continue }
        thumbnails.append(PictureThumbnail(.jpeg(range), orientation: orientation))
      }
    }
  }

  /// Of a TIFF structure's first directory.
  private static func orientation(_ tiff: BoundedBytes) -> Int? {
    let tiff = BoundedBytes(tiff.bytes, isBigEndian: tiff.holds("MM"))
    guard let start = tiff.number(at: 4, byteCount: 4),
      let count = tiff.number(at: start, byteCount: 2)
    else { return nil }
    for index in 0..<count {
      guard let tag = tiff.number(at: start + 2 + 12 * index, byteCount: 2) else { return nil }
      if tag == 0x112 { return tiff.number(at: start + 10 + 12 * index, byteCount: 2) }
    }
    return nil
  }

  // MARK: Items (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12)

  private mutating func readItems(
    _ meta: BoundedBytes, brands length: Int, _ reader: inout PartReader
  ) {
    let items = ISOMediaItems(meta)
    for item in items.metadata {
      for range in items.ranges(of: item) where range.count <= Self.metadataLimit {
        reader.want(range.lowerBound, count: range.count)
      }
    }
    guard length <= 256, let brands = reader.bytes(0, count: length, isBigEndian: true) else {
      return
    }
    for thumbnail in items.thumbnails {
      let ranges = items.ranges(of: thumbnail)
      guard !ranges.isEmpty,
        ranges.allSatisfy({ reader.range($0.lowerBound, $0.count) == $0 }),
        let entry = items.entry(of: thumbnail)
      else { continue }
      thumbnails.append(
        PictureThumbnail(
          .item(
            ISOMediaItem(
              ranges: ranges, id: thumbnail, brands: Array(brands.bytes), entry: entry,
              properties: items.properties(ofThumbnail: thumbnail)))))
    }
  }
}

/// A picture of its own within a HEIC or AVIF file.
struct ISOMediaItem: Equatable {
  var ranges: [Range<Int>]
  fileprivate var id: Int
  /// The file type box, and the one that tells of the item.
  fileprivate var brands: [UInt8]
  fileprivate var entry: [UInt8]
  /// Boxes, and whether one has to be understood.
  fileprivate var properties: [ISOMediaItems.Property]

  /// A file that has this item alone.
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

/// A box in bytes that are known.
private struct ItemBox {
  var name: String
  var content: BoundedBytes
  /// With its header.
  var whole: BoundedBytes

  private static let limit = 4_096

  /// Those that lie one after the other, as far as they are whole.
  static func all(in bytes: BoundedBytes) -> [ItemBox] {
    var boxes: [ItemBox] = []
    var offset = 0
    while boxes.count < limit, let length = bytes.number(at: offset, byteCount: 4),
      length >= 8, let whole = bytes.part(from: offset, count: length)
    {
      boxes.append(
        ItemBox(
          name: String(decoding: whole.bytes.dropFirst(4).prefix(4), as: UTF8.self),
          content: whole.part(from: 8), whole: whole))
      offset += length
    }
    return boxes
  }
}

/// What the `meta` box of a HEIC or AVIF file says of its items.
private struct ISOMediaItems {
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

  /// - Parameter meta: The content of a full box: a version and flags come first.
  init(_ meta: BoundedBytes) {
    let boxes = ItemBox.all(in: meta.part(from: 4))
    for box in boxes where box.name == "pitm" { readPrimary(box.content) }
    for box in boxes {
      switch box.name {
      case "iinf": readInformation(box.content)
      case "iloc": readPlaces(box.content)
      case "iref": readReferences(box.content)
      case "iprp": readProperties(box.content)
      default: break
      }
    }
  }

  /// Exif data and XMP.
  var metadata: [Int] {
    kinds.filter { $0.value.name == "Exif" || $0.value.mime == "application/rdf+xml" }.keys.sorted()
  }

  /// Of the file's main picture, those that a decoder shows by themselves.
  var thumbnails: [Int] {
    thumbnailIDs.filter { ["hvc1", "av01"].contains(kinds[$0]?.name ?? "") }
  }

  func ranges(of item: Int) -> [Range<Int>] { places[item] ?? [] }

  func entry(of item: Int) -> [UInt8]? { kinds[item]?.entry }

  /// Small pictures lie as they are shown, unless they say otherwise. Some writers turn the large one only: such a small one
  /// lies as the large one is stored.
  func properties(ofThumbnail item: Int) -> [Property] {
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
      boxes.indices.contains(index - 1)
        ? Property(box: boxes[index - 1], isEssential: isEssential) : nil
    }
  }

  /// ISO/IEC 23008-12, 6.5.3.
  private static func size(in properties: [Property]) -> (width: Int, height: Int)? {
    guard let box = properties.first(where: { $0.name.elementsEqual("ispe".utf8) })?.box else {
      return nil
    }
    let bytes = BoundedBytes(box[...], isBigEndian: true)
    guard let width = bytes.number(at: 12, byteCount: 4),
      let height = bytes.number(at: 16, byteCount: 4)
    else { return nil }
    return (width, height)
  }

  // MARK: Boxes (ISO/IEC 14496-12, 8.11.3, 8.11.4, 8.11.6, 8.11.12; ISO/IEC 23008-12, 9.3)

  private mutating func readPrimary(_ box: BoundedBytes) {
    let isLong = box.number(at: 0, byteCount: 1) != 0
    primary = box.number(at: 4, byteCount: isLong ? 4 : 2) ?? 0
  }

  private mutating func readInformation(_ box: BoundedBytes) {
    let isLong = box.number(at: 0, byteCount: 1) != 0
    for entry in ItemBox.all(in: box.part(from: isLong ? 8 : 6)) where entry.name == "infe" {
      let version = entry.content.number(at: 0, byteCount: 1) ?? 0
      guard version >= 2 else { continue }
      let idLength = version == 2 ? 2 : 4
      guard let id = entry.content.number(at: 4, byteCount: idLength),
        let name = entry.content.part(from: 6 + idLength, count: 4)
      else { continue }
      // A name, then the type of its content; both end with a zero.
      let words = entry.content.part(from: 10 + idLength).bytes.prefix(256).split(
        separator: 0, omittingEmptySubsequences: false)
      let kind = String(decoding: name.bytes, as: UTF8.self)
      let mime =
        kind == "mime" && words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      // Alone it is not hidden (flag 1).
      var bytes = Array(entry.whole.bytes)
      bytes[11] &= 0xFE
      kinds[id] = (kind, mime, bytes)
    }
  }

  private mutating func readPlaces(_ box: BoundedBytes) {
    guard let version = box.number(at: 0, byteCount: 1), version <= 2,
      let sizes = box.number(at: 4, byteCount: 2)
    else { return }
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 }) else { return }
    var place = 6
    func number(_ byteCount: Int) -> Int? {
      defer { place += byteCount }
      return byteCount == 0 ? 0 : box.number(at: place, byteCount: byteCount)
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
      // Those in the box itself are there anyhow, and those that are made of others are none of these.
      if method & 15 == 0 { places[id] = ranges }
    }
  }

  private mutating func readReferences(_ box: BoundedBytes) {
    let idLength = box.number(at: 0, byteCount: 1) == 0 ? 2 : 4
    for reference in ItemBox.all(in: box.part(from: 4)) where reference.name == "thmb" {
      guard let from = reference.content.number(at: 0, byteCount: idLength),
        let count = reference.content.number(at: idLength, byteCount: 2)
      else { continue }
      // Not as many as it says, but as many as it holds.
      let held = max(0, reference.content.count - idLength - 2) / idLength
      let targets = (0..<min(count, held)).compactMap {
        reference.content.number(at: idLength + 2 + $0 * idLength, byteCount: idLength)
      }
      if targets.contains(primary) { thumbnailIDs.append(from) }
    }
  }

  private mutating func readProperties(_ box: BoundedBytes) {
    for part in ItemBox.all(in: box) {
      if part.name == "ipco" {
        boxes = ItemBox.all(in: part.content).map { Array($0.whole.bytes) }
      } else if part.name == "ipma" {
        readAssociations(part.content)
      }
    }
  }

  private mutating func readAssociations(_ box: BoundedBytes) {
    guard let version = box.number(at: 0, byteCount: 1),
      let flags = box.number(at: 3, byteCount: 1), let count = box.number(at: 4, byteCount: 4)
    else { return }
    let idLength = version == 0 ? 2 : 4
    let indexLength = flags & 1 == 0 ? 1 : 2
    var place = 8
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = box.number(at: place, byteCount: idLength),
        let total = box.number(at: place + idLength, byteCount: 1)
      else { return }
      place += idLength + 1
      for _ in 0..<total {
        guard let value = box.number(at: place, byteCount: indexLength) else { return }
        place += indexLength
        let mark = indexLength == 1 ? 0x80 : 0x8000
        associations[id, default: []].append((value & (mark - 1), value & mark != 0))
      }
    }
  }
}
