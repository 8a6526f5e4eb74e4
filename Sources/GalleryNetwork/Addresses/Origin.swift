import Foundation

/// Scheme, host and port: what secrets belong to (RFC 6454).
struct Origin: Hashable, Sendable {
  var scheme: String
  /// In lower case, without brackets and without a dot at the end.
  var host: String
  var port: Int

  /// - Returns: nil for what is not http or https, or names no host.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.trimmingBrackets.lowercased(), !host.isEmpty
    else { return nil }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    guard (1...65_535).contains(port) else { return nil }
    self.scheme = scheme
    self.host = host.last == "." ? String(host.dropLast()) : host
    self.port = port
  }
}
