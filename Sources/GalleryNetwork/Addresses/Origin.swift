import Foundation
import GalleryDomain

/// Scheme, host and port: what secrets belong to (RFC 6454).
struct Origin: Hashable, Sendable {
  var scheme: String
  /// In lower case, without brackets and without a dot at the end.
  var host: String
  var port: Int

  /// Host and port, such as `localhost:8080` and `[::1]:80`, cleaned.
  var shown: String {
    TextCleaner.line(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", limit: .field)
  }

  /// - Returns: nil for what is not http or https, or names no host.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      // Escapes are those of the host's spelling; another host than ours must not hide in them.
      let host = url.host()?.removingPercentEncoding?.trimmingBrackets.lowercased(), !host.isEmpty,
      host.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
    else { return nil }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    guard (1...65_535).contains(port) else { return nil }
    self.scheme = scheme
    self.host = host.last == "." ? String(host.dropLast()) : host
    self.port = port
  }
}
