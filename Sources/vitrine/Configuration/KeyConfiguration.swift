import GalleryDomain
import GalleryScreens
import TOMLKit
import TerminalKit

/// `[keys]` in `config.toml`: which keys call which command, together with the keys of the user's commands in
/// `[commands]`.
enum KeyConfiguration {
  /// A value with the names of all enclosing tables, and its own.
  private struct Entry {
    var path: [String]
    /// nil if it isn't a list of keys.
    var keys: [String]?
  }

  /// - Parameters:
  ///   - table: `[keys]`.
  ///   - definitions: `[commands]`.
  ///   - userCommands: The valid commands among them.
  ///   - complain: Called with the position of a mistake, and what is wrong.
  ///   - line: Returns the line of a path: of two settings that contradict each other the later one is a mistake.
  static func read(
    _ table: TOMLTable?, definitions: TOMLTable? = nil, userCommands: [String] = [],
    complain: (_ path: [String], _ words: String) -> Void,
    line: ([String]) -> Int
  ) -> KeyBindings {
    var entries = userCommands.compactMap { name in
      definitions?[name]?.table?["keys"].map {
        Entry(path: ["commands", name, "keys"], keys: keys($0))
      }
    }
    if let table { entries += self.entries(of: table, at: ["keys"]) }
    entries = entries.map { (line($0.path), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    for entry in entries where entry.keys == nil {
      complain(entry.path, "must be a key or a list of keys, in quotes")
    }
    let readable = entries.filter { $0.keys != nil }
    var unknownCount = 0
    return KeyBindings(readable.compactMap(setting), userCommands: userCommands) {
      index, fault in
      if case .unknownCommand = fault { unknownCount += 1 }
      complain(readable[index].path, fault.words(isSuggesting: unknownCount <= suggestionLimit))
    }
  }

  /// Each name is compared with those of all commands: thousands that are unknown would take seconds.
  private static let suggestionLimit = 20

  private static func entries(of table: TOMLTable, at path: [String]) -> [Entry] {
    table.keys.sorted().flatMap { name -> [Entry] in
      let path = path + [name]
      if let inner = table[name]?.table { return entries(of: inner, at: path) }
      return [Entry(path: path, keys: keys(table[name]))]
    }
  }

  /// `"y"`, or `["g g", "home"]`.
  private static func keys(_ value: (any TOMLValueConvertible)?) -> [String]? {
    value?.string.map { [$0] } ?? SettingValue.words(value)
  }

  /// Command names have two parts, so a third part in front is a screen. It makes no difference whether `photo.open` is
  /// in quotes, as it should be, or a TOML table.
  private static func setting(_ entry: Entry) -> KeySetting? {
    guard let keys = entry.keys else { return nil }
    if entry.path[0] == "commands" {
      return KeySetting(userCommand: entry.path[1], keys: keys)
    }
    let path = entry.path.dropFirst()
    let name = path.joined(separator: ".")
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if Command.named(name) == nil, parts.count == 2,
      parts[1].contains(".") || CommandScreen(rawValue: entry.path[1]) != nil,
      path.count > 1
    {
      return KeySetting(command: String(parts[1]), screen: String(parts[0]), keys: keys)
    }
    return KeySetting(command: name, keys: keys)
  }
}

extension KeyFault {
  /// - Parameter isSuggesting: Whether to look for the command that was probably meant.
  func words(isSuggesting: Bool) -> String {
    switch self {
    case .unknownCommand(let name):
      "no such command"
        + Self.hint(
          isSuggesting ? Self.nearest(to: name, among: Command.all.map(\.name)) : nil)
    case .unknownScreen(let name):
      "no such screen"
        + Self.hint(Self.nearest(to: name, among: CommandScreen.allCases.map(\.rawValue)))
    case .elsewhere(_, _, let screens):
      "works only on \(screens.map(\.rawValue).joined(separator: ", "))"
    case .fixed: "its key can't be changed"
    case .unknownKey(let word): "no key is called \(TextCleaner.line(word))"
    case .sameKey(let word, let key):
      "terminals send \(key.notation) for \(TextCleaner.line(word))"
    case .taken(let key, let name): "\(key.notation) is always \(name)"
    case .escape: "esc ends a sequence"
    case .text: "types a letter there; use a key like ctrl-x or f5"
    case .shared(let key, let one, let other):
      "\"\(key.notation)\" calls both \(one) and \(other); give one of them another key"
    case .begins(let key, let one, let sequence, let other) where one == other:
      "\"\(key.notation)\" calls \(one), so \"\(sequence.notation)\" never can"
    case .begins(let key, let one, let sequence, let other):
      "\"\(key.notation)\" calls \(one), so \"\(sequence.notation)\" can't call \(other); give one of them another key"
    }
  }

  static func hint(_ name: String?) -> String { name.map { "; did you mean \($0)?" } ?? "" }

  /// Within a third of the letters; nil if no name is similar.
  static func nearest(to name: String, among names: [String]) -> String? {
    guard name.count <= 40 else { return nil }
    return UnknownCommand.nearest(to: name, among: names, within: max(1, name.count / 3))
  }
}
