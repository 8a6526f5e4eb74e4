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
    items(ofQuery: url.query(percentEncoded: true) ?? "")
  }

  static func items(ofQuery query: String) -> [Item] {
    query.split(separator: "&").map { item in
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
    return FeedAddress.web(query.isEmpty ? address : "\(address)?\(query)")
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

/// The server in an argument or a URL.
struct PresetBase {
  /// Scheme, host, port and path, without a trailing slash: `https://shop.example/collections/prints`.
  let text: String
  /// Scheme, host and port.
  let origin: String
  let host: String

  var values: [String: String] { ["base": text, "origin": origin, "host": host] }

  /// - Parameter argument: A host or a URL; see `FeedAddress.withScheme(_:)`.
  /// - Returns: nil if it has no host or another scheme, or contains a user name.
  init?(_ argument: String) {
    guard let url = FeedAddress.web(FeedAddress.withScheme(argument))
    else { return nil }
    self.init(url: url, path: url.path(percentEncoded: true)[...])
  }

  /// The server of a URL that the user gave: the URL without the part that the request appends to `{base}`.
  init?(url: URL, of request: PresetRequest?) {
    let path = url.path(percentEncoded: true)
    let ending = request?.endingBehindBase ?? ""
    let kept = !ending.isEmpty && path.hasSuffix(ending) ? path.dropLast(ending.count) : ""
    self.init(url: url, path: kept)
  }

  private init?(url: URL, path: Substring) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty, url.user() == nil
    else { return nil }
    let name = host.contains(":") && host.first != "[" ? "[\(host)]" : host
    let port = url.port.map { ":\($0)" } ?? ""
    var path = path
    while path.last == "/" { path = path.dropLast() }
    self.host = TextCleaner.line(name, limit: .field)
    origin = "\(scheme)://\(name)\(port)"
    text = origin + path
  }
}

extension PresetRequest {
  /// The part that the request appends to `{base}`; nil if its URL does not start with that.
  fileprivate var endingBehindBase: String? {
    guard address.parts.first == .placeholder("base") else { return nil }
    var ending = ""
    for case .literal(let literal) in address.parts { ending = literal }
    return ending
  }
}

extension Preset {
  /// Whether a host belongs to the service itself, so that its key may be sent there.
  func owns(host: String) -> Bool {
    let requests = [list, search].compactMap { $0 }
    return requests.contains { request in
      guard case .literal(let beginning)? = request.address.parts.first else { return false }
      let name = beginning.split(separator: "/").dropFirst().first.map(String.init)
      return name == host
    }
  }

  /// Whether the service itself is at a URL: on its own host, or, for servers that users run themselves, at the URL of
  /// one of its requests. A response in its format may be anywhere.
  func answers(at url: URL) -> Bool {
    if let host = url.host(percentEncoded: true)?.lowercased(), owns(host: host) { return true }
    let path = url.path(percentEncoded: true)
    return [list, search].contains { request in
      request?.endingBehindBase.map { path.hasSuffix($0) } ?? false
    }
  }

  /// Names of headers and query items that contain a secret, in lower case.
  var secretNames: Set<String> {
    let secret = Set(variables.filter(\.isSecret).map(\.name))
    var names = Set(headers.filter { !secret.isDisjoint(with: $0.value.placeholders) }.map(\.key))
    for request in [list, search].compactMap({ $0 }) {
      for placeholder in secret { names.formUnion(request.itemNames(holding: placeholder)) }
    }
    return Set(names.map { $0.lowercased() })
  }
}
