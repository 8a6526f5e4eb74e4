import GalleryDomain
import GalleryPresentation
import TerminalKit

/// Which keys call which command, on each screen.
///
/// The composition root makes it and gives it to the screens, as it does the theme. A screen says what its commands do
/// (`ScreenCommand`), and this says which keys call them.
nonisolated public struct KeyBindings: Equatable, Sendable {
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
          return Self.begins(key, of: one.name, otherKey, for: other.name)
        }
        if key.continues(otherKey) {
          return Self.begins(otherKey, of: other.name, key, for: one.name)
        }
        if key == otherKey, one.name != other.name, !shared.contains(key) {
          return KeyFault(
            "\"\(key.notation)\" calls both \(one.name) and \(other.name); give one of them another key"
          )
        }
      }
    }
    return nil
  }

  /// A key that calls a command begins a sequence that calls another, or the same.
  private static func begins(
    _ key: KeySequence, of one: String, _ sequence: KeySequence, for other: String
  ) -> KeyFault {
    let start = "\"\(key.notation)\" calls \(one), so \"\(sequence.notation)\""
    return KeyFault(
      one == other
        ? "\(start) never can" : "\(start) can't call \(other); give one of them another key")
  }

  /// Empty for a command that does not work there, or is not bound.
  public func keys(of command: Command, on screen: CommandScreen) -> [KeySequence] {
    uses[screen]?[command.name]?.keys ?? []
  }

  /// The keys and words of a command on a screen; nil if it does not work there.
  func use(of command: Command, on screen: CommandScreen) -> Command.Use? {
    command.gesture == nil ? uses[screen]?[command.name] : command.use(on: screen)
  }

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

  /// What follows the keys that begin several commands, unless the user's keys replace all of them.
  var menuTitles: [KeySequence: String] {
    Command.menuTitles.filter { key, _ in
      uses.contains { screen, uses in
        uses.contains { name, use in
          [use, Self.standard.uses[screen]?[name]].allSatisfy {
            $0?.keys.contains { $0.continues(key) } ?? false
          }
        }
      }
    }
  }

  /// The first key of a command for texts; its name if it has none, so that the user can give it one.
  public func name(_ command: Command, on screen: CommandScreen) -> String {
    keys(of: command, on: screen).first?.description ?? command.name
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
    guard let command = found else {
      throw KeyFault(
        "no such command", unknownName: self.command, among: Command.all.map(\.name))
    }
    guard !command.isFixed else { throw KeyFault("its key can't be changed") }
    var screens = command.screens
    if let screen {
      guard let named = CommandScreen(rawValue: screen) else {
        throw KeyFault(
          "no such screen", unknownName: screen, among: CommandScreen.allCases.map(\.rawValue))
      }
      guard screens.contains(named) else {
        let screens = command.screens.map(\.rawValue).joined(separator: ", ")
        throw KeyFault("works only on \(screens)")
      }
      screens = [named]
    }
    var sequences: [KeySequence] = []
    for notation in keys where !notation.isEmpty {
      let sequence = try Self.sequence(notation)
      guard screens.allSatisfy({ command.accepts(sequence, on: $0) }) else {
        throw KeyFault("types a letter there; use a key like ctrl-x or f5")
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
      case .unknown(let word): throw KeyFault("no key is called \(TextCleaner.line(word))")
      case .sameAs(let word, let key):
        throw KeyFault("terminals send \(key.notation) for \(TextCleaner.line(word))")
      }
    }
    for fixed in ["program.interrupt", "program.suspend", "program.redraw"] as [Command] {
      for key in fixed.uses[0].keys where key.keys.contains(where: sequence.keys.contains) {
        // A key that a fixed command always has.
        throw KeyFault("\(key.notation) is always \(fixed.name)")
      }
    }
    if sequence.keys.count > 1, sequence.keys.contains(.escape) {
      throw KeyFault("esc ends a sequence")
    }
    return sequence
  }
}

extension Command {
  /// Whether a sequence leaves letters to the text.
  nonisolated fileprivate func accepts(_ sequence: KeySequence, on screen: CommandScreen) -> Bool {
    !screen.takesText || sequence.keys[0].text == nil || leavesLetters
  }
}

/// Why a setting of `[keys]` is invalid, in words.
nonisolated public struct KeyFault: Error, Hashable, Sendable {
  public let words: String
  /// A name that isn't known, and those that are: one of them may be meant.
  public let unknownName: String
  public let knownNames: [String]

  init(_ words: String, unknownName: String = "", among knownNames: [String] = []) {
    self.words = words
    self.unknownName = unknownName
    self.knownNames = knownNames
  }
}
