import GalleryDomain

/// Reads a response once, noting where items may be.
struct PresetOutline {
  struct Found {
    var itemLimit: Int
    var offsets: [UInt32] = []
    var skippedCount = 0
    /// The first skipped items, with the reasons.
    var skips: [JSONFault] = []
    var isSingle = false
  }

  /// A place to look for, and how much of the path to it has been matched.
  private struct Candidate {
    var itemIndex: Int
    var depth: Int
  }

  private let items: [PresetItems]
  private let itemLimit: Int
  /// Where the response ends too early; what was whole before that has been read.
  private(set) var cut: JSONFault?
  /// By the index of the place.
  private var found: [Int: Found] = [:]
  private var budget = JSONReader.valueLimit

  init(items: [PresetItems], itemLimit: Int) {
    self.items = items
    self.itemLimit = itemLimit
  }

  /// The first place with items; otherwise the first list; otherwise an object that is itself an item.
  var chosen: Found? {
    let candidates = items.indices.compactMap { found[$0] }
    let lists = candidates.filter { !$0.isSingle }
    return lists.first { !$0.offsets.isEmpty || $0.skippedCount > 0 } ?? lists.first
      ?? candidates.first
  }

  mutating func readRoot(_ reader: inout JSONReader) throws(JSONFault) -> JSONValue {
    try read(&reader, items.indices.map { Candidate(itemIndex: $0, depth: 0) })
  }

  /// The recursion is as deep as the paths of items are long.
  private mutating func read(
    _ reader: inout JSONReader, _ candidates: [Candidate]
  ) throws(JSONFault) -> JSONValue {
    let first = reader.peek()
    let here = candidates.filter { $0.depth == items[$0.itemIndex].steps.count }
    for candidate in here {
      switch (items[candidate.itemIndex].kind, first) {
      case (.list, UInt8(ascii: "[")), (.values, UInt8(ascii: "[")):
        found[candidate.itemIndex] = try elements(&reader) { (reader, found) throws(JSONFault) in
          try reader.readArray { (reader) throws(JSONFault) in try Self.pass(&reader, &found) }
        }
        return .array([])
      case (.values, UInt8(ascii: "{")):
        found[candidate.itemIndex] = try elements(&reader) { (reader, found) throws(JSONFault) in
          try reader.readObject { (reader, _) throws(JSONFault) in try Self.pass(&reader, &found) }
        }
        return .object([])
      case (.single, UInt8(ascii: "{")):
        var single = Found(itemLimit: 1, isSingle: true)
        single.offsets = UInt32(exactly: reader.index).map { [$0] } ?? []
        found[candidate.itemIndex] = single
      default: break
      }
    }
    let deeper = candidates.filter { $0.depth < items[$0.itemIndex].steps.count }
    if first == UInt8(ascii: "["), deeper.contains(where: { isIndex(step(of: $0)) }) {
      return try readArray(&reader, deeper)
    }
    guard first == UInt8(ascii: "{"), !deeper.isEmpty else {
      return try reader.readValue(budget: &budget)
    }
    var outline = self
    var members: [JSONMember] = []
    let isCut = try Self.ends(&reader) { (reader) throws(JSONFault) in
      try reader.readObject { (reader, key) throws(JSONFault) in
        let name = JSONText.decode(key, in: reader.bytes)
        let next = outline.next(deeper, at: .key(name))
        guard outline.budget > 0 || !next.isEmpty else { return try reader.skipValue() }
        let value = try outline.read(&reader, next)
        members.append(JSONMember(name: name, value: value))
      }
    }
    self = outline
    cut = cut ?? isCut
    return .object(members)
  }

  /// A list on the path, whose elements are visited by index.
  private mutating func readArray(
    _ reader: inout JSONReader, _ candidates: [Candidate]
  ) throws(JSONFault) -> JSONValue {
    var outline = self
    var elements: [JSONValue] = []
    var index = 0
    let isCut = try Self.ends(&reader) { (reader) throws(JSONFault) in
      try reader.readArray { (reader) throws(JSONFault) in
        let next = outline.next(candidates, at: .index(index))
        index += 1
        guard outline.budget > 0 || !next.isEmpty else { return try reader.skipValue() }
        elements.append(try outline.read(&reader, next))
      }
    }
    self = outline
    cut = cut ?? isCut
    return .array(elements)
  }

  private func step(of candidate: Candidate) -> PresetPath.Step {
    items[candidate.itemIndex].steps[candidate.depth]
  }

  private func isIndex(_ step: PresetPath.Step) -> Bool {
    if case .index = step { true } else { false }
  }

  /// The candidates that continue with a step.
  private func next(_ candidates: [Candidate], at step: PresetPath.Step) -> [Candidate] {
    candidates.filter { self.step(of: $0) == step }
      .map { Candidate(itemIndex: $0.itemIndex, depth: $0.depth + 1) }
  }

  private mutating func elements(
    _ reader: inout JSONReader,
    read: (inout JSONReader, inout Found) throws(JSONFault) -> Void
  ) throws(JSONFault) -> Found {
    var found = Found(itemLimit: itemLimit)
    let isCut = try Self.ends(&reader) { (reader) throws(JSONFault) in try read(&reader, &found) }
    cut = cut ?? isCut
    return found
  }

  /// - Returns: Where the response ends before what is read does; nil if it doesn't.
  private static func ends(
    _ reader: inout JSONReader, before read: (inout JSONReader) throws(JSONFault) -> Void
  ) throws(JSONFault) -> JSONFault? {
    do throws(JSONFault) {
      try read(&reader)
      return nil
    } catch {
      guard error.offset >= reader.bytes.count else { throw error }
      reader.index = reader.bytes.count
      return error
    }
  }

  private static func pass(
    _ reader: inout JSONReader, _ found: inout Found
  ) throws(JSONFault) {
    let isObject = reader.peek() == UInt8(ascii: "{")
    let start = reader.index
    try reader.skipValue()
    guard isObject, found.offsets.count < found.itemLimit,
      let offset = UInt32(exactly: start)
    else {
      found.skippedCount += 1
      if found.skips.count < SkippedItem.keptCount {
        let reason = isObject ? "more items than the limit" : "an item that is not an object"
        found.skips.append(JSONFault(offset: start, reason: reason))
      }
      return
    }
    found.offsets.append(offset)
  }
}
