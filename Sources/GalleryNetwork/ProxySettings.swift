import FeedFormats
import Foundation
import GalleryData

/// Which proxy a request goes through, by the rules of curl's environment variables, but for this computer.
///
/// Source: curl(1), *ENVIRONMENT*: lower case takes precedence over upper case, and `HTTP_PROXY` is not read (a web
/// server sets it for its programs to whatever a client sent as `Proxy:`).
struct ProxySettings: Sendable {
  private let http: String?
  private let https: String?
  private let exceptions: [String]

  init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first
    }
    func proxy(_ text: String?) -> String? {
      (text ?? value("all_proxy", "ALL_PROXY")).flatMap { $0.isEmpty ? nil : Self.resolving($0) }
    }
    http = proxy(value("http_proxy"))
    https = proxy(value("https_proxy", "HTTPS_PROXY"))
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased()
      .split { $0 == "," || $0 == " " }.map { String($0).trimmingBrackets }
  }

  /// `[scheme://][user:password@]host[:port]`, as libcurl reads it, but so that every kind of proxy looks names up itself: only
  /// behind those is it known that what libcurl connects to is the proxy.
  private static func resolving(_ text: String) -> String {
    for (scheme, resolving) in [
      "socks://": "socks5h://", "socks5://": "socks5h://", "socks4://": "socks4a://",
    ] where text.lowercased().hasPrefix(scheme) {
      return resolving + text.dropFirst(scheme.count)
    }
    return text
  }

  /// Requests for this computer never go through a proxy, as in browsers and unlike curl: its passwords aren't encrypted.
  ///
  /// - Returns: In libcurl's form; nil for none.
  func proxy(for origin: Origin) -> String? {
    // Zeros lead here, too.
    let leadsHere = PrivateAddress.literal(origin.host)?.allSatisfy { $0 == 0 } ?? false
    guard !origin.isThisComputer, !leadsHere, !isException(origin.host) else { return nil }
    return origin.scheme == "https" ? https : http
  }

  private func isException(_ host: String) -> Bool {
    let literal = PrivateAddress.literal(host)
    return exceptions.contains { exception in
      if exception == "*" { return true }
      if let literal { return Self.contains(literal, in: exception) }
      let name = exception.first == "." ? String(exception.dropFirst()) : exception
      return host == name || (!name.isEmpty && host.hasSuffix("." + name))
    }
  }

  /// - Parameter block: An address, or a block such as `10.0.0.0/8`.
  private static func contains(_ address: [UInt8], in block: String) -> Bool {
    let parts = block.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let base = PrivateAddress.literal(String(first)),
      base.count == address.count
    else { return false }
    guard parts.count == 2 else { return base == address }
    guard let bitCount = Int(parts[1]), (0...base.count * 8).contains(bitCount) else {
      return false
    }
    // In steps: as one expression, type checking would take the compiler too long.
    return (0..<bitCount).allSatisfy { (bit: Int) -> Bool in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      let difference: UInt8 = base[bit / 8] ^ address[bit / 8]
      return difference & mask == 0
    }
  }
}
