import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc

/// The program's error messages.
enum StandardError {
  /// One line, after the program's name; names in it are clean.
  static func complain(_ message: String) {
    _ = LineOutput(descriptor: STDERR_FILENO).write("vitrine: \(message)\n")
  }

  /// Why a source has more than it returned, on a line each; nothing if it returned everything.
  ///
  /// - Parameter count: Photos that were taken from it.
  static func complain(stopped ending: FeedEnding?, after count: Int) {
    for line in ending.map({ SourceText.stopped($0, after: count) }) ?? [] { complain(line) }
  }
}
