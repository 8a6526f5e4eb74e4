import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// What a configuration file makes of the table.
struct KeyBindingsTests {
  private func bindings(
    of userCommands: [String] = [], _ settings: KeySetting...
  ) -> (KeyBindings, [Int: String]) {
    var faults: [Int: String] = [:]
    let bindings = KeyBindings(settings, userCommands: userCommands) { faults[$0] = $1.words }
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
    var faults: [String] = []
    expectEqual(KeyBindings(all) { faults.append($1.words) }, .standard)
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

    expectEqual(
      faults, [1: "\"Y\" calls both list.sort and edit.undo; give one of them another key"])
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

  /// A case a line: a command, its screen unless it is for all, its keys separated by commas, and what is wrong with them.
  nonisolated private static let cases = #"""
    photo.copy-address | t t | "t" calls selection.toggle, so "t t" can't call photo.copy-address; give one of them another key
    list.first | Q,Q Q | "Q" calls list.first, so "Q Q" never can
    list.last | t e | "t" calls selection.toggle, so "t e" can't call list.last; give one of them another key
    list.refresh | , r |
    pan.left | n |
    information.down | + |
    selection.end | q |
    choice.view | b |
    places.show | T |
    choice.view | r | "r" calls both choice.view and list.refresh; give one of them another key
    search.submit | x | types a letter there; use a key like ctrl-x or f5
    prompt.accept | space | types a letter there; use a key like ctrl-x or f5
    order.accept-field | x | types a letter there; use a key like ctrl-x or f5
    help.up | k | types a letter there; use a key like ctrl-x or f5
    search.submit | ctrl-x,alt-x,f7,ctrl-t s |
    order.place | x |
    view.close order | x |
    list.sort | ctrl-c | ctrl-c is always program.interrupt
    list.sort | x ctrl-z | ctrl-z is always program.suspend
    program.interrupt | x | its key can't be changed
    list.sort | x esc | esc ends a sequence
    photo.opne | x | no such command
    photo.open lst | x | no such screen
    photo.open photo | x | works only on list, grid, compare, basket
    photo.open | return-key | no key is called return-key
    photo.open | ctrl-i | terminals send tab for ctrl-i
    """#.split(separator: "\n").map(String.init)

  @Test(arguments: cases)
  func `a key that can't be bound is a fault with its reason, others are not`(_ line: String) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix(" "))
    }
    let names = parts[0].split(separator: " ").map(String.init)
    let text = String(parts[1].reversed().drop { $0 == " " }.reversed())
    // A comma is a key, too.
    let keys = text.hasPrefix(",") ? [text] : text.split(separator: ",").map(String.init)
    let setting = KeySetting(
      command: names[0], screen: names.dropFirst().first, keys: keys)
    expectEqual(bindings(setting).1[0] ?? "", parts[2])
  }

  // MARK: Commands of the user's own

  private func own(_ bindings: KeyBindings, _ name: String, _ screen: CommandScreen) -> [String] {
    keys(bindings, .ofUser(name), screen)
  }

  @Test func `a command of the user's own has the keys of its definition, unless a setting says`() {
    let (bindings, faults) = bindings(
      of: ["rotate", "print"],
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
    let (bindings, faults) = bindings(
      of: ["one", "two", "three"], KeySetting(userCommand: "one", keys: ["r"]),
      KeySetting(userCommand: "two", keys: ["f7"]), KeySetting(userCommand: "three", keys: ["f7"]))

    expectEqual(
      faults,
      [
        0: "\"r\" calls both list.refresh and commands.one; give one of them another key",
        2: "\"f7\" calls both commands.two and commands.three; give one of them another key",
      ])
    expectEqual(own(bindings, "one", .list), [])
    expectEqual(own(bindings, "two", .list), ["f7"])
  }

  @Test func `it works on no other screen, and without the command no setting may name it`() {
    let onBasket = KeySetting(command: "commands.one", screen: "basket", keys: ["f7"])
    expectEqual(bindings(of: ["one"], onBasket).1[0], "works only on list, grid, photo")
    expectEqual(
      bindings(KeySetting(command: "commands.one", keys: ["f7"])).1[0], "no such command")
  }
}
