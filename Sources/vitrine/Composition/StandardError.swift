import GalleryData
import Glibc

/// Where the program says what went wrong.
enum StandardError {
  /// One line, after the program's name; names in it are clean.
  static func complain(_ message: String) {
    _ = LineOutput(descriptor: STDERR_FILENO).write("vitrine: \(message)\n")
  }
}
