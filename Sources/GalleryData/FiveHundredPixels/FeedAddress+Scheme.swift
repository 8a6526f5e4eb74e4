extension FeedAddress {
  /// An address as people type it, with the scheme that they leave out: https, and http for a server on this
  /// computer, which has no certificate and needs none.
  ///
  /// Not for other hosts of the local network: a key would cross it for everybody to read, unasked.
  static func withScheme(_ typed: String) -> String {
    if typed.contains("://") { return typed }
    return "\(isLoopback(typed) ? "http" : "https")://\(typed)"
  }

  /// Whether a host, maybe with a port and a path, is this computer: `localhost:8080/shop`, `127.0.0.1`,
  /// `[::1]:80`. What only looks so (`127.0.0.1.example`, `localhost@example.com`) is not.
  private static func isLoopback(_ typed: String) -> Bool {
    let authority = typed.prefix { !"/?#".contains($0) }.lowercased()
    if authority.hasPrefix("[::1]") { return isPort(authority.dropFirst(5)) }
    let host = authority.prefix { $0 != ":" }
    guard isPort(authority.dropFirst(host.count)) else { return false }
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy(\.isNumber)
  }
}
