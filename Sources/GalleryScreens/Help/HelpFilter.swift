import TerminalKit

/// Finds the commands that match the words typed into the help.
struct HelpFilter {
  private let words: [String]

  /// - Parameter text: Words, all of which have to match.
  init(_ text: String) {
    words = text.split(separator: " ").map(String.init)
  }

  /// The matching commands, in their order.
  func matches(in commands: [KeyCommand]) -> [KeyCommand] {
    commands.filter { command in words.allSatisfy { matches($0, command) } }
  }

  /// Matches the title, the name and the heading in either case; or a key, whose case counts if it is a single letter.
  private func matches(_ word: String, _ command: KeyCommand) -> Bool {
    let text = "\(command.title) \(command.id) \(command.group)".lowercased()
    if text.contains(word.lowercased()) { return true }
    if let gesture = command.gesture { return gesture.contains(word.lowercased()) }
    return command.keys.contains { sequence in
      sequence.keys.contains { key in
        let names = [key.notation, key.description, key.description(glyphs: .ascii)]
        return word.count == 1
          ? names.contains(word) : names.contains { $0.lowercased().hasPrefix(word.lowercased()) }
      }
    }
  }
}
