import Foundation
import GalleryDomain

/// An e-mail address in a feed, in the most common form of RFC 5322 (*dot-atom*), in any script.
struct MailAddress: Hashable, Sendable {
  let text: String

  /// - Returns: nil if it isn't an address, for several addresses, and for forms with quotes or comments, which are not
  ///   in use.
  init?(_ raw: String) {
    guard raw.utf8.count <= 1_000 else { return nil }
    var text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.lowercased().hasPrefix("mailto:") { text.removeFirst("mailto:".count) }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    // The maximum length in SMTP (RFC 5321, 4.5.3.1.3).
    guard parts.count == 2, text.utf8.count <= 254, text == TextCleaner.line(text),
      Self.isDotAtom(parts[0]), Self.isDotAtom(parts[1])
    else { return nil }
    self.text = text
  }

  private static func isDotAtom(_ text: Substring) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty }
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !"()<>[]:;,\\\"?&=/%#".unicodeScalars.contains(scalar)
          && !scalar.properties.isWhitespace
      }
  }
}
