import Testing

@testable import vitrine

/// The settings of a `config.toml`, and what is said about its mistakes.
func configuration(_ text: String) -> (Settings, [String]) {
  var (settings, complaints) = (Settings(), [String]())
  settings.read(toml: text) { complaints.append($0) }
  return (settings, complaints)
}

/// What is written, and what is said about it.
struct ConfigurationMistake: Sendable, CustomTestStringConvertible {
  let text: String
  let complaints: [String]

  var testDescription: String { text }

  /// A case a line: what is written, in which `¶` ends a line, `⇒`, and what is said; several mistakes have `⇒` before each.
  static func table(_ table: String) -> [Self] {
    table.split(separator: "\n").map { line in
      let parts = line.split(separator: " ⇒ ").map { String($0.replacing("¶", with: "\n")) }
      return Self(text: parts[0], complaints: Array(parts.dropFirst()))
    }
  }
}
