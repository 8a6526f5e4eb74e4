import FeedFormats
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import Glibc

/// Edits what files say about their photos, without a gallery.
struct CaptionWriter: Sendable {
  private let photos: FolderRepository
  private let sidecars: FileSidecarRepository
  private let reader: any PhotoMetadataReader

  init(photos: FolderRepository, reader: any PhotoMetadataReader) {
    self.photos = photos
    self.reader = reader
    sidecars = FileSidecarRepository(folder: photos, reader: reader)
  }

  /// Finishes or takes back the interrupted renames of what is named, before the first file is edited.
  func settle(_ paths: [[UInt8]]) async {
    await sidecars.settle(paths.compactMap { FileReference(path: FilePath.absolute($0)) })
  }

  /// - Parameter path: As typed; of a picture of the user's own.
  func write(_ edit: CaptionEdit, toPhotoAt path: [UInt8]) async throws(Complaint) {
    let name = TextCleaner.line(bytes: path)
    if name.contains("://") {
      throw Complaint("\(name): servers are only read, nothing is written there")
    }
    guard !path.isEmpty, let named = FileReference(path: FilePath.absolute(path)) else {
      throw Complaint("a path is empty, or holds a zero byte")
    }
    let file = await sidecars.present(named)
    guard let status = stat(of: file.path) else {
      throw Complaint(PhotoSourceLocatorError(code: errno, name: name))
    }
    if status.isDirectory {
      throw Complaint("\(name) is a folder; name its pictures, e.g. with 'fd -e jpg'")
    }
    // The name may be another file's, too, as it is shown.
    let id = FolderPhotoID.id(ofPath: file.path)
    var photo = Photo(id: id, name: "", file: file, needsDetails: true)
    photo.setFileName(FilePath.stem(FilePath.lastComponent(file.path)))
    photo = await photos.details(of: photo, urgency: .urgent)
    if photo.width == nil {
      guard FileNameKind(FilePath.lastComponent(file.path)).isListed else {
        throw Complaint("\(name) is not a picture")
      }
      // Else what the picture says would be taken for nothing.
      guard await reader.metadata(of: file, sidecar: nil, urgency: .urgent) != nil else {
        throw Complaint("\(name) can't be read, and is left as it is")
      }
    }
    do throws(SidecarError) {
      let edited = edit.applied(to: photo)
      if edited != photo { try await sidecars.write(edited, over: photo) }
    } catch {
      throw Complaint("\(name): \(error.sentence)")
    }
  }
}
