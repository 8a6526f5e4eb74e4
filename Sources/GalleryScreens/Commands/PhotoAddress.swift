import Foundation
import GalleryDomain
import GalleryPresentation

/// The address of a photo, for other programs.
nonisolated enum PhotoAddress {
  /// Longer than any address in use; anything longer is not taken for one.
  private static let limit = TextLimit(characters: 16_384)

  /// The page about it, else the picture, else the file.
  static func url(of photo: Photo) -> URL? { photo.pageURL ?? photo.imageURL ?? photo.file?.url }

  /// The same as people write it: for a file its path.
  static func text(of photo: Photo) -> String? {
    if let page = photo.pageURL { return text(page) }
    if let file = photo.file { return path(file) ?? file.url.flatMap(text) }
    return photo.imageURL.flatMap(text)
  }

  /// The picture itself, if its address differs from the photo's.
  static func imageText(of photo: Photo) -> String? {
    guard photo.pageURL != nil, photo.file == nil else { return nil }
    return photo.imageURL.flatMap(text)
  }

  /// nil unless its bytes are clean text; no other text would name the file.
  static func path(_ file: FileReference) -> String? {
    let text = String(decoding: file.path, as: UTF8.self)
    return Array(text.utf8) == file.path && TextCleaner.line(text, limit: limit) == text
      ? text : nil
  }

  /// Without control characters; nil if cleaning would shorten or change it, because it would then name something else.
  static func text(_ url: URL) -> String? {
    let text = url.absoluteString
    return TextCleaner.line(text, limit: limit) == text ? text : nil
  }
}
