import Foundation
import GalleryDomain

/// The server in an argument or a URL.
struct PresetBase {
  /// Scheme, host, port and path, without a trailing slash: `https://shop.example/collections/prints`.
  let text: String
  let origin: String
  let host: String

  var values: [String: String] { ["base": text, "origin": origin, "host": host] }

  /// - Parameter argument: A host or a URL; see `FeedAddress.withScheme(_:)`.
  /// - Returns: nil if it has no host or another scheme, or contains a user name.
  init?(_ argument: String) {
    guard let url = FeedAddress.web(FeedAddress.withScheme(argument)) else { return nil }
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
    guard let server = Origin(url), url.user() == nil else { return nil }
    var path = path
    while path.last == "/" { path = path.dropLast() }
    host = server.urlHost
    origin = "\(server.scheme)://\(server.hostHeader)"
    text = origin + path
  }

  /// Whether a preset's key may be sent there unasked.
  func isOwn(of preset: Preset) -> Bool {
    origin.hasPrefix("https://") && preset.owns(host: host)
  }
}

extension Preset {
  private var requests: [PresetRequest] { [list, search].compactMap(\.self) }

  /// Whether a host belongs to the service itself, so that its key may be sent there.
  func owns(host: String) -> Bool {
    requests.contains { request in
      guard case .literal(let beginning)? = request.address.parts.first else { return false }
      return beginning.split(separator: "/").dropFirst().first.map(String.init) == host
    }
  }

  /// Whether the service itself is at a URL: on its own host, or, for servers that users run themselves, at the URL of
  /// one of its requests. A response in its format may be anywhere.
  func isService(at url: URL) -> Bool {
    if let host = url.host(percentEncoded: true)?.lowercased(), owns(host: host) { return true }
    let path = url.path(percentEncoded: true)
    return requests.contains { $0.endingBehindBase.map(path.hasSuffix) ?? false }
  }

  /// Names of headers and query items that contain a secret, in lower case.
  var secretNames: Set<String> {
    let secret = Set(variables.filter(\.isSecret).map(\.name))
    var names = headers.filter { !secret.isDisjoint(with: $0.value.placeholders) }.map(\.key)
    for request in requests { names += secret.flatMap(request.itemNames) }
    return Set(names.map { $0.lowercased() })
  }

  /// An address for storing and for display. Those that differ only in a secret become the same (`FeedFormat.pagesID`).
  func withoutSecrets(_ url: URL) -> String {
    let names = secretNames.union(Self.usualSecretNames)
    let kept = [QueryItem](of: url).filter { !names.contains($0.name.lowercased()) }
    return kept.url(at: url.absoluteString)?.absoluteString ?? ""
  }

  private static let usualSecretNames: Set<String> = [
    "key", "api_key", "apikey", "api-key", "access_token", "token", "auth", "client_id",
    "consumer_key", "consumer_secret", "secret", "sig", "signature", "password", "pwg_token", "t",
  ]
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
