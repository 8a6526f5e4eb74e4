extension JSONReader {
  /// Values kept of one member, so that an endless list costs no more than a long one.
  static let valueLimit = 4_096

  /// Passes the next value without building anything.
  ///
  /// Not recursive: the kinds of the open brackets are the bits of a word.
  mutating func skipValue() throws(JSONFault) {
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
  mutating func readValue() throws(JSONFault) -> JSONValue {
    var budget = Self.valueLimit
    return try readValue(budget: &budget)
  }

  /// The next value, with at most `budget` values inside it. Recursive, at most `depthLimit` levels deep.
  mutating func readValue(budget: inout Int) throws(JSONFault) -> JSONValue {
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
