/// A text with placeholders: `https://x.example/{id}`. A brace that isn't followed by a name is literal.
struct PresetTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case placeholder(String)
  }

  private(set) var parts: [Part] = []

  init(_ text: String) {
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      literal += rest[..<open]
      rest = rest[rest.index(after: open)...]
      let name = rest.prefix { $0 != "}" }
      guard name.endIndex < rest.endIndex, Self.isName(name) else {
        literal += "{"
        continue
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.placeholder(String(name)))
      rest = rest[rest.index(after: name.endIndex)...]
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  /// Braces of JSON are followed by quotes, spaces or braces.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first == "$" || first == "@" else {
      return false
    }
    return !text.contains { "\"{\n,".contains($0) }
  }

  var placeholders: [String] {
    parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
  }

  /// - Parameter value: Returns the value of a placeholder; nil if it is empty.
  /// - Returns: nil if a placeholder is empty.
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

  /// Filled as JSON: a placeholder within quotation marks is text, and one outside them is a value of its own, so that no
  /// value can end the text that it is in. An empty placeholder is an empty text, or null.
  func filledAsJSON(_ value: (String) -> String?) -> String {
    var json = ""
    var isInText = false
    for part in parts {
      switch part {
      case .literal(let literal):
        json += literal
        var isEscaped = false
        for character in literal {
          if character == "\"", !isEscaped { isInText.toggle() }
          isEscaped = character == "\\" && !isEscaped
        }
      case .placeholder(let name):
        let text = value(name) ?? ""
        json += isInText ? String(JSONOutput.text(text).dropFirst().dropLast()) : Self.json(text)
      }
    }
    return json
  }

  /// A number or a Boolean as it is, and anything else in quotation marks.
  private static func json(_ text: String) -> String {
    switch JSONValue(bytes: Array(text.utf8)) {
    case .number(let digits): digits
    case .bool(let truth): truth ? "true" : "false"
    default: text.isEmpty ? "null" : JSONOutput.text(text)
    }
  }
}
