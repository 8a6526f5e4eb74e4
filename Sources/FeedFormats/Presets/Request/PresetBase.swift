import Foundation
import GalleryDomain

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
    guard let url = FeedAddress.web(FeedAddress.withScheme(argument), relativeTo: "")
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
