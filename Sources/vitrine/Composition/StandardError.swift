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
  /// - Returns: Whether photos are missing.
  @discardableResult static func complain(_ notes: SourceNotes) -> Bool {
    let reasons = notes.ending.map { SourceText.stopped($0, after: notes.photoCount) } ?? []
    for line in reasons + SourceText.skipped(notes.skipped) { complain(line) }
    return notes.lacksPhotos
  }
}
