import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The notes on the rule above the keys: how long they are shown.
struct NotesTests {
  private let service = ScriptedService()

  private func list(columns: Int = 80, rows: Int = 24) -> GalleryRun {
    GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `a note goes when there was time to read it`(columns: Int, rows: Int) {
    var page = PhotoPage(photos: [.couple], totalCount: 1)
    page.skipped = SkippedItems([SkippedItem(name: "old.jpg", reason: "broken link")])
    service.answer = { _ in .success(page) }
    let run = list(columns: columns, rows: rows)
    #expect(run.line(rows - 2).contains("1 unreadable: old.jpg"))
    #expect(run.noteTicks.isRunning)
    let interval = run.noteTicks.interval ?? .zero
    #expect(interval > .seconds(3) && interval < .seconds(10))

    run.press(.down)
    #expect(run.line(rows - 2).contains("1 unreadable: old.jpg"))
    run.noteTicks.tick()
    run.settle()

    #expect(!run.line(rows - 2).contains("unreadable"))
    // Where there was no room for it before, the next one takes its turn.
    run.noteTicks.tick()
    run.settle()
    expectEqual(run.line(rows - 2), String(repeating: "─", count: columns))
    #expect(!run.noteTicks.isRunning)
  }

  @Test func `a note that has gone comes back when there is a reason again`() {
    service.holds(Photo.four + Photo.stubs(40))
    let run = list()
    run.press(.end)
    #expect(run.line(22).hasSuffix("─ End of the list ─"))
    run.noteTicks.tick()
    run.settle()
    #expect(!run.line(22).contains("End of the list"))

    run.press(.home, .end)

    #expect(run.line(22).hasSuffix("─ End of the list ─"))
  }

  @Test func `what failed stays until a key, and comes back when it fails again`() {
    service.answer = { request in
      request.page == 1
        ? .success(PhotoPage(photos: Photo.stubs(100), totalCount: nil, hasMorePages: true))
        : .failure(.noNetwork)
    }
    let run = list()
    run.press(.end)
    #expect(run.line(22).contains("Can't load more · r to retry"))
    #expect(!run.noteTicks.isRunning)

    run.press(.up)
    #expect(!run.line(22).contains("Can't load more"))
    run.type("r")

    #expect(run.screen.contains("Can't load more") || run.navigator.notice != nil)
  }

  @Test func `a covered list times nothing`() {
    service.holds(Photo.four)
    let run = list()
    #expect(run.noteTicks.isRunning)

    run.press(.enter)
    #expect(!run.noteTicks.isRunning)
    run.type("q")

    #expect(run.noteTicks.isRunning)
  }
}
