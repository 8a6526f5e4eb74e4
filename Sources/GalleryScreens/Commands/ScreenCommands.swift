import TerminalKit

/// A command on a screen: when it is available, its word on the key line, and what it does.
///
/// Made once with its screen; a key press builds nothing. The closures get the screen, so they need not hold it.
public struct ScreenCommand<Target> {
  let command: Command
  /// Whether the key line drops it last, like help and quit.
  var isEssential = false
  /// Whether the command is available now; nil for always.
  var isAvailable: ((Target) -> Bool)?
  /// Whether the source refuses it: the help does not list it, though its key says why.
  var isRefused: (() -> Bool)?
  var hint: ((Target) -> String?)?
  let perform: (Target) -> Void

  /// - Parameter hint: One word for the key line; nil to leave it out there.
  init(
    _ command: Command, hint: String? = nil, isEssential: Bool = false,
    perform: @escaping (Target) -> Void
  ) {
    self.command = command
    self.hint = hint.map { hint in { _ in hint } }
    self.isEssential = isEssential
    self.perform = perform
  }

  /// The same command with a word for the key line that is read at every frame.
  func hinted(_ hint: @escaping (Target) -> String?) -> ScreenCommand {
    var command = self
    command.hint = hint
    return command
  }

  /// The same command, available only while a condition also holds, which is checked at every key and every frame: keep
  /// it cheap.
  func when(_ condition: @escaping (Target) -> Bool) -> ScreenCommand {
    var command = self
    command.isAvailable = { [isAvailable] in condition($0) && isAvailable?($0) ?? true }
    return command
  }

  /// The same command in a source that refuses it: its key says why, and neither key line nor help lists it.
  func refused(when isRefused: @escaping () -> Bool) -> ScreenCommand {
    var command = self
    command.isRefused = isRefused
    command.hint = hint.map { hint in { isRefused() ? nil : hint($0) } }
    return command
  }
}

/// The commands of a screen with the keys that call them: a key is one look-up.
///
/// Key line and help are made from the same rows, so they never show a key that does something else.
public struct ScreenCommands<Target> {
  private struct Row {
    let command: ScreenCommand<Target>
    let use: Command.Use
  }

  /// A row with certain keys, or with a sequence that begins with them.
  private struct Candidate {
    let row: Int
    let isBeginning: Bool
  }

  let screen: CommandScreen
  private var rows: [Row] = []
  /// By keys and beginnings of sequences; those of the top layer first.
  private var candidates: [KeySequence: [Candidate]] = [:]

  /// - Parameters:
  ///   - commands: In the order of the help. Commands that the table does not have on this screen are skipped; of
  ///     several with one name the first one is used.
  ///   - keys: The table with the user's keys.
  init(_ commands: [ScreenCommand<Target>], on screen: CommandScreen, keys: KeyBindings) {
    self.screen = screen
    var names: Set<String> = []
    for command in commands {
      guard let use = keys.use(of: command.command, on: screen),
        names.insert(command.command.name).inserted
      else { continue }
      rows.append(Row(command: command, use: use))
    }
    let fromTheTop = rows.indices.sorted { one, other in
      let layers = [one, other].map { rows[$0].command.command.layer }
      return layers[0] == layers[1] ? one < other : layers[0] > layers[1]
    }
    for row in fromTheTop {
      for sequence in rows[row].use.keys {
        for count in 1...sequence.keys.count {
          candidates[KeySequence(Array(sequence.keys.prefix(count))), default: []].append(
            Candidate(row: row, isBeginning: count < sequence.keys.count))
        }
      }
    }
  }

  /// What the keys pressed so far do.
  func match(_ keys: KeySequence, on target: Target) -> KeyMatch? {
    guard let found = candidates[keys]?.first(where: { isAvailable($0.row, target) }) else {
      return nil
    }
    guard !found.isBeginning else { return .beginning }
    let command = rows[found.row].command
    return .command { command.perform(target) }
  }

  /// The commands that are available now, with the keys that call them now.
  ///
  /// - Parameter forHelp: Includes those of a zoomed photo and of long information, and leaves out what the source
  ///   refuses.
  func list(of target: Target, forHelp: Bool = false) -> [KeyCommand] {
    rows.indices.compactMap { index in
      if forHelp, rows[index].command.isRefused?() == true { return nil }
      let isListed = forHelp && rows[index].command.command.layer.isAlwaysListed
      return isListed || isAvailable(index, target) ? keyCommand(index, target) : nil
    }
  }

  /// The commands that the key line names.
  ///
  /// - Parameter order: Those that the moment calls for, the most needed first, after programs that can be stopped; empty
  ///   for all that have a hint, in the order of the help.
  func hinted(of target: Target, in order: [Command] = []) -> [KeyCommand] {
    let hinted = rows.indices.compactMap { index -> KeyCommand? in
      guard rows[index].command.hint != nil, isAvailable(index, target) else { return nil }
      let command = keyCommand(index, target)
      return command.hint == nil ? nil : command
    }
    guard !order.isEmpty else { return hinted }
    return hinted.filter { Command.isOfUser($0.id) }
      + order.compactMap { command in hinted.first { $0.id == command.name } }
  }

  private func isAvailable(_ row: Int, _ target: Target) -> Bool {
    rows[row].command.isAvailable?(target) ?? true
  }

  private func keyCommand(_ index: Int, _ target: Target) -> KeyCommand {
    let row = rows[index]
    return KeyCommand(
      id: row.command.command.name,
      keys: row.use.keys.filter { !isShadowed($0, from: index, target) },
      gesture: row.command.command.gesture, title: row.use.title, group: row.use.group.rawValue,
      hint: row.command.hint?(target), isEssential: row.command.isEssential,
      isAvailable: !row.command.command.isFixed && isAvailable(index, target)
    ) { row.command.perform(target) }
  }

  /// Whether a key now calls another command, which takes precedence.
  private func isShadowed(_ keys: KeySequence, from row: Int, _ target: Target) -> Bool {
    let others = candidates[keys]?.prefix { $0.row != row } ?? []
    return others.contains { other in
      rows[other.row].command.command.layer.takesKeys && isAvailable(other.row, target)
    }
  }
}

/// A screen whose keys are those of the command table.
public protocol CommandedScreen: AnyObject {
  var context: ScreenContext { get }
  var commands: ScreenCommands<Self> { get }
  /// What the key line names now, the most needed first; empty for every command with a hint.
  var keyLine: [Command] { get }
  /// What the help of the screen lists, whatever it shows now.
  var helpCommands: [KeyCommand] { get }
}

extension Screen where Self: CommandedScreen {
  public func match(_ keys: KeySequence) -> KeyMatch? { commands.match(keys, on: self) }

  public var keyCommands: [KeyCommand] { commands.list(of: self) }
}

extension CommandedScreen {
  public var keyLine: [Command] { [] }
  public var helpCommands: [KeyCommand] { commands.list(of: self, forHelp: true) }

  var hintedCommands: [KeyCommand] { commands.hinted(of: self, in: keyLine) }

  /// What the key line says of the key that shows all keys.
  var helpWord: String { context.terminal.size.columns < 60 ? "keys" : "all keys" }

  var commandScreen: CommandScreen { commands.screen }

  var theme: Theme { context.theme }
  var keys: KeyBindings { context.keys }
  var pictures: any PhotoPictures { context.pictures }
}
