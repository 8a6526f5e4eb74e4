/// A value in a JSON text; numbers keep their digits as written.
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
  // MARK: Writing, where what is missing is null

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  package init(_ number: Int?) { self = number.map { .number("\($0)") } ?? .null }
  package init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
  package init(_ members: [(String, JSONValue)]) {
    self = .object(members.map { JSONMember(name: $0, value: $1) })
  }
  package init(_ texts: [String]) { self = .array(texts.map { .text($0) }) }

  // MARK: Reading

  /// The last member with that name, as in most parsers; nil if this isn't an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// A text that is exactly one JSON value; nil for anything else.
  ///
  /// - Complexity: O(*bytes*).
  package init?(bytes: [UInt8]) {
    var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let value = try? reader.readValue(), reader.peek() == nil else { return nil }
    self = value
  }

  // MARK: What feeds mean, whatever type they use

  /// A text, or a number's digits; nil if blank.
  package var lenientText: String? {
    switch self {
    case .text(let text), .number(let text):
      text.isBlank ? nil : text
    case .null, .bool, .array, .object: nil
    }
  }

  /// A whole number, even in quotes or with zeros after its point.
  package var lenientInt: Int? {
    guard let text = lenientText else { return nil }
    if let value = Int(text) { return value }
    // `Int(Double)` traps beyond the range; `exactly` does not.
    return Double(text).flatMap(Int.init(exactly:))
  }

  /// The same within a range.
  func whole(in range: some RangeExpression<Int>) -> Int? {
    lenientInt.flatMap { range.contains($0) ? $0 : nil }
  }

  /// A Boolean, also as 0, 1, `"true"` or `"false"`; nothing else is guessed.
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

  /// Whether something can be bought, as a Boolean or in the words of shops; nil for any other word.
  package var availability: Bool? {
    if let value = lenientBool { return value }
    return switch lenientText.map(Availability.status(of:)) {
    case .forSale?: true
    case .notForSale?: false
    case .unstated?, nil: nil
    }
  }

  var holdsObjects: Bool {
    elements.contains { if case .object = $0 { true } else { false } }
  }

  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}

extension String {
  var isBlank: Bool {
    // Most texts start with a letter, and looking up the property of a scalar costs a table search.
    if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
    return !unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
