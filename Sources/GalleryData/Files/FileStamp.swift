import GalleryDomain
import Glibc

/// Identifies a state of a file, so that changes are noticed.
package struct FileStamp: Hashable, Sendable {
  package var byteCount: Int
  package var modifiedSeconds: Int
  package var modifiedNanoseconds: Int
  package var inode: UInt64

  package init(_ status: stat) {
    byteCount = Int(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
  }

  /// - Returns: nil if there is no such file, or it is neither a regular file nor a link to one.
  package init?(of file: FileReference) {
    var status = stat()
    let result = FilePath.withCString(file.path) { stat($0, &status) }
    guard result == 0, status.isRegularFile else { return nil }
    self.init(status)
  }
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

extension stat {
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
