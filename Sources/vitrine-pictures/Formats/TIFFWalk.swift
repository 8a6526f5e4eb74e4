/// The directories of a TIFF file, and of raw files and Exif data that are built as one (TIFF 6.0, section 2; BigTIFF).
///
/// Asks for what metadata are read from: directories with their values, if these are short, XMP, IPTC and the camera's
/// notes; and finds small pictures. It skips the pictures themselves, above all the data of sensors.
struct TIFFWalk {
  private(set) var thumbnails: [PictureThumbnail] = []
  /// From the first directory; it holds for all pictures in the file.
  private var orientation: Int?
  private var visited: Set<Int> = []

  private static let directoryLimit = 32
  private static let entryLimit = 1_024
  /// The limit of values that no list below names.
  private static let valueLimit = 4 << 10
  private static let segmentLimit = 64
  /// Directories and what they refer to are mostly close together.
  private static let ahead = 4 << 10
  /// A first directory at the end of a file is followed by nearly everything.
  private static let firstAhead = 16 << 10
  /// The largest have 100 kB; the first half names the lens.
  private static let notesLimit = 64 << 10
  /// The least sides of a picture that is worth a row.
  private static let sideLimit = 100

  /// Also for files with another mark (Olympus, Panasonic).
  private static func isBigEndian(_ head: ByteView) -> Bool? {
    if let order = TIFFDirectory.byteOrder(of: head) { return order == .big }
    let little: [StaticString] = ["IIRO", "IIRS", "IIU\0"]
    if little.contains(where: { head.starts(with: $0) }) { return false }
    return head.starts(with: "MMOR") ? true : nil
  }

  // MARK: Files

  /// Reads the TIFF structure in a range of the file.
  mutating func read(_ range: Range<Int>, _ reader: inout PartReader) {
    guard let mark = reader.bytes(range.lowerBound, count: 8, ahead: Self.ahead),
      let isBigEndian = Self.isBigEndian(mark)
    else { return }
    let place = Place(
      base: range.lowerBound, end: range.upperBound, isBigEndian: isBigEndian,
      isBigTIFF: mark.starts(with: "+", at: isBigEndian ? 3 : 2))
    guard
      let head = reader.bytes(range.lowerBound, count: place.isBigTIFF ? 16 : 8),
      let first = head.number(
        place.isBigTIFF ? 8 : 4, count: place.offsetBytes, bigEndian: isBigEndian)
    else { return }
    let count = thumbnails.count
    var next: Int? = first
    var index = 0
    while let offset = next, offset > 0, index < Self.directoryLimit {
      next = readDirectory(at: offset, .chain(index), place, &reader)
      index += 1
    }
    for index in thumbnails.indices.dropFirst(count) {
      thumbnails[index].orientation = thumbnails[index].orientation ?? orientation
    }
  }

  /// Reads the Exif data of a JPEG in a range of the file, which may be a preview.
  mutating func readJPEG(_ range: Range<Int>, _ reader: inout PartReader) {
    guard let start = reader.bytes(range.lowerBound, count: 2, ahead: 64 << 10),
      start.uint16(0, bigEndian: true) == 0xFFD8
    else { return }
    var offset = range.lowerBound + 2
    // ISO 10918-1, annex B: before the scan, markers have lengths. The metadata reader wants everything up to there.
    for _ in 0..<Self.segmentLimit where offset <= range.upperBound - 4 {
      guard let head = reader.bytes(offset, count: 4, ahead: Self.ahead),
        let marker = head.uint16(0, bigEndian: true), let length = head.uint16(2, bigEndian: true),
        length >= 2, marker & 0xFF00 == 0xFF00, marker != 0xFFDA, marker != 0xFFD9
      else { return }
      if marker == 0xFFFF {
        offset += 1
        continue
      }
      let end = min(offset + 2 + length, range.upperBound)
      if marker == 0xFFE1, end > offset + 10,
        let mark = reader.bytes(offset + 4, count: 6), mark.starts(with: "Exif\0\0")
      {
        read(offset + 10..<end, &reader)
      }
      offset = end
    }
  }

  // MARK: Directories

  /// The base of offsets, and the end of the structure.
  private struct Place {
    var base: Int
    var end: Int
    var isBigEndian: Bool
    var isBigTIFF = false

    var countBytes: Int { isBigTIFF ? 8 : 2 }
    var entryBytes: Int { isBigTIFF ? 20 : 12 }
    /// Also the size of a value inside its entry.
    var offsetBytes: Int { isBigTIFF ? 8 : 4 }
  }

  private enum Role: Equatable {
    case chain(Int)
    case sub
    /// Exif's own directories: exposure, GPS, and cameras' notes.
    case exif
    case nikon
    case olympus
    case olympusSettings

    var isWhole: Bool { self == .chain(0) || self == .exif }
  }

  private struct Entry {
    let field: TIFFField
    /// The offset of the value in the file; of a value inside its entry, the offset in the structure.
    let offset: Int

