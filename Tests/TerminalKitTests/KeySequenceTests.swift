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

  private func frame(columns: Int = 30, rows: Int = 6) -> String {
    navigator.draw(size: Size(columns: columns, rows: rows)).surface.framedText
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

  @Test func `a menu shows which keys may follow`() {
    press("g")
    expectEqual(
      frame(columns: 36),
      """
      |                                    |
      | ┌ g ─────────────────────────────┐ |
      | │▌g  first                       │ |
      | │ e  last                        │ |
      | └── ↑↓ Enter choose · Esc cancel ┘ |
      |                                    |
      """)
    press("g")
    expectEqual(frame().contains("first"), false)
    press(",")
    #expect(frame(columns: 40).contains("▌s d  sort"))
    press("s")
    #expect(frame(columns: 40).contains("┌ , s ─"))
    #expect(frame(columns: 40).contains("▌d  sort"))
  }

  @Test func `arrows and Enter choose, Esc ends it, and a key that nothing has is told`() {
    var unused: [String] = []
    navigator.onUnusedKeys = { unused.append($0.notation) }

    press("g")
    navigator.handle(.down)
    navigator.handle(.enter)
    expectEqual(screen.called, ["last"])
    press("g")
    navigator.handle(.escape)
    press("e")
    press("gx")
    #expect(frame(columns: 40).contains("Unknown key: x · Esc cancel"))
    press("g")

    expectEqual(screen.called, ["last", "first"])
    expectEqual(screen.typed, [.character("e")])
    expectEqual(unused, ["e"])
  }

  @Test func `a press elsewhere ends it, one on a row chooses`() {
    press("g")
    _ = frame(columns: 36)
    navigator.handle(MouseEvent(.press, at: .zero))
    press("e")

    expectEqual(screen.called, [])
    press("g")
    _ = frame(columns: 36)
    navigator.handle(MouseEvent(.press, at: Point(column: 8, row: 3)))
    expectEqual(screen.called, ["last"])
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
