import GalleryDomain

enum PresetTransform: Hashable, Sendable {
  /// HTML to plain text.
  case html
  /// The first group of a pattern; no value if it does not match.
  case match(PresetPattern)
  case replace(String, with: String)
  /// The meaning of a code; no value for an unknown code.
  case map([String: String])
  case split(String)
  /// Appends a query item, such as `width=480`, to a URL.
  case appendQuery(String)

  func applied(to text: String) -> [String] {
    switch self {
    case .html: CleanText.html(text).map { [$0] } ?? []
    case .match(let pattern): pattern.match(in: text).map { [$0] } ?? []
    case .replace(let old, let new): [text.replacing(old, with: new)]
    case .map(let meanings): meanings[text].map { [$0] } ?? []
    case .split(let separator): text.split(separator: separator).map(String.init)
    case .appendQuery(let query): [Self.appending(query, to: text)]
    }
  }

  /// Before the fragment, replacing an item with the same name.
  static func appending(_ query: String, to address: String) -> String {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let new = [QueryItem](query: query)
    let kept = [QueryItem](query: sides.count > 1 ? sides[1] : "")
      .filter { item in !new.contains { $0.name == item.name } }
    let items = (kept + new).map(\.text).joined(separator: "&")
    return "\(sides[0])?\(items)\(parts.count > 1 ? "#\(parts[1])" : "")"
  }
}

extension PresetTable {
  /// In the order in which they are applied.
  func transforms() -> [PresetTransform] {
    var transforms: [PresetTransform] = []
    if truth("html") ?? false { transforms.append(.html) }
    if let pattern = pattern() { transforms.append(.match(pattern)) }
    transforms += replacements()
    noteGone("prefix", "a template has texts around its paths")
    let map = textTable("map")
    if !map.isEmpty { transforms.append(.map(map)) }
    if let separator = text("split") {
      if separator.isEmpty { note("split", "expected a separator, e.g. \",\"") }
      transforms.append(.split(separator))
    }
    if let query = text("append_query") { transforms.append(.appendQuery(query)) }
    return transforms
  }

  /// - Parameter form: What is made of the pattern in the file.
  func pattern(_ form: (String) -> String = { $0 }) -> PresetPattern? {
    text("match").flatMap { text in
      made("match") { () throws(PresetSyntaxFault) in
        _ = try PresetPattern(text)
        return try PresetPattern(form(text))
      }
    }
  }

  /// One pair, or a list of pairs.
  private func replacements() -> [PresetTransform] {
    guard let node = node("replace") else { return [] }
    let pairs: [JSONValue] =
      if case .text? = node.oneOrMore.first { [node] } else { node.oneOrMore }
    return pairs.compactMap { pair in
      guard case .array(let sides) = pair, sides.count == 2, case .text(let old) = sides[0],
        case .text(let new) = sides[1], !old.isEmpty
      else {
        note("replace", "expected two strings, [\"old\", \"new\"], or a list of such pairs")
        return nil
      }
      return .replace(old, with: new)
    }
  }
}
