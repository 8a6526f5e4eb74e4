import GalleryData
import GalleryDomain

/// What the person typed, as it may be shown.
enum CommandLineText {
  static func clean(_ argument: String) -> String {
    TextCleaner.line(bytes: RawArguments.bytes(of: argument))
  }

  /// Other text from outside: a path from the environment, a key of a file.
  static func shown(_ text: String) -> String {
    TextCleaner.line(bytes: Array(text.utf8))
  }
}
