import Foundation
import GalleryDomain

/// A server's response, after redirects.
public struct HTTPResponse: Hashable, Sendable {
  /// 100–999.
  public var status: Int
  public var headers: HTTPHeaders
  /// Complete and decompressed; empty for a download, which went to its file.
  public var body: [UInt8]
  /// The final URL, against which relative ones are resolved.
  public var url: URL
  /// What a 401 to a request without a name and a password asks for, the better one of several; nil if that isn't supported,
  /// such as `Negotiate`.
  public var authentication: HTTPAuthentication?
  /// Whether the response came from a public internet address and not from the local network; nil if unknown, as behind
  /// a proxy.
  public var isFromPublicAddress: Bool?

  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: URL) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }

  public var isSuccess: Bool { (200...299).contains(status) }
}

extension PhotoSourceError {
  /// The error for a response's status (RFC 9110, 15).
  ///
  /// - Parameter now: The moment from which a date in `Retry-After` is counted; nil for the response's date, or the
  ///   current time.
  package init(status response: HTTPResponse, now: Date? = nil) {
    let host = CleanText.line(response.url.host()) ?? ""
    switch response.status {
    case 401 where response.authentication != nil: self = .passwordMissing(host: host)
    case 401, 403: self = .permissionDenied(name: host)
    case 404, 410: self = .notFound(name: WebAddress.shown(response.url))
    case 429:
      let sentAt = WrittenDate.date(response.headers["Date"], zone: .gmt)
      let wait = RetryAfter.duration(response.headers["Retry-After"], now: now ?? sentAt ?? Date())
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

/// `Retry-After`: a number of seconds or a date (RFC 9110, 10.2.3).
public enum RetryAfter {
  /// Capped at a year: the number comes from the server.
  private static let limit = 366 * 86_400

  /// - Parameter now: The moment that a date is compared with.
  /// - Returns: nil for anything else, and for a date in the past, which says nothing about when to try again.
  public static func duration(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if let seconds = seconds(text, upTo: limit) { return .seconds(seconds) }
    guard let date = WrittenDate.date(text, zone: .gmt) else { return nil }
    let seconds = date.timeIntervalSince(now)
    return seconds > 0 ? .seconds(min(seconds.rounded(.up), Double(limit))) : nil
  }

  /// A number of seconds in a header, however large; nil for anything but digits.
  package static func seconds(_ text: String, upTo limit: Int) -> Int? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return min(Int(digits) ?? limit, limit)
  }
}
