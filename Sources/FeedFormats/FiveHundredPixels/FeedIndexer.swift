import GalleryDomain

/// Finds the photos of a feed: an object with `photos`, or the list of photos itself.
///
/// A photo that isn't an object, that has no id, a repeated id or one that isn't UTF-8 is skipped and counted. If no
/// photo is usable, the first problem becomes the feed's fault.
struct FeedIndexer {
  /// How many positions of skipped photos are kept; later ones are only counted.
  private static let skippedRowLimit = 1_000_000

  private(set) var name: String?
  private(set) var feature: String?
  private(set) var order = StatedOrderRoute()
  private(set) var offsets: [UInt32] = []
  private(set) var idHashes: [Int] = []
  private(set) var skippedRows: [UInt32] = []
  private(set) var furtherSkippedCount = 0
  /// The first skipped photos, with their offsets.
  private(set) var firstSkips: [JSONFault] = []
  /// Where the feed ends too early, after whole photos.
  private(set) var cut: JSONFault?

  private let bytes: [UInt8]
  /// Hashes in place of ids: among two million photos, two hashes collide in one of ten million feeds, and only by
  /// chance, because the hash is seeded.
  private var seen: Set<Int> = []
  private var hasPhotos = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func index() throws(FeedFault) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var reader = JSONReader(bytes, at: start)
    let first = reader.peek()
    if reader.beginsComment {
      let fault = reader.fault("expected a list or an object")
      throw .malformed(offset: fault.offset, reason: fault.reason)
    }
    if let first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
      throw .notAFeed(beginning: Self.beginning(of: bytes[reader.index...]))
    }
    do throws(JSONFault) {
      try readAll(&reader)
    } catch {
      guard error.offset >= bytes.count, !offsets.isEmpty else {
        throw .malformed(offset: error.offset, reason: error.reason)
      }
      cut = error
    }
    guard hasPhotos else { throw .notAFeed(beginning: Self.beginning(of: bytes[start...])) }
    seen = []
  }

  /// Finds photos that follow each other in the format of `vitrine list --json`.
  mutating func indexLines() throws(FeedFault) {
    var lines = PhotoLines(bytes, isArray: PhotoLines.isArray(bytes) ?? false)
    while let item = lines.next() {
      switch item {
      case .fault(let fault): skip(at: fault.offset, fault.reason)
      // Only a program can be asked for another page.
      case .object(let value, _) where PhotoLines.next(value) != nil: break
      case .object(let value, let offset): add(PhotoLines.id(of: value), at: offset)
      }
    }
    seen = []
    guard offsets.isEmpty, let first = firstSkips.first else { return }
    throw .malformed(offset: first.offset, reason: first.reason)
  }

  private mutating func readAll(_ reader: inout JSONReader) throws(JSONFault) {
    switch reader.peek() {
    case UInt8(ascii: "["): try readPhotos(&reader)
    case UInt8(ascii: "{"): try readRoot(&reader)
    default: throw JSONFault(offset: bytes.count, reason: "the file is empty")
    }
    if reader.peek() != nil { throw reader.fault("unexpected text after the end of the feed") }
    if offsets.isEmpty, let first = firstSkips.first { throw first }
  }

  private mutating func readRoot(_ reader: inout JSONReader) throws(JSONFault) {
    // Copied out and back in: a closure must not modify the value that it is called from.
    var indexer = self
    defer { self = indexer }
    try reader.readObject { (reader, key) throws(JSONFault) in
      switch JSONText.decode(key, in: reader.bytes) {
      case "photos": try indexer.readPhotos(&reader)
      case "name", "title": indexer.name = try reader.readValue().lenientText ?? indexer.name
      case "feature": indexer.feature = try reader.readValue().lenientText
      case "order_url": indexer.order.url = try reader.readValue().lenientText
      case "order_email": indexer.order.email = try reader.readValue().lenientText
      case "order_delivery":
        let value = try reader.readValue()
        indexer.order.deliveries =
          value.lenientText.map { [$0] } ?? value.elements.compactMap(\.lenientText)
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readPhotos(_ reader: inout JSONReader) throws(JSONFault) {
    guard reader.peek() == UInt8(ascii: "[") else { throw reader.fault("`photos` is not a list") }
    offsets = []
    idHashes = []
    seen = []
    hasPhotos = true
    var indexer = self
    defer { self = indexer }
    try reader.readArray { (reader) throws(JSONFault) in try indexer.readPhoto(&reader) }
  }

  private mutating func readPhoto(_ reader: inout JSONReader) throws(JSONFault) {
    guard reader.peek() == UInt8(ascii: "{") else {
      let start = reader.index
      try reader.skipValue()
      return skip(at: start, "a photo that is not an object")
    }
    let start = reader.index
    var id: String?
    var isIDBroken = false
    try reader.readObject { (reader, key) throws(JSONFault) in
      if Self.isID(key, in: reader.bytes) {
        reader.foundInvalidUTF8 = false
        id = try reader.readValue().lenientText
        isIDBroken = reader.foundInvalidUTF8
      } else {
        try reader.skipValue()
      }
    }
    // Other texts are repaired, but that could make two ids equal.
    guard !isIDBroken else { return skip(at: start, "a photo whose id is not UTF-8") }
    add(id.map(FeedPhotoMapping.id), at: start)
  }

  private mutating func add(_ id: Photo.ID?, at start: Int) {
    guard let id, !id.isEmpty else { return skip(at: start, "a photo without an id") }
    guard let offset = UInt32(exactly: start), offsets.count < FeedDocument.photoLimit,
      seen.insert(id.hashValue).inserted
    else { return skip(at: start, "a photo with the id of an earlier one") }
    offsets.append(offset)
    idHashes.append(id.hashValue)
  }

  private mutating func skip(at offset: Int, _ reason: String) {
    if firstSkips.count < SkippedItem.keptCount {
      firstSkips.append(JSONFault(offset: offset, reason: reason))
    }
    if skippedRows.count < Self.skippedRowLimit {
      skippedRows.append(UInt32(offsets.count))
    } else {
      furtherSkippedCount += 1
    }
  }

  private static func isID(_ key: JSONToken, in bytes: [UInt8]) -> Bool {
    guard key.hasEscapes else {
      return key.end - key.start == 2 && bytes[key.start] == UInt8(ascii: "i")
        && bytes[key.start + 1] == UInt8(ascii: "d")
    }
    return JSONText.decode(key, in: bytes) == "id"
  }

  private static func beginning(of bytes: ArraySlice<UInt8>) -> String {
    TextCleaner.line(bytes: bytes.prefix(400), limit: TextLimit(characters: 40))
  }
}
