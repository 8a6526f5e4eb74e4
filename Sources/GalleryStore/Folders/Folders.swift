import Files
import Glibc

/// Creating folders, and reading their names.
enum Folders {
  /// Creates a folder and those above it, for their owner only.
  ///
  /// - Returns: Whether the folder exists; if not, `errno` says why.
  static func make(_ path: String) -> Bool { FilePath.makeFolders(path.utf8) }

  static func isFolder(_ path: String) -> Bool { stat(of: path.utf8)?.isDirectory == true }

  /// The names in a folder in any order, without `.` and `..`; none if it can't be read.
  static func names(in path: String) -> [String] { FolderEntries.names(in: path) }
}
