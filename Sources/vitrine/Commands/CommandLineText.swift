import GalleryData
import GalleryDomain

/// What the person typed, as it may be shown.
enum CommandLineText {
  static func clean(_ argument: String) -> String {
    TextCleaner.line(bytes: RawArguments.bytes(of: argument))
  }
}
