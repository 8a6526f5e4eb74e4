import ExpectationSupport
import Testing

@testable import TerminalKit

/// Screens below which another one stays visible.
struct OverlayTests {
  private let history = History()
  private let navigator = Navigator()

  private func screen(_ name: String, isOverlay: Bool = false) -> RecordingScreen {
    let screen = RecordingScreen(name, note: history.note)
    screen.isOverlay = isOverlay
    screen.onDraw = { [history] in history.note("\(name) draw") }
    screen.onLayout = { [history] in history.note("\(name) layout") }
    return screen
  }

  @Test func `an overlay covers nothing, a screen above it covers both, and both reappear`() {
    navigator.push(screen("list"))
    navigator.push(screen("prompt", isOverlay: true))
    expectEqual(history.take(), ["list bind", "list appear", "prompt bind", "prompt appear"])

    navigator.push(screen("help"))
    expectEqual(history.take(), ["help bind", "prompt disappear", "list disappear", "help appear"])
    navigator.pop()

    expectEqual(history.take(), ["help disappear", "list appear", "prompt appear"])
    navigator.pop()
    expectEqual(history.take(), ["prompt disappear"])
  }

  @Test func `visible screens are laid out, then drawn, from the bottom`() {
    navigator.push(screen("photo"))
    navigator.push(screen("list"))
    navigator.push(screen("prompt", isOverlay: true))
    _ = history.take()

    _ = navigator.draw(size: Size(columns: 20, rows: 5))

    expectEqual(history.take(), ["list layout", "prompt layout", "list draw", "prompt draw"])
  }

  @Test func `keys and pastes go only to the overlay, and pastes to no alert`() {
    let list = screen("list")
    list.commands = [
      KeyCommand(id: "q", keys: [.character("q")], title: "") { [history] in
        history.note("list command")
      }
    ]
    navigator.push(list)
    navigator.push(screen("prompt", isOverlay: true))
    _ = history.take()

    navigator.handle(.character("q"))
    navigator.handle(paste: "text")

    expectEqual(history.take(), ["prompt q", "prompt paste text"])
    navigator.present(Alert(message: "no"))
    navigator.handle(paste: "text")
    #expect(history.take().isEmpty)
  }

  @Test func `an overlay with nothing below it is a screen`() {
    navigator.push(screen("prompt", isOverlay: true))
    _ = navigator.draw(size: Size(columns: 20, rows: 5))
    navigator.pop()

    expectEqual(
      history.entries,
      ["prompt bind", "prompt appear", "prompt layout", "prompt draw", "prompt disappear"])
  }
}
