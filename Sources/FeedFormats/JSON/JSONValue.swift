/// A value of a JSON text; numbers keep the digits they were written with.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])
}

package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue
}

extension JSONValue {
  /// The last member of that name, as most readers take it; nil where this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// A text that is one JSON value and nothing else; nil for what is none.
  ///
  /// - Complexity: O(*bytes*); of more than `JSONReader.valueLimit` values the later ones are left out.
  package init?(bytes: [UInt8]) {
    var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let value = try? reader.readValue(), reader.peek() == nil else { return nil }
    self = value
  }
}

/// What feeds mean, whatever the type they write it in.
extension JSONValue {
  /// A text, or a number's digits; of what was an element of XML its text. nil for what is blank.
  package var lenientText: String? {
    switch self {
    case .text(let text), .number(let text):
      text.isBlank ? nil : text
    case .object: self["#text"]?.lenientText
    case .null, .bool, .array: nil
    }
  }

  /// A whole number, also one in quotes or with zeros behind its point.
  package var lenientInt: Int? {
    guard let text = lenientText else { return nil }
    if let value = Int(text) { return value }
    // `Int(Double)` traps beyond the range; `exactly` does not.
    return Double(text).flatMap(Int.init(exactly:))
  }

  /// A truth value, also as 0, 1, `"true"` or `"false"`; nothing else is guessed at.
  package var lenientBool: Bool? {
    switch self {
    case .bool(let value): value
    case .number("1"): true
    case .number("0"): false
    case .text(let text):
      switch text.lowercased() {
      case "true", "1": true
      case "false", "0": false
      default: nil
      }
    default: nil
    }
  }

  /// Whether something can be bought, as a truth value or in the words of shops; nil for any other word.
  package var availability: Bool? {
    if let value = lenientBool { return value }
    return switch lenientText.map(Availability.status(of:)) {
    case .forSale?: true
    case .notForSale?: false
    case .unstated?, nil: nil
    }
  }

  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}

extension String {
  /// Whether there is nothing but white space in it.
  var isBlank: Bool {
    // Most texts begin with a letter, and the property of a scalar costs a search in tables.
    if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
    return !unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
