import Glibc

/// Which file a path names now; another one once it was renamed and made anew.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
  let isRegular: Bool

  /// - Returns: nil where there is nothing, or nothing that may be looked at (`errno` says why).
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
