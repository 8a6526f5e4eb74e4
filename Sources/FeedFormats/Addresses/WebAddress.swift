import Foundation
import GalleryDomain

/// Addresses in forms for display, storage and comparison.
public enum WebAddress {
  /// Cleaned, without user name, password, query or fragment.
  public static func shown(_ url: URL) -> String {
    let host = url.host(percentEncoded: false) ?? ""
    let port = url.port.map { ":\($0)" } ?? ""
    let path = url.path(percentEncoded: false)
    return TextCleaner.line(host + port + (path == "/" ? "" : path), limit: .field)
  }

  /// Whether it may be requested at all: http or https, with a host.
  public static func isWeb(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return false
    }
    return url.host()?.isEmpty == false
  }

  /// A URL from a response: http or https; nil for others, and for anything that isn't a URL.
  package static func resolved(_ raw: String, against base: URL) -> URL? {
    PresetNextAddress.resolved(raw, against: base)
  }

  /// Identifies a URL in the store: readable, and different for each query without revealing it.
  package static func id(_ url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    return "\(scheme)://\(shown(url)) \(StableHash.text(url.absoluteString))"
  }
}
