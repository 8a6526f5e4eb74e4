import Foundation

/// URLs with a permission in their query: anyone who has the URL may read the file until it expires.
///
/// Object stores create them for pages and feeds: S3 (*Signature Version 4* and 2), Google Cloud Storage, Azure's
/// shared access signatures, CloudFront. Without the permission, such a URL still identifies the file.
package enum PresignedAddress {
  /// The URL without the permission, for storing; unchanged if it has none.
  package static func bare(_ url: URL) -> URL {
    let secret = secretNames([QueryItem](of: url).map { $0.name.lowercased() })
    return secret.isEmpty ? url : url.withoutQueryItems(where: secret.contains)
  }

  package static func isPresigned(_ url: URL?) -> Bool { url.map { bare($0) != $0 } ?? false }

  /// The names of the query items that form a permission; empty if there is none.
  ///
  /// - Parameter names: In lower case.
  package static func secretNames(_ names: [String]) -> Set<String> {
    let found = Set(names)
    if found.contains("x-amz-signature") || found.contains("x-goog-signature") {
      return found.filter { $0.hasPrefix("x-amz-") || $0.hasPrefix("x-goog-") || $0 == "x-id" }
    }
    if found.contains("signature"), !found.isDisjoint(with: keyNames) {
      return found.intersection(keyNames.union(["signature", "expires", "policy"]))
    }
    if found.contains("sig"), found.contains("sv") { return found.intersection(azureNames) }
    return []
  }

  /// Names of key ids: next to one of these, a `signature` belongs to an object store.
  private static let keyNames: Set<String> = ["awsaccesskeyid", "googleaccessid", "key-pair-id"]

  private static let azureNames: Set<String> = [
    "sig", "sv", "se", "st", "sp", "sr", "ss", "srt", "spr", "sip", "sdd", "skoid", "sktid", "skt",
    "ske", "sks", "skv",
  ]
}

extension FeedPage {
  /// Whether pictures can be read only with permissions in their URLs, which are not stored.
  package var holdsPermissions: Bool {
    if case .continuation(.url(let url)) = next, PresignedAddress.isPresigned(url) { return true }
    return photos.contains { photo in
      PresignedAddress.isPresigned(photo.imageURL)
        || PresignedAddress.isPresigned(photo.thumbnailURL)
        || PresignedAddress.isPresigned(photo.pageURL)
    }
  }
}
