import GalleryData
import GalleryDomain

/// Text that the user typed, in a form that is safe to show.
enum CommandLineText {
  static func clean(_ argument: String) -> String {
    TextCleaner.line(bytes: RawArguments.bytes(of: argument))
  }

  /// What follows the program's name: a capital only begins a name in capitals, such as FOLDER.
  static func uncapitalized(_ sentence: String) -> String {
    sentence.dropFirst().first?.isUppercase ?? true
      ? sentence : sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// A message that quotes arguments: blanks are kept, and characters that a terminal would interpret or not show are written as
  /// `\u{1B}`.
  static func escaped(_ message: String) -> String {
    message.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
        .unassigned:
        output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}
