import Files
import GalleryDomain
import Glibc

@_exported import struct Files.FileStamp

/// Reads a regular file whole, within a limit.
package enum FileBytes {
  /// The same on a thread of its own, which a mount that doesn't answer may keep.
  package static func get(
    _ file: FileReference, byteLimit: Int
  ) async throws(PhotoSourceError) -> (bytes: [UInt8], stamp: FileStamp) {
    let answer = await FileAnswer.get(at: FilePath.absolute(file.path)) { sign in
      Result { () throws(PhotoSourceError) in
        try read(file, byteLimit: byteLimit, sign: sign)
      }
    }
    guard let answer else {
      throw PhotoSourceError(code: ETIMEDOUT, name: FilePath.shownName(file))
    }
    return try answer.get()
  }

  /// - Parameter sign: Given for each piece.
  /// - Throws: `notFound`, `permissionDenied`, `notAFileOrFolder` for a FIFO, a device or a
  ///   folder, `tooLarge` before a byte is read, `unreadable`.
  package static func read(
    _ file: FileReference, byteLimit: Int, sign: FileAnswer.Sign? = nil
  ) throws(PhotoSourceError) -> (bytes: [UInt8], stamp: FileStamp) {
    let name = FilePath.shownName(file)
    do throws(FileReader.Failure) {
      let (bytes, status) = try FileReader.read(
        file.path, byteLimit: byteLimit, didRead: { sign?.give() })
      return (bytes, FileStamp(status))
    } catch {
      switch error {
      case .failed(let code): throw PhotoSourceError(code: code, name: name)
      case .notRegularFile: throw .notAFileOrFolder(name: name)
      case .tooLarge(let byteCount):
        throw .tooLarge(name: name, byteCount: byteCount, byteLimit: byteLimit)
      }
    }
  }
}

extension PhotoSourceError {
  /// - Parameter code: An errno.
  init(code: Int32, name: String) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound(name: name)
    case EACCES, EPERM: self = .permissionDenied(name: name)
    case ENXIO, ENODEV: self = .notAFileOrFolder(name: name)
    default: self = .unreadable(name: name, code: code)
    }
  }
}

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
