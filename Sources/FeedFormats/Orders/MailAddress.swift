import Foundation
import GalleryDomain

/// An address of electronic mail that a feed names, as RFC 5322 writes most of them (*dot-atom*), in any script.
struct MailAddress: Hashable, Sendable {
  let text: String

  /// - Returns: nil for what is none, for several, and for the forms with quotes and comments, which nobody has.
  init?(_ raw: String) {
    guard raw.utf8.count <= 1_000 else { return nil }
    var text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.lowercased().hasPrefix("mailto:") { text.removeFirst("mailto:".count) }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    // The longest that travels (RFC 5321, 4.5.3.1.3).
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
