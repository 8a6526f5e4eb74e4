import TerminalKit

/// Which keys call which command, on each screen.
///
/// The composition root makes it and gives it to the screens, as it does the theme. A screen says what its commands do,
/// and `apply` what calls them: dispatch, key line and help are all made from what it returns.
nonisolated public struct KeyBindings: Sendable {
  /// What a command of the table has on one screen.
  private struct Entry: Sendable {
    var keys: [KeySequence]
    var title: String
    var group: String
    var mode: Command.Mode
  }

  private var entries: [CommandScreen: [String: Entry]] = [:]

  /// The keys of the table.
  public static let standard = KeyBindings()

  private init() {
    for command in Command.all {
      for use in command.uses {
        for screen in use.screens {
          entries[screen, default: [:]][command.name] = Entry(
            keys: use.keys, title: use.title, group: use.group.rawValue, mode: command.mode)
        }
      }
    }
  }

  /// None for a command that does not work there, or is not bound.
  public func keys(of command: Command, on screen: CommandScreen) -> [KeySequence] {
    entries[screen]?[command.name]?.keys ?? []
  }

  /// What a command's key does, in the form of the key line: `Esc cancel`; without the key where it has none.
  func hint(
    _ command: Command, on screen: CommandScreen, _ words: String, glyphs: Glyphs
  ) -> String {
    let key = keys(of: command, on: screen).first?.description(glyphs: glyphs)
    return [key, words].compactMap { $0 }.joined(separator: " ")
  }

  /// Gives commands the keys and words that they have on a screen; those that are not of the table stay as they are.
  @MainActor
  func apply(_ commands: [KeyCommand], on screen: CommandScreen) -> [KeyCommand] {
    let entries = entries[screen] ?? [:]
    let taken = takenKeys(by: commands, entries)
    return commands.map { command in
      guard let entry = entries[command.id] else { return command }
      return KeyCommand(
        id: command.id,
        keys: entry.keys.filter { taken[$0] ?? command.id == command.id },
        title: entry.title, group: entry.group, hint: command.hint,
        isEssential: command.isEssential, action: command.action)
    }
  }

  /// What goes before others takes its keys from them while it is there, so that key line and help show no key that does
  /// something else.
  @MainActor
  private func takenKeys(
    by commands: [KeyCommand], _ entries: [String: Entry]
  ) -> [KeySequence: String] {
    var taken: [KeySequence: String] = [:]
    for mode in [Command.Mode.chooser, .range] {
      for command in commands {
        guard let entry = entries[command.id], entry.mode == mode else { continue }
        for key in entry.keys { taken[key] = command.id }
      }
    }
    return taken
  }
}
