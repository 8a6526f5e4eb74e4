import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The commands of a screen as a table: which command a key calls, and what key line and help show.
struct ScreenCommandsTests {
  /// A screen with states, which records what was done and what was checked.
  private final class Target {
    var performed: [String] = []
    var asked: [String] = []
    var isZoomed = false
    var hasRange = false
  }

  private func command(
    _ command: Command, hint: String? = nil, when condition: KeyPath<Target, Bool>? = nil
  ) -> ScreenCommand<Target> {
    let made = ScreenCommand<Target>(command, hint: hint) { $0.performed.append(command.name) }
    guard let condition else { return made }
    return made.when {
      $0.asked.append(command.name)
      return $0[keyPath: condition]
    }
  }

  private func press(_ keys: Key..., on target: Target, in commands: ScreenCommands<Target>) -> Bool
  {
    switch commands.match(KeySequence(keys), on: target) {
    case .command(let perform):
      perform()
      return true
    case .beginning, nil: return false
    }
  }

  @Test func `a key calls the command that has it, and checks no other`() {
    let target = Target()
    let commands = ScreenCommands(
      [
        command("photo.forward", when: \.isZoomed), command("photo.information"),
        command("pan.right", when: \.isZoomed),
      ], on: .photo, keys: .standard)

    #expect(press(.character("i"), on: target, in: commands))
    #expect(!press(.character("i"), .character("i"), on: target, in: commands))
    #expect(!press(.character("y"), on: target, in: commands))
    expectEqual(target.performed, ["photo.information"])
    #expect(target.asked.isEmpty)
  }

  @Test func `a command of a state goes before others while it is there, and is in the help`() {
    let target = Target()
    let commands = ScreenCommands(
      [command("photo.forward"), command("pan.right", when: \.isZoomed)], on: .photo,
      keys: .standard)
    expectEqual(commands.list(of: target).map(\.id), ["photo.forward"])
    expectEqual(commands.list(of: target, forHelp: true).map(\.id), ["photo.forward", "pan.right"])

    _ = press(.right, on: target, in: commands)
    target.isZoomed = true
    _ = press(.right, on: target, in: commands)

    expectEqual(target.performed, ["photo.forward", "pan.right"])
  }

  @Test func `a range takes its key in the key line, too`() throws {
    let target = Target()
    let commands = ScreenCommands(
      [command("list.clear", hint: "back"), command("selection.end", when: \.hasRange)], on: .list,
      keys: .standard)
    expectEqual(commands.hinted(of: target).map(\.id), ["list.clear"])
    expectEqual(commands.hinted(of: target).first?.keys, [KeySequence(.escape)])

    target.hasRange = true

    expectEqual(commands.hinted(of: target).first?.keys, [])
    expectEqual(commands.list(of: target).map(\.id), ["list.clear", "selection.end"])
    _ = press(.escape, on: target, in: commands)
    expectEqual(target.performed, ["selection.end"])
  }

  @Test func `keys with which a sequence begins are a beginning`() {
    let target = Target()
    let commands = ScreenCommands(
      [command(.label(.red)), command(.label(.blue))], on: .list, keys: .standard)

    if case .beginning = commands.match(KeySequence(.character("L")), on: target) {
    } else {
      Issue.record("L begins the labels")
    }
    #expect(press(.character("L"), .character("b"), on: target, in: commands))
    expectEqual(target.performed, ["label.blue"])
  }

  @Test func `commands that the table lacks on the screen are skipped, and a name is there once`() {
    let target = Target()
    let commands = ScreenCommands(
      [
        command("photo.open", hint: "open"), command("photo.open", hint: "twice"),
        command("zoom.fit"),
      ], on: .list, keys: .standard)

    expectEqual(commands.list(of: target).map(\.hint), ["open"])
  }

  @Test func `a user's keys call the commands`() throws {
    let target = Target()
    var faults: [KeyFault] = []
    let keys = KeyBindings(
      [KeySetting(command: "photo.information", keys: ["ctrl-y", ", i"])],
      complain: { faults.append($1) })
    let commands = ScreenCommands([command("photo.information")], on: .photo, keys: keys)

    #expect(faults.isEmpty)
    #expect(press(try Key(notation: "ctrl-y"), on: target, in: commands))
    #expect(press(.character(","), .character("i"), on: target, in: commands))
    #expect(!press(.character("i"), on: target, in: commands))
  }
}
