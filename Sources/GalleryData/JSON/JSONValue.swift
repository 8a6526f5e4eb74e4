/// A value of a JSON text; numbers keep the digits they were written with.
package enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])
}

package struct JSONMember: Hashable {
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
