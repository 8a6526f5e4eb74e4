import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `q` in the list: back from what was found, then the question about a selection, then the end.
struct QuittingTests {
  private func run(
    columns: Int = 80, rows: Int = 12, isChooser: Bool = false, keys: KeyBindings = .standard
  ) -> GalleryRun {
    let service = ScriptedService(own: nil)
    service.answer = { .success(PhotoPage(Photo.four).arranged(for: $0)) }
    return GalleryRun(
      service: service, columns: columns, rows: rows, isChooser: isChooser, keys: keys)
  }

  @Test func `without a selection nothing is asked`() {
    let run = run()

    run.type("q")

    #expect(run.hasQuit)
  }

  @Test func `a selection is lost only if the user agrees`() {
    let run = run(rows: 11)
    run.type("  q")

    for text in [
      "│                 Quit?                  │", "│ The selection of 2 photos will be lost │",
      "─ y yes · Esc no ┘",
    ] { #expect(run.screen.contains(text), "\(text)") }
    run.press(.escape)
    #expect(!run.hasQuit)
    run.type("qn")
    #expect(!run.hasQuit && run.navigator.topAlert == nil)
    run.type("qy")
    #expect(run.hasQuit)
  }

  @Test func `the key that quits means yes, whatever it is`() {
    let keys = KeyBindings([KeySetting(command: "program.quit", keys: ["Q"])]) { _, _ in }
    let run = run(keys: keys)

    run.type(" QQ")

    #expect(run.hasQuit)
  }

  @Test func `a range is a selection, too`() {
    let run = run()

    run.type("Vjq")

    #expect(!run.hasQuit)
    expectEqual(run.navigator.topAlert?.message, "The selection of 2 photos will be lost")
  }

  @Test func `a chooser is left without a question, and goes back from results as well`() {
    let run = run(isChooser: true)
    run.type(" /couple")
    run.press(.enter)
    run.type("q")
    #expect(!run.hasQuit)

    run.type("q")

    #expect(run.hasQuit)
    expectEqual(run.chosen, nil)
  }

  @Test func `a filter stays for the next time: q quits`() {
    let run = run()
    run.type("&couple")
    run.press(.enter)

    run.type("q")

    #expect(run.hasQuit)
  }

  @Test func `a filter in search results stays when these are left`() {
    let run = run()
    run.type("&couple")
    run.press(.enter)
    run.type("/couple")
    run.press(.enter)

    run.type("q")

    #expect(!run.hasQuit)
    #expect(run.line(0).contains("couple"))
    expectEqual(run.list?.shownQuery.search, nil)
    expectEqual(run.list?.shownQuery.filter.isEmpty, false)
  }

  @Test func `q goes back from what looks like a photo`() {
    let service = ScriptedService()
    (service.capabilities.holdsOwnFiles, service.capabilities.isReadWhole) = (true, true)
    service.holds(Photo.four)
    let run = GalleryRun(service: service, columns: 80, rows: 12)
    run.type("gs")
    #expect(run.list?.shownQuery.similarTo != nil)

    run.type("q")

    #expect(!run.hasQuit)
    #expect(run.list?.shownQuery.similarTo == nil)
  }
}
