import TerminalKit

/// Finds the commands that match the words typed into the help.
struct HelpFilter {
  private let words: [String]

  /// - Parameter text: Words, all of which have to match.
  init(_ text: String) {
    words = text.split(separator: " ").map(String.init)
  }

  /// The matching commands, in their order.
  ///
  /// - Parameter searchesHeadings: Whether a heading finds all commands below it.
  func matches(in commands: [KeyCommand], searchesHeadings: Bool = true) -> [KeyCommand] {
    commands.filter { command in
      words.allSatisfy { matches($0, command, searchesHeadings: searchesHeadings) }
    }
  }

  /// The index of the command that is most likely meant: one that can be done now, by its title, or by a word of its title that
  /// is its name (`copy` is `file.copy`) or a synonym (`add` is for the basket), then by its keys, by the beginning of its title,
  /// by a synonym. nil if there are none.
  func best(of commands: [KeyCommand]) -> Int? {
    let typed = words.joined(separator: " ")
    let text = typed.lowercased()
    let ranks = commands.map { command in
      let title = command.title.lowercased()
      let isSynonym = synonyms(of: command).contains(text[...])
      let isNamed = title.contains(text) && (isSynonym || command.id.hasSuffix(".\(text)"))
      let isKey = command.keys.contains { [$0.notation, $0.description].contains(typed) }
      let rank =
        title == text || isNamed ? 0 : isKey ? 1 : title.hasPrefix(text) ? 2 : isSynonym ? 3 : 4
      return command.isAvailable ? rank : rank + 10
    }
    return ranks.indices.min { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  private func synonyms(of command: KeyCommand) -> [Substring] {
    Command.named(command.id)?.synonyms ?? []
  }

  /// From this length on, `fullscreen` finds `full screen`; shorter words would be found across two others.
  private static let minimumJoinedLength = 5

  /// Matches the title, the name and the heading in either case; the beginning of a synonym; or a key, whose case counts
  /// if it is a single letter.
  private func matches(_ word: String, _ command: KeyCommand, searchesHeadings: Bool) -> Bool {
    let lowercased = word.lowercased()
    let title = command.title.lowercased()
    let text = "\(title) \(command.id) \(searchesHeadings ? command.group.lowercased() : "")"
    if text.contains(lowercased) { return true }
    if synonyms(of: command).contains(where: { $0.hasPrefix(lowercased) }) { return true }
    if word.count >= Self.minimumJoinedLength, title.filter({ $0 != " " }).contains(lowercased) {
      return true
    }
    if let gesture = command.gesture { return gesture.contains(lowercased) }
    return command.keys.contains { sequence in
      sequence.keys.contains { key in
        let names = [key.notation, key.description]
        return word.count == 1
          ? names.contains(word) : names.contains { $0.lowercased().hasPrefix(lowercased) }
      }
    }
  }
}

/// What the help finds besides the commands of its screen.
public struct HelpScope {
  let screen: CommandScreen
  /// The commands of the table that the gallery offers.
  let commands: [Command]
  let screens: Set<CommandScreen>
}

extension HelpScope {
  /// Everything, for a screen that is shown before there is a gallery.
  public init(of screen: CommandScreen) {
    self.init(
      screen: screen, commands: Command.all,
      screens: Set(CommandScreen.allCases).subtracting([.help]))
  }
}

extension KeyBindings {
  /// Commands for the help of a screen where they don't work, with their own screens as the heading. Those that work on
  /// that screen, but not now, are left out.
  public func commandsElsewhere(_ scope: HelpScope) -> [KeyCommand] {
    scope.commands.filter { $0.gesture == nil && $0.use(on: scope.screen) == nil }
      .flatMap { command in
        var titles: [String] = []
        var screens: [String: [CommandScreen]] = [:]
        for screen in command.screens where scope.screens.contains(screen) {
          guard let title = use(of: command, on: screen)?.title else { continue }
          if screens[title] == nil { titles.append(title) }
          screens[title, default: []].append(screen)
        }
        return titles.map { title in
          let screens = screens[title] ?? []
          return KeyCommand(
            id: command.name, keys: screens.first.map { keys(of: command, on: $0) } ?? [],
            title: title, group: "Elsewhere: " + screens.map(\.phrase).joined(separator: ", "),
            isAvailable: false, action: {})
        }
      }
  }
}
