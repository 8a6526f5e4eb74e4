import Foundation
import GalleryDomain

/// The options of the command line for orders.
enum FeedOrderText {
  /// An http or https URL without a user's name or a password, or a path on the feed's own server: what is published can be read by all.
  static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let url = URL(string: text)
    else { return false }
    if text.hasPrefix("/") { return !text.hasPrefix("//") }
    guard let scheme = url.scheme?.lowercased(), let host = url.host() else { return false }
    return (scheme == "http" || scheme == "https") && !host.isEmpty && url.user() == nil
      && url.password() == nil
  }

  static func isMailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return text.utf8.count <= 254 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>,;:\"()[]\\".utf8.contains($0) }
  }

  /// - Returns: nil if a word is invalid.
  static func deliveries(_ text: String) -> [Delivery]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    let known = words.compactMap(Delivery.init(rawValue:))
    guard known.count == words.count, !known.isEmpty else { return nil }
    return Delivery.allCases.filter(known.contains)
  }
}
