/// The values for the places of a request.
struct PresetPlaceholderValues {
  /// Unencoded; a missing or empty value is an empty place.
  var texts: [String: String] = [:]
  /// JSON values in text form, such as a token that is a list.
  var json: [String: String] = [:]

  subscript(name: String) -> String? {
    get { texts[name].flatMap { $0.isEmpty ? nil : $0 } }
    set { texts[name] = newValue }
  }

  /// The text for a place outside quotation marks: JSON, numbers and Booleans as they are, and anything else as a
  /// quoted string, so that what a user types cannot break the syntax.
  func value(_ name: String) -> String? {
    if let json = json[name] { return json }
    guard let text = self[name] else { return nil }
    switch JSONValue(bytes: Array(text.utf8)) {
    case .number(let digits): return digits
    case .bool(let truth): return truth ? "true" : "false"
    default: return JSONValue.text(text).written
    }
  }

  /// A word or a value from a response for the next page.
  mutating func set(_ name: String, token: String) {
    texts[name] = token
    switch JSONValue(bytes: Array(token.utf8)) {
    case let value? where value.isCompound: json[name] = value.written
    default: break
    }
  }
}

extension JSONValue {
  /// Whether it is a list or an object.
  var isCompound: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// As JSON without blanks. The recursion is limited by the depth of `JSONReader`.
  var written: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): "\"\(Self.escaped(text))\""
    case .array(let elements): "[\(elements.map(\.written).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\"\(Self.escaped($0.name))\":\($0.value.written)" }.joined(separator: ","))}"
    }
  }

  /// Escaped for use in quotation marks (RFC 8259, 7).
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
