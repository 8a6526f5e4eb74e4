import Foundation
import GalleryDomain

/// Terms of use as metadata states them: a Creative Commons address, another address, or words.
enum LicenceText {
  static func licence(_ raw: String?) -> Licence? {
    guard let text = CleanText.line(raw) else { return nil }
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
      return Licence(name: text)
    }
    let url = FeedAddress.web(text, relativeTo: "")
    return Licence(name: creativeCommons(text) ?? text, url: url)
  }

  /// `https://creativecommons.org/licenses/by-sa/4.0/` → `CC BY-SA 4.0`.
  private static func creativeCommons(_ address: String) -> String? {
    let parts = address.split(separator: "/").map { $0.lowercased() }
    guard parts.count >= 4, parts[1].hasSuffix("creativecommons.org") else { return nil }
    let version = parts.count > 4 ? " \(parts[4])" : ""
    switch (parts[2], parts[3]) {
    case ("licenses", let terms): return "CC \(terms.uppercased())\(version)"
    case ("publicdomain", "zero"): return "CC0\(version)"
    case ("publicdomain", "mark"): return "PDM\(version)"
    default: return nil
    }
  }
}
