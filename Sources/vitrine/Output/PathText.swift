import GalleryData
import GalleryDomain

/// Paths in what commands print, for people and for programs.
enum PathText {
  /// Exactly and on one line: what isn't clean text is escaped as in the ids of a folder's photos.
  static func line(_ path: [UInt8]) -> String { FolderPhotoID.id(ofPath: path) }
}

extension String {
  /// With spaces behind it, up to a width in characters.
  func padded(to width: Int) -> String { self + padding(to: width) }

  /// With spaces before it, up to a width in characters.
  func rightAligned(in width: Int) -> String { padding(to: width) + self }

  private func padding(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count))
  }
}
