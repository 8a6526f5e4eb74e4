import FeedFormats
import Foundation
import GalleryData

/// The head of a request, in libcurl's form.
enum RequestHeader {
  /// Lines of the form `Name: value`, `Name;` for an empty value and `Name:` for one that libcurl must not add.
  static func lines(of request: HTTPRequest, origin: Origin, userAgent: String) -> [String] {
    // A header that could contain the start of another one is dropped: names and values may come from the environment.
    var headers = HTTPHeaders(
      request.headers.fields.filter { field in
        !field.name.isEmpty && !field.name.utf8.contains(where: { ":; ".utf8.contains($0) })
          && !(field.name + field.value).utf8.contains(where: { $0 < 32 && $0 != 9 })
      })
    if headers["User-Agent"] == nil { headers["User-Agent"] = userAgent }
    // Without an encoding, the ranges and entity tags are those of the file itself; the others are libcurl's matter.
    if headers["Accept-Encoding"]?.lowercased() != "identity" { headers["Accept-Encoding"] = nil }
    headers["Host"] = host(origin)
    var lines = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Headers that libcurl would add by itself.
    for name in ["Accept", "Content-Type", "Expect"] where headers[name] == nil {
      lines.append("\(name):")
    }
    return lines
  }

  private static func host(_ origin: Origin) -> String {
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    return origin.port == (origin.scheme == "https" ? 443 : 80) ? host : "\(host):\(origin.port)"
  }
}
