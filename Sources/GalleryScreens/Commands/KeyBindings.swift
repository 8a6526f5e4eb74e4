import GalleryPresentation
import TerminalKit

/// Which keys call which command, on each screen.
///
/// The composition root makes it and gives it to the screens, as it does the theme. A screen says what its commands do
/// (`ScreenCommand`), and this says which keys call them.
nonisolated public struct KeyBindings: Equatable, Sendable {
  /// By screens and names.
  private var uses: [CommandScreen: [String: Command.Use]] = [:]
  /// All commands: those of the table, and the user's own with their keys in `[commands]`.
  public private(set) var commands: [Command]

  /// The keys of the table.
  public static let standard = KeyBindings(Command.all)

  private init(_ commands: [Command]) {
    self.commands = commands
    for command in commands {
      for use in command.uses {
        for screen in use.screens {
          uses[screen, default: [:]][command.name] = use
        }
      }
    }
  }

  /// The table with the settings of a configuration file.
  ///
  /// - Parameters:
  ///   - settings: In the order of the file.
  ///   - userCommands: Names of the user's own commands, which have keys only through settings.
  ///   - complain: Called for each setting that is invalid, with its index: the keys of the table are kept then.
  public init(
    _ settings: [KeySetting], userCommands: [String] = [], complain: (Int, KeyFault) -> Void
  ) {
    let userCommands = userCommands.map(Command.ofUser)
    let table = userCommands.isEmpty ? Self.standard : KeyBindings(Command.all + userCommands)
    var accepted: [(index: Int, change: KeySetting.Change)] = []
    for (index, setting) in settings.enumerated() {
      do throws(KeyFault) {
        accepted.append((index, try setting.change(userCommands)))
      } catch {
        complain(index, error)
      }
    }
    // Of two contradicting settings the later one is dropped, and what its command has then is checked again.
    while true {
      self = table
      var origins: [CommandScreen: [String: Int]] = [:]
      let ordered = KeySetting.Rank.allCases.flatMap { rank in
        accepted.filter { $0.change.rank == rank }
      }
      for (index, change) in ordered {
        for screen in change.screens {
          uses[screen]?[change.name]?.keys = change.keys
          origins[screen, default: [:]][change.name] = index
        }
      }
      giveWay(to: origins)
      let conflicts = conflicts(origins)
      guard !conflicts.isEmpty else {
        keepDefinitions(accepted.map(\.change))
        return
      }
      for (index, fault) in conflicts { complain(index, fault) }
      let dropped = Set(conflicts.map(\.0))
      accepted.removeAll { dropped.contains($0.index) }
    }
  }

  /// Sequences of the table that begin with a key of the user's go: an own key works as it did before the table had them.
  private mutating func giveWay(to origins: [CommandScreen: [String: Int]]) {
    for (screen, bound) in origins {
      let own = bound.keys.flatMap { uses[screen]?[$0]?.keys ?? [] }
      for command in commands where bound[command.name] == nil {
        uses[screen]?[command.name]?.keys.removeAll { key in
          own.contains { key.continues($0) }
        }
      }
    }
  }

  /// The keys in the definition of a user's command are its default keys, like those of the table's commands.
  private mutating func keepDefinitions(_ changes: [KeySetting.Change]) {
    for change in changes where change.rank == .definition {
      guard let index = commands.firstIndex(where: { $0.name == change.name }) else { continue }
      commands[index] = commands[index].withKeys(change.keys)
    }
  }

  /// The settings that are to be dropped, and why: of two commands with conflicting keys, the later setting that has bound
  /// one of them.
  private func conflicts(_ origins: [CommandScreen: [String: Int]]) -> [(Int, KeyFault)] {
    var found: [(Int, KeyFault)] = []
    var dropped: Set<Int> = []
    for screen in CommandScreen.allCases {
      guard let bound = origins[screen], let uses = uses[screen] else { continue }
      let commands = self.commands.filter { uses[$0.name] != nil }
      let origins = commands.map { bound[$0.name] }
      for (index, one) in commands.enumerated() {
        for other in index..<commands.count where (origins[index] ?? origins[other]) != nil {
          let settings = [origins[index], origins[other]].compactMap { $0 }
          guard let later = settings.max(), dropped.isDisjoint(with: settings),
            let fault = conflict(of: one, with: commands[other], on: screen, uses)
          else { continue }
          dropped.insert(later)
          found.append((later, fault))
        }
      }
    }
    return found
  }

  private func conflict(
    of one: Command, with other: Command, on screen: CommandScreen, _ uses: [String: Command.Use]
  ) -> KeyFault? {
    guard one.name == other.name || one.layer.conflicts(with: other.layer),
      let ones = uses[one.name]?.keys, let others = uses[other.name]?.keys
    else { return nil }
    let shared = Set(one.use(on: screen)?.keys ?? []).intersection(
      other.use(on: screen)?.keys ?? [])
    for key in ones {
      for otherKey in others {
        if otherKey.continues(key) {
          return .begins(key, of: one.name, otherKey, for: other.name)
        }
        if key.continues(otherKey) {
          return .begins(otherKey, of: other.name, key, for: one.name)
        }
        if key == otherKey, one.name != other.name, !shared.contains(key) {
          return .shared(key, one.name, other.name)
        }
      }
    }
    return nil
  }

  /// Empty for a command that does not work there, or is not bound.
  public func keys(of command: Command, on screen: CommandScreen) -> [KeySequence] {
    uses[screen]?[command.name]?.keys ?? []
  }

  /// The keys and words of a command on a screen; nil if it does not work there.
  func use(of command: Command, on screen: CommandScreen) -> Command.Use? {
    command.gesture == nil ? uses[screen]?[command.name] : command.use(on: screen)
  }

  /// For texts; a command without keys is named, so that the user can give it one.
  public var hints: KeyHints {
    var hints = KeyHints()
    hints.refresh = name("list.refresh", on: .list)
    hints.undo = name("edit.undo", on: .list)
    hints.search = name("list.search", on: .list)
    hints.filter = name("list.filter", on: .list)
    hints.sort = name("list.sort", on: .list)
    hints.clear = name("list.clear", on: .list)
    hints.markForSale = name("photo.for-sale", on: .list)
    hints.quit = name("program.quit", on: .list)
    hints.basket = name("basket.toggle", on: .list)
    hints.back = name("view.close", on: .basket)
    hints.leaveOrders = name("view.close", on: .orders)
    hints.deselect = name("selection.none", on: .list)
    hints.complete = name("prompt.complete", on: .prompt)
    hints.submitFilter = name("filter.submit", on: .filter)
    hints.captionEditor = name("caption.editor", on: .caption)
    return hints
  }

  func name(_ command: Command, on screen: CommandScreen) -> String {
    keys(of: command, on: screen).first?.description ?? command.name
  }

  /// What a command's key does, in the form of the key line: `Esc cancel`; without the key if it has none.
  func hint(
    _ command: Command, on screen: CommandScreen, _ words: String
  ) -> String {
    let key = keys(of: command, on: screen).first?.description
    return [key, words].compactMap { $0 }.joined(separator: " ")
  }
}

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
