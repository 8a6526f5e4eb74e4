import Foundation
import GalleryDomain

/// What an image's address is called in front of people: without its query, which may hold keys.
enum ImageName {
  /// The last part of the path, else the address; cleaned.
  static func text(_ url: URL) -> String {
    let name = url.lastPathComponent
    let text = name == "/" ? "" : TextCleaner.line(name, limit: .field)
    return text.isEmpty ? WebAddress.shown(url) : text
  }
}