    var tag: Int { field.tag }
    var byteCount: Int { field.byteCount }
    var isInline: Bool { field.isInline }
    var number: Int? { field.number }
  }

  /// - Parameter offset: Relative to the base.
  /// - Returns: The offset of the next directory.
  private mutating func readDirectory(
    at offset: Int, _ role: Role, _ place: Place, _ reader: inout PartReader
  ) -> Int? {
    guard offset >= 0, offset < place.end - place.base else { return nil }
    let start = place.base + offset
    guard visited.count < Self.directoryLimit, visited.insert(start).inserted,
      let head = reader.bytes(
        start, count: place.countBytes, ahead: role == .chain(0) ? Self.firstAhead : Self.ahead),
      let count = head.number(0, count: place.countBytes, bigEndian: place.isBigEndian),
      count <= Self.entryLimit
    else { return nil }
    // Some directories have no link at their end, and end with the file.
    let link = place.countBytes + place.entryBytes * count
    let body =
      reader.bytes(start, count: link + place.offsetBytes, ahead: Self.ahead)
      ?? reader.bytes(start, count: link)
    guard let body else { return nil }
    var entries: [Int: Entry] = [:]
    for index in 0..<count {
      let entry = place.countBytes + place.entryBytes * index
      let bytes = body.part(from: entry, count: place.entryBytes)
      // The first entry of a tag counts.
      guard let field = TIFFField(bytes, isBigEndian: place.isBigEndian),
        entries[field.tag] == nil
      else { continue }
      let inline = start + entry + place.entryBytes - place.offsetBytes
      let (offset, isBeyond) = place.base.addingReportingOverflow(field.place ?? .max)
      entries[field.tag] = Entry(
        field: field, offset: field.isInline ? inline : isBeyond ? .max : offset)
    }
    readValues(entries, role, place, &reader)
    findPictures(entries, role, place, &reader)
    return body.number(link, count: place.offsetBytes, bigEndian: place.isBigEndian)
  }

  /// The values from which metadata are read.
  private mutating func readValues(
    _ entries: [Int: Entry], _ role: Role, _ place: Place, _ reader: inout PartReader
  ) {
    if role == .chain(0), orientation == nil { orientation = entries[0x112]?.number }
    for entry in entries.values.sorted(by: { $0.tag < $1.tag }) {
      switch entry.tag {
      // SubIFDs (TIFF Technical Note 1).
      case 0x14A where role == .chain(0):
        for offset in offsets(entry, place, &reader) {
          _ = readDirectory(at: offset, .sub, place, &reader)
        }
      // Exif 2.32, 4.6.3: the directories of the exposure and of GPS data.
      case 0x8769 where role.isWhole, 0x8825 where role.isWhole:
        if let offset = entry.number { _ = readDirectory(at: offset, .exif, place, &reader) }
      case 0x927C where role == .exif: readNotes(entry, place, &reader)
      // Panasonic's preview, a JPEG with Exif data of its own, which exiv2 reads, too.
      case 0x2E where role == .chain(0) && entry.byteCount > 64:
        if let range = reader.range(entry.offset, entry.byteCount) {
          readJPEG(range, &reader)
          thumbnails.append(PictureThumbnail(.jpeg(range)))
        }
      case _ where role == .nikon || role == .olympus: readNote(entry, role, place, &reader)
      default:
        if role.isWhole, !entry.isInline, entry.byteCount <= Self.limit(of: entry.tag) {
          reader.want(entry.offset, count: entry.byteCount)
        }
      }
    }
  }

  private static func limit(of tag: Int) -> Int {
    switch tag {
    // XMP; Photoshop's resources, IPTC.
    case 0x2BC, 0x8649: 128 << 10
    case 0x83BB: 64 << 10
    // The colour profile, of which the name is shown.
    case 0x8773: 16 << 10
    default: valueLimit
    }
  }

  private func offsets(
    _ entry: Entry, _ place: Place, _ reader: inout PartReader
  ) -> [Int] {
    let limit = 8
    guard [4, 13, 16, 18].contains(entry.field.kind), entry.byteCount > 0,
      // Some directories state more entries than they have.
      let values = reader.bytes(
        entry.offset, count: min(entry.byteCount, limit * place.offsetBytes))
    else { return [] }
    return entry.field.numbers(of: values, limit: limit)
  }

  // MARK: Small pictures

