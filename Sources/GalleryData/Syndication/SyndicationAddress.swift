import Foundation
import GalleryDomain

/// A feed's address as it is shown and kept: without credentials and keys.
enum SyndicationAddress {
  /// `photos.example/feed.xml`, or a file's name.
  static func shownName(of url: URL) -> String {
    let last = CleanText.line(url.lastPathComponent)
    guard !url.isFileURL, let host = url.host() else { return last ?? "the feed" }
    let path = url.path()
    return CleanText.line(path == "/" ? host : host + path) ?? host
  }

  /// The same in every run and different for another feed. What is behind the `?` may be a key, so only its
  /// hash is kept.
  static func key(of url: URL) -> String {
    guard !url.isFileURL, let host = url.host() else { return url.path() }
    let port = url.port.map { ":\($0)" } ?? ""
    let query = url.query().map { "?\(hash($0))" } ?? ""
    return "\(host.lowercased())\(port)\(url.path())\(query)"
  }

  /// FNV-1a, 64 bits: the same on every machine, unlike `hashValue`.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
