import GalleryDomain
import Glibc

/// What tells one state of a file from the next.
struct FileStamp: Hashable, Sendable {
  var byteCount: Int
  var modifiedSeconds: Int
  var modifiedNanoseconds: Int
  var inode: UInt64

  init(_ status: stat) {
    byteCount = Int(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
  }

  /// - Returns: nil where there is no such file, or it is neither regular nor a link to a regular.
  init?(of file: FileReference) {
    var status = stat()
    let result = FilePath.withCString(file.path) { stat($0, &status) }
    guard result == 0, status.isRegularFile else { return nil }
    self.init(status)
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
