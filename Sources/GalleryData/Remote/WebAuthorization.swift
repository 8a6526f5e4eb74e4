import FeedFormats
import Foundation

extension URL {
  /// The user that it names without a password, which is looked up when the server asks for it; nil for none.
  public var userWithoutPassword: String? {
    guard password() == nil, let user = user(percentEncoded: false), !user.isEmpty else {
      return nil
    }
    return user
  }
}

/// The name and password of a URL, separated from it: URLs are shown and stored.
public struct WebAuthorization: Hashable, Sendable {
  private let server: Origin?
  package let credentials: ServerCredentials

  /// - Returns: The URL without them, and them; nil if there are none.
  public static func separated(from url: URL) -> (url: URL, authorization: WebAuthorization?) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      components.user != nil || components.password != nil, url.host() != nil
    else { return (url, nil) }
    let credentials = ServerCredentials(
      user: components.user ?? "", password: Array((components.password ?? "").utf8))
    components.user = nil
    components.password = nil
    guard let bare = components.url else { return (url, nil) }
    return (bare, WebAuthorization(server: Origin(bare), credentials: credentials))
  }

  /// Different for each user. Secret.
  var account: String {
    "\(credentials.user):\(String(decoding: credentials.password, as: UTF8.self))"
  }

  func apply(to request: HTTPRequest) -> HTTPRequest {
    guard server?.contains(request.url) == true, request.headers["Authorization"] == nil else {
      return request
    }
    var request = request
    request.credentials = credentials
    return request
  }
}
