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

  /// Why a source has more than it returned, and then what was left out, which can be long; nothing if it returned everything.
  ///
  /// - Parameter count: Photos that were taken from it.
  /// - Returns: Whether photos are missing.
  @discardableResult static func complain(
    stopped ending: FeedEnding? = nil, after count: Int = 0,
    skipped: SkippedItems = SkippedItems()
  ) -> Bool {
    let reasons = ending.map { SourceText.stopped($0, after: count) } ?? []
    for line in reasons + SourceText.skipped(skipped) { complain(line) }
    return skipped.unreadableCount > 0 || ending?.lacksPhotos ?? false
  }
}
