import GalleryDomain
import PictureProtocol

/// Makes the small pictures of photos; the picture workers do it.
public protocol SheetThumbnails: Sendable {
  /// - Returns: Nil where there is no picture.
  func thumbnail(of photo: Photo) async -> JPEGPicture?
}

/// Makes a PDF step by step.
public protocol SheetTypesetter: Sendable {
  /// - Returns: The bytes of the file that are ready.
  func perform(_ step: SheetStep) async throws(PictureFailure) -> [UInt8]
  /// Lets go of what it holds.
  func end()
}

/// The files of photos as their photographers made them.
public protocol OriginalFiles: Sendable {
  /// A file with all of the photo's bytes, here or fetched from the network; nil where there is none.
  func original(of photo: Photo) async -> FileReference?
}

/// Reads photos from a source.
public protocol ExportedPages: Sendable {
  /// What the source is called.
  var title: String { get async }
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage
  /// The photo with what only its file tells.
  func details(of photo: Photo) async -> Photo
}
