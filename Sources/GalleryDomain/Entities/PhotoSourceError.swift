/// Why a source gave no photos. The facts only; the presentation makes words of them.
public enum PhotoSourceError: Error, Hashable, Sendable {
  case noNetwork
  case serverOverloaded
  case permissionDenied(name: String)
  case notFound(name: String)
  /// Neither a folder nor a regular file.
  case notAFileOrFolder(name: String)
  /// Reading failed; `code` is an errno.
  case unreadable(name: String, code: Int32)
  /// More bytes than a feed may have.
  case tooLarge(name: String, byteCount: Int, byteLimit: Int)
  /// Not in a shape that is known; `beginning` holds the first characters that were there.
  case notAFeed(name: String, beginning: String)
  /// Broken at a place, counted from 1 as editors do.
  case malformed(name: String, line: Int, column: Int, reason: String)
  case cancelled
}
