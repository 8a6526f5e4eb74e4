/// Reads JSON (RFC 8259) from bytes, front to back, building only the values that are requested.
///
/// Why not Foundation's parser: it says little about the position of a fault, has neither a depth limit nor one for the
/// number of values of ours, and makes nothing of a text that is cut. This reader stops at 64
/// levels and a million values, and can skip values and keep what comes before a cut.
///
/// Strings that are not UTF-8 are read with replacements, and `\'` is an apostrophe, as in JavaScript and Flickr's feed; all
/// other departures from the grammar end the reading with a `TextFault`.
package struct JSONReader {
  /// The maximum nesting of arrays and objects; real feeds have five levels.
  static let depthLimit = 64
  /// The maximum number of values that a reader makes, of some 50 bytes each: real answers of 16 MB have 700,000.
  static let valueLimit = 1_000_000

  package let bytes: [UInt8]
  /// The index of the next byte.
  package var index: Int
  /// The number of open arrays and objects.
  var depth = 0
  private var valuesLeft = JSONReader.valueLimit
  private var keepsBeginning = false
  private var cut: JSONBeginning.Cut?

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

  package func fault(_ reason: String) -> TextFault {
    TextFault(
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
    _ body: (inout JSONReader, JSONToken) throws(TextFault) -> Void
  ) throws(TextFault) {
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
    _ body: (inout JSONReader) throws(TextFault) -> Void
  ) throws(TextFault) {
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
  package mutating func readToken() throws(TextFault) -> JSONToken {
    guard peek() == UInt8(ascii: "\"") else { throw fault("expected a string") }
    return try scanString()
  }

  private mutating func open(_ byte: UInt8, _ expected: String) throws(TextFault) {
    guard peek() == byte else { throw fault(expected) }
    guard depth < Self.depthLimit else { throw tooDeep }
    depth += 1
    index += 1
  }

  private var tooDeep: TextFault { fault("more than \(Self.depthLimit) levels of brackets") }

  private mutating func close() {
    index += 1
    depth -= 1
  }

  /// Skips the comma, or the closing bracket.
  private mutating func isAtEnd(_ closing: UInt8, _ expected: String) throws(TextFault) -> Bool {
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
  private mutating func scanString() throws(TextFault) -> JSONToken {
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
      default:
        position += 1
      }
    }
    index = bytes.count
    throw fault("inside a string")
  }

  private mutating func escapeLength(at position: Int) throws(TextFault) -> Int {
    guard position + 1 < bytes.count else {
      index = bytes.count
      throw fault("inside a string")
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"),
      UInt8(ascii: "'"):
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
  private mutating func scanNumber() throws(TextFault) -> Range<Int> {
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

  private mutating func scanDigits() throws(TextFault) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > start else { throw fault("expected a digit") }
  }

  /// Reads `true`, `false` or `null`.
  private mutating func scanWord() throws(TextFault) -> JSONValue {
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
  /// Skips the next value without building anything. Recursive, at most `depthLimit` levels deep.
  package mutating func skipValue() throws(TextFault) {
    switch peek() {
    case UInt8(ascii: "{"):
      try readObject { (reader, _) throws(TextFault) in try reader.skipValue() }
    case UInt8(ascii: "["):
      try readArray { (reader) throws(TextFault) in try reader.skipValue() }
    case UInt8(ascii: "\""): _ = try scanString()
    case let byte? where Self.startsNumber(byte): _ = try scanNumber()
    case nil: throw fault("expected a value")
    default: _ = try scanWord()
    }
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
  }

  /// The next value. Recursive, at most `depthLimit` levels deep.
  package mutating func readValue() throws(TextFault) -> JSONValue {
    guard valuesLeft > 0 else {
      throw fault("more than \(Self.valueLimit / 1_000_000) million values")
    }
    valuesLeft -= 1
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [JSONMember] = []
      try readBeginning { (reader) throws(TextFault) in
        try reader.readObject { (reader, key) throws(TextFault) in
          let name = JSONText.decode(key, in: reader.bytes)
          members.append(JSONMember(name: name, value: try reader.readValue()))
        }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try readBeginning { (reader) throws(TextFault) in
        try reader.readArray { (reader) throws(TextFault) in
          elements.append(try reader.readValue())
        }
      }
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

  /// The next value; if the text ends inside of it, what comes before that.
  mutating func readBeginning() throws(TextFault) -> JSONBeginning {
    keepsBeginning = true
    let value = try readValue()
    return JSONBeginning(value: value, cut: cut)
  }

  /// - Parameter read: Reads an object or a list.
  private mutating func readBeginning(
    _ read: (inout JSONReader) throws(TextFault) -> Void
  ) throws(TextFault) {
    do throws(TextFault) {
      try read(&self)
    } catch {
      guard keepsBeginning, error.offset >= bytes.count || valuesLeft == 0 else { throw error }
      if cut == nil { cut = JSONBeginning.Cut(fault: error, openCount: depth) }
      // What it is in ends here, too.
      index = bytes.count
    }
  }
}

/// A value, or what there is of it in a text that ends too early or has too many values.
struct JSONBeginning {
  struct Cut {
    var fault: TextFault
    /// How many objects and lists were open.
    var openCount: Int
  }

  var value: JSONValue
  /// nil if the value is whole.
  var cut: Cut?
}

/// A string in a JSON text, between its quotes, not decoded yet.
package struct JSONToken {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

/// Decodes the strings of a JSON text.
package enum JSONText {
  /// How many bytes of a string are decoded, the same as for an XML item: a text may contain a picture as data
  /// (`data:`), followed by other pictures.
  static let byteLimit = 2 * 1_024 * 1_024

  package static func decode(_ token: JSONToken, in bytes: [UInt8]) -> String {
    guard !token.hasEscapes else {
      return String(decoding: self.bytes(of: token, in: bytes), as: UTF8.self)
    }
    let end = min(token.end, token.start + byteLimit)
    return String(decoding: bytes[token.start..<end], as: UTF8.self)
  }

  /// The bytes of a string, even if they aren't UTF-8.
  package static func bytes(of token: JSONToken, in bytes: [UInt8]) -> [UInt8] {
    let end = min(token.end, token.start + byteLimit)
    guard token.hasEscapes else { return Array(bytes[token.start..<end]) }
    var output: [UInt8] = []
    output.reserveCapacity(end - token.start)
    var index = token.start
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < token.end else {
        output.append(bytes[index])
        index += 1
        continue
      }
      index = unescape(at: index, in: bytes, to: &output)
    }
    return output
  }

  /// - Returns: The index after the escape at `start`.
  private static func unescape(
    at start: Int, in bytes: [UInt8], to output: inout [UInt8]
  ) -> Int {
    switch bytes[start + 1] {
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): return unescapeCodeUnit(at: start, in: bytes, to: &output)
    case let byte: output.append(byte)
    }
    return start + 2
  }

  private static func unescapeCodeUnit(
    at start: Int, in bytes: [UInt8], to output: inout [UInt8]
  ) -> Int {
    let first = codeUnit(at: start + 2, in: bytes) ?? 0xFFFD
    if UTF16.isLeadSurrogate(first), start + 7 < bytes.count,
      bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u"),
      let second = codeUnit(at: start + 8, in: bytes), UTF16.isTrailSurrogate(second)
    {
      let scalar = UTF16.decode(UTF16.EncodedScalar([first, second]))
      output.append(contentsOf: String(Character(scalar)).utf8)
      return start + 12
    }
    // Half of a surrogate pair means nothing.
    let scalar = Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}"
    output.append(contentsOf: String(Character(scalar)).utf8)
    return start + 6
  }

  /// Four hexadecimal digits; nil if there are fewer.
  static func codeUnit(at start: Int, in bytes: [UInt8]) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
package enum UTF8Sequence {
  /// - Returns: The length of the sequence whose first byte is not ASCII; 0 if it is malformed.
  package static func length(at start: Int, in bytes: [UInt8]) -> Int {
    func isTrail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      start + offset < bytes.count && range.contains(bytes[start + offset])
    }
    switch bytes[start] {
    case 0xC2...0xDF: return isTrail(1) ? 2 : 0
    case 0xE0: return isTrail(1, 0xA0...0xBF) && isTrail(2) ? 3 : 0
    case 0xED: return isTrail(1, 0x80...0x9F) && isTrail(2) ? 3 : 0
    case 0xE1...0xEF: return isTrail(1) && isTrail(2) ? 3 : 0
    case 0xF0: return isTrail(1, 0x90...0xBF) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xF1...0xF3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xF4: return isTrail(1, 0x80...0x8F) && isTrail(2) && isTrail(3) ? 4 : 0
    default: return 0
    }
  }
}
