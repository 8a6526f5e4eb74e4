import GalleryData
import GalleryDomain

/// What the user typed, as it may be shown.
enum CommandLineText {
  static func clean(_ argument: String) -> String {
    TextCleaner.line(bytes: RawArguments.bytes(of: argument))
  }

  /// A message that quotes arguments: its lines and blanks stay, and what a terminal would obey or not show is
  /// written as `\u{1B}`.
  static func escaped(_ message: String) -> String {
    message.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator, .privateUse,
        .unassigned:
        output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
  }

  /// Other text from outside: a path from the environment, a key of a file.
  static func shown(_ text: String) -> String {
    TextCleaner.line(bytes: Array(text.utf8))
  }
}
