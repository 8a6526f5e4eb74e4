import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// What a configuration file makes of the table.
struct KeyBindingsTests {
  private func bindings(_ settings: KeySetting...) -> (KeyBindings, [Int: KeyFault]) {
    var faults: [Int: KeyFault] = [:]
    let bindings = KeyBindings(settings) { faults[$0] = $1 }
    return (bindings, faults)
  }

  private func keys(_ bindings: KeyBindings, _ command: Command, _ screen: CommandScreen)
    -> [String]
  {
    bindings.keys(of: command, on: screen).map(\.notation)
  }

  @Test func `without settings the table applies, and has no conflicts`() {
    expectEqual(bindings().0, .standard)

    // Bound to the keys that they have, all commands are checked.
    let all = Command.all.filter { !$0.isFixed }.flatMap { command in
      command.screens.map { screen in
        KeySetting(
          command: command.name, screen: screen.rawValue,
          keys: (command.use(on: screen)?.keys ?? []).map(\.notation))
      }
    }
    var faults: [KeyFault] = []
    expectEqual(KeyBindings(all) { faults.append($1) }, .standard)
    // q closes a form and the help only where no letters are typed.
    expectEqual(faults, [])
  }

  @Test func `a command gets the keys of its setting, on all its screens`() {
    let (bindings, faults) = bindings(
      KeySetting(command: "photo.copy-address", keys: ["Y", "alt-c"]),
      KeySetting(command: "list.first", keys: ["g g", "home"]),
      KeySetting(command: "list.refresh", keys: []), KeySetting(command: "edit.undo", keys: [""]))

    expectEqual(faults, [:])
    for screen in [CommandScreen.list, .grid, .photo, .basket] {
      expectEqual(keys(bindings, "photo.copy-address", screen), ["Y", "alt-c"])
    }
    expectEqual(keys(bindings, "list.first", .orders), ["g g", "home"])
    expectEqual(keys(bindings, "list.refresh", .list), [])
    expectEqual(keys(bindings, "edit.undo", .photo), [])
    expectEqual(keys(bindings, "list.up", .list), ["up", "k"])
  }

  @Test func `a setting for one screen overrides one for all, wherever it is`() {
    let (bindings, faults) = bindings(
      KeySetting(command: "view.close", screen: "photo", keys: ["Q"]),
      KeySetting(command: "view.close", keys: ["W"]))

    expectEqual(faults, [:])
    expectEqual(keys(bindings, "view.close", .photo), ["Q"])
    expectEqual(keys(bindings, "view.close", .basket), ["W"])
  }

  @Test func `the default key of another command is a conflict`() {
    let (bindings, faults) = bindings(KeySetting(command: "photo.copy-address", keys: ["r"]))

    expectEqual(faults, [0: .shared(Self.k("r"), "list.refresh", "photo.copy-address")])
    expectEqual(keys(bindings, "photo.copy-address", .list), ["y"])
    expectEqual(keys(bindings, "list.refresh", .list), ["r", "f5"])
  }

  @Test func `two commands exchange their keys`() {
    let (bindings, faults) = bindings(
      KeySetting(command: "list.sort", keys: ["f"]),
      KeySetting(command: "list.for-sale", keys: ["s"]))

    expectEqual(faults, [:])
    expectEqual(keys(bindings, "list.sort", .grid), ["f"])
    expectEqual(keys(bindings, "list.for-sale", .grid), ["s"])
  }

  @Test func `of two settings that contradict each other the later one falls`() {
    let (bindings, faults) = bindings(
      KeySetting(command: "list.sort", keys: ["Y"]), KeySetting(command: "edit.undo", keys: ["Y"]))

    expectEqual(faults, [1: .shared(Self.k("Y"), "list.sort", "edit.undo")])
    expectEqual(keys(bindings, "list.sort", .list), ["Y"])
    expectEqual(keys(bindings, "edit.undo", .list), ["u"])
  }

  @Test func `a setting that needed the one that fell falls with it`() {
    let (bindings, faults) = bindings(
      KeySetting(command: "list.sort", keys: ["f"]),
      KeySetting(command: "list.for-sale", keys: ["s", "r"]))

    expectEqual(faults.count, 2)
    expectEqual(bindings, .standard)
  }

