import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

struct NavigatorTests {
  let history = History()
  let navigator = Navigator()

  private func screen(_ name: String) -> RecordingScreen {
    RecordingScreen(name, note: history.note)
  }

  @Test func `a pushed screen is bound, the covered one disappears, then the new one appears`() {
    var requests = 0
    navigator.onNeedsDisplay = { requests += 1 }
    navigator.push(screen("list"))
    navigator.push(screen("photo"))
    navigator.pop()

    expectEqual(requests, 3)
    navigator.present(Alert(message: ""))
    navigator.dismiss()
    expectEqual(requests, 5)
    expectEqual(
      history.entries,
      [
        "list bind", "list appear", "photo bind", "list disappear", "photo appear",
        "photo disappear", "list appear",
      ])
  }

  @Test func `popping the last screen reports that the stack is empty`() {
    navigator.onEmpty = { [history] in history.note("empty") }
    navigator.push(screen("list"))

    navigator.pop()

    #expect(navigator.pop() == nil)
    expectEqual(history.entries, ["list bind", "list appear", "list disappear", "empty"])
  }

  @Test func `a screen that pops itself while it is bound never appears`() {
    navigator.push(screen("list"))
    let photo = screen("photo")
    photo.onBind = { [weak navigator] in navigator?.pop() }
    _ = history.take()

    navigator.push(photo)

    expectEqual(navigator.screens.count, 1)
    expectEqual(history.entries, ["photo bind"])
  }

  @Test func `a screen that pushes another as it disappears leaves all calls paired`() {
    let list = screen("list")
    let photo = screen("photo")
    photo.onDisappear = { [weak navigator, history] in
      navigator?.push(RecordingScreen("info", note: history.note))
    }
    navigator.push(list)
    navigator.push(photo)
    _ = history.take()

    navigator.pop()

    expectEqual(history.entries, ["photo disappear", "info bind", "info appear"])
    expectEqual(navigator.screens.count, 2)
  }

  @Test func `a key goes to the alert, otherwise to a command, otherwise to the screen`() {
    let list = screen("list")
    list.commands = [
      KeyCommand(id: "refresh", keys: [.character("r"), .control("r")], title: "refresh") {
        [history] in history.note("refresh")
      }
    ]
    list.usedKeys = [.down]
    navigator.push(list)
    navigator.present(
      Alert(message: "not for sale") { [history] in history.note("dismissed") })
    _ = history.take()

    let used = [
      navigator.handle(.character("r")), navigator.handle(.enter), navigator.handle(.control("r")),
      navigator.handle(.down), navigator.handle(.up),
    ]

    expectEqual(used, [true, true, true, true, false])
    expectEqual(history.entries, ["dismissed", "refresh", "list ↓", "list ↑"])
  }

  @Test func `the key of a command in an alert closes the alert and runs the command`() {
    navigator.push(screen("list"))
    let alert = Alert(message: "press r") { [history] in history.note("dismissed") }
    let next = Alert(message: "failed again")
    alert.otherCommands = [
      KeyCommand(id: "retry", keys: [.character("r")], title: "try again") {
        [history, weak navigator] in
        history.note("try again")
        navigator?.present(next)
      }
    ]
    navigator.present(alert)
    _ = history.take()

    #expect(navigator.handle(.character("f")))
    #expect(navigator.topAlert === alert)
    #expect(navigator.handle(.character("r")))

    #expect(navigator.topAlert === next)
    expectEqual(history.entries, ["dismissed", "try again"])
  }

  @Test func `full-width letters are commands where they aren't text`() {
    let list = screen("list")
    list.commands = [
      KeyCommand(id: "j", keys: [.character("j")], title: "down") { self.history.note("down") },
      KeyCommand(id: "go", keys: [KeySequence([.character("g"), .character("!")])], title: "go") {
        self.history.note("go")
      },
    ]
    list.usedKeys = [.character("ｑ"), .character("1")]
    navigator.push(list)
    var unused: [Key] = []
    navigator.onUnusedKeys = { unused += $0.keys }
    _ = history.take()

    // A command, and a sequence.
    for key in ["ｊ", "g", "！"] { navigator.handle(.character(Character(key))) }
    expectEqual(history.take(), ["down", "go"])

    // Text stays what was typed; a screen that doesn't take it gets the other one.
    for key in ["ｑ", "１", "о"] { navigator.handle(.character(Character(key))) }
    expectEqual(history.take(), ["list ｑ", "list １", "list 1", "list о"])
    expectEqual(unused, [.character("о")])

    navigator.present(Alert(message: "wait"))
    navigator.handle(.character("ｑ"))
    #expect(navigator.topAlert == nil)
  }

