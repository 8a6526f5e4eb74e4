import GalleryDomain

/// Where the items of a response are.
struct PresetItems: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case list
    /// The values of an object (or the elements of a list): `query.pages.*`.
    case values
    /// One object that is itself an item: `photo{}`.
    case single
  }

  /// Names, and indices in lists: `sequences[0].canvases`.
  private let steps: [PresetPath.Step]
  let kind: Kind

  /// - Returns: nil for another path.
  init?(_ text: String) {
    var keys = text
    if keys.hasSuffix("{}") {
      keys.removeLast(2)
      kind = .single
    } else if keys == "*" || keys.hasSuffix(".*") {
      keys.removeLast(keys == "*" ? 1 : 2)
      kind = .values
    } else {
      kind = .list
    }
    guard let path = try? PresetPath(keys), path.origin == .item,
      path.steps.allSatisfy(Self.leadsToItems)
    else { return nil }
    steps = path.steps
  }

  private static func leadsToItems(_ step: PresetPath.Step) -> Bool {
    switch step {
    case .key: true
    case .index(let index): index >= 0
    case .all, .values, .matching: false
    }
  }

  /// The items here; nil if nothing here can hold any.
  ///
  /// - Parameter openCount: How many objects and lists are open where the response ends too early, the root first.
  fileprivate func values(in root: JSONValue, openCount: Int) -> [JSONValue]? {
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
    case (.single, .object): return [value]
    default: return nil
    }
    return endsInside ? values.dropLast() : values
  }
}

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

  /// The first of the candidates with items counts; otherwise the first list; otherwise an object that is itself an item.
  private init(_ beginning: JSONBeginning, items candidates: [PresetItems]) {
    let openCount = beginning.cut?.openCount ?? 0
    let matches = candidates.compactMap { candidate in
      candidate.values(in: beginning.value, openCount: openCount)
        .map { (kind: candidate.kind, values: $0) }
    }
    let lists = matches.filter { $0.kind != .single }
    let found = lists.first { !$0.values.isEmpty } ?? lists.first ?? matches.first
    root = beginning.value
    hasItems = found != nil
    isSingle = found?.kind == .single
    for (index, value) in (found?.values ?? []).enumerated() {
      if case .object = value, items.count < Self.itemLimit {
        items.append(value)
      } else {
        let isFull = items.count >= Self.itemLimit
        skipped.add("item \(index + 1)", isFull ? "more items than the limit" : "not an object")
      }
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

/// What may surround JSON: a byte order mark, and a function call (`jsonFlickrFeed({…})`).
package enum PresetWrapping {
  /// Names of functions are shorter.
  private static let nameLimit = 64

  static func start(of bytes: [UInt8]) -> Int {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let rest = bytes[mark...].drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let name = rest.prefix(nameLimit).prefix(while: isNameByte)
    let isCall = !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: "(")
    return isCall ? name.endIndex + 1 : rest.startIndex
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
