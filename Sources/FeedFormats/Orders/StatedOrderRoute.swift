import Foundation
import GalleryDomain

/// How a feed says that its photos are bought: `order_url`, `order_email` and `order_delivery`, Vitrine's own
/// extension of the 500px shape (decision 28).
struct StatedOrderRoute: Hashable, Sendable {
  /// As they came.
  var url: String?
  var email: String?
  var deliveries: [String] = []

  /// - Parameter feed: What a relative address belongs to; nil for a file.
  /// - Returns: nil where nothing is said that can be used.
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

  /// Http or https, without a name and a password; https where the feed itself came over https, because names and
  /// addresses of people go there.
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
