import Foundation

/// A proxy named by an environment variable.
struct ProxyAddress: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case http
    /// An http proxy that is connected to over TLS.
    case https
    case socks4
    case socks5
    /// An unsupported kind; bypassing it would be worse than failing.
    case unsupported

    /// In libcurl's spelling; the proxy looks names up. nil for an unsupported kind.
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

  /// - Parameter text: `[scheme://][user:password@]host[:port]`, as curl reads it: http if no scheme is named, port
  ///   1080 if none is.
  /// - Returns: nil if it names no host.
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
