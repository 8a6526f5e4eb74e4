import Foundation
import GalleryDomain

/// What an image's address is called in front of people: without its query, which may hold keys.
enum ImageName {
  /// The last part of the path, else the host; cleaned.
  static func text(_ url: URL) -> String {
    let name = url.lastPathComponent
    let text = name == "/" ? "" : TextCleaner.line(name, limit: .field)
    return text.isEmpty ? host(url) : text
  }

  static func host(_ url: URL) -> String {
    let text = TextCleaner.line(url.host() ?? "", limit: .field)
    return text.isEmpty ? "?" : text
  }
}
