/// How to request a page.
struct PresetRequest: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var name: String
    /// nil for an item without `=`.
    var value: PresetTemplate?
  }

  var method: HTTPRequest.Method
  /// Everything before the question mark.
  var address: PresetTemplate
  /// An item with an empty place is dropped.
  var items: [Item]
  /// JSON.
  var body: PresetTemplate?
  /// Whether search words are within apostrophes, as in SQL: theirs are doubled, so that none of them ends the text.
  var quotesWords: Bool

  init(method: HTTPRequest.Method = .get, url: String) {
    self.method = method
    quotesWords = Self.quotesWords(url)
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    address = PresetTemplate(String(parts[0]))
    let query = parts.count > 1 ? parts[1] : ""
    items = query.split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(
        name: String(sides[0]), value: sides.count > 1 ? PresetTemplate(String(sides[1])) : nil)
    }
  }

  static func quotesWords(_ text: String) -> Bool { text.contains(/'[^']*\{query\}[^']*'/) }

  /// The names of the values that it needs.
  var placeholders: Set<String> { addressPlaceholders.union(bodyPlaceholders) }

  var addressPlaceholders: Set<String> {
    items.reduce(into: Set(address.placeholders)) { $0.formUnion($1.value?.placeholders ?? []) }
  }

  var bodyPlaceholders: Set<String> { Set(body?.placeholders ?? []) }

  /// The query items that contain a value.
  func itemNames(holding placeholder: String) -> [String] {
    items.filter { $0.value?.placeholders.contains(placeholder) ?? false }.map(\.name)
  }
}

extension PresetTemplate {
  /// Filled as JSON: a place within quotation marks is text, and one outside them is a value of its own, so that nothing that
  /// is put there can end where it is put. An empty place is an empty text, or null.
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
