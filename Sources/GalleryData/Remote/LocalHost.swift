import Foundation
import Glibc

/// Whether a host isn't on the public internet, by its name or its number alone.
///
/// What a name resolves to is checked when connecting (`HTTPRequest.Reach`).
package enum LocalHost {
  /// Top-level names that are only used within local networks (RFC 6761, RFC 6762, RFC 8375, and those that ICANN
  /// reserves).
  private static let endings = [
    "localhost", "local", "lan", "home", "corp", "internal", "intranet", "private", "home.arpa",
  ]

  /// Whether data sent to a URL doesn't leave this computer.
  package static func isThisComputer(_ url: URL) -> Bool {
    let host = url.host(percentEncoded: false)?.lowercased() ?? ""
    return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }

  package static func isLocal(_ host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    while name.hasSuffix(".") { name.removeLast() }
    if let bytes = ipv6(name) ?? ipv4(name) { return PrivateAddress.contains(bytes) }
    // A name without a dot belongs to the local network.
    return !name.contains(".") || endings.contains { name == $0 || name.hasSuffix("." + $0) }
  }

  /// Also the forms that resolvers accept: `127.1`, `0x7f.0.0.1`, `2130706433`.
  private static func ipv4(_ name: String) -> [UInt8]? {
    var address = in_addr()
    guard inet_aton(name, &address) != 0 else { return nil }
    return withUnsafeBytes(of: address.s_addr) { Array($0) }
  }

  private static func ipv6(_ name: String) -> [UInt8]? {
    var address = in6_addr()
    let bare = name.split(separator: "%", maxSplits: 1).first.map(String.init) ?? name
    guard inet_pton(AF_INET6, bare, &address) == 1 else { return nil }
    return withUnsafeBytes(of: address) { Array($0) }
  }
}
