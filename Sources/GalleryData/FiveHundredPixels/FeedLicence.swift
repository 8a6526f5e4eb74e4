import Foundation
import GalleryDomain

/// `license_type` (500px API v1, *License types*; the versions are not stated).
enum FeedLicence {
  private static let names = [
    "Standard 500px License", "CC BY-NC", "CC BY-NC-ND", "CC BY-NC-SA", "CC BY", "CC BY-ND",
    "CC BY-SA", "PDM 1.0", "CC0",
  ]

  private static let addresses = [
    7: "https://creativecommons.org/publicdomain/mark/1.0/",
    8: "https://creativecommons.org/publicdomain/zero/1.0/",
  ]

  /// A known number's licence, or the name that a feed writes in its place; nil for a number that
  /// is not known.
  static func licence(_ type: String?) -> Licence? {
    guard let type else { return nil }
    guard let number = Int(type) else {
      let name = TextCleaner.line(type, limit: .field)
      return name.isEmpty ? nil : Licence(name: name)
    }
    guard names.indices.contains(number) else { return nil }
    return Licence(name: names[number], url: addresses[number].flatMap { URL(string: $0) })
  }
}
