import Foundation
import GalleryDomain

/// For resolving the relative URLs of a feed.
struct FeedBase {
  /// http or https; nil for a feed that is a file and states no URL.
  var url: URL?
  /// The folder of a feed that is a local file.
  var directory: [UInt8]?

  /// A web URL: http or https.
  func url(_ raw: String?) -> URL? {
    guard let raw, let picture = resolved(raw, directory: nil) else { return nil }
    return picture.url
  }

  /// The location of a picture; may be a file if the feed is one.
  func picture(_ raw: String?) -> FeedAddress.Picture? {
    guard let raw else { return nil }
    return resolved(raw, directory: directory)
  }

  private func resolved(_ raw: String, directory: [UInt8]?) -> FeedAddress.Picture? {
    let trimmed = raw.drop { $0.isWhitespace }
    guard let url, !Self.isAbsolute(trimmed) else {
      return FeedAddress.picture(raw, directory: directory)
    }
    // Spaces and non-ASCII letters in URLs are common; other problems are handled elsewhere.
    guard let text = CleanText.line(String(trimmed), limit: TextLimit(characters: 2_000)),
      let absolute = URL(string: text.replacing(" ", with: "%20"), relativeTo: url)?.absoluteURL
    else { return nil }
    return FeedAddress.picture(absolute.absoluteString, directory: nil)
  }

  /// Whether it has a scheme. One that starts with the host has that of the base (RFC 3986, 4.2).
  private static func isAbsolute(_ text: Substring) -> Bool {
    guard let end = text.utf8.firstIndex(where: { ":/?#".utf8.contains($0) }) else { return false }
    return text.utf8[end] == UInt8(ascii: ":")
  }
}
