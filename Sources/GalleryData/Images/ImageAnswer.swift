import Foundation
import GalleryDomain

/// What a server's answer to a request for a picture means.
enum ImageAnswer {
  /// Why an answer that is no success holds no picture.
  static func error(_ response: HTTPResponse, for url: URL) -> PhotoSourceError {
    let host = ImageName.host(response.url)
    switch response.status {
    case 401, 403: return .permissionDenied(name: ImageName.text(url))
    case 404, 410: return .notFound(name: ImageName.text(url))
    case 429:
      guard let seconds = response.headers["Retry-After"].flatMap({ Int($0) }), seconds >= 0 else {
        return .serverOverloaded
      }
      return .rateLimited(host: host, seconds: min(seconds, 86_400))
    case 502, 503, 504: return .serverOverloaded
    case let status: return .serverFailed(host: host, status: status)
    }
  }

  /// Why a file that came with a success is no picture, judged by its first bytes: an error page that says
  /// 200, a format that is not taken from the network, nothing at all. Nil where it looks like one.
  static func fault(_ beginning: [UInt8], of url: URL) -> PhotoSourceError? {
    guard ImageSignature(beginning) == nil else { return nil }
    return .notAPicture(
      name: ImageName.text(url), beginning: TextCleaner.line(bytes: beginning, limit: .field))
  }
}
