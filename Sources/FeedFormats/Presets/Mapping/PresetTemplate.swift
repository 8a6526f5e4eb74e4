/// A text with places to be filled: `https://x.example/{id}`. A brace that isn't followed by a name is literal.
struct PresetTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case placeholder(String)
  }

  var parts: [Part]

  init(_ text: String) {
    parts = []
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      literal += rest[..<open]
      let body = rest[rest.index(after: open)...]
      if let name = Self.placeName(at: rest[open...]) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.placeholder(name))
        rest = body.dropFirst(name.count + 1)
      } else {
        literal += "{"
        rest = body
      }
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  var placeholders: [String] {
    parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
  }

  /// - Parameter value: Returns the value of a place; nil if it is empty.
  /// - Returns: nil if a place is empty.
  func filled(_ value: (String) -> String?) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let name):
        guard let value = value(name), !value.isEmpty else { return nil }
        text += value
      }
    }
    return text
  }

  /// The name of the place that a text starts with; nil if it doesn't start with one.
  private static func placeName(at text: Substring) -> String? {
    guard text.first == "{", let close = text.firstIndex(of: "}") else { return nil }
    let name = text[text.index(after: text.startIndex)..<close]
    return isName(name) ? String(name) : nil
  }

  /// Braces of JSON are followed by quotes, spaces or braces.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first == "$" || first == "@" else {
      return false
    }
    return !text.contains { "\"{\n,".contains($0) }
  }
}
