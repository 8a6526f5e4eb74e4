/// A value of a JSON text; numbers keep the digits they were written with.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])
}

struct JSONMember: Hashable {
  var name: String
  var value: JSONValue
}

extension JSONValue {
  /// The last member of that name, as most readers take it; nil where this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
