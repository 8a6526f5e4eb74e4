/// Reads JSON (RFC 8259) from bytes, front to back, building nothing that is not asked for.
///
/// Why not Foundation's: it makes a tree of the whole text (a 200 MB feed takes gigabytes), says
/// little about the place of a fault, and leaves its depth to others. This one skips what nobody
/// wants, keeps the offset of each photo instead of the photo, never recurses to skip, and gives
/// up at 64 levels.
///
/// Strings that are not UTF-8 are read with replacements and noted in `foundInvalidUTF8`; all
/// other departures from the grammar end the reading with a `JSONFault`.
struct JSONReader {
  /// Arrays and objects inside each other; real feeds have five.
  static let depthLimit = 64

  let bytes: [UInt8]
  /// The next byte to be read.
  var index: Int
  /// Arrays and objects that are open.
  var depth = 0
  /// Whether a string since this was last reset was not UTF-8.
  var foundInvalidUTF8 = false

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// The first byte of what comes next, white space skipped; nil at the end.
  mutating func peek() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  func fault(_ reason: String) -> JSONFault {
    JSONFault(
      offset: min(index, bytes.count),
      reason: index < bytes.count ? reason : "unexpected end of file, \(reason)")
  }

  /// Calls `body` at each value of the object that comes next; `body` must read the value.
  mutating func readObject(
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
  mutating func readArray(
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
  mutating func readToken() throws(JSONFault) -> JSONToken {
    guard peek() == UInt8(ascii: "\"") else { throw fault("expected a string") }
    return try scanString()
  }

  private mutating func open(_ byte: UInt8, _ expected: String) throws(JSONFault) {
    guard peek() == byte else { throw fault(expected) }
    guard depth < Self.depthLimit else { throw tooDeep }
    depth += 1
    index += 1
  }

  var tooDeep: JSONFault { fault("more than \(Self.depthLimit) levels of brackets") }

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
