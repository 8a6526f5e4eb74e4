import ArgumentParser
import GalleryScreens
import TerminalKit

/// `vitrine keys`: every command with its keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the commands and their keys.")

  func run() throws {
    try StandardOutput.write(KeysText.table(Settings.ofFile().keys))
  }
}

/// The command table as text.
enum KeysText {
  /// A section for each screen with names, keys and descriptions.
  static func table(_ keys: KeyBindings) -> String {
    let names = keys.commands.map(\.name.count).max() ?? 0
    let parts = CommandScreen.allCases.map { screen in
      let rows = keys.commands.compactMap { command in
        command.use(on: screen).map { use in
          (command.name, notation(keys.keys(of: command, on: screen)), use.title)
        }
      }
      let width = rows.map(\.1.count).max() ?? 0
      return rows.reduce(into: "\(screen.rawValue)\n") { text, row in
        text += "  \(row.0.padded(to: names))  \(row.1.padded(to: width))  \(row.2)\n"
      }
    }
    return parts.joined(separator: "\n")
  }

  private static func notation(_ keys: [KeySequence]) -> String {
    keys.isEmpty ? "-" : keys.map(\.notation).joined(separator: ", ")
  }
}
