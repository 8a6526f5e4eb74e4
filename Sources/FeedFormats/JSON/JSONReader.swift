/// Reads JSON (RFC 8259) from bytes, front to back, building nothing that is not asked for.
///
/// Why not Foundation's: it makes a tree of the whole text (a 200 MB feed takes gigabytes), says
/// little about the place of a fault, and leaves its depth to others. This one skips what nobody
/// wants, keeps the offset of each photo instead of the photo, never recurses to skip, and gives
/// up at 64 levels.
///
/// Strings that are not UTF-8 are read with replacements and noted in `foundInvalidUTF8`; all
/// other departures from the grammar end the reading with a `JSONFault`.
package struct JSONReader {
  /// Arrays and objects inside each other; real feeds have five.
  static let depthLimit = 64

  package let bytes: [UInt8]
  /// The next byte to be read.
  var index: Int
  /// Arrays and objects that are open.
  var depth = 0
  /// Whether a string since this was last reset was not UTF-8.
  var foundInvalidUTF8 = false

  package init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// The first byte of what comes next, white space skipped; nil at the end.
  package mutating func peek() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  package func fault(_ reason: String) -> JSONFault {
    JSONFault(
      offset: min(index, bytes.count),
      reason: index >= bytes.count
        ? "unexpected end of file, \(reason)"
        : beginsComment ? "comments are not allowed in JSON" : reason)
  }

  /// Whether a comment of JavaScript stands here: who writes one means JSON.
  var beginsComment: Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/")
      && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[index + 1])
  }

  /// Calls `body` at each value of the object that comes next; `body` must read the value.
  package mutating func readObject(
    _ body: (inout JSONReader, JSONToken) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try open(UInt8(ascii: "{"), "expected an object")
    if peek() == UInt8(ascii: "}") {
      close()
      return
    }
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
      let key = try readToken()
      guard peek() == UInt8(ascii: ":") else { throw fault("expected a colon") }
      index += 1
      try body(&self, key)
      if try isAtEnd(UInt8(ascii: "}"), "expected a comma or a closing brace") { return }
    }
  }

  /// Calls `body` at each element of the array that comes next; `body` must read the element.
  package mutating func readArray(
    _ body: (inout JSONReader) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try open(UInt8(ascii: "["), "expected an array")
    if peek() == UInt8(ascii: "]") {
      close()
      return
    }
    while true {
      try body(&self)
      if try isAtEnd(UInt8(ascii: "]"), "expected a comma or a closing bracket") { return }
    }
  }

  /// The string that comes next.
  package mutating func readToken() throws(JSONFault) -> JSONToken {
    guard peek() == UInt8(ascii: "\"") else { throw fault("expected a string") }
    return try scanString()
  }

  private mutating func open(_ byte: UInt8, _ expected: String) throws(JSONFault) {
    guard peek() == byte else { throw fault(expected) }
    guard depth < Self.depthLimit else { throw tooDeep }
    depth += 1
    index += 1
  }

  private var tooDeep: JSONFault { fault("more than \(Self.depthLimit) levels of brackets") }

  private mutating func close() {
    index += 1
    depth -= 1
  }

  /// Passes the comma, or the bracket that closes.
  private mutating func isAtEnd(_ closing: UInt8, _ expected: String) throws(JSONFault) -> Bool {
    switch peek() {
    case UInt8(ascii: ","):
      index += 1
      return false
    case closing:
      close()
      return true
    default: throw fault(expected)
    }
  }
}

extension JSONReader {
  /// Passes a string; `index` is at its opening quote.
  private mutating func scanString() throws(JSONFault) -> JSONToken {
    let start = index + 1
    var hasEscapes = false
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        index = place + 1
        return JSONToken(start: start, end: place, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        place += try escapeLength(at: place)
      case 0..<0x20:
        index = place
        throw fault("a control character in a string")
      case 0x80...0xFF:
        let length = UTF8Sequence.length(at: place, in: bytes)
        if length == 0 { foundInvalidUTF8 = true }
        place += max(length, 1)
      default:
        place += 1
      }
    }
    index = bytes.count
    throw fault("inside a string")
  }

  private mutating func escapeLength(at place: Int) throws(JSONFault) -> Int {
    guard place + 1 < bytes.count else {
      index = bytes.count
      throw fault("inside a string")
    }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard JSONText.codeUnit(at: place + 2, in: bytes) != nil else {
        index = min(place + 6, bytes.count) == bytes.count ? bytes.count : place
        throw fault("expected four hex digits")
      }
      return 6
    default:
      index = place
      throw fault("invalid escape")
    }
  }

  /// Passes a number and gives its text; the digits stay as they are.
  private mutating func scanNumber() throws(JSONFault) -> Range<Int> {
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      try scanDigits()
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try scanDigits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count,
        bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      try scanDigits()
    }
    return start..<index
  }

  private mutating func scanDigits() throws(JSONFault) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > start else { throw fault("expected a digit") }
  }

  /// Passes `true`, `false` or `null`.
  private mutating func scanWord() throws(JSONFault) -> JSONValue {
    switch index < bytes.count ? bytes[index] : 0 {
    case UInt8(ascii: "t") where passes("true"): return .bool(true)
    case UInt8(ascii: "f") where passes("false"): return .bool(false)
    case UInt8(ascii: "n") where passes("null"): return .null
    default: throw fault("expected a value")
    }
  }

  private mutating func passes(_ word: String) -> Bool {
    let letters = word.utf8
    guard bytes.count - index >= letters.count,
      letters.elementsEqual(bytes[index..<index + letters.count])
    else { return false }
    index += letters.count
    return true
  }
}

