import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// The prompt over the list: what people see and type.
struct SearchPromptTests {
  private func open(
    _ queries: [String]? = nil, columns: Int = 60, rows: Int = 14
  ) -> GalleryRun {
    let service = ScriptedService(Photo.four)
    service.capabilities.search = .atSource
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    run.type("/")
    if let queries { run.recentQueries.answer(queries) }
    run.settle()
    return run
  }

  private static let queries = ["lighthouse", "red barn", "東京の夜景", "mountain lake"]

  @Test func `the prompt is at the foot, and the list stays visible`() {
    let run = open()
    let screen = run.screen
    run.press(.escape)

    expectScreen(
      screen, over: run.screen,
      """
      = 12
      |─ Searches Popular ───────────── Enter search  Esc cancel ──|
      | / search photos                                            |
      """)
  }

  @Test func `on a narrow screen the keys that end it stay`() {
    let run = open(Self.queries, columns: 40)
    expectEqual(run.line(12), "─ Enter search  ↑↓ recent  Esc cancel ──")
    run.press(.escape)
    run.type("&")
    expectEqual(run.line(12), "──────────── Enter filter  Esc cancel ──")
  }

  @Test func `what is searched is said whole, before keys that don't end the line`() {
    let service = ScriptedService(own: Photo.four)
    service.capabilities.search = .here
    let run = GalleryRun(service: service, columns: 80, rows: 24)
    run.type("/")
    run.recentQueries.answer(Self.queries)
    #expect(run.line(22).hasPrefix("─ Searches names and metadata of this folder ─"))
    #expect(run.line(22).hasSuffix("─ Enter search  Esc cancel ──"))
  }

  @Test func `recent queries are above it, the latest next to it, the highlighted one in it`() {
    let run = open(Self.queries, columns: 80, rows: 24)

    run.press(.up, .up)
    expectEqual(run.terminal.cursor, Point(column: 11, row: 23))

    let screen = run.screen
    run.press(.escape)
    expectScreen(
      screen, over: run.screen,
      """
      = 17
      |─ recent ───────────────────────────────────────────────────────────────────────|
      |   mountain lake                                                                |
      |   東京の夜景                                                                   |
      |▌  red barn                                                                     |
      |   lighthouse                                                                   |
      |─ Searches Popular ────────────────────── Enter search  ↑↓ recent  Esc cancel ──|
      | / red barn                                                                     |
      """)
  }

  @Test func `in a folder rows change while the text is typed, with what was found underlined`() {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.answer = { .success(PhotoPage(Photo.four).arranged(for: $0)) }
    let run = GalleryRun(service: service, columns: 60, rows: 14)

    run.type("/moose")

    #expect(run.line(2).contains("Moose Bog"))
    #expect(!run.screen.contains("vienna"))
    let title = (0..<60).filter {
      run.terminal.surface[$0, 2].style.attributes.contains(.underline)
    }
    #expect(title == Array(9..<14))
    run.press(.escape)
    #expect(run.screen.contains("vienna"))
    #expect(service.savedQueries == [])
  }

  @Test func `a small terminal keeps the keys and part of the list`() {
    let run = open(Self.queries + ["five", "six"], columns: 40, rows: 12)

    run.press(.up, .up, .up, .up, .up)

    let screen = run.screen
    run.press(.escape)
    expectScreen(
      screen, over: run.screen,
      """
      = 5
      |─ recent ──────────────────── ↑ 1 more ─|
      |▌  five                                 |
      |   mountain lake                        |
      |   東京の夜景                           |
      |   red barn                             |
      |─ Enter search  ↑↓ recent  Esc cancel ──|
      | / five                                 |
      """)
  }

  @Test func `beside a preview the vertical rule ends at the prompt`() {
    let run = open(["lighthouse"], columns: 120, rows: 40)

    #expect(run.line(36).hasPrefix("─ recent ──"))
    #expect(run.line(36).contains("─┴─"))
    #expect(run.line(37).hasPrefix("   lighthouse  "))
    #expect(!run.line(38).contains("┴"))
    #expect(run.line(38).hasSuffix("─ Enter search  ↑↓ recent  Esc cancel ──"))
  }

  @Test func `a paste becomes one line of clean text, and triggers no command`() {
    let run = open()
    run.type("a ")

    run.terminal.paste("red\r\nbarn\u{1B}[31m\u{7}\u{202E} q\n")

    expectEqual(run.line(13), " / a red barn q".padding(to: 60))
    expectEqual(run.service.queries.count, 1)
  }

  @Test func `a paste into the list does nothing`() {
    let run = GalleryRun(Photo.four)
    let screen = run.screen

    run.terminal.paste("/qqq\r")

    expectEqual(run.screen, screen)
    #expect(!run.hasQuit)
  }

  @Test func `the list's keys type letters`() {
    let run = open()

    run.type("q?fjrG/")

    expectEqual(run.line(13), " / q?fjrG/".padding(to: 60))
    #expect(!run.hasQuit)
  }

  @Test(arguments: [Key.escape, .backspace, .control("h")])
  func `Esc, or deleting in an empty prompt, closes it and changes nothing`(_ key: Key) {
    let run = GalleryRun(Photo.four, columns: 60, rows: 14)
    run.type("j")
    let screen = run.screen

    run.type("/")
    run.recentQueries.answer(Self.queries)
    run.press(key)

    expectEqual(run.screen, screen)
    expectEqual(run.service.queries.count, 1)
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
  }

