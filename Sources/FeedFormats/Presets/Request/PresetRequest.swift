import GalleryDomain

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

  init(method: HTTPRequest.Method = .get, url: String, body: PresetTemplate? = nil) {
    self.method = method
    self.body = body
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

// MARK: - From a file

extension PresetRequest {
  /// Values that every request can use.
  static let ownPlaceholders: Set<String> = [
    "page", "size", "offset", "query", "argument", "base", "origin", "host",
  ]

  /// - Parameter known: The places that a value is known for.
  init?(_ table: PresetTable, known: Set<String>) {
    let url = table.requiredText("url")
    let name = table.text("method") ?? "GET"
    let body = table.text("body")
    table.noteGone(
      "quoting", "where {query} is within apostrophes, those of search words are doubled")
    // Anything that changes what is on a server is refused, whatever the server would make of it.
    guard let method = HTTPRequest.Method(rawValue: name), method != .propfind else {
      table.note("method", "one of GET and POST")
      return nil
    }
    self.init(method: method, url: url, body: body.map(PresetTemplate.init))
    if let body {
      if JSONValue(bytes: Array(self.body?.filledAsJSON { _ in nil }.utf8 ?? "".utf8)) == nil {
        table.note("body", "not valid JSON with placeholders")
      }
      if body.contains(/\?"\s*:/) {
        table.note("body", "a name that ends in ? is gone: each member is sent")
      }
      quotesWords = quotesWords || Self.quotesWords(body)
    }
    for (key, placeholders) in [("url", addressPlaceholders), ("body", bodyPlaceholders)] {
      for placeholder in placeholders.sorted() where !known.contains(placeholder) {
        table.note(key, Self.unknownPlaceholder(placeholder, known))
      }
    }
    // A brace has no other meaning in a URL, and an open one would be sent as it is.
    if url.replacing(/\{[^{}]*\}/, with: "").contains(where: { "{}".contains($0) }) {
      table.note("url", "a brace without its other one")
    }
    if !["https://", "http://", "{base}", "{origin}"].contains(where: url.hasPrefix) {
      table.note(
        "url", "expected a URL that begins with https://, http://, {base} or {origin}")
    }
  }

  static func headers(_ table: PresetTable, known: Set<String>) -> [String: PresetTemplate] {
    var headers: [String: PresetTemplate] = [:]
    for name in table.members.keys {
      if name.isEmpty || !name.utf8.allSatisfy(isHeaderByte) {
        table.note(name, "expected a header name, e.g. Authorization")
      }
      headers[name] = table.secretTemplate(name, known: known)
    }
    return headers
  }

  /// The characters in a header's name (RFC 9110, 5.6.2).
  private static func isHeaderByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  static func pageSizes(_ table: PresetTable) -> (sizes: ClosedRange<Int>, usual: Int?) {
    let most = table.whole("most", in: 1...10_000) ?? 100
    let least = table.whole("least", in: 1...most) ?? 1
    return (least...most, table.whole("default", in: 1...10_000))
  }

  /// - Parameter placeholder: nil if it must not be quoted.
  fileprivate static func unknownPlaceholder(
    _ placeholder: String?, _ known: Set<String>
  ) -> String {
    "unknown variable\(placeholder.map { " {\($0)}" } ?? ""); known: "
      + known.sorted().map { "{\($0)}" }.joined(separator: ", ")
  }
}

extension PresetLogin {
  init?(_ table: PresetTable, known: Set<String>) {
    let (user, password) = (
      table.secretTemplate("user", known: known), table.secretTemplate("password", known: known)
    )
    guard let user, let password else { return nil }
    self.init(user: user, password: password)
  }
}

extension PresetTable {
  /// A template that is never quoted: its author may have put a key inside the braces.
  fileprivate func secretTemplate(_ name: String, known: Set<String>) -> PresetTemplate? {
    let text = requiredText(name)
    guard !text.isEmpty else { return nil }
    let template = PresetTemplate(text)
    if !known.isSuperset(of: template.placeholders) {
      note(name, PresetRequest.unknownPlaceholder(nil, known))
    }
    return template
  }
}
