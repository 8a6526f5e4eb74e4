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

  /// Identifies a URL in the store: readable, and different for each query without revealing it.
  package static func id(_ url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    return "\(scheme)://\(shown(url)) \(StableHash.text(url.absoluteString))"
  }

  /// Identifies the stored pages of a source (`FeedFormat.pagesID`).
  ///
  /// A `StableHash` would be too weak: a short password could be worked out from it.
  ///
  /// - Parameter secrets: What decides about a response besides the source; may be secret.
  package static func pagesID(of sourceID: String, _ secrets: [String]) -> String {
    // Each with its length, so that no two lists make the same text.
    let text = secrets.map { "\($0.utf8.count):\($0)" }.joined()
    return "\(sourceID) \(Digest.hex(Digest.sha256.hash(Array(text.utf8))).prefix(32))"
  }
}

extension URL {
  /// Over https if another URL is: what was sent there encrypted, such as a key, isn't sent on in the clear.
  package func encrypted(like other: URL?) -> URL {
    guard other?.scheme?.lowercased() == "https", scheme?.lowercased() == "http",
      var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    components.scheme = "https"
    if components.port == 80 { components.port = nil }
    return components.url ?? self
  }
}

/// URLs in the stored data of sources: only http and https, both when writing and reading; those with a permission are
/// stored without it.
package enum StoredAddress {
  /// - Returns: The text to store; nil for another scheme.
  package static func text(_ url: URL?) -> String? {
    guard let text = url.map(PresignedAddress.bare)?.absoluteString, isWeb(text) else { return nil }
    return text
  }

  /// - Returns: nil for anything that isn't a URL or has another scheme.
  package static func url(_ text: String) -> URL? {
    isWeb(text) ? URL(string: text) : nil
  }

  private static func isWeb(_ text: String) -> Bool {
    let beginning = text.prefix(8).lowercased()
    return beginning.hasPrefix("http://") || beginning == "https://"
  }
}

/// URLs in stored baskets: http, https and file.
package enum BasketAddress {
  /// - Returns: nil for a URL with another scheme.
  package static func text(_ url: URL?) -> String? {
    guard let url else { return nil }
    return StoredAddress.text(url) ?? (isFile(url.absoluteString) ? url.absoluteString : nil)
  }

  package static func url(_ text: String) -> URL? {
    StoredAddress.url(text) ?? (isFile(text) ? URL(string: text) : nil)
  }

  /// The file that `FileReference.url` was made from.
  package static func file(_ text: String) -> FileReference? {
    guard isFile(text) else { return nil }
    let path = PercentEncoding.decoded(Array(text.utf8.dropFirst(scheme.utf8.count)))
    return path.first == FilePath.separator ? FileReference(path: path) : nil
  }

  private static let scheme = "file://"

  private static func isFile(_ text: String) -> Bool { text.hasPrefix(scheme) }
}