extension JSONReader {
  /// Values kept of one member, so that an endless list costs no more than a long one.
  static let valueLimit = 4_096

  /// Passes the next value without building anything.
  ///
  /// Not recursive: the kinds of the open brackets are the bits of a word.
  package mutating func skipValue() throws(JSONFault) {
    var isObject: UInt64 = 0
    var open = 0
    while true {
      switch peek() {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth + open < Self.depthLimit else { throw tooDeep }
        let opensObject = bytes[index] == UInt8(ascii: "{")
        isObject = isObject << 1 | (opensObject ? 1 : 0)
        open += 1
        index += 1
        if peek() != closing(isObject) {
          if opensObject { try skipKey() }
          continue
        }
      case UInt8(ascii: "\""): _ = try scanString()
      case let byte? where Self.startsNumber(byte): _ = try scanNumber()
      case nil: throw fault("expected a value")
      default: _ = try scanWord()
      }
      // Behind a value, or at the bracket that closes an empty one.
      while true {
        guard open > 0 else { return }
        let next = peek()
        if next == closing(isObject) {
          index += 1
          isObject >>= 1
          open -= 1
          continue
        }
        guard next == UInt8(ascii: ",") else {
          throw fault("expected a comma or a closing bracket")
        }
        index += 1
        if isObject & 1 == 1 { try skipKey() }
        break
      }
    }
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
  }

  private func closing(_ isObject: UInt64) -> UInt8 {
    isObject & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func skipKey() throws(JSONFault) {
    guard peek() == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
    _ = try scanString()
    guard peek() == UInt8(ascii: ":") else { throw fault("expected a colon") }
    index += 1
  }

  /// The next value; of more than `valueLimit` values inside it the later ones are left out.
  package mutating func readValue() throws(JSONFault) -> JSONValue {
    var budget = Self.valueLimit
    return try readValue(budget: &budget)
  }

  /// The next value, with at most `budget` values inside it. Recursive, at most `depthLimit` levels deep.
  package mutating func readValue(budget: inout Int) throws(JSONFault) -> JSONValue {
    budget -= 1
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [JSONMember] = []
      var left = budget
      try readObject { (reader, key) throws(JSONFault) in
        guard left > 0 else { return try reader.skipValue() }
        let name = JSONText.decode(key, in: reader.bytes)
        members.append(JSONMember(name: name, value: try reader.readValue(budget: &left)))
      }
      budget = left
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      var left = budget
      try readArray { (reader) throws(JSONFault) in
        guard left > 0 else { return try reader.skipValue() }
        elements.append(try reader.readValue(budget: &left))
      }
      budget = left
      return .array(elements)
    case UInt8(ascii: "\""):
      return .text(JSONText.decode(try scanString(), in: bytes))
    case let byte? where Self.startsNumber(byte):
      let range = try scanNumber()
      return .number(String(decoding: bytes[range].prefix(JSONText.byteLimit), as: UTF8.self))
    case nil: throw fault("expected a value")
    default: return try scanWord()
    }
  }
}

/// A string of a JSON text, between its quotes, not decoded yet.
package struct JSONToken {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

/// Where and why bytes are not JSON.
package struct JSONFault: Error, Hashable {
  /// From 0; the count of bytes where they end too early.
  package var offset: Int
  /// For people, in lower case, such as `expected a comma`.
  package var reason: String
}

/// A place as editors count: lines and columns from 1, columns in code points.
package struct TextPlace: Hashable {
  package var line: Int
  package var column: Int

  /// - Complexity: O(*offset*); asked once, for a message.
  package init(offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
