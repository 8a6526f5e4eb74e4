import GalleryData
import GalleryDomain
import Glibc

/// The XMP sidecar of a photo as a file.
struct SidecarFile {
  /// Where it is or, if there is none, where it would be written: `photo.jpg.xmp`, as darktable and digiKam name it, so
  /// that a raw file and its JPEG have one each.
  let file: FileReference
  let isThere: Bool

  /// The one that readers use: the first existing file of `SidecarName.paths(of:)`, so that a mark is stored with the
  /// photo's other metadata. Links are followed.
  init(of photo: FileReference) throws(SidecarError) {
    for path in SidecarName.paths(of: photo.path) {
      var status = stat()
      guard FilePath.withCString(path, { lstat($0, &status) }) == 0 else { continue }
      guard let file = FileReference(path: path) else { continue }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        self.file = file
        isThere = true
        return
      }
      guard let target = Self.target(of: path).flatMap(FileReference.init(path:)) else {
        throw .notUnderstood(
          name: FilePath.shownName(file), reason: "it is a broken link")
      }
      self.file = target
      isThere = true
      return
    }
    guard let file = FileReference(path: photo.path + Array(".xmp".utf8)) else { throw .notOwn }
    self.file = file
    isThere = false
  }

  var name: String { FilePath.shownName(file) }

  /// - Returns: nil if there is none; the stamp belongs to the bytes.
  func read() throws(SidecarError) -> (bytes: [UInt8], stamp: FileStamp)? {
    guard isThere else { return nil }
    do throws(PhotoSourceError) {
      return try FileBytes.read(file, byteLimit: SidecarDocument.byteLimit)
    } catch {
      switch error {
      // Deleted between looking and reading.
      case .notFound: return nil
      case .permissionDenied: throw .readOnly(name: name)
      case .tooLarge:
        throw .notUnderstood(name: name, reason: "it is larger than 16 MB")
      case .unreadable(_, let code): throw .unwritable(name: name, code: code)
      default: throw .notUnderstood(name: name, reason: "it is not a regular file")
      }
    }
  }

  /// With links resolved; nil if nothing is there.
  private static func target(of path: [UInt8]) -> [UInt8]? {
    guard let resolved = FilePath.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map {
      UInt8(bitPattern: $0)
    }
  }
}
