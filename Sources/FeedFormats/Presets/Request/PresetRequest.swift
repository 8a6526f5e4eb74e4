import GalleryDomain

/// How to request a page.
struct PresetRequest: Hashable, Sendable {
  /// An item of a query, which is dropped while one of its placeholders is empty.
  struct Item: Hashable, Sendable {
    var name: String
    /// nil for an item without `=`.
    var value: PresetTemplate?

    /// - Returns: nil if a placeholder is empty.
    func filled(_ value: (String) -> String?) -> QueryItem? {
      guard let template = self.value else { return QueryItem(name: name) }
      return template.filled { value($0).map(QueryItem.encoded) }
        .map { QueryItem(name: name, value: $0) }
    }
  }

  let method: HTTPRequest.Method
  /// Everything before the question mark.
  let address: PresetTemplate
  let items: [Item]
  /// JSON.
  let body: PresetTemplate?
  /// Whether search words are within apostrophes, as in SQL: theirs are doubled, so that none of them ends the text.
  let quotesWords: Bool

  var placeholders: Set<String> { addressPlaceholders.union(body?.placeholders ?? []) }

  private var addressPlaceholders: Set<String> {
    items.reduce(into: Set(address.placeholders)) { $0.formUnion($1.value?.placeholders ?? []) }
  }

  func itemNames(holding placeholder: String) -> [String] {
    items.filter { $0.value?.placeholders.contains(placeholder) ?? false }.map(\.name)
  }

  // MARK: From a file

  /// Values that every request can use.
  static let ownPlaceholders: Set<String> = [
    "page", "size", "offset", "query", "argument", "base", "origin", "host",
  ]

  /// - Parameter known: The placeholders that have a value.
  init?(_ table: PresetTable, known: Set<String>) {
    let url = table.requiredText("url")
    let name = table.text("method") ?? "GET"
    let text = table.text("body")
    table.noteGone(
      "quoting", "where {query} is within apostrophes, those of search words are doubled")
    // Anything that changes what is on a server is refused, whatever the server would make of it.
    guard let method = HTTPRequest.Method(rawValue: name), method != .propfind else {
      table.note("method", "one of GET and POST")
      return nil
    }
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    address = PresetTemplate(String(parts[0]))
    items = Self.items(of: parts.count > 1 ? parts[1] : "")
    body = text.map(PresetTemplate.init)
    quotesWords = [url, text ?? ""].contains { $0.contains(/'[^']*\{query\}[^']*'/) }
    check(url, text, in: table, known: known)
  }

  static func items(of query: some StringProtocol) -> [Item] {
    [QueryItem](query: query).map { Item(name: $0.name, value: $0.value.map(PresetTemplate.init)) }
  }

  private func check(_ url: String, _ text: String?, in table: PresetTable, known: Set<String>) {
    if let body, let text {
      if JSONValue(bytes: Array(body.filledAsJSON { _ in nil }.utf8)) == nil {
        table.note("body", "not valid JSON with placeholders")
      }
      if text.contains(/\?"\s*:/) {
        table.note("body", "a name that ends in ? is gone: each member is sent")
      }
    }
    table.checkPlaceholders(addressPlaceholders, of: "url", known: known)
    table.checkPlaceholders(Set(body?.placeholders ?? []), of: "body", known: known)
    // A brace has no other meaning in a URL, and an open one would be sent as it is.
    if url.replacing(/\{[^{}]*\}/, with: "").contains(where: { "{}".contains($0) }) {
      table.note("url", "a brace without its other one")
    }
    if !["https://", "http://", "{base}", "{origin}"].contains(where: url.hasPrefix) {
      table.note("url", "expected a URL that begins with https://, http://, {base} or {origin}")
    }
  }
}

extension PresetTable {
  func checkPlaceholders(_ placeholders: Set<String>, of name: String, known: Set<String>) {
    for placeholder in placeholders.sorted() where !known.contains(placeholder) {
      note(name, "unknown variable {\(placeholder)}; known: \(Self.list(known))")
    }
  }

  private static func list(_ placeholders: Set<String>) -> String {
    placeholders.sorted().map { "{\($0)}" }.joined(separator: ", ")
  }

  /// Headers by name, or a login, whose templates are never quoted: their author may have put a key inside the braces.
  func secretTemplates(
    _ names: some Sequence<String>, known: Set<String>
  ) -> [String: PresetTemplate] {
    names.reduce(into: [:]) { templates, name in
      let template = PresetTemplate(requiredText(name))
      if !known.isSuperset(of: template.placeholders) {
        note(name, "unknown variable; known: \(Self.list(known))")
      }
      templates[name] = template
    }
  }

  func headers(known: Set<String>) -> [String: PresetTemplate] {
    for name in members.keys where name.isEmpty || !name.utf8.allSatisfy(Self.isHeaderByte) {
      note(name, "expected a header name, e.g. Authorization")
    }
    return secretTemplates(members.keys, known: known)
  }

  /// The characters in a header's name (RFC 9110, 5.6.2).
  private static func isHeaderByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
