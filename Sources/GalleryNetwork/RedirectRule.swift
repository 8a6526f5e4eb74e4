import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// Where a redirect leads, and which parts of the request are sent there.
///
/// Done here rather than by the library, which would send secret headers other than `Authorization` to other hosts and
/// would go from https to http.
enum RedirectRule {
  static let limit = 5

  /// The request that a redirect leads to.
  ///
  /// - Parameter count: Redirects before this one.
  /// - Returns: nil if the response isn't a redirect.
  static func next(
    after request: HTTPRequest, status: Int, location: String?, count: Int
  ) throws(PhotoSourceError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty,
      let origin = Origin(request.url)
    else { return nil }
    guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL else {
      throw .redirectRefused(host: origin.host, reason: "its URL is invalid")
    }
    guard let next = Origin(url) else {
      let scheme = TextCleaner.line(url.scheme ?? "?", limit: .tag)
      throw .redirectRefused(host: origin.host, reason: "it leads to \(scheme):")
    }
    guard !(origin.scheme == "https" && next.scheme == "http") else {
      throw .redirectRefused(host: origin.host, reason: "it is not encrypted")
    }
    guard count < limit else {
      throw .redirectRefused(host: origin.host, reason: "more than \(limit) redirects")
    }
    let staysOnHost = request.redirects == .sameHost
    guard !staysOnHost || isSameServer(next, origin) else {
      throw .redirectRefused(host: origin.host, reason: "it leads to \(next.host)")
    }
    var redirected = request
    redirected.url = url
    let keepsMethod = staysOnHost ? status != 303 : status == 307 || status == 308
    if !keepsMethod, request.method == .post {
      redirected.method = .get
      redirected.body = nil
      redirected.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if next != origin {
      redirected.removeSecrets()
      redirected.url = WebAuthorization.separated(from: redirected.url).url
    }
    return redirected
  }

  /// The same host at the same port, or at any port if the connection becomes encrypted.
  private static func isSameServer(_ next: Origin, _ origin: Origin) -> Bool {
    next.host == origin.host
      && (next == origin || origin.scheme == "http" && next.scheme == "https")
  }
}
