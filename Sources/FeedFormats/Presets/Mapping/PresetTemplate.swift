/// Text with places to be filled: `https://x.example/{id}`. A brace that opens no name stands for itself.
struct PresetTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case place(String)
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
        parts.append(.place(name))
        rest = body.dropFirst(name.count + 1)
      } else {
        literal += "{"
        rest = body
      }
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  var places: [String] {
    parts.compactMap { if case .place(let name) = $0 { name } else { nil } }
  }

  /// - Parameter value: Of a place; nil where it is empty.
  /// - Returns: nil where a place is empty.
  func filled(_ value: (String) -> String?) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .place(let name):
        guard let value = value(name), !value.isEmpty else { return nil }
        text += value
      }
    }
    return text
  }

  /// The text with nothing where a place is empty.
  func withEmptyPlaces(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let literal): literal
      case .place(let name): value(name)
      }
    }.joined()
  }

  /// The name of the place whose brace a text begins with; nil where it begins with none.
  static func placeName(at text: Substring) -> String? {
    guard text.first == "{", let close = text.firstIndex(of: "}") else { return nil }
    let name = text[text.index(after: text.startIndex)..<close]
    return isName(name) ? String(name) : nil
  }

  /// JSON's own braces are followed by quotes, spaces or braces.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first == "$" || first == "@" else {
      return false
    }
    return !text.contains { "\"{\n,".contains($0) }
  }
}
