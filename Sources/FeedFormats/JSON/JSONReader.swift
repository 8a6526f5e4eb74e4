/// Reads JSON (RFC 8259) from bytes, front to back.
///
/// Foundation's parser says little about the position of a fault, lets us limit neither the depth nor the number of values,
/// and makes nothing of a text that is cut. This reader stops at 64 levels and a million values, and can keep what comes
/// before a cut.
///
/// Strings that are not UTF-8 are read with replacements, and `\'` is an apostrophe, as in JavaScript and Flickr's feed; all
/// other departures from the grammar end the reading with a `TextFault`.
package struct JSONReader {
  /// The maximum nesting of arrays and objects; real feeds have five levels.
  static let depthLimit = 64
  /// The maximum number of values that a reader makes, of some 50 bytes each: real responses of 16 MB have 700,000.
  static let valueLimit = 1_000_000
  /// How many bytes of a string are kept, the same as for an XML item: a text may contain a picture as data
  /// (`data:`), followed by other pictures.
  static let textByteLimit = 2 * 1_024 * 1_024

  package let bytes: [UInt8]
  /// The index of the next byte.
  package var index: Int
  private var depth = 0
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
  var beginsComment: Bool { bytes.has("//", at: index) || bytes.has("/*", at: index) }

  // MARK: Objects and arrays

  /// Calls `body` for each member of the next object; `body` must read the value.
  package mutating func readObject(
    _ body: (inout JSONReader, String) throws(TextFault) -> Void
  ) throws(TextFault) {
    try readParts("{", "}", "an object", "a closing brace") { (reader) throws(TextFault) in
      guard reader.peek() == UInt8(ascii: "\"") else {
        throw reader.fault("expected a name in quotes")
      }
      let name = try reader.readText()
      guard reader.peek() == UInt8(ascii: ":") else { throw reader.fault("expected a colon") }
      reader.index += 1
      try body(&reader, name)
    }
  }

  /// Calls `body` for each element of the next array; `body` must read the element.
  package mutating func readArray(
    _ body: (inout JSONReader) throws(TextFault) -> Void
  ) throws(TextFault) {
    try readParts("[", "]", "an array", "a closing bracket", body)
  }

  private mutating func readParts(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ kind: String, _ end: String,
    _ body: (inout JSONReader) throws(TextFault) -> Void
  ) throws(TextFault) {
    guard peek() == UInt8(ascii: opening) else { throw fault("expected \(kind)") }
    guard depth < Self.depthLimit else {
      throw fault("more than \(Self.depthLimit) levels of brackets")
    }
    depth += 1
    index += 1
    if peek() != UInt8(ascii: closing) {
      try body(&self)
      while peek() == UInt8(ascii: ",") {
        index += 1
        try body(&self)
      }
      guard peek() == UInt8(ascii: closing) else { throw fault("expected a comma or \(end)") }
    }
    index += 1
    depth -= 1
  }

  // MARK: Values

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
        try reader.readObject { (reader, name) throws(TextFault) in
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
    case UInt8(ascii: "\""): return .text(try readText())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return .number(try readNumber())
    case nil: throw fault("expected a value")
    default: return try readWord()
    }
  }

  /// The next value; if the text ends inside of it, what comes before that.
  mutating func readBeginning() throws(TextFault) -> JSONBeginning {
    keepsBeginning = true
    let value = try readValue()
    return JSONBeginning(value: value, cut: cut)
  }

  private mutating func readBeginning(
    _ read: (inout JSONReader) throws(TextFault) -> Void
  ) throws(TextFault) {
    do throws(TextFault) {
      try read(&self)
    } catch {
      guard keepsBeginning, error.offset >= bytes.count || valuesLeft == 0 else { throw error }
      if cut == nil { cut = (error, openCount: depth) }
      // The objects and lists around it end here, too.
      index = bytes.count
    }
  }

  private mutating func readWord() throws(TextFault) -> JSONValue {
    let words: [(String, JSONValue)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, value) in words {
      if bytes.has(word, at: index) {
        index += word.utf8.count
        return value
      }
      if word.utf8.starts(with: bytes[index...]) { index = bytes.count }
    }
    throw fault("expected a value")
  }

  /// The digits as written.
  private mutating func readNumber() throws(TextFault) -> String {
    let start = index
    skip("-")
    if !skip("0") { try skipDigits() }
    if skip(".") { try skipDigits() }
    if skip("eE") {
      skip("+-")
      try skipDigits()
    }
    return String(decoding: bytes[start..<index].prefix(Self.textByteLimit), as: UTF8.self)
  }

  @discardableResult
  private mutating func skip(_ choices: StaticString) -> Bool {
    guard index < bytes.count, choices.withUTF8Buffer({ $0.contains(bytes[index]) }) else {
      return false
    }
    index += 1
    return true
  }

  private mutating func skipDigits() throws(TextFault) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > start else { throw fault("expected a digit") }
  }

  // MARK: Strings

  private mutating func readText() throws(TextFault) -> String {
    String(decoding: try readString(), as: UTF8.self)
  }

  /// The bytes of the next string, even if they aren't UTF-8.
  package mutating func readBytes() throws(TextFault) -> [UInt8] { Array(try readString()) }

  /// For most strings, which have no escapes, a slice of the text itself.
  private mutating func readString() throws(TextFault) -> ArraySlice<UInt8> {
    guard peek() == UInt8(ascii: "\"") else { throw fault("expected a string") }
    index += 1
    let start = index
    var output: [UInt8]?
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return output?[...] ?? bytes[start..<index - 1].prefix(Self.textByteLimit)
      case UInt8(ascii: "\\"):
        if output == nil { output = Array(bytes[start..<index].prefix(Self.textByteLimit)) }
        for byte in try readEscape() where output?.count ?? 0 < Self.textByteLimit {
          output?.append(byte)
        }
      case 0..<0x20: throw fault("a control character in a string")
      default:
        if let count = output?.count, count < Self.textByteLimit { output?.append(byte) }
        index += 1
      }
    }
    throw fault("inside a string")
  }

  /// What the escape at a backslash means.
  private mutating func readEscape() throws(TextFault) -> String.UTF8View {
    let start = index
    index += 2
    guard index <= bytes.count else { throw fault("inside a string") }
    switch bytes[start + 1] {
    case UInt8(ascii: "b"): return "\u{8}".utf8
    case UInt8(ascii: "f"): return "\u{C}".utf8
    case UInt8(ascii: "n"): return "\n".utf8
    case UInt8(ascii: "r"): return "\r".utf8
    case UInt8(ascii: "t"): return "\t".utf8
    case UInt8(ascii: "u"):
      guard let first = codeUnit(at: start + 2) else {
        index = start + 6 >= bytes.count ? bytes.count : start
        throw fault("expected four hex digits")
      }
      index = start + 6
      if UTF16.isLeadSurrogate(first), bytes.has("\\u", at: index),
        let second = codeUnit(at: index + 2), UTF16.isTrailSurrogate(second)
      {
        index += 6
        return String(Character(UTF16.decode(UTF16.EncodedScalar([first, second])))).utf8
      }
      // Half of a surrogate pair means nothing.
      return String(Character(Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}")).utf8
    case let byte where "\"\\/'".utf8.contains(byte):
      return String(Character(Unicode.Scalar(byte))).utf8
    default:
      index = start
      throw fault("invalid escape")
    }
  }

  /// Four hexadecimal digits; nil if there are fewer.
  private func codeUnit(at start: Int) -> UInt16? {
    let digits = bytes.dropFirst(start).prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      return nil
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

/// A value, or what there is of it in a text that ends too early or has too many values.
struct JSONBeginning {
  /// Why and where, and how many objects and lists were open.
  typealias Cut = (fault: TextFault, openCount: Int)

  var value: JSONValue
  /// nil if the value is whole.
  var cut: Cut?
}
