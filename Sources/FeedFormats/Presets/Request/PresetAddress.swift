import Foundation
import GalleryDomain

/// Splits and assembles URLs as texts, keeping existing encoding.
enum PresetAddress {
  struct Item: Hashable {
    var name: String
    /// Percent-encoded.
    var value: String
    var hasValue = true

    var text: String { hasValue ? "\(name)=\(value)" : name }
  }

  /// Encodes everything but unreserved characters (RFC 3986, 2.3), so that a value cannot end its part of the URL.
  static func encoded(_ text: String) -> String { PercentEncoding.text(Array(text.utf8)) }

  static func decoded(_ text: String) -> String {
    String(decoding: PercentEncoding.decodedForm(Array(text.utf8)), as: UTF8.self)
  }

  static func items(of url: URL) -> [Item] {
    (url.query(percentEncoded: true) ?? "").split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(
        name: String(sides[0]), value: sides.count > 1 ? String(sides[1]) : "",
        hasValue: sides.count > 1)
    }
  }

  /// The URL with other query items, and without a fragment.
  static func url(_ url: URL, items: [Item]) -> URL? {
    let text = url.absoluteString.prefix { $0 != "?" && $0 != "#" }
    return self.url(String(text), items: items)
  }

  static func url(_ address: String, items: [Item]) -> URL? {
    let query = items.map(\.text).joined(separator: "&")
    return FeedAddress.web(query.isEmpty ? address : "\(address)?\(query)", relativeTo: "")
  }

  /// Sets an item, in place or at the end.
  static func set(_ name: String, _ value: String, in items: inout [Item]) {
    let item = Item(name: name, value: encoded(value))
    if let index = items.firstIndex(where: { $0.name == name }) {
      items[index] = item
    } else {
      items.append(item)
    }
  }

  private static let secretNames: Set<String> = [
    "key", "api_key", "apikey", "api-key", "access_token", "token", "auth", "client_id",
    "consumer_key", "consumer_secret", "secret", "sig", "signature", "password", "pwg_token", "t",
  ]

  /// For storing and for display. Addresses that differ only in a secret become the same (`FeedFormat.pagesID`).
  static func withoutSecrets(_ url: URL, names: Set<String>) -> String {
    let kept = items(of: url).filter { item in
      let name = item.name.lowercased()
      return !names.contains(name) && !secretNames.contains(name)
    }
    return self.url(url, items: kept)?.absoluteString ?? ""
  }
}
