import Foundation
import Glibc

/// Creating folders, and reading their names.
enum Folders {
  /// Creates a folder and those above it, for their owner only.
  ///
  /// - Returns: Whether the folder exists; if not, `errno` says why.
  static func make(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return isFolder(path) }
    guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else {
      return false
    }
    guard make(String(path[..<end])) else { return false }
    return mkdir(path, 0o700) == 0 || (errno == EEXIST && isFolder(path))
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      errno = ENOTDIR
      return false
    }
    return true
  }

  /// The names in a folder in any order, without `.` and `..`; none if it can't be read.
  static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}
