/// A directory of a TIFF file, or of the EXIF data in another file (TIFF 6.0, section 2; BigTIFF).
struct TIFFDirectory {
  private struct Field {
    let kind: Int
    let count: Int
    /// Fewer bytes than stated if the file ends early.
    let value: ByteView

    /// Bytes of a value of each type (TIFF 6.0, section 2; TIFF Technical Note 1).
    static let sizes = [
      1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
      16: 8, 17: 8, 18: 8,
    ]
  }

  private let file: ByteView
  let isBigEndian: Bool
  private let isBigTIFF: Bool
  private let offset: Int
  private let entryCount: Int

  /// - Returns: nil for what isn't a TIFF structure.
  static func isBigEndian(_ file: ByteView) -> Bool? {
    if file.starts(with: "II*\0") || file.starts(with: "II+\0") { return false }
    if file.starts(with: "MM\0*") || file.starts(with: "MM\0+") { return true }
    return nil
  }

  /// The first directory.
  init?(first file: ByteView) {
    guard let isBigEndian = Self.isBigEndian(file) else { return nil }
    let isBigTIFF = file.uint16(2, bigEndian: isBigEndian) == 43
    self.init(
      file: file, isBigEndian: isBigEndian, isBigTIFF: isBigTIFF,
      offset: file.number(
        isBigTIFF ? 8 : 4, count: isBigTIFF ? 8 : 4, bigEndian: isBigEndian))
  }

  private init?(file: ByteView, isBigEndian: Bool, isBigTIFF: Bool, offset: Int?) {
    guard let offset, offset > 0, offset < file.count,
      let count = file.number(offset, count: isBigTIFF ? 8 : 2, bigEndian: isBigEndian),
      count <= 4096
    else { return nil }
    self.file = file
    self.isBigEndian = isBigEndian
    self.isBigTIFF = isBigTIFF
    self.offset = offset
    entryCount = count
  }

  /// The bytes of a count or an offset.
  private var wordSize: Int { isBigTIFF ? 8 : 4 }

  private func entryOffset(_ index: Int) -> Int {
    offset + (isBigTIFF ? 8 : 2) + index * (4 + 2 * wordSize)
  }

  private func directory(at offset: Int?) -> TIFFDirectory? {
    TIFFDirectory(file: file, isBigEndian: isBigEndian, isBigTIFF: isBigTIFF, offset: offset)
  }

  /// The directory after this one.
  var next: TIFFDirectory? {
    directory(
      at: file.number(entryOffset(entryCount), count: wordSize, bigEndian: isBigEndian))
  }

  /// The directories that a tag leads to (TIFF Technical Note 1, *SubIFDs*), at most `limit`.
  func directories(_ tag: Int, limit: Int) -> [TIFFDirectory] {
    numbers(tag, limit: limit).compactMap(directory(at:))
  }

  /// Whether there is such a tag, whatever its value.
  func has(_ tag: Int) -> Bool { index(of: tag) != nil }

  private func index(of tag: Int) -> Int? {
    (0..<entryCount).first { file.uint16(entryOffset($0), bigEndian: isBigEndian) == tag }
  }

  private func field(at index: Int) -> Field? {
    let entry = entryOffset(index)
    guard let kind = file.uint16(entry + 2, bigEndian: isBigEndian), let size = Field.sizes[kind],
      let count = file.number(entry + 4, count: wordSize, bigEndian: isBigEndian),
      let word = file.number(entry + 4 + wordSize, count: wordSize, bigEndian: isBigEndian)
    else { return nil }
    // At most one more than the file has, so that no product is too large.
    let length = min(count, file.count / size + 1) * size
    // The entry itself contains a short value.
    let value = file.part(from: length <= wordSize ? entry + 4 + wordSize : word, count: length)
    return Field(kind: kind, count: count, value: value)
  }

  private func field(of tag: Int) -> Field? { index(of: tag).flatMap(field(at:)) }

  /// The offset of the entry of a tag with one SHORT; nil for other forms, and in a BigTIFF.
  func offsetOfShort(_ tag: Int) -> Int? {
    guard !isBigTIFF, let index = index(of: tag), let field = field(at: index), field.kind == 3,
      field.count == 1
    else { return nil }
    return entryOffset(index)
  }

  /// A text, up to its terminator.
  func text(_ tag: Int) -> String? {
    guard let field = field(of: tag), field.kind == 2 else { return nil }
    return String(decoding: field.value.bytes.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first whole number of a tag.
  func number(_ tag: Int) -> Int? { numbers(tag, limit: 1).first }

  /// The whole numbers of a tag, at most `limit`; empty for other types.
  func numbers(_ tag: Int, limit: Int) -> [Int] {
    guard let field = field(of: tag), [1, 3, 4, 7, 13, 16, 18].contains(field.kind),
      let size = Field.sizes[field.kind]
    else { return [] }
    return (0..<min(field.count, limit)).compactMap {
      field.value.number(size * $0, count: size, bigEndian: isBigEndian)
    }
  }

  /// The numbers of a tag that may be whole or fractions, at most `limit`.
  func quantities(_ tag: Int, limit: Int) -> [Double] {
    guard let field = field(of: tag), field.kind == 5 else {
      return numbers(tag, limit: limit).map(Double.init)
    }
    return (0..<min(field.count, limit)).compactMap { index in
      guard let numerator = field.value.uint32(8 * index, bigEndian: isBigEndian),
        let denominator = field.value.uint32(8 * index + 4, bigEndian: isBigEndian),
        denominator > 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }
  }

  /// The size that it states of its picture (ImageWidth, ImageLength).
  var size: PictureHeader.Size? {
    guard let width = number(0x100), let height = number(0x101) else { return nil }
    return .init(width: width, height: height)
  }
}