  @Test func `a notice covers the last line until the next key, which has its normal effect`() {
    let ticks = ManualAlarm()
    let navigator = Navigator(noticeTicks: ticks)
    let list = screen("list")
    list.usedKeys = [.down]
    navigator.push(list)
    var unused: [Key] = []
    navigator.onUnusedKeys = { unused += $0.keys }
    _ = history.take()

    navigator.show(Notice("Copied", kind: .message))
    expectEqual(navigator.draw(size: Size(columns: 12, rows: 3)).surface.line(2), " Copied     ")
    expectEqual(ticks.interval, .milliseconds(3_360))
    navigator.handle(.down)
    #expect(navigator.notice == nil)
    #expect(!ticks.isRunning)

    navigator.show(Notice("Copied", kind: .message))
    ticks.tick()
    #expect(navigator.notice == nil)
    #expect(!ticks.isRunning)

    navigator.show(Notice("Not written", kind: .failure))
    navigator.show(Notice("Copied", kind: .message))
    expectEqual(navigator.notice?.text, "Not written")
    #expect(!ticks.isRunning)
    navigator.handle(.up)
    #expect(navigator.notice == nil)
    expectEqual(history.entries, ["list ↓", "list ↑"])
    expectEqual(unused, [.up])
  }

  @Test
  func `a notice that does not fit on a line takes up to three, and leaves room for a prompt`() {
    let navigator = Navigator(noticeTicks: ManualAlarm())
    navigator.push(screen("list"))
    navigator.show(Notice("There is no space left for contact-sheet.pdf", kind: .failure))

    let (frame, _) = navigator.draw(size: Size(columns: 24, rows: 9))
    expectEqual(
      (6...8).map(frame.line),
      ["                        ", " There is no space left ", " for contact-sheet.pdf  "])
  }

  @Test func `what a key of a box answers is below the box, which makes room for it`() {
    let navigator = Navigator(noticeTicks: ManualAlarm())
    navigator.push(screen("list"))
    navigator.present(
      Alert(
        title: "Order placed", message: "Pay at the address of the shop, and wait for an answer",
        theme: .standard()))
    let size = Size(columns: 24, rows: 6)
    #expect(navigator.draw(size: size).surface.line(5).contains("Enter ok"))

    navigator.show(Notice("Copied"))

    let (frame, cursor) = navigator.draw(size: size)
    #expect(frame.line(4).contains("Enter ok"))
    expectEqual(frame.line(5), " Copied                 ")
    #expect(cursor.map { $0.row < 4 } == true)
  }

  @Test(arguments: [Key.escape, .enter, .space, .character("q"), .character("y"), .character("n")])
  func `an alert that none of its commands closes is declined`(_ key: Key) {
    var history: [String] = []
    let alert = Alert(message: "sure?") { history.append("dismissed") }
    alert.otherCommands = [
      KeyCommand(id: "yes", keys: [.character("y")], title: "yes") { history.append("done") }
    ]
    alert.onDecline = { history.append("declined") }
    navigator.present(alert)

    navigator.handle(key)

    switch key {
    case .character("y"): expectEqual(history, ["dismissed", "done"])
    case .character("n"):
      expectEqual(history, [])
      // A press beside what it offers.
      navigator.handle(MouseEvent(.press, at: .zero))
      expectEqual(history, ["dismissed", "declined"])
    default: expectEqual(history, ["dismissed", "declined"])
    }
  }

  @Test func `alerts are stacked, and an alert may present another one`() {
    let second = Alert(message: "second")
    let third = Alert(message: "third")
    navigator.present(Alert(message: "first"))
    navigator.present(second)
    second.onDismiss = { [weak navigator] in navigator?.present(third) }
    navigator.present(second)

    navigator.dismiss()

    expectEqual(navigator.alerts.map(\.message), ["first", "third"])
    navigator.dismiss()
    navigator.dismiss()
    navigator.dismiss()
    #expect(navigator.topAlert == nil)
  }

  @Test func `a press closes an alert, and the screen below gets no mouse events`() {
    navigator.push(screen("list"))
    navigator.present(Alert(message: ""))
    _ = history.take()

    navigator.handle(MouseEvent(.wheelDown, at: .zero))
    navigator.handle(MouseEvent(.press, at: .zero))
    navigator.handle(MouseEvent(.press, at: .zero))

    expectEqual(history.entries, ["list mouse"])
  }

  @Test func `a press on a choice does it, on the rest of the box it only closes`() {
    navigator.push(screen("list"))
    for column in 0..<20 {
      let alert = Alert(message: "delete?")
      alert.choices = [PresentedChoice("y", "yes") { [history] in history.note("yes") }]
      alert.none = "no"
      navigator.present(alert)
      let (surface, _) = navigator.draw(size: Size(columns: 20, rows: 5))
      #expect(surface.line(3).contains(" y yes · Esc no ┘"))
      _ = history.take()
      let words = surface.line(3)
      let start = words.range(of: "y yes").map {
        words.distance(from: words.startIndex, to: $0.lowerBound)
      }

      navigator.handle(MouseEvent(.press, at: Point(column: column, row: 3)))
      navigator.handle(MouseEvent(.release, at: Point(column: column, row: 3)))

      #expect(navigator.topAlert == nil)
      let isOnChoice = start.map { ($0..<$0 + 5).contains(column) } ?? false
      expectEqual(history.entries, (isOnChoice ? ["yes"] : []), "\(column)")
    }
  }
}
