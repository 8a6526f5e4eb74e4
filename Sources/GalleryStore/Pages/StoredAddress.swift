import Foundation

/// Addresses in stored pages: http and https, and nothing else, on the way in and on the way out.
enum StoredAddress {
  /// - Returns: The address to be stored; nil for one of another scheme.
  static func text(_ url: URL?) -> String? {
    guard let text = url?.absoluteString, isWeb(text) else { return nil }
    return text
  }

  /// - Returns: nil for what is no address or has another scheme.
  static func url(_ text: String) -> URL? {
    isWeb(text) ? URL(string: text) : nil
  }

  private static func isWeb(_ text: String) -> Bool {
    let beginning = text.prefix(8).lowercased()
    return beginning.hasPrefix("http://") || beginning == "https://"
  }
}
