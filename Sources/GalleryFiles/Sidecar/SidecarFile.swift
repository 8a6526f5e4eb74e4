import Files
import GalleryData
import GalleryDomain
import Glibc
import PictureProtocol

/// The XMP sidecar of a photo as a file.
struct SidecarFile {
  /// Where it is or, if there is none, where it would be written: `photo.jpg.xmp`, as darktable and digiKam name it, so
  /// that a raw file and its JPEG have one each.
  let file: FileReference
  let isThere: Bool

  /// The one that readers use: the first existing file of `SidecarName.paths(of:)`, so that a mark is stored with the
  /// photo's other metadata. Links are followed.
  ///
  /// - Parameter names: Lists a folder.
  init(
    of photo: FileReference, names: ([UInt8]) -> [[UInt8]] = { FolderEntries.names(in: $0) }
  ) throws(SidecarError) {
    let paths = SidecarName.paths(of: photo.path)
    let found = paths.first { stat(of: $0, followsLink: false) != nil }
    let path = found.map { Self.spelling(of: $0, paths, names) } ?? photo.path + Array(".xmp".utf8)
    isThere = found != nil
    let isLink = stat(of: path, followsLink: false)?.isLink ?? false
    guard let target = isLink ? FilePath.real(path) : path, let file = FileReference(path: target)
    else {
      throw .notUnderstood(name: FilePath.shownName(path), reason: "it is a broken link")
    }
    self.file = file
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

  /// The path as its folder has it: where case is ignored, `.xmp` finds `.XMP`, and would replace that name, too.
  ///
  /// - Complexity: Reads the folder if both are found.
  private static func spelling(
    of path: [UInt8], _ paths: [[UInt8]], _ names: ([UInt8]) -> [[UInt8]]
  ) -> [UInt8] {
    let folded = FilePath.folded(path)
    let isFoundTwice = paths.contains { other in
      other != path && FilePath.folded(other) == folded
        && stat(of: other, followsLink: false) != nil
    }
    guard isFoundTwice else { return path }
    let folder = FilePath.directory(of: path)
    let listed = names(folder).map { FilePath.join(folder, $0) }
    return listed.contains(path) ? path : listed.first { FilePath.folded($0) == folded } ?? path
  }
}

/// Reads marks from sidecars, in the form that is written here.
public struct SidecarMarkReader: SaleMarkReader {
  public init() {}

  /// A file that can't be read or isn't a sidecar has no mark.
  @concurrent
  public func mark(of photo: FileReference) async -> SaleMark? {
    guard let sidecar = try? SidecarFile(of: photo), let (bytes, _) = try? sidecar.read() else {
      return nil
    }
    return await mark(in: bytes)
  }

  @concurrent
  public func mark(in sidecar: [UInt8]) async -> SaleMark? {
    // Most sidecars contain nothing about sales, and need not be parsed.
    guard sidecar.firstRange(of: SaleNamespace.uri.utf8) != nil else { return nil }
    return (try? SidecarReader.document(sidecar))?.mark
  }
}
