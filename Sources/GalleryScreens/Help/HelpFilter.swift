import TerminalKit

/// Which commands somebody means who types words into the help.
struct HelpFilter {
  private let words: [String]

  /// - Parameter text: Words, all of which have to be found.
  init(_ text: String) {
    words = text.split(separator: " ").map(String.init)
  }

  /// In their order.
  func matches(in commands: [KeyCommand]) -> [KeyCommand] {
    commands.filter { command in words.allSatisfy { matches($0, command) } }
  }

  /// In the title, the name and the heading in either case; or a key, of which a single letter has its case.
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
