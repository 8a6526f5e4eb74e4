import GalleryDomain

/// Where the items of an answer begin, and the rest of it as values.
///
/// The answer is never made into a tree: its items are passed over and their places kept, four bytes
/// each; what is around them is read up to `JSONReader.valueLimit` values.
struct PresetDocument {
  /// Items beyond this many are counted and left out; services give at most 500 a page, a feed that is
  /// a file may have more.
  static let itemLimit = 50_000

  /// Where each usable item begins: an object.
  private(set) var offsets: [UInt32]
  /// What stood among the items and is no object or is beyond the limit.
  package private(set) var skippedCount: Int
  /// The first of them.
  let skipped: [SkippedItem]
  /// The answer without its items.
  let root: JSONValue
  /// Whether there was a place for items.
  let hasItems: Bool
  /// Whether the answer is an item itself.
  let isSingle: Bool
  let bytes: [UInt8]

  /// - Throws: Where the bytes are not JSON.
  /// - Complexity: O(*bytes*).
  init(_ bytes: [UInt8], items: [PresetItems]) throws(JSONFault) {
    self.bytes = bytes
    var outline = PresetOutline(items: items)
    var reader = JSONReader(bytes, at: PresetWrapping.start(of: bytes))
    guard reader.peek() != nil else {
      throw JSONFault(offset: bytes.count, reason: "the file is empty")
    }
    let isWrapped = reader.index > 0 && bytes[..<reader.index].contains(UInt8(ascii: "("))
    root = try outline.readRoot(&reader)
    if isWrapped, reader.peek() == UInt8(ascii: ")") {
      reader.index += 1
      if reader.peek() == UInt8(ascii: ";") { reader.index += 1 }
    }
    if reader.peek() != nil { throw reader.fault("unexpected text after the end of the feed") }
    let found = outline.chosen
    offsets = found?.offsets ?? []
    skippedCount = found?.skippedCount ?? 0
    skipped = found?.skips.map { SkippedItem($0, in: bytes) } ?? []
    hasItems = found != nil
    isSingle = found?.isSingle ?? false
  }

  /// Reads also what has apostrophes escaped, which JSON does not know.
  ///
  /// - Throws: The fault of the bytes as they came.
  static func read(
    _ bytes: [UInt8], items: [PresetItems]
  ) throws(JSONFault) -> PresetDocument {
    do throws(JSONFault) {
      return try PresetDocument(bytes, items: items)
    } catch {
      guard PresetWrapping.hasEscapedApostrophe(at: error.offset, in: bytes) else { throw error }
      let plain = PresetWrapping.withPlainApostrophes(bytes)
      guard let document = try? PresetDocument(plain, items: items) else { throw error }
      return document
    }
  }

  /// Values of one item; a product with 250 forms has 6,000.
  private static let itemValueLimit = 65_536

  func item(at offset: UInt32) -> JSONValue? {
    var reader = JSONReader(bytes, at: Int(offset))
    var budget = Self.itemValueLimit
    // The outline read the same bytes before, so it cannot fail.
    return try? reader.readValue(budget: &budget)
  }
}

/// What may stand around JSON: a byte order mark, and the call of a function (`jsonFlickrFeed({…})`).
enum PresetWrapping {
  /// A function's name has fewer letters.
  private static let nameLimit = 64

  /// Where the JSON begins.
  static func start(of bytes: [UInt8]) -> Int {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[start]) { start += 1 }
    var index = start
    while index < bytes.count, index - start < nameLimit, isNameByte(bytes[index]) { index += 1 }
    guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "(") else {
      return start
    }
    return index + 1
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2E: true
    default: false
    }
  }

  /// Whether an object, a list or a comment begins, so that it is worth reading as JSON or was meant as such.
  static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes, at: start(of: bytes))
    let first = reader.peek()
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || reader.beginsComment
  }

  static func hasEscapedApostrophe(at offset: Int, in bytes: [UInt8]) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
      && bytes[offset + 1] == UInt8(ascii: "'")
  }

  /// With apostrophes that are escaped, as JavaScript and Flickr's feed write them, in a form that JSON
  /// knows: `\'` becomes `'`.
  static func withPlainApostrophes(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        output.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index + 1] != UInt8(ascii: "'") { output.append(bytes[index]) }
      output.append(bytes[index + 1])
      index += 2
    }
    return output
  }
}
