import Foundation
import GalleryDomain

/// Scheme, host and port: the scope of secrets (RFC 6454).
package struct Origin: Hashable, Sendable {
  package let scheme: String
  /// In lower case, without brackets and without a dot at the end.
  package let host: String
  package let port: Int

  /// The host as URLs have it: IPv6 addresses in brackets.
  package var urlHost: String { host.contains(":") ? "[\(host)]" : host }

  /// As in the `Host` header: with the port only if it isn't the scheme's usual one.
  package var hostHeader: String {
    port == (Self.web[scheme] ?? Self.sftp[scheme]) ? urlHost : "\(urlHost):\(port)"
  }

  /// Host and port, such as `localhost:8080` and `[::1]:80`, cleaned.
  package var shown: String { TextCleaner.line("\(urlHost):\(port)", limit: .field) }

  /// Whether it is this computer by its name or its number alone, however that is spelled. libcurl looks no name up that
  /// ends with `localhost`.
  package var isThisComputer: Bool {
    guard let address = PrivateAddress.literal(host) else {
      return host == "localhost" || host.hasSuffix(".localhost")
    }
    // For IPv4 within IPv6, the last four bytes count.
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    let bytes = address.starts(with: mapped) ? Array(address.dropFirst(12)) : address
    return bytes.count == 4
      ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  /// Schemes of the web and of SFTP, with their usual ports.
  package static let web = ["http": 80, "https": 443]
  package static let sftp = ["sftp": 22]

  /// - Returns: nil for another scheme, or without a host.
  package init?(_ url: URL, ports: [String: Int] = Self.web) {
    guard let scheme = url.scheme?.lowercased(), let usualPort = ports[scheme],
      // The host may be percent-encoded; no other host must hide in the escapes.
      let name = url.host(),
      case let decoded = String(decoding: PercentEncoding.decoded(Array(name.utf8)), as: UTF8.self),
      case let host = decoded.trimmingBrackets.lowercased(), !host.isEmpty,
      host.utf8.allSatisfy(Self.isOfHosts)
    else { return nil }
    let port = url.port ?? usualPort
    guard (1...65_535).contains(port) else { return nil }
    self.scheme = scheme
    self.host = host.last == "." ? String(host.dropLast()) : host
    self.port = port
  }

  package func contains(_ url: URL) -> Bool { Origin(url) == self }

  /// Letters, digits, and the characters of names and IPv6 addresses; nothing that another URL parser could take for
  /// the end of the host.
  private static func isOfHosts(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:".utf8.contains(byte)
    }
  }
}

extension String {
  /// In some versions of Foundation, hosts that are IPv6 addresses have brackets.
  package var trimmingBrackets: String {
    utf8.first == UInt8(ascii: "[") || utf8.last == UInt8(ascii: "]")
      ? trimmingCharacters(in: ["[", "]"]) : self
  }
}
