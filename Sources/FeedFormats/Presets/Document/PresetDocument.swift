import GalleryDomain

/// The offsets of the items in a response, and the rest of the response as values.
///
/// The response never becomes a tree: its items are skipped and their offsets kept, four bytes each; up to
/// `JSONReader.valueLimit` values around them are read.
struct PresetDocument {
  /// Items beyond this number are counted but dropped. Services return at most 500 per page.
  static let itemLimit = 50_000
  /// A feed that is a file is one page; as many as the largest file holds with some texts each.
  static let fileItemLimit = 250_000

  /// The offset of each usable item, which is an object.
  private(set) var offsets: [UInt32]
  /// The number of items that are not objects or beyond the limit.
  private(set) var skippedCount: Int
  /// The first skipped items.
  let skipped: [SkippedItem]
  /// The response without its items.
  let root: JSONValue
  /// Whether there was a list for items.
  let hasItems: Bool
  /// Whether the response itself is an item.
  let isSingle: Bool
  /// Where the response ends too early, after whole items.
  let cut: JSONFault?
  let bytes: [UInt8]

  /// - Throws: The position where the bytes are not JSON.
  /// - Complexity: O(*bytes*).
  init(
    _ bytes: [UInt8], items: [PresetItems], itemLimit: Int = Self.itemLimit
  ) throws(JSONFault) {
    self.bytes = bytes
    var outline = PresetOutline(items: items, itemLimit: itemLimit)
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
    cut = outline.cut
    if let cut, isSingle || offsets.isEmpty { throw cut }
  }

  /// Also reads texts with escaped apostrophes, which are not valid JSON.
  ///
  /// - Throws: The fault in the original bytes.
  static func read(
    _ bytes: [UInt8], items: [PresetItems], itemLimit: Int = Self.itemLimit
  ) throws(JSONFault) -> PresetDocument {
    do throws(JSONFault) {
      return try PresetDocument(bytes, items: items, itemLimit: itemLimit)
    } catch {
      guard PresetWrapping.hasEscapedApostrophe(at: error.offset, in: bytes) else { throw error }
      let plain = PresetWrapping.withPlainApostrophes(bytes)
      guard let document = try? PresetDocument(plain, items: items, itemLimit: itemLimit)
      else { throw error }
      return document
    }
  }

  /// The maximum number of values per item; a product with 250 variants has 6,000.
  private static let itemValueLimit = 65_536

  func item(at offset: UInt32) -> JSONValue? {
    var reader = JSONReader(bytes, at: Int(offset))
    var budget = Self.itemValueLimit
    // The outline has read the same bytes before, so this cannot fail.
    return try? reader.readValue(budget: &budget)
  }
}

/// What may surround JSON: a byte order mark, and a function call (`jsonFlickrFeed({…})`).
package enum PresetWrapping {
  /// Names of functions are shorter.
  private static let nameLimit = 64

  /// Where the JSON starts.
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

  /// Whether an object, a list or a comment starts here, so that it is worth reading as JSON, or was meant to be.
  package static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes, at: start(of: bytes))
    let first = reader.peek()
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || reader.beginsComment
  }

  static func hasEscapedApostrophe(at offset: Int, in bytes: [UInt8]) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
      && bytes[offset + 1] == UInt8(ascii: "'")
  }

  /// Replaces escaped apostrophes, as in JavaScript and Flickr's feed, by a form that is valid JSON: `\'` becomes `'`.
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
