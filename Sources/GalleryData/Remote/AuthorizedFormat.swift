import FeedFormats
import Foundation
import GalleryDomain

/// A format whose server knows the user, who has pages of their own.
///
/// A name and a password from the URL are sent to the feed's own host and nowhere else, and only in a header, since URLs
/// are shown and stored.
struct AuthorizedFormat: FeedFormat {
  private let format: any FeedFormat
  private let authorization: WebAuthorization?
  private let account: String

  init(_ format: any FeedFormat, _ authorization: WebAuthorization) {
    self.init(format, authorization, account: authorization.account)
  }

  /// - Parameters:
  ///   - authorization: nil if the transport signs in.
  ///   - account: Different for each user.
  init(_ format: any FeedFormat, _ authorization: WebAuthorization?, account: String) {
    self.format = format
    self.authorization = authorization
    self.account = account
  }

  var name: String { format.name }
  var title: String { format.title }
  var sourceID: String { format.sourceID }
  var pagesID: String { WebAddress.pagesID(of: format.pagesID, [account]) }
  var capabilities: SourceCapabilities { format.capabilities }
  var hasNumberedPages: Bool { format.hasNumberedPages }
  var orderRoute: OrderRoute? { format.orderRoute }
  func pageSize(wanted: Int) -> Int { format.pageSize(wanted: wanted) }

  func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    authorized(try format.request(for: page))
  }

  func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest] {
    format.joins(of: response, on: page, in: context).map(authorized)
  }

  func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage {
    try format.decode(response, of: page, in: context)
  }

  func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool {
    format.isEnd(response, of: page)
  }

  func imageRequest(for url: URL) -> HTTPRequest {
    authorized(format.imageRequest(for: url))
  }

  private func authorized(_ request: HTTPRequest) -> HTTPRequest {
    authorization?.apply(to: request) ?? request
  }
}

/// The name and password of a URL, separated from it.
struct WebAuthorization: Hashable, Sendable {
  private let place: AuthorizedTransport.Place
  private let credentials: ServerCredentials

  /// - Returns: The URL without them, and them; nil if there are none.
  static func taken(from url: URL) -> (url: URL, authorization: WebAuthorization?) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      components.user != nil || components.password != nil, url.host() != nil
    else { return (url, nil) }
    let credentials = ServerCredentials(
      user: components.user ?? "", password: Array((components.password ?? "").utf8))
    components.user = nil
    components.password = nil
    guard let bare = components.url else { return (url, nil) }
    let place = AuthorizedTransport.Place(bare)
    return (bare, WebAuthorization(place: place, credentials: credentials))
  }

  /// Different for each user. Secret.
  var account: String {
    "\(credentials.user):\(String(decoding: credentials.password, as: UTF8.self))"
  }

  func apply(to request: HTTPRequest) -> HTTPRequest {
    guard place.contains(request.url), request.headers["Authorization"] == nil else {
      return request
    }
    var request = request
    request.credentials = credentials
    return request
  }
}