  /// - Parameter keys: Separated by commas.
  @Test(
    arguments: [
      // A key that begins a sequence is a conflict, in one command as in two.
      (
        "photo.copy-address", nil, "t t",
        .begins(k("t"), of: "selection.toggle", k("t t"), for: "photo.copy-address")
      ),
      ("list.first", nil, "Q,Q Q", .begins(k("Q"), of: "list.first", k("Q Q"), for: "list.first")),
      (
        "list.last", nil, "t e",
        .begins(k("t"), of: "selection.toggle", k("t e"), for: "list.last")
      ),
      ("list.refresh", nil, ", r", nil),
      // A state may share keys with its screen, and takes precedence.
      ("pan.left", nil, "n", nil), ("information.down", nil, "+", nil),
      ("selection.end", nil, "q", nil),
      // So may commands that are never available together.
      ("choice.view", nil, "b", nil), ("places.show", nil, "T", nil),
      ("choice.view", nil, "r", .shared(k("r"), "choice.view", "list.refresh")),
      // Where text is typed, letters remain text.
      ("search.submit", nil, "x", .text(k("x"), "search.submit")),
      ("prompt.accept", nil, "space", .text(k("space"), "prompt.accept")),
      ("order.accept-field", nil, "x", .text(k("x"), "order.accept-field")),
      ("help.up", nil, "k", .text(k("k"), "help.up")),
      ("search.submit", nil, "ctrl-x,alt-x,f7,ctrl-t s", nil), ("order.place", nil, "x", nil),
      ("view.close", "order", "x", nil),
      // The program's own keys can't be bound to anything else.
      ("list.sort", nil, "ctrl-c", .taken(k("ctrl-c"), "program.interrupt")),
      ("list.sort", nil, "x ctrl-z", .taken(k("ctrl-z"), "program.suspend")),
      ("program.interrupt", nil, "x", .fixed("program.interrupt")),
      ("list.sort", nil, "x esc", .escape(k("x esc"))),
      // Names that are not known.
      ("photo.opne", nil, "x", .unknownCommand("photo.opne")),
      ("photo.open", "lst", "x", .unknownScreen("lst")),
      (
        "photo.open", "photo", "x",
        .elsewhere("photo.open", .photo, [.list, .grid, .compare, .basket])
      ),
      ("photo.open", nil, "return-key", .unknownKey("return-key")),
      ("photo.open", nil, "ctrl-i", .sameKey("ctrl-i", .tab)),
    ] as [(String, String?, String, KeyFault?)])
  func `a key that can't be bound is a fault with its reason, others are not`(
    _ command: String, _ screen: String?, _ keys: String, _ fault: KeyFault?
  ) {
    // A comma is a key, too.
    let keys = keys.hasPrefix(",") ? [keys] : keys.split(separator: ",").map(String.init)
    let setting = KeySetting(command: command, screen: screen, keys: keys)
    expectEqual(bindings(setting).1[0], fault)
  }

  /// A key or a sequence that there is.
  nonisolated private static func k(_ notation: String) -> KeySequence {
    (try? KeySequence(notation: notation)) ?? KeySequence(.escape)
  }

  // MARK: Commands of the user's own

  private func own(
    _ names: [String], _ settings: KeySetting...
  ) -> (KeyBindings, [Int: KeyFault]) {
    var faults: [Int: KeyFault] = [:]
    let bindings = KeyBindings(settings, userCommands: names) { faults[$0] = $1 }
    return (bindings, faults)
  }

  private func own(_ bindings: KeyBindings, _ name: String, _ screen: CommandScreen) -> [String] {
    keys(bindings, .ofUser(name), screen)
  }

  @Test func `a command of the user's own has the keys of its definition, unless a setting says`() {
    let (bindings, faults) = own(
      ["rotate", "print"],
      KeySetting(command: "commands.rotate", screen: "photo", keys: ["f6"]),
      KeySetting(userCommand: "rotate", keys: [", r", "f7"]))

    expectEqual(faults, [:])
    expectEqual(own(bindings, "rotate", .list), [", r", "f7"])
    expectEqual(own(bindings, "rotate", .grid), [", r", "f7"])
    expectEqual(own(bindings, "rotate", .photo), ["f6"])
    expectEqual(own(bindings, "print", .list), [])
    expectEqual(bindings.commands.count, Command.all.count + 2)
  }

  @Test func `its keys conflict with no others, not even with each other`() {
    let (bindings, faults) = own(
      ["one", "two", "three"], KeySetting(userCommand: "one", keys: ["r"]),
      KeySetting(userCommand: "two", keys: ["f7"]), KeySetting(userCommand: "three", keys: ["f7"]))

    expectEqual(
      faults,
      [
        0: .shared(Self.k("r"), "list.refresh", "commands.one"),
        2: .shared(Self.k("f7"), "commands.two", "commands.three"),
      ])
    expectEqual(own(bindings, "one", .list), [])
    expectEqual(own(bindings, "two", .list), ["f7"])
  }

  @Test func `it works on no other screen, and without the command no setting may name it`() {
    expectEqual(
      own(["one"], KeySetting(command: "commands.one", screen: "basket", keys: ["f7"])).1[0],
      .elsewhere("commands.one", .basket, [.list, .grid, .photo]))
    expectEqual(
      own([], KeySetting(command: "commands.one", keys: ["f7"])).1[0],
      .unknownCommand("commands.one"))
  }
}
