import Foundation
import GalleryDomain

/// What changes when a photo's file or one of its sidecars does.
struct PhotoStamp: Hashable, Sendable {
  var file: FileStamp
  /// `photo.jpg.xmp` and `photo.xmp`; nil for one that is not there.
  var sidecars: [FileStamp?]

  /// - Returns: nil where the file cannot be asked.
  /// - Complexity: Three calls of stat(2).
  init?(of photo: FileReference) {
    guard let file = FileStamp(of: photo) else { return nil }
    self.file = file
    let name = FilePath.lastComponent(photo.path)
    let stem = photo.path.prefix(photo.path.count - name.count) + FilePath.stem(name)
    sidecars = [photo.path + Array(".xmp".utf8), stem + Array(".xmp".utf8)].map { path in
      FileReference(path: Array(path)).flatMap(FileStamp.init(of:))
    }
  }

  /// When the picture was last written.
  var modified: Date {
    Date(
      timeIntervalSince1970: Double(file.modifiedSeconds) + Double(file.modifiedNanoseconds) / 1e9)
  }
}
