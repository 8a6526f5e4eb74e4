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
    let url =
      feed.map { PresetNextAddress.resolved(raw, against: $0) }
      ?? FeedAddress.web(raw, relativeTo: "")
    guard let url, WebAddress.isWeb(url),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.user = nil
    components.password = nil
    components.fragment = nil
    if feed?.scheme?.lowercased() == "https", components.scheme?.lowercased() == "http" {
      components.scheme = "https"
      if components.port == 80 { components.port = nil }
    }
    return components.url.flatMap { WebAddress.isWeb($0) ? $0 : nil }
  }
}
