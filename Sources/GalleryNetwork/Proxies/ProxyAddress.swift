import Foundation

/// A proxy, as a variable of the environment names it.
struct ProxyAddress: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case http
    case socks5
    /// One that we cannot speak to; going past it would be worse than failing.
    case unsupported
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
    case "socks5", "socks5h", "socks": kind = .socks5
    default: kind = .unsupported
    }
    self.host = host
    port = url.port ?? 1080
    user = url.user
    password = url.password
  }

  /// The value of `Proxy-Authorization`; nil without a user.
  var authorization: String? {
    guard let user else { return nil }
    return "Basic " + Data("\(user):\(password ?? "")".utf8).base64EncodedString()
  }
}
