/// A directory of a TIFF file, or of the EXIF data in another file (TIFF 6.0, section 2; BigTIFF).
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
    guard !isBigTIFF, let field = field(tag), [4, 13].contains(field.kind) else { return [] }
    return field.numbers(in: file, limit: limit).compactMap {
      TIFFDirectory(file: file, isBigEndian: isBigEndian, isBigTIFF: false, offset: $0)
    }
  }

  /// Whether there is such a tag, whatever its value.
  func has(_ tag: Int) -> Bool { entry(tag) != nil }

  private func entry(_ tag: Int) -> Int? {
    (0..<entryCount).lazy.map(entryOffset).first {
      file.uint16($0, bigEndian: isBigEndian) == tag
    }
  }

  private func entryOffset(_ index: Int) -> Int {
    offset + (isBigTIFF ? 8 + index * TIFFField.bigByteCount : 2 + index * TIFFField.byteCount)
  }

  private func field(_ tag: Int) -> TIFFField? { entry(tag).flatMap(field(at:)) }

  private func field(at entry: Int) -> TIFFField? {
    let count = isBigTIFF ? TIFFField.bigByteCount : TIFFField.byteCount
    return TIFFField(file.part(from: entry, count: count), isBigEndian: isBigEndian)
  }

  /// The fields with their values, if these are within the file and no longer than a limit.
  func fields(
    limit: Int, valueLimit: Int
  ) -> [(field: TIFFField, value: ByteView)] {
    (0..<min(entryCount, limit)).compactMap { index in
      guard let field = field(at: entryOffset(index)), (1...valueLimit).contains(field.byteCount)
      else { return nil }
      let value = field.value(in: file)
      return value.count == field.byteCount ? (field, value) : nil
    }
  }

  /// The offset of the entry of a tag with one SHORT; nil for other forms, and in a BigTIFF.
  func placeOfShort(_ tag: Int) -> Int? {
    guard !isBigTIFF, let entry = entry(tag), let field = field(at: entry), field.kind == 3,
      field.count == 1
    else { return nil }
    return entry
  }

  /// A text, up to its terminator.
  func text(_ tag: Int) -> String? {
    guard !isBigTIFF, let field = field(tag), field.kind == 2 else { return nil }
    let bytes = field.value(in: file).bytes.prefix(64)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The single whole number of a tag.
  func number(_ tag: Int) -> Int? { field(tag)?.first }

  /// The whole numbers of a tag, SHORT or LONG, at most `limit`; empty for other forms, and in a BigTIFF.
  func numbers(_ tag: Int, limit: Int) -> [Int] {
    guard !isBigTIFF, let field = field(tag), [3, 4].contains(field.kind) else { return [] }
    return field.numbers(in: file, limit: limit)
  }

  /// The numbers of a tag that may be whole or fractions; empty for other forms, and in a BigTIFF.
  func quantities(_ tag: Int, limit: Int) -> [Double] {
    guard !isBigTIFF, let field = field(tag) else { return [] }
    guard field.kind == 5 else { return numbers(tag, limit: limit).map(Double.init) }
    let value = field.value(in: file)
    return (0..<max(0, min(field.count, limit))).compactMap { index in
      guard let numerator = value.uint32(8 * index, bigEndian: isBigEndian),
        let denominator = value.uint32(8 * index + 4, bigEndian: isBigEndian), denominator > 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
  }

  /// The size that it states of its picture (ImageWidth, ImageLength).
  var size: PictureHeader.Size? {
    guard let width = number(0x100), let height = number(0x101) else { return nil }
    return .init(width: width, height: height)
  }

  /// The size of a TIFF file's first picture.
  static func size(of file: ByteView) -> PictureHeader.Size? { TIFFDirectory(first: file)?.size }
}

/// One field of a directory (TIFF 6.0, section 2; BigTIFF).
struct TIFFField {
  let tag: Int
  let kind: Int
  let count: Int
  /// The value, or its offset.
  let byteCount: Int
  /// The length of the whole entry.
  private let content: ByteView
  private let isBigEndian: Bool

  /// Of the whole entry.
  static let byteCount = 12
  static let bigByteCount = 20

  /// Bytes of a value of each type (TIFF 6.0, section 2; TIFF Technical Note 1).
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
    16: 8, 17: 8, 18: 8,
  ]

  /// - Parameter entry: Its bytes; their number shows whether it is from a BigTIFF.
  init?(_ entry: ByteView, isBigEndian: Bool) {
    let offsetBytes = entry.count == Self.bigByteCount ? 8 : 4
    guard let tag = entry.uint16(0, bigEndian: isBigEndian),
      let kind = entry.uint16(2, bigEndian: isBigEndian), let size = Self.sizes[kind],
      let count = entry.number(4, count: offsetBytes, bigEndian: isBigEndian),
      entry.count >= 4 + 2 * offsetBytes
    else { return nil }
    (self.tag, self.kind, self.count, self.isBigEndian) = (tag, kind, count, isBigEndian)
    let (byteCount, isTooLarge) = size.multipliedReportingOverflow(by: count)
    self.byteCount = isTooLarge ? .max : byteCount
    content = entry.part(from: 4 + offsetBytes, count: offsetBytes)
  }

  /// Whether the entry itself contains the value.
  private var isInline: Bool { byteCount <= content.count }

  /// The first of the whole numbers in the entry.
  var first: Int? {
    guard isInline, count > 0, let size = numberSize else { return nil }
    return content.number(0, count: size, bigEndian: isBigEndian)
  }

  /// - Parameter structure: The structure that contains its bytes.
  /// - Returns: Fewer bytes than `byteCount` if the structure ends early.
  func value(in structure: ByteView) -> ByteView {
    guard !isInline else { return content.part(from: 0, count: byteCount) }
    let place = content.number(0, count: content.count, bigEndian: isBigEndian)
    return structure.part(from: place ?? structure.count, count: byteCount)
  }

  /// The whole numbers, at most `limit`.
  func numbers(in structure: ByteView, limit: Int) -> [Int] {
    guard let size = numberSize else { return [] }
    let value = value(in: structure)
    return (0..<max(0, min(count, limit))).compactMap {
      value.number(size * $0, count: size, bigEndian: isBigEndian)
    }
  }

  /// The bytes of one number; nil unless the type is a whole number.
  private var numberSize: Int? {
    [1, 3, 4, 7, 13, 16, 18].contains(kind) ? Self.sizes[kind] : nil
  }
}
