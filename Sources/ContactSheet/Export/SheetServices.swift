import GalleryDomain
import PictureProtocol

/// Makes small pictures of photos, with the picture workers.
public protocol SheetThumbnails: Sendable {
  /// - Returns: Nil if there is no picture.
  func thumbnail(of photo: Photo) async -> JPEGPicture?
}

/// The original files of photos.
public protocol OriginalFiles: Sendable {
  /// A file with all of the photo's bytes, local or downloaded; nil if there is none.
  func original(of photo: Photo) async -> FileReference?
}
