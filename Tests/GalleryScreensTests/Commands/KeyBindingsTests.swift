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

  private func fault(_ command: String, on screen: String? = nil, _ keys: String...) -> KeyFault? {
    bindings(KeySetting(command: command, screen: screen, keys: keys)).1[0]
  }

  private func keys(_ bindings: KeyBindings, _ command: Command, _ screen: CommandScreen)
    -> [String]
  {
    bindings.keys(of: command, on: screen).map(\.notation)
  }

  private func sequence(_ notation: String) throws -> KeySequence {
    try KeySequence(notation: notation)
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

  @Test func `the default key of another command is a conflict`() throws {
    let (bindings, faults) = bindings(KeySetting(command: "photo.copy-address", keys: ["r"]))

    expectEqual(faults, [0: .shared(try sequence("r"), "list.refresh", "photo.copy-address")])
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

  @Test func `of two settings that contradict each other the later one falls`() throws {
    let (bindings, faults) = bindings(
      KeySetting(command: "list.sort", keys: ["Y"]), KeySetting(command: "edit.undo", keys: ["Y"]))

    expectEqual(faults, [1: .shared(try sequence("Y"), "list.sort", "edit.undo")])
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

  @Test func `a key that begins a sequence is a conflict, in one command as in two`() throws {
    let (t, twice) = (try sequence("t"), try sequence("t t"))
    let (q, twiceQ) = (try sequence("Q"), try sequence("Q Q"))

    expectEqual(
      fault("photo.copy-address", "t t"),
      .begins(t, of: "selection.toggle", twice, for: "photo.copy-address"))
    expectEqual(
      fault("list.first", "Q", "Q Q"), .begins(q, of: "list.first", twiceQ, for: "list.first"))
    expectEqual(
      fault("list.last", "t e"),
      .begins(t, of: "selection.toggle", try sequence("t e"), for: "list.last"))
    expectEqual(fault("list.refresh", ", r"), nil)
  }

  @Test func `a state may share keys with its screen, and takes precedence`() {
    expectEqual(fault("pan.left", "n"), nil)
    expectEqual(fault("information.down", "+"), nil)
    expectEqual(fault("selection.end", "q"), nil)
  }

  @Test func `commands that are never available together may share a key`() {
    expectEqual(fault("choice.view", "b"), nil)
    #expect(fault("choice.view", "r") != nil)
    expectEqual(fault("places.show", "T"), nil)
  }

  @Test func `where text is typed, letters remain text`() throws {
    let x = try sequence("x")
    expectEqual(fault("search.submit", "x"), .text(x, "search.submit"))
    expectEqual(fault("prompt.accept", "space"), .text(try sequence("space"), "prompt.accept"))
    expectEqual(fault("order.accept-field", "x"), .text(x, "order.accept-field"))
    expectEqual(fault("help.up", "k"), .text(try sequence("k"), "help.up"))
    expectEqual(fault("search.submit", "ctrl-x", "alt-x", "f7", "ctrl-t s"), nil)
    expectEqual(fault("order.place", "x"), nil)
    expectEqual(fault("view.close", on: "order", "x"), nil)
  }

  @Test func `the program's own keys cannot be bound to anything else`() throws {
    expectEqual(fault("list.sort", "ctrl-c"), .taken(try sequence("ctrl-c"), "program.interrupt"))
    expectEqual(fault("list.sort", "x ctrl-z"), .taken(try sequence("ctrl-z"), "program.suspend"))
    expectEqual(fault("program.interrupt", "x"), .fixed("program.interrupt"))
    expectEqual(fault("list.sort", "x esc"), .escape(try sequence("x esc")))
  }

  @Test func `unknown names are reported`() {
    expectEqual(fault("photo.opne", "x"), .unknownCommand("photo.opne"))
    expectEqual(fault("photo.open", on: "lst", "x"), .unknownScreen("lst"))
    expectEqual(
      fault("photo.open", on: "photo", "x"),
      .elsewhere("photo.open", .photo, [.list, .grid, .compare, .basket]))
    expectEqual(fault("photo.open", "return-key"), .unknownKey("return-key"))
    expectEqual(fault("photo.open", "ctrl-i"), .sameKey("ctrl-i", .tab))
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

  @Test func `its keys conflict with no others, not even with each other`() throws {
    let (bindings, faults) = own(
      ["one", "two", "three"], KeySetting(userCommand: "one", keys: ["r"]),
      KeySetting(userCommand: "two", keys: ["f7"]), KeySetting(userCommand: "three", keys: ["f7"]))

    expectEqual(
      faults,
      [
        0: .shared(try sequence("r"), "list.refresh", "commands.one"),
        2: .shared(try sequence("f7"), "commands.two", "commands.three"),
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
