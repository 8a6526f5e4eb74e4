import Foundation
import GalleryDomain

/// Changes when a photo's file or its sidecar does.
enum PhotoVersion: Hashable, Sendable {
  case file(PhotoStamp)
  /// As a server's listing has them; the sidecar's is 0 if there is none.
  case listed(UInt64, sidecar: UInt64)
}

/// Changes when a photo's file on the disk or one of its sidecars does.
struct PhotoStamp: Hashable, Sendable {
  var file: FileStamp
  /// Named by `SidecarName`; nil for a missing one.
  var sidecars: [FileStamp?]

  /// - Returns: nil if stat(2) fails for the file.
  /// - Complexity: Five calls of stat(2).
  init?(of photo: FileReference) {
    guard let file = FileStamp(of: photo) else { return nil }
    self.file = file
    sidecars = SidecarName.paths(of: photo.path).map { path in
      FileReference(path: path).flatMap(FileStamp.init(of:))
    }
  }

  var hasSidecar: Bool { sidecars.contains { $0 != nil } }

  /// When the picture was last written.
  var modified: Date {
    Date(
      timeIntervalSince1970: Double(file.modifiedSeconds) + Double(file.modifiedNanoseconds) / 1e9)
  }
}

/// Where the XMP sidecar of a photo may be; the picture workers' reader (`SidecarNames`) looks in the same places.
package enum SidecarName {
  /// The paths to try, best first: `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Lightroom, exiftool), each
  /// in upper case too.
  package static func paths(of photo: [UInt8]) -> [[UInt8]] {
    let name = FilePath.lastComponent(photo)
    let stem = Array(photo.prefix(photo.count - name.count) + FilePath.stem(name))
    let stems = stem == photo ? [photo] : [photo, stem]
    return stems.flatMap { [$0 + Array(".xmp".utf8), $0 + Array(".XMP".utf8)] }
  }
}