  @Test func `a click highlights a query, a double click searches for it`() {
    let run = open(Self.queries)

    run.terminal.mouse(.press, column: 5, row: 10)
    expectEqual(run.line(13), " / red barn".padding(to: 60))
    expectEqual(run.line(10), "▌  red barn".padding(to: 60))
    run.terminal.mouse(.doubleClick, column: 5, row: 10)
    run.settle()

    expectEqual(run.service.queries.last?.search, "red barn")
  }

  @Test func `the wheel scrolls the queries, a click outside closes the prompt`() {
    let run = open((1...12).map { "query \($0)" }, columns: 40, rows: 12)
    run.terminal.mouse(.wheelUp, column: 5, row: 8)
    run.terminal.mouse(.wheelUp, column: 5, row: 8)
    expectEqual(run.line(9), "   query 3".padding(to: 40))
    expectEqual(run.line(11), " / search photos".padding(to: 40))
    run.terminal.mouse(.wheelDown, column: 5, row: 8)
    expectEqual(run.line(9), "   query 2".padding(to: 40))

    run.terminal.mouse(.press, column: 5, row: 3)

    #expect(run.line(11).contains("Enter open"))
  }

  @Test func `a resize keeps the typed text and the highlighted query`() {
    let run = open(Self.queries, columns: 80, rows: 24)
    run.press(.up, .up)

    run.terminal.resize(columns: 40, rows: 12)
    expectEqual(run.line(11), " / red barn".padding(to: 40))
    expectEqual(run.line(8), "▌  red barn".padding(to: 40))
    run.terminal.resize(columns: 10, rows: 3)
    run.terminal.resize(columns: 100, rows: 30)

    expectEqual(run.line(29), " / red barn".padding(to: 100))
    expectEqual(run.terminal.cursor, Point(column: 11, row: 29))
    expectEqual(run.line(26), "▌  red barn".padding(to: 100))
  }

  @Test func `a failure is shown above the prompt, and typing continues`() {
    let service = ScriptedService()
    service.capabilities.search = .atSource
    let run = GalleryRun(service: service, columns: 60, rows: 14)
    service.succeed(Photo.four)
    run.type("r/")
    run.type("ab")

    service.fail(.noNetwork)
    expectEqual(run.line(12), " No Network".padding(to: 60))
    expectEqual(run.line(13), " / ab".padding(to: 60))
    run.type("c")

    #expect(!run.screen.contains("No Network"))
    expectEqual(run.line(13), " / abc".padding(to: 60))
  }
}

extension String {
  /// The text with spaces up to a number of columns, for text whose glyphs are one column wide.
  fileprivate func padding(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}

struct PromptScreenTests {
  private func asking(_ question: TextQuestion, columns: Int, rows: Int) -> Navigator {
    let navigator = Navigator()
    ScreenContext(
      navigator: navigator, terminal: SurfaceTerminal(size: Size(columns: columns, rows: rows)),
      theme: .standard(), keys: .standard, pictures: StubPictures()
    ).ask(question)
    return navigator
  }

  @Test func `a question is read whole, however narrow the window is`() {
    let title = (1...24).map { "word\($0)" }.joined(separator: " ")
    let question = TextQuestion(title: title, prompt: "To: ", answer: { _ in })
    let navigator = asking(question, columns: 40, rows: 12)

    let frame = navigator.draw(size: Size(columns: 40, rows: 12)).surface

    #expect(frame.line(9).contains("word24"))
    #expect(!frame.framedText.contains("…"))
  }

  @Test func `what Tab found is read above the line, of many as much as fits on three`() {
    let question = TextQuestion(
      title: "Copy", prompt: "To: ", text: "/a/",
      completions: { _ in (1...60).map { "/a/folder \($0)/" } }, answer: { _ in })
    let navigator = asking(question, columns: 40, rows: 10)
    navigator.handle(.tab)

    let frame = navigator.draw(size: Size(columns: 40, rows: 10)).surface

    expectEqual(frame.line(4), String(repeating: "─", count: 40))
    #expect(frame.line(5).hasPrefix(" folder 1/  folder 2/  folder 3/ "))
    #expect(frame.line(7).contains("…"))
    #expect(frame.line(8).hasSuffix(" Enter ok  Tab complete  Esc cancel ──"))
    #expect(frame.line(9).hasPrefix(" To: /a/folder "))
  }

  @Test func `what is pasted into a proposal stays`() {
    var answer: String?
    let question = TextQuestion(
      title: "Rename", prompt: "Name: ", text: "a.jpg", answer: { answer = $0 })
    let navigator = asking(question, columns: 40, rows: 10)
    navigator.handle(paste: "lake")

    let frame = navigator.draw(size: Size(columns: 40, rows: 10)).surface

    #expect(frame.line(9).contains("lake"))
    navigator.handle(.enter)
    expectEqual(answer?.contains("lake"), true)
  }

  @Test func `a message is shown whole above the line, and a secret is hidden`() {
    var answer: String?
    var question = TextQuestion(title: "ssh asks, for nas", prompt: "Answer: ") { answer = $0 }
    question.message = "The key of nas is not known.\nIs it SHA256:abc, as its owner says?"
    question.isSecret = true
    let navigator = asking(question, columns: 32, rows: 9)
    for character in "a日b" { navigator.handle(.character(character)) }

    let frame = navigator.draw(size: Size(columns: 32, rows: 9)).surface

    expectEqual(
      frame.framedText,
      """
      |                                |
      |                                |
      |                                |
      |─ ssh asks, for nas ────────────|
      | The key of nas is not known.   |
      | Is it SHA256:abc, as its owner |
      | says?                          |
      |──────── Enter ok  Esc cancel ──|
      | Answer: •••                    |
      """)
    navigator.handle(.enter)
    expectEqual(answer, "a日b")
  }
}
