/// Reads JSON (RFC 8259) from bytes, front to back, building only the values that are requested.
///
/// Why not Foundation's parser: it builds a tree of the whole text (a 200 MB feed takes gigabytes), gives little
/// information about the position of a fault, and has no depth limit of ours. This reader skips values that are not
/// needed, keeps the offset of each photo rather than the photo, never recurses while skipping, and stops at 64 levels.
///
/// Strings that are not UTF-8 are read with replacements and noted in `foundInvalidUTF8`; all other departures from the
/// grammar end the reading with a `JSONFault`.
package struct JSONReader {
  /// The maximum nesting of arrays and objects; real feeds have five levels.
  static let depthLimit = 64

  package let bytes: [UInt8]
  /// The index of the next byte.
  package var index: Int
  /// The number of open arrays and objects.
  var depth = 0
  /// Whether a string was not UTF-8, since this was last reset.
  var foundInvalidUTF8 = false

  package init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// The next byte after white space; nil at the end.
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

  /// Whether there is a JavaScript comment here; its author meant it to be JSON.
  var beginsComment: Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/")
      && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[index + 1])
  }

  /// Calls `body` for each member of the next object; `body` must read the value.
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

  /// Calls `body` for each element of the next array; `body` must read the element.
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

  /// The next string.
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

  /// Skips the comma, or the closing bracket.
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
  /// Skips a string; `index` is at its opening quote.
  private mutating func scanString() throws(JSONFault) -> JSONToken {
    let start = index + 1
    var hasEscapes = false
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        index = position + 1
        return JSONToken(start: start, end: position, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position += try escapeLength(at: position)
      case 0..<0x20:
        index = position
        throw fault("a control character in a string")
      case 0x80...0xFF:
        let length = UTF8Sequence.length(at: position, in: bytes)
        if length == 0 { foundInvalidUTF8 = true }
        position += max(length, 1)
      default:
        position += 1
      }
    }
    index = bytes.count
    throw fault("inside a string")
  }

  private mutating func escapeLength(at position: Int) throws(JSONFault) -> Int {
    guard position + 1 < bytes.count else {
      index = bytes.count
      throw fault("inside a string")
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard JSONText.codeUnit(at: position + 2, in: bytes) != nil else {
        index = min(position + 6, bytes.count) == bytes.count ? bytes.count : position
        throw fault("expected four hex digits")
      }
      return 6
    default:
      index = position
      throw fault("invalid escape")
    }
  }

  /// Skips a number and returns its text; digits are kept as written.
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

  /// Reads `true`, `false` or `null`.
  private mutating func scanWord() throws(JSONFault) -> JSONValue {
    switch index < bytes.count ? bytes[index] : 0 {
    case UInt8(ascii: "t") where passes("true"): return .bool(true)
    case UInt8(ascii: "f") where passes("false"): return .bool(false)
    case UInt8(ascii: "n") where passes("null"): return .null
    default:
      if ["true", "false", "null"].contains(where: { $0.utf8.starts(with: bytes[index...]) }) {
        index = bytes.count
      }
      throw fault("expected a value")
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
  /// The maximum number of values kept per member, so that an endless list costs no more than a long one.
  static let valueLimit = 4_096

  /// Skips the next value without building anything.
  ///
  /// Not recursive: the kinds of the open brackets are bits in an integer.
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
      // After a value, or at the closing bracket of an empty one.
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

  /// The next value; if it contains more than `valueLimit` values, the later ones are dropped.
  package mutating func readValue() throws(JSONFault) -> JSONValue {
    var budget = Self.valueLimit
    return try readValue(budget: &budget)
  }

  /// The next value, with at most `budget` values inside. Recursive, at most `depthLimit` levels deep.
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

/// A string in a JSON text, between its quotes, not decoded yet.
package struct JSONToken {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

/// Where and why bytes are not JSON.
package struct JSONFault: Error, Hashable {
  /// Counts from 0; the number of bytes if they end too early.
  package var offset: Int
  /// For users, in lower case, such as `expected a comma`.
  package var reason: String
}

/// A position as editors show it: lines and columns from 1, columns in code points.
package struct TextPosition: Hashable {
  package var line: Int
  package var column: Int

  /// - Complexity: O(*offset*); computed once, for a message.
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
