import Foundation
import GalleryDomain

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
