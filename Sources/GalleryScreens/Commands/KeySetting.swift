import TerminalKit

/// One line of `[keys]`: other keys for a command; or the keys of a user's own command in `[commands]`.
nonisolated public struct KeySetting: Hashable, Sendable {
  /// As the file names it.
  public var command: String
  /// The one screen on which it holds; nil for all.
  public var screen: String?
  /// As the file writes them; empty removes the command's keys.
  public var keys: [String]

  public init(command: String, screen: String? = nil, keys: [String]) {
    self.command = command
    self.screen = screen
    self.keys = keys
  }

  /// The keys that a command of the user's own has where it is defined.
  public init(userCommand name: String, keys: [String]) {
    self.init(command: Command.ofUser(name).name, keys: keys)
    rank = .definition
  }

  /// Later ranks override earlier ones.
  enum Rank: CaseIterable {
    case definition, everywhere, screen
  }

  private var rank: Rank?

  /// What a setting without a fault changes.
  struct Change {
    var name: String
    var screens: [CommandScreen]
    var rank: Rank
    var keys: [KeySequence]
  }

  /// - Parameter userCommands: The commands besides those of the table.
  func change(_ userCommands: [Command]) throws(KeyFault) -> Change {
    let found = Command.named(command) ?? userCommands.first { $0.name == command }
    guard let command = found else { throw .unknownCommand(self.command) }
    guard !command.isFixed else { throw .fixed(command.name) }
    var screens = command.screens
    if let screen {
      guard let named = CommandScreen(rawValue: screen) else { throw .unknownScreen(screen) }
      guard screens.contains(named) else {
        throw .elsewhere(command.name, named, command.screens)
      }
      screens = [named]
    }
    var sequences: [KeySequence] = []
    for notation in keys where !notation.isEmpty {
      let sequence = try Self.sequence(notation)
      guard screens.allSatisfy({ command.takes(sequence, on: $0) }) else {
        throw .text(sequence, command.name)
      }
      if !sequences.contains(sequence) { sequences.append(sequence) }
    }
    return Change(
      name: command.name, screens: screens,
      rank: rank ?? (screen == nil ? .everywhere : .screen), keys: sequences)
  }

  private static func sequence(_ notation: String) throws(KeyFault) -> KeySequence {
    let sequence: KeySequence
    do throws(KeyNotationError) {
      sequence = try KeySequence(notation: notation)
    } catch {
      switch error {
      case .unknown(let word): throw .unknownKey(word)
      case .sameAs(let word, let key): throw .sameKey(word, key)
      }
    }
    for fixed in ["program.interrupt", "program.suspend", "program.redraw"] as [Command] {
      for key in fixed.uses[0].keys where key.keys.contains(where: sequence.keys.contains) {
        throw .taken(key, fixed.name)
      }
    }
    if sequence.keys.count > 1, sequence.keys.contains(.escape) { throw .escape(sequence) }
    return sequence
  }
}

extension Command {
  /// Whether a sequence leaves letters to the text.
  nonisolated fileprivate func takes(_ sequence: KeySequence, on screen: CommandScreen) -> Bool {
    !screen.takesText || !sequence.keys[0].isText || leavesLetters
  }
}

/// Why a setting of `[keys]` is invalid.
nonisolated public enum KeyFault: Error, Hashable, Sendable {
  case unknownCommand(String)
  case unknownScreen(String)
  /// The command does not work on that screen, but on others.
  case elsewhere(String, CommandScreen, [CommandScreen])
  /// The command always has its own key.
  case fixed(String)
  case unknownKey(String)
  /// Terminals send the same bytes for it and another key.
  case sameKey(String, Key)
  /// A key that a fixed command always has.
  case taken(KeySequence, String)
  /// Esc ends a sequence, so it cannot be part of one.
  case escape(KeySequence)
  /// It types a character on screens that take text.
  case text(KeySequence, String)
  /// One key calls two commands.
  case shared(KeySequence, String, String)
  /// A key calls a command, and begins a sequence that calls another, or the same.
  case begins(KeySequence, of: String, KeySequence, for: String)
}
