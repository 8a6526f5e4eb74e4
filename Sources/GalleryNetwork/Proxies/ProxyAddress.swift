import Foundation

/// A proxy, as a variable of the environment names it.
struct ProxyAddress: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case http
    /// An http proxy that is spoken to over TLS.
    case https
    case socks4
    case socks5
    /// One that we cannot speak to; going past it would be worse than failing.
    case unsupported

    /// As libcurl spells it; names are the proxy's to look up. nil for one that it does not know.
    var libraryScheme: String? {
      switch self {
      case .http: "http"
      case .https: "https"
      case .socks4: "socks4a"
      case .socks5: "socks5h"
      case .unsupported: nil
      }
    }
  }

  var kind: Kind
  var host: String
  var port: Int
  var user: String?
  var password: String?

  /// - Parameter text: `[scheme://][user:password@]host[:port]`, as curl reads it: http where no scheme is
  ///   named, port 1080 where none is.
  /// - Returns: nil for what names no host.
  init?(_ text: String) {
    let address = text.contains("://") ? text : "http://" + text
    guard let url = URLComponents(string: address), let host = url.host?.trimmingBrackets,
      !host.isEmpty, (1...65_535).contains(url.port ?? 1080)
    else { return nil }
    switch url.scheme?.lowercased() {
    case "http": kind = .http
    case "https": kind = .https
    case "socks4", "socks4a": kind = .socks4
    case "socks5", "socks5h", "socks": kind = .socks5
    default: kind = .unsupported
    }
    self.host = host
    port = url.port ?? 1080
    user = url.user
    password = url.password
  }
}
