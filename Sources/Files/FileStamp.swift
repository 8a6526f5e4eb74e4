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
  package init?(ofPath path: some Sequence<UInt8>) {
    guard let status = stat(of: path), status.isRegularFile else { return nil }
    self.init(status)
  }
}

extension stat {
  /// - Returns: nil if there is no such file, and `errno` says why.
  package init?(of path: some Sequence<UInt8>, followsLink: Bool = true) {
    self.init()
    let result = FilePath.withCString(path) {
      fstatat(AT_FDCWD, $0, &self, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { return nil }
  }

  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Whether both are the same file, whatever its name.
  package func isSameFile(as other: stat) -> Bool {
    st_dev == other.st_dev && st_ino == other.st_ino
  }
}
