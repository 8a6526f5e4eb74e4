import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

/// Unfinished key sequences.
struct KeySequenceTests {
  private final class Keys: Screen {
    var called: [String] = []
    var typed: [Key] = []

    func bindViewModel() {}
    func draw(on surface: inout Surface) {}

    var keyCommands: [KeyCommand] {
      [
        command("first", ["g", "g"], ["home"]), command("last", ["g", "e"]),
        command("sort", [",", "s", "d"]), command("up", ["up"]),
      ]
    }

    private func command(_ id: String, _ sequences: [String]...) -> KeyCommand {
      let keys = sequences.compactMap { try? KeySequence(notation: $0.joined(separator: " ")) }
      return KeyCommand(id: id, keys: keys, title: id) { [weak self] in self?.called.append(id) }
    }

    func handle(_ key: Key) -> Bool {
      typed.append(key)
      return key == .character("t")
    }
  }

  private let screen = Keys()
  private let navigator = Navigator()

  init() {
    navigator.push(screen)
  }

  private func press(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  private var foot: String {
    navigator.draw(size: Size(columns: 44, rows: 3)).surface.line(2)
  }

  @Test func `a sequence calls its command with its last key`() {
    press("g")
    expectEqual(screen.called, [])
    press("g")
    expectEqual(screen.called, ["first"])
    press("ge,sd")
    navigator.handle(.home)

    expectEqual(screen.called, ["first", "last", "sort", "first"])
    expectEqual(screen.typed, [])
  }

  @Test func `the last line shows which keys may follow`() {
    press("g")
    expectEqual(foot, " g  g first  e last  Esc cancel             ")
    press("g")
    expectEqual(foot, String(repeating: " ", count: 44))
    press(",")
    expectEqual(foot, " ,  s d sort  Esc cancel                    ")
    press("s")
    expectEqual(foot, " , s  d sort  Esc cancel                    ")
  }

  @Test func `in a narrow terminal the cancel key stays visible`() {
    press("g")

    let line = navigator.draw(size: Size(columns: 20, rows: 3)).surface.line(2)

    expectEqual(line, " g  Esc cancel      ")
  }

  @Test func `Esc ends a sequence, and so does a key that doesn't continue it`() {
    var unused: [String] = []
    navigator.onUnusedKeys = { unused.append($0.notation) }

    press("g")
    navigator.handle(.escape)
    press("e")
    press("gxt")

    expectEqual(screen.called, [])
    expectEqual(screen.typed, [.character("e"), .character("t")])
    expectEqual(unused, ["e", "g x"])
    expectEqual(foot, String(repeating: " ", count: 44))
  }

  @Test func `a press, an alert and another screen end it, too`() {
    press("g")
    navigator.handle(MouseEvent(.press, at: .zero))
    press("g")
    navigator.present(Alert(message: "stop"))
    navigator.dismiss()
    press("g")
    navigator.push(Keys())
    navigator.pop()
    press("e")

    expectEqual(screen.called, [])
  }

  @Test func `a sequence of a notice continues although the notice has gone`() throws {
    var notice = Notice("Can't load more", kind: .failure)
    let keys = [try KeySequence(notation: ", s d")]
    notice.commands = [
      KeyCommand(id: "retry", keys: keys, title: "retry") { [screen] in
        screen.called.append("retry")
      }
    ]
    navigator.show(notice)

    press(",sd")
    press(",sd")

    expectEqual(screen.called, ["retry", "sort"])
  }
}
