/// A directory of a TIFF file, or of the EXIF data in another one (TIFF 6.0, section 2; BigTIFF).
struct TIFFDirectory {
  enum ByteOrder {
    case little
    case big
  }

  private let file: ByteView
  private let isBigEndian: Bool
  private let isBigTIFF: Bool
  private let offset: Int
  private let entryCount: Int

  static func byteOrder(of file: ByteView) -> ByteOrder? {
    if file.starts(with: "II*\0") || file.starts(with: "II+\0") { return .little }
    if file.starts(with: "MM\0*") || file.starts(with: "MM\0+") { return .big }
    return nil
  }

  /// The first directory.
  init?(first file: ByteView) {
    guard let order = Self.byteOrder(of: file) else { return nil }
    let isBigEndian = order == .big
    let isBigTIFF = file.uint16(2, bigEndian: isBigEndian) == 43
    let start =
      isBigTIFF
      ? file.uint64(8, bigEndian: isBigEndian) : file.uint32(4, bigEndian: isBigEndian)
    self.init(file: file, isBigEndian: isBigEndian, isBigTIFF: isBigTIFF, offset: start)
  }

  private init?(file: ByteView, isBigEndian: Bool, isBigTIFF: Bool, offset: Int?) {
    guard let offset, offset > 0, offset < file.count else { return nil }
    let count =
      isBigTIFF
      ? file.uint64(offset, bigEndian: isBigEndian) : file.uint16(offset, bigEndian: isBigEndian)
    guard let count, count <= 4096 else { return nil }
    self.file = file
    self.isBigEndian = isBigEndian
    self.isBigTIFF = isBigTIFF
    self.offset = offset
    entryCount = count
  }

  /// The directory after this one.
  var next: TIFFDirectory? {
    let link = offset + (isBigTIFF ? 8 + entryCount * 20 : 2 + entryCount * 12)
    let start =
      isBigTIFF
      ? file.uint64(link, bigEndian: isBigEndian) : file.uint32(link, bigEndian: isBigEndian)
    return TIFFDirectory(
      file: file, isBigEndian: isBigEndian, isBigTIFF: isBigTIFF, offset: start)
  }

  /// The directories that a tag leads to (TIFF Technical Note 1, *SubIFDs*), at most `limit`; none of a BigTIFF.
  func directories(_ tag: Int, limit: Int) -> [TIFFDirectory] {
    guard !isBigTIFF, let entry = entry(tag),
      let count = file.uint32(entry + 4, bigEndian: isBigEndian)
    else { return [] }
    let place = count == 1 ? entry + 8 : file.uint32(entry + 8, bigEndian: isBigEndian) ?? 0
    return (0..<min(count, limit)).compactMap { index in
      TIFFDirectory(
        file: file, isBigEndian: isBigEndian, isBigTIFF: false,
        offset: file.uint32(place + 4 * index, bigEndian: isBigEndian))
    }
  }

  /// Whether there is such a tag, whatever it says.
  func has(_ tag: Int) -> Bool { entry(tag) != nil }

  private func entry(_ tag: Int) -> Int? {
    (0..<entryCount).lazy.map { offset + (isBigTIFF ? 8 + $0 * 20 : 2 + $0 * 12) }
      .first { file.uint16($0, bigEndian: isBigEndian) == tag }
  }

  /// Where the entry of a tag begins that has one SHORT; nil for other forms, and in a BigTIFF.
  func placeOfShort(_ tag: Int) -> Int? {
    guard !isBigTIFF, let entry = entry(tag), file.uint16(entry + 2, bigEndian: isBigEndian) == 3,
      file.uint32(entry + 4, bigEndian: isBigEndian) == 1
    else { return nil }
    return entry
  }

  /// A text, without what follows its end.
  func text(_ tag: Int) -> String? {
    guard !isBigTIFF, let entry = entry(tag), file.uint16(entry + 2, bigEndian: isBigEndian) == 2,
      let count = file.uint32(entry + 4, bigEndian: isBigEndian)
    else { return nil }
    let place =
      count <= 4 ? entry + 8 : file.uint32(entry + 8, bigEndian: isBigEndian) ?? file.count
    let bytes = file.part(from: place, count: min(count, 64)).bytes
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The single whole number of a tag.
  func number(_ tag: Int) -> Int? {
    if let entry = entry(tag) {
      let value = entry + (isBigTIFF ? 12 : 8)
      switch file.uint16(entry + 2, bigEndian: isBigEndian) {
      case 1: return file.uint8(value).map(Int.init)
      case 3: return file.uint16(value, bigEndian: isBigEndian)
      case 4: return file.uint32(value, bigEndian: isBigEndian)
      case 16: return isBigTIFF ? file.uint64(value, bigEndian: isBigEndian) : nil
      default: return nil
      }
    }
    return nil
  }

  /// The whole numbers of a tag, SHORT or LONG, at most `limit`; empty for other forms, and in a BigTIFF.
  func numbers(_ tag: Int, limit: Int) -> [Int] {
    guard !isBigTIFF, let entry = entry(tag),
      let kind = file.uint16(entry + 2, bigEndian: isBigEndian),
      kind == 3 || kind == 4, let count = file.uint32(entry + 4, bigEndian: isBigEndian)
    else { return [] }
    let size = kind == 3 ? 2 : 4
    let place =
      count * size <= 4 ? entry + 8 : file.uint32(entry + 8, bigEndian: isBigEndian) ?? file.count
    return (0..<min(count, limit)).compactMap { index in
      kind == 3
        ? file.uint16(place + 2 * index, bigEndian: isBigEndian)
        : file.uint32(place + 4 * index, bigEndian: isBigEndian)
    }
  }

  /// The size of a TIFF file's first picture (ImageWidth, ImageLength).
  static func size(of file: ByteView) -> PictureHeader.Size? {
    guard let directory = TIFFDirectory(first: file), let width = directory.number(0x100),
      let height = directory.number(0x101)
    else { return nil }
    return .init(width: width, height: height)
  }
}
