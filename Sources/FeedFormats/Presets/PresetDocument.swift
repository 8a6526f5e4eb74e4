import GalleryDomain

/// A response as a tree, and the items in it.
struct PresetDocument {
  /// The maximum size of a response: a tree takes up to eight times the memory of its text.
  static let byteLimit = 16 << 20
  /// Services return at most 500 items, and 16 MB hold half as many photos.
  private static let itemLimit = 50_000

  let root: JSONValue
  /// The items that are objects, in order.
  private(set) var items: [JSONValue] = []
  /// The items that are something else.
  private(set) var skipped = SkippedItems()
  /// Whether there was a list for items, or an object that is one.
  let hasItems: Bool
  /// Whether the response itself is an item.
  let isSingle: Bool
  /// Where the response ends too early, after whole items.
  private(set) var cut: TextPosition?

  /// - Parameter order: The path of a number in each item to sort by.
  /// - Throws: The position where the bytes are not JSON.
  /// - Complexity: O(*bytes*).
  init(
    _ bytes: [UInt8], items candidates: [PresetItems], order: PresetPath? = nil
  ) throws(TextFault) {
    var reader = JSONReader(bytes, at: PresetWrapping.start(of: bytes))
    guard reader.peek() != nil else {
      throw TextFault(offset: bytes.count, reason: "the file is empty")
    }
    let isWrapped = bytes[..<reader.index].contains(UInt8(ascii: "("))
    let beginning = try reader.readBeginning()
    if isWrapped, reader.peek() == UInt8(ascii: ")") {
      reader.index += 1
      if reader.peek() == UInt8(ascii: ";") { reader.index += 1 }
    }
    if reader.peek() != nil { throw reader.fault("unexpected text after the end of the feed") }
    self.init(beginning, items: candidates)
    if let fault = beginning.cut?.fault {
      if isSingle || items.isEmpty { throw fault }
      cut = TextPosition(offset: fault.offset, in: bytes)
    }
    guard let order else { return }
    let ranks = items.map { order.values(in: $0).first?.lenientInt ?? Int.max }
    // Positions break ties, because sorting may be unstable.
    let sorted = items.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    items = sorted.map { items[$0] }
  }

  /// The first place with items counts; otherwise the first list; otherwise an object that is itself an item.
  private init(_ beginning: JSONBeginning, items candidates: [PresetItems]) {
    let openCount = beginning.cut?.openCount ?? 0
    let places = candidates.compactMap { $0.values(in: beginning.value, openCount: openCount) }
    let lists = places.filter { !$0.isSingle }
    let found = lists.first { !$0.values.isEmpty } ?? lists.first ?? places.first
    root = beginning.value
    hasItems = found != nil
    isSingle = found?.isSingle ?? false
    for (index, value) in (found?.values ?? []).enumerated() {
      guard case .object = value else {
        skipped.add("item \(index + 1)", "not an object")
        continue
      }
      guard items.count < Self.itemLimit else {
        skipped.add("item \(index + 1)", "more items than the limit")
        continue
      }
      items.append(value)
    }
  }

  /// What there is of a response whose kind isn't known, to look for items of several kinds.
  ///
  /// - Returns: nil if the first 4 MB are not JSON.
  static func beginning(of bytes: [UInt8]) -> JSONBeginning? {
    let isLong = bytes.count > beginningByteLimit
    let bytes = isLong ? Array(bytes.prefix(beginningByteLimit)) : bytes
    var reader = JSONReader(bytes, at: PresetWrapping.start(of: bytes))
    return try? reader.readBeginning()
  }

  private static let beginningByteLimit = 4 << 20

  /// The first object among the items that `candidates` find; nil if there is none.
  static func firstItem(of beginning: JSONBeginning, _ candidates: [PresetItems]) -> JSONValue? {
    PresetDocument(beginning, items: candidates).items.first
  }
}

extension PresetItems {
  struct Found {
    var values: [JSONValue]
    var isSingle = false
  }

  /// The items here; nil if there is no place for any.
  ///
  /// - Parameter openCount: How many objects and lists are open where the response ends too early, the root first.
  fileprivate func values(in root: JSONValue, openCount: Int) -> Found? {
    var value = root
    // The list is open, too, and then its last item.
    var endsInside = openCount > steps.count + 1
    for step in steps {
      switch (step, value) {
      case (.key(let name), .object(let members)):
        guard let index = members.lastIndex(where: { $0.name == name }) else { return nil }
        value = members[index].value
        endsInside = endsInside && index == members.count - 1
      case (.index(let index), .array(let elements)) where elements.indices.contains(index):
        value = elements[index]
        endsInside = endsInside && index == elements.count - 1
      default: return nil
      }
    }
    let values: [JSONValue]
    switch (kind, value) {
    case (.list, .array(let elements)), (.values, .array(let elements)): values = elements
    case (.values, .object(let members)): values = members.map(\.value)
    case (.single, .object): return Found(values: [value], isSingle: true)
    default: return nil
    }
    return Found(values: endsInside ? values.dropLast() : values)
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
}
