import Foundation
import GalleryDomain

/// How photos are bought according to a feed: `order_url`, `order_email` and `order_delivery`, Vitrine's own extension
/// of the 500px format (decision 28).
struct StatedOrderRoute: Hashable, Sendable {
  /// As received.
  var url: String?
  var email: String?
  var deliveries: [String] = []

  /// - Parameter feed: For resolving a relative URL; nil for a file.
  /// - Returns: nil if the feed contains nothing usable.
  func route(feed: URL?) -> OrderRoute? {
    let server = url.flatMap { Self.server($0, feed: feed) }
    let email = email.flatMap(MailAddress.init)?.text
    let deliveries = Delivery.allCases.filter { delivery in
      self.deliveries.contains {
        $0.trimmingCharacters(in: .whitespaces).lowercased() == delivery.rawValue
      }
    }
    guard server != nil || email != nil || !deliveries.isEmpty else { return nil }
    return OrderRoute(
      channel: server.map { .server($0) } ?? .file, email: email, deliveries: deliveries)
  }

  /// http or https, without user name and password; https if the feed itself came over https, because names and postal
  /// addresses are sent there.
  private static func server(_ raw: String, feed: URL?) -> URL? {
    guard let url = FeedBase(url: feed).url(raw),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.user = nil
    components.password = nil
    components.fragment = nil
    return components.url?.encrypted(like: feed)
  }
}

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