  private mutating func findPictures(
    _ entries: [Int: Entry], _ role: Role, _ place: Place, _ reader: inout PartReader
  ) {
    if role == .chain(0) { findInResources(entries[0x8649], &reader) }
    // JPEGInterchangeFormat (Exif 2.32, 4.6.8), and its equivalent of Olympus.
    let tags = role == .olympusSettings ? (0x101, 0x102) : (0x201, 0x202)
    if role != .olympus, role != .nikon, let start = entries[tags.0]?.number,
      let count = entries[tags.1]?.number
    {
      add(start, count, place, reader) { .jpeg($0) }
    }
    guard let start = entries[0x111]?.number, let count = entries[0x117]?.number else { return }
    let isReduced = (entries[0xFE]?.number ?? 0) & 1 == 1
    let width = entries[0x100]?.number ?? 0
    let height = entries[0x101]?.number ?? 0
    let isTiny = max(width, height) < Self.sideLimit
    switch (entries[0x103]?.number, entries[0x106]?.number) {
    // The colours of a sensor.
    case (_, 32803), (_, 34892): break
    // The tables are elsewhere (TIFF Technical Note 2): it is not a file of its own.
    case (7, _) where entries[0x15B] != nil: break
    case (6, _), (7, _):
      // Canon's first directory does not state what it is.
      if isReduced || role == .chain(0) {
        add(start, count, place, reader, isTiny: isTiny) { .jpeg($0) }
      }
    case (1, 2):
      guard isReduced, (1...0xFFFF).contains(width), (1...0xFFFF).contains(height),
        width * height * 3 == count, entries[0x115]?.number == 3
      else { return }
      add(start, count, place, reader, isTiny: isTiny) {
        .pixels($0, width: width, height: height)
      }
    default: break
    }
  }

  private mutating func add(
    _ start: Int, _ count: Int, _ place: Place, _ reader: PartReader, isTiny: Bool = false,
    _ form: (Range<Int>) -> PictureThumbnail.Form
  ) {
    guard start > 0, start < reader.byteCount, count > 4,
      let range = reader.range(place.base + start, count)
    else { return }
    var thumbnail = PictureThumbnail(form(range))
    thumbnail.isTiny = isTiny
    thumbnails.append(thumbnail)
  }

  /// Photoshop's thumbnail (*Adobe Photoshop File Formats Specification*, image resource 1036): a header of 28 bytes, a JPEG.
  private mutating func findInResources(_ entry: Entry?, _ reader: inout PartReader) {
    guard let entry, !entry.isInline, entry.byteCount <= Self.limit(of: entry.tag),
      let bytes = reader.bytes(entry.offset, count: entry.byteCount)
    else { return }
    var offset = 0
    while bytes.starts(with: "8BIM", at: offset),
      let id = bytes.uint16(offset + 4, bigEndian: true), let nameLength = bytes.uint8(offset + 6)
    {
      // Names with their length, and contents, are padded to even lengths.
      let start = offset + 6 + (Int(nameLength) + 2) / 2 * 2
      guard let length = bytes.uint32(start, bigEndian: true) else { return }
      if id == 1036, length > 28, let range = reader.range(entry.offset + start + 32, length - 28) {
        thumbnails.append(PictureThumbnail(.jpeg(range)))
      }
      offset = start + 4 + length + length % 2
    }
  }

  // MARK: Cameras' notes

  /// They identify lenses, and Nikon's and Olympus' lead to small pictures (ExifTool, *MakerNotes types*).
  private mutating func readNotes(
    _ entry: Entry, _ place: Place, _ reader: inout PartReader
  ) {
    guard !entry.isInline else { return }
    reader.want(entry.offset, count: min(entry.byteCount, Self.notesLimit))
    guard let head = reader.bytes(entry.offset, count: 18) else { return }
    var notes = Place(
      base: entry.offset, end: place.end, isBigEndian: head.starts(with: "MM", at: 8))
    if head.starts(with: "Nikon\0") {
      // A structure of its own.
      guard let isBigEndian = Self.isBigEndian(head.part(from: 10)),
        let first = head.uint32(14, bigEndian: isBigEndian)
      else { return }
      notes = Place(base: entry.offset + 10, end: place.end, isBigEndian: isBigEndian)
      _ = readDirectory(at: first, .nikon, notes, &reader)
    } else if head.starts(with: "OLYMPUS\0") {
      _ = readDirectory(at: 12, .olympus, notes, &reader)
    } else if head.starts(with: "OM SYSTEM\0") {
      notes.isBigEndian = head.starts(with: "MM", at: 12)
      _ = readDirectory(at: 16, .olympus, notes, &reader)
    } else if head.starts(with: "OLYMP\0") {
      _ = readDirectory(at: entry.offset - place.base + 8, .olympus, place, &reader)
    }
  }

  private mutating func readNote(
    _ entry: Entry, _ role: Role, _ place: Place, _ reader: inout PartReader
  ) {
    switch (role, entry.tag) {
    case (.nikon, 0x11):
      if let offset = entry.number { _ = readDirectory(at: offset, .sub, place, &reader) }
    case (.olympus, 0x100):
      add(entry.offset - place.base, entry.byteCount, place, reader) { .jpeg($0) }
    case (.olympus, 0x2020):
      // Older cameras have the directory itself where others have its offset.
      let offset = entry.number ?? entry.offset - place.base
      _ = readDirectory(at: offset, .olympusSettings, place, &reader)
    default: break
    }
  }
}
