import Files
import GalleryDomain

@_exported import struct Files.FileStamp

extension FileStamp {
  /// - Returns: nil if there is no such file, or it is neither a regular file nor a link to one.
  package init?(of file: FileReference) { self.init(ofPath: file.path) }
}

extension FileReference {
  /// Whether it is in a known state; not if its mount doesn't answer.
  func hasStamp(_ stamp: FileStamp?) async -> Bool {
    await FileAnswer.get(at: FilePath.absolute(path)) { [self] _ in FileStamp(of: self) == stamp }
      ?? false
  }

  /// What is known about a file without reading it.
  package var statedInformation: PhotoInformation {
    PhotoInformation(byteCount: FileStamp(of: self)?.byteCount)
  }
}
