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
  var body: PresetBody?
  /// Whether search words are within apostrophes, as in SQL: theirs are doubled, so that none of them ends the text.
  var quotesWords: Bool

  init(method: HTTPRequest.Method = .get, url: String, body: PresetBody? = nil) {
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

  var bodyPlaceholders: Set<String> { body?.placeholders ?? [] }

  /// The query items that contain a value.
  func itemNames(holding placeholder: String) -> [String] {
    items.filter { $0.value?.placeholders.contains(placeholder) ?? false }.map(\.name)
  }
}
