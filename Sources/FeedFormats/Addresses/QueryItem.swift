import Foundation
import GalleryDomain

/// An item of a URL's query; URLs are taken apart and assembled as texts, keeping existing encoding.
struct QueryItem: Hashable {
  var name: String
  /// Percent-encoded; nil for an item without `=`.
  var value: String?

  var text: String { value.map { "\(name)=\($0)" } ?? name }

  var decodedValue: String {
    String(decoding: PercentEncoding.decodedForm(Array((value ?? "").utf8)), as: UTF8.self)
  }

  /// Encodes everything but unreserved characters (RFC 3986, 2.3), so that a value cannot end its part of the URL.
  static func encoded(_ text: String) -> String { PercentEncoding.text(Array(text.utf8)) }
}

extension [QueryItem] {
  init(of url: URL) { self.init(query: url.query(percentEncoded: true) ?? "") }

  init(query: some StringProtocol) {
    self = String(query).split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      return QueryItem(name: sides[0], value: sides.count > 1 ? sides[1] : nil)
    }
  }

  /// Sets an item, in place or at the end.
  mutating func set(_ name: String, _ value: String) {
    let item = QueryItem(name: name, value: QueryItem.encoded(value))
    if let index = firstIndex(where: { $0.name == name }) {
      self[index] = item
    } else {
      append(item)
    }
  }

  func number(_ name: String) -> Int? { first { $0.name == name }?.value.flatMap { Int($0) } }

  /// The URL with these items, and without a fragment.
  ///
  /// - Parameter address: Its own items don't count.
  func url(at address: String) -> URL? {
    let query = map(\.text).joined(separator: "&")
    let address = address.prefix { $0 != "?" && $0 != "#" }
    return FeedAddress.web(query.isEmpty ? String(address) : "\(address)?\(query)")
  }
}

extension URL {
  /// Without some items of its query; unchanged if it has none of them.
  ///
  /// - Parameter isDropped: Called with the names in lower case.
  func withoutQueryItems(where isDropped: (String) -> Bool) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let items = parts.percentEncodedQueryItems
    else { return self }
    let kept = items.filter { !isDropped($0.name.lowercased()) }
    guard kept.count < items.count else { return self }
    parts.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    return parts.url ?? self
  }
}
