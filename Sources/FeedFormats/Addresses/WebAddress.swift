import Digests
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

  /// Identifies the stored pages of a source (`FeedFormat.pagesID`).
  ///
  /// A `StableHash` would be too weak: a short password could be worked out from it.
  ///
  /// - Parameter secrets: What decides about an answer besides the source; may be secret.
  package static func pagesID(of sourceID: String, _ secrets: [String]) -> String {
    // Each with its length, so that no two lists make the same text.
    let text = secrets.map { "\($0.utf8.count):\($0)" }.joined()
    return "\(sourceID) \(Digest.hex(Digest.sha256.hash(Array(text.utf8))).prefix(32))"
  }
}
