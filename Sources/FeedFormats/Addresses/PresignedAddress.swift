import Foundation

/// Addresses that carry a permission in their query: who has one of them may read the file until it ends.
///
/// Object stores make them for pages and feeds: S3 (*Signature Version 4* and 2), Google Cloud Storage, Azure's shared access
/// signatures, CloudFront. Without the permission such an address still says which file is meant.
package enum PresignedAddress {
  /// The address without what permits to read it, for all that is kept; the same where it holds no permission.
  package static func bare(_ url: URL) -> URL {
    guard let query = url.query(percentEncoded: true)?.lowercased(),
      query.contains("signature=") || query.contains("sig="),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let items = components.percentEncodedQueryItems
    else { return url }
    let secret = secretNames(items.map { $0.name.lowercased() })
    guard !secret.isEmpty else { return url }
    let kept = items.filter { !secret.contains($0.name.lowercased()) }
    components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    return components.url ?? url
  }

  package static func isOne(_ url: URL?) -> Bool { url.map { bare($0) != $0 } ?? false }

  /// Those of a query's items that make up a permission; empty where there is none.
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

  /// Who has signed: beside these a `signature` is one of an object store.
  private static let keyNames: Set<String> = ["awsaccesskeyid", "googleaccessid", "key-pair-id"]

  private static let azureNames: Set<String> = [
    "sig", "sv", "se", "st", "sp", "sr", "ss", "srt", "spr", "sip", "sdd", "skoid", "sktid", "skt",
    "ske", "sks", "skv",
  ]
}

extension FeedPage {
  /// Whether what it names can be read with a permission in its address only, which is not kept.
  package var holdsPermissions: Bool {
    if case .continuation(.url(let url)) = next, PresignedAddress.isOne(url) { return true }
    return photos.contains { photo in
      PresignedAddress.isOne(photo.imageURL) || PresignedAddress.isOne(photo.thumbnailURL)
        || PresignedAddress.isOne(photo.pageURL)
    }
  }
}
