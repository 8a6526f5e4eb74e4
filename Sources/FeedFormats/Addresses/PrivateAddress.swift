import Glibc

/// Which addresses aren't on the public internet: one table for hosts that a URL spells as numbers, and for connections.
///
/// Source: the IANA special-purpose address registries (RFC 6890 and its successors), everything there that is not
/// globally reachable, and multicast.
package enum PrivateAddress {
  /// Top-level names that are only used within local networks (RFC 6761, RFC 6762, RFC 8375, and those that ICANN
  /// reserves).
  private static let endings = [
    "localhost", "local", "lan", "home", "corp", "internal", "intranet", "private", "home.arpa",
  ]

  /// Whether a host isn't on the public internet by its name or its number alone. Where other names lead is known when they
  /// are connected to, and not behind a proxy, which looks them up itself.
  package static func isNamed(by host: String) -> Bool {
    var name = host.lowercased().trimmingBrackets
    while name.hasSuffix(".") { name.removeLast() }
    if let bytes = literal(name) { return contains(bytes) }
    // A name without a dot belongs to the local network.
    return !name.contains(".") || endings.contains { name == $0 || name.hasSuffix("." + $0) }
  }

  /// The address that a host spells out, in any form that resolvers accept: `127.1`, `0x7f000001`, `2130706433` and
  /// `::ffff:7f00:1` are all the same.
  ///
  /// - Parameter host: Without brackets.
  /// - Returns: Network order; nil for a name.
  package static func literal(_ host: String) -> [UInt8]? {
    var address = in_addr()
    if inet_aton(host, &address) != 0 { return withUnsafeBytes(of: address) { Array($0) } }
    var address6 = in6_addr()
    let bare = host.split(separator: "%", maxSplits: 1).first.map(String.init) ?? host
    guard inet_pton(AF_INET6, bare, &address6) == 1 else { return nil }
    return withUnsafeBytes(of: address6) { Array($0) }
  }

  /// - Parameter bytes: An IPv4 or IPv6 address in network order; anything else counts as private.
  package static func contains(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: containsIPv4(bytes)
    case 16: containsIPv6(bytes)
    default: true
    }
  }

  private static func containsIPv4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _): true
    case (100, 64...127, _): true  // carrier-grade NAT
    case (169, 254, _): true  // link-local, and the metadata of clouds
    case (172, 16...31, _), (192, 168, _): true
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): true
    case (198, 18...19, _): true  // benchmarks
    case (192, 88, 99): true  // 6to4 relays
    case (224...255, _, _): true  // multicast, reserved, broadcast
    default: false
    }
  }

  private static func containsIPv6(_ bytes: [UInt8]) -> Bool {
    let last = Array(bytes[12...])
    // Addresses that contain an IPv4 address: mapped, translated (NAT64), 6to4.
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { return containsIPv4(last) }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return containsIPv4(last)
    }
    if bytes.starts(with: [0x20, 0x02]) { return containsIPv4(Array(bytes[2..<6])) }
    // Teredo and the rest of the protocol assignments; documentation.
    if bytes.starts(with: [0x20, 0x01]), bytes[2] < 2 { return true }
    if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || bytes.starts(with: [0x3F, 0xFF]) {
      return true
    }
    // Only 2000::/3 is assigned for public use: everything else is local, multicast or reserved.
    return bytes[0] & 0xE0 != 0x20
  }
}
