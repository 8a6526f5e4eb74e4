import Foundation
import GalleryDomain

extension PhotoSourceError {
  /// The error for a response's status (RFC 9110, 15).
  ///
  /// - Parameter now: The moment from which a date in `Retry-After` is counted; nil for the response's date, or the
  ///   current time.
  package init(status response: HTTPResponse, now: Date? = nil) {
    let host = CleanText.line(response.url.host()) ?? ""
    switch response.status {
    case 401, 403: self = .permissionDenied(name: host)
    case 404, 410: self = .notFound(name: WebAddress.shown(response.url))
    case 429:
      let answered = WrittenDate.date(response.headers["Date"], zone: .gmt)
      let wait = RetryAfter.duration(
        response.headers["Retry-After"], now: now ?? answered ?? Date())
      self =
        wait.map { .rateLimited(host: host, seconds: Int($0.components.seconds)) }
        ?? .serverOverloaded
    case 502, 503, 504: self = .serverOverloaded
    default: self = .serverFailed(host: host, status: response.status)
    }
  }

  /// Whether a format's own explanation is more informative than the status.
  package var explainsStatus: Bool {
    switch self {
    case .notAFeed, .malformed, .encodingUnknown, .tooLarge: false
    default: true
    }
  }

  /// Whether the server responded and refused the request.
  package var isRefusal: Bool {
    switch self {
    case .notFound, .serverFailed, .serviceFailed, .notAFeed, .malformed, .encodingUnknown: true
    default: false
    }
  }
}
