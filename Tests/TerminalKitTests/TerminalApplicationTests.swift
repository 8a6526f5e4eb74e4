import ExpectationSupport
import TerminalTestSupport
import Testing
import WaitSupport

@testable import TerminalKit

@Suite(.timeLimit(.minutes(10)))
final class TerminalApplicationTests {
  let history = History()
  let terminal = SurfaceTerminal(size: Size(columns: 40, rows: 10))
  let navigator = Navigator()
  let queue = ManualQueue()
  private var application: TerminalApplication?

  /// Work for the next turn of the main queue.
  final class ManualQueue {
    private(set) var work: [@MainActor () -> Void] = []

    func enqueue(_ piece: @escaping @MainActor () -> Void) { work.append(piece) }

    func runTurn() {
      let due = work
      work = []
      for piece in due { piece() }
    }
  }

  @discardableResult
  private func start(_ screen: RecordingScreen? = nil) -> TerminalApplication {
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator, enqueue: queue.enqueue)
    application.onTerminate = { [history] in history.note("terminate \($0)") }
    navigator.push(screen ?? RecordingScreen("list", note: history.note))
    _ = history.take()
    application.start()
    self.application = application
    return application
  }

  @Test func `the first frame is drawn at the start, and nothing while nothing happens`() {
    start()

    queue.runTurn()

    expectEqual(terminal.frameCount, 1)
    #expect(terminal.surface.line(0).hasPrefix("list "))
    expectEqual(terminal.cursor, Point(column: 1, row: 2))
    #expect(queue.work.isEmpty)
  }

  @Test func `all keys of a batch are handled before one frame is drawn`() {
    start()

    terminal.press(.down, .down, .down)

    expectEqual(history.take(), ["list ↓", "list ↓", "list ↓"])
    expectEqual(terminal.frameCount, 2)
    expectEqual(terminal.changedCellCounts, [400, 0])
    terminal.type("añ")
    terminal.mouse(.wheelDown, column: 3, row: 1)
    expectEqual(history.entries, ["list a", "list ñ", "list mouse"])
  }

  @Test func `frames requested in one turn, or before events draw one, are drawn once`() {
    let application = start()

    for _ in 0..<5 { application.setNeedsDisplay() }
    navigator.setNeedsDisplay()
    expectEqual(terminal.frameCount, 1)
    queue.runTurn()
    expectEqual(terminal.frameCount, 2)
    application.setNeedsDisplay()
    queue.runTurn()
    queue.runTurn()
    expectEqual(terminal.frameCount, 3)

    application.setNeedsDisplay()
    terminal.press(.down)
    queue.runTurn()
    expectEqual(terminal.frameCount, 4)
  }

  @Test func `a frame after the next one is drawn automatically, once, unless keys draw it first`()
  {
    let application = start()

    navigator.setNeedsFollowingDisplay()
    navigator.setNeedsFollowingDisplay()
    expectEqual(terminal.frameCount, 1)
    #expect(queue.work.isEmpty)
    terminal.press(.down)
    expectEqual(terminal.frameCount, 2)
    queue.runTurn()
    expectEqual(terminal.frameCount, 3)
    queue.runTurn()
    expectEqual(terminal.frameCount, 3)

    navigator.setNeedsFollowingDisplay()
    terminal.press(.down)
    terminal.press(.down)
    expectEqual(terminal.frameCount, 5)
    queue.runTurn()
    expectEqual(terminal.frameCount, 5)

    // And none after the end.
    navigator.setNeedsFollowingDisplay()
    terminal.press(.down)
    application.end()
    queue.runTurn()
    expectEqual(terminal.frameCount, 6)
  }

  @Test func `a frame requested during layout is the current one`() {
    let screen = RecordingScreen("list")
    screen.onLayout = { [navigator] in navigator.setNeedsDisplay() }
    start(screen)

    terminal.press(.down)
    queue.runTurn()

    expectEqual(terminal.frameCount, 2)
  }

  @Test func `an alert is drawn over the screen`() {
    start()

    navigator.present(Alert(message: "not for sale"))
    queue.runTurn()

    #expect(terminal.surface.line(0).hasPrefix("list "))
    #expect(terminal.surface.line(4).contains(" │ not for sale │ "))
    terminal.press(.space)
    expectEqual(terminal.framedText.contains("for sale"), false)
  }

  @Test func `a terminal that is too small shows a sentence that says so, down to one cell`() {
    start()
    let sizes = [(40, 10), (39, 10), (40, 9), (8, 1), (1, 1), (0, 0)]

    let lines = sizes.map { columns, rows in
      terminal.resize(columns: columns, rows: rows)
      return rows > 0 ? terminal.surface.line(0) : ""
    }

    expectEqual(
      lines.map { $0.split(separator: " ").joined(separator: " ") },
      [
        "list", "At least 40×10 are needed; this window", "At least 40×10 are needed; this window",
        "At leas…", "…", "",
      ])
  }

  @Test func `screens that are not visible get no keys, except for quitting`() {
    start()
    terminal.resize(columns: 5, rows: 2)

    terminal.press(.enter, .character("q"), .control("c"))
    terminal.mouse(.press, column: 0, row: 0)

    expectEqual(history.entries, ["list q", "terminate interrupt"])
  }

  @Test func `a burst of resizes draws the last size`() {
    start()

    terminal.send((1...50).map { .resize(Size(columns: $0, rows: $0)) })

    expectEqual(terminal.frameCount, 2)
    expectEqual(terminal.surface.size, terminal.size)
  }

  @Test func `control L rewrites the whole frame, and so does resuming after control Z`() {
    start()

    terminal.press(.control("l"))
    expectEqual(terminal.invalidationCount, 1)
    expectEqual(terminal.changedCellCounts, [400, 400])
    terminal.press(.control("z"))

    expectEqual(terminal.suspensionCount, 1)
    expectEqual(terminal.changedCellCounts, [400, 400, 400])
  }

  @Test(
    arguments: [
      (TerminationReason.hangUp, Int32(129)), (.interrupt, 130), (.quit, 131), (.terminate, 143),
      (.signal(10), 138),
    ] as [(TerminationReason, Int32)])
  func `a reason to exit has the exit status that shells expect`(
    reason: TerminationReason, status: Int32
  ) {
    expectEqual(reason.exitStatus, status)
  }

  @Test func `reasons to exit are passed on`() {
    start()

    terminal.press(.control("c"))
    terminal.send([.terminate(.hangUp)])
    terminal.send([.terminate(.terminate)])

    expectEqual(
      history.entries, ["terminate interrupt", "terminate hangUp", "terminate terminate"])
  }

  @Test func `after the end nothing is drawn and no key is handled`() {
    let application = start()
    application.onTerminate = { [weak application] _ in application?.end() }
    application.setNeedsDisplay()

    terminal.press(.control("c"), .down)
    terminal.press(.down)
    queue.runTurn()

    expectEqual(history.entries, [])
    expectEqual(terminal.frameCount, 1)
  }

  @Test func `a frame requested on the real main queue is drawn`() async throws {
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()

    application.setNeedsDisplay()
    application.setNeedsDisplay()
    try await wait(for: "a second frame") { terminal.frameCount >= 2 }
    // One for both, and none after it.
    await Task.yield()
    await Task.yield()

    expectEqual(terminal.frameCount, 2)
  }
}
