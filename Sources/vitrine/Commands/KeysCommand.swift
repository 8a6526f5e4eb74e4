import ArgumentParser
import GalleryScreens
import TerminalKit

/// `vitrine keys`: every command with its keys.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the commands and their keys.")

  @Flag(help: "Print them as [keys] for config.toml, with the defaults commented out.")
  var toml = false

  func run() throws {
    let keys = Settings.ofFile().keys
    try StandardOutput.write(toml ? KeysText.toml(keys) : KeysText.table(keys))
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

  /// Settings without effect: the user's own keys as they are, the defaults commented out.
  static func toml(_ keys: KeyBindings) -> String {
    let commands = keys.commands.filter { !$0.isFixed }
    var text = """
      # Keys of commands. Remove the # before a line to change its keys; [] takes them away.
      [keys]

      """
    for command in commands where isSame(command, keys) {
      text += line(command, on: command.screens[0], keys)
    }
    for screen in CommandScreen.allCases {
      let others = commands.filter { !isSame($0, keys) && $0.screens.contains(screen) }
      guard !others.isEmpty else { continue }
      text += "\n[keys.\(screen.rawValue)]\n"
      for command in others { text += line(command, on: screen, keys) }
    }
    return text
  }

  /// Whether the same keys apply on all screens.
  private static func isSame(_ command: Command, _ keys: KeyBindings) -> Bool {
    let defaults = command.screens.map { command.use(on: $0)?.keys }
    let bound = command.screens.map { keys.keys(of: command, on: $0) }
    return Set(defaults).count == 1 && Set(bound).count == 1
  }

  private static func line(
    _ command: Command, on screen: CommandScreen, _ keys: KeyBindings
  ) -> String {
    let bound = keys.keys(of: command, on: screen)
    let isOwn = bound != command.use(on: screen)?.keys
    let words = bound.map { quoted($0.notation) }
    let value = words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
    return "\(isOwn ? "" : "# ")\"\(command.name)\" = \(value)\n"
  }

  /// As a TOML basic string.
  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
