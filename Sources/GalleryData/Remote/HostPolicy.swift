import FeedFormats
import Foundation
import GalleryDomain

/// Where the URLs that a feed names may lead.
///
/// The user may reach any URL that they name themselves. But the URLs that a feed names must not open the local network
/// to a feed from outside, nor carry the feed's secrets away. A feed that came from outside must not point its own name
/// at the local network either: transports remember that for as long as the program runs (`HTTPRequest.Reach.anyHost`),
/// and a page from the store says where it came from.
public struct HostPolicy: Hashable, Sendable {
  /// Where the feed is; nil for a file.
  private let feed: URL?
  private let allowsPrivateHosts: Bool
  private let isPublic: Bool
  private var isUnknown = false

  /// - Parameters:
  ///   - feed: The URL that the user named, or that belongs to the service; nil for a local file.
  ///   - isPublic: Whether the feed is known to have come from a public address.
  public init(feed: URL?, allowsPrivateHosts: Bool = false, isPublic: Bool = false) {
    self.feed = feed
    self.allowsPrivateHosts = allowsPrivateHosts
    self.isPublic = isPublic
  }

  /// For a feed whose location is unknown: public hosts only.
  public static func unknown(allowsPrivateHosts: Bool) -> HostPolicy {
    var reach = HostPolicy(feed: nil, allowsPrivateHosts: allowsPrivateHosts)
    reach.isUnknown = true
    return reach
  }

  /// Which hosts may answer for a URL that the feed names.
  public func reach(of url: URL) -> HTTPRequest.Reach {
    guard !allowsPrivateHosts else { return .anyHost }
    guard let host = feed?.host() else { return isUnknown ? .publicHosts : .anyHost }
    if LocalHost.isLocal(host) { return .anyHost }
    return isFeedsHost(url) && !isPublic ? .anyHost : .publicHosts
  }

  /// A request for a page that the feed names: bounded, and over https if the feed itself came over https.
  public func page(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    if feed?.scheme?.lowercased() == "https", request.url.scheme?.lowercased() == "http" {
      request.url = Self.overTLS(request.url) ?? request.url
    }
    return bounded(request)
  }

  /// A request for anything that the feed names, such as a picture: with its reach, and without secrets
  /// for another host.
  public func bounded(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    if !isFeedsHost(request.url) { request.removeSecrets() }
    // A format knows its own host only; this also knows where the feed is.
    request.reach = reach(of: request.url)
    return request
  }

  private func isFeedsHost(_ url: URL) -> Bool {
    guard let feed else { return false }
    return feed.host()?.lowercased() == url.host()?.lowercased()
  }

  private static func overTLS(_ url: URL) -> URL? {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.scheme = "https"
    if components?.port == 80 { components?.port = nil }
    return components?.url
  }
}

extension HTTPRequest {
  /// Without the secret headers and query items.
  fileprivate mutating func removeSecrets() {
    guard !secretNames.isEmpty else { return }
    headers.fields.removeAll { secretNames.contains($0.name.lowercased()) }
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let items = components.percentEncodedQueryItems
    else { return }
    let kept = items.filter { !secretNames.contains($0.name.lowercased()) }
    guard kept.count < items.count else { return }
    components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
    url = components.url ?? url
  }
}
