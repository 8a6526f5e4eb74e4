import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// The foot of the list at all widths, and the rows of pictures that move or do not fit.
struct KeyLineSizesTests {
  private static let all =
    "Enter open  Space basket  / search  & filter  f for sale  s sort  ? all keys"

  @Test(arguments: [10, 24, 40], [false, true])
  func `the help is shown at every width, and no hint is cut`(rows: Int, hasItems: Bool) {
    let entries = Self.all.split(separator: "  ").map(String.init) + ["? keys"]
    let basket = ScriptedBasket(hasItems ? .of(.couple, .street) : .empty)
    let run = GalleryRun(Photo.four, rows: rows, basket: basket)
    run.noteTicks.tick()
    for columns in 40...140 {
      run.terminal.resize(columns: columns, rows: rows)

      let line = run.line(rows - 1)

      let keys = line.components(separatedBy: "  ")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      #expect(keys.last == (columns < 60 ? "? keys" : "? all keys"), "\(columns): \(line)")
      #expect(keys.count <= 7 && keys.allSatisfy(entries.contains), "\(columns): \(line)")
    }
  }

  @Test func `where nothing is for sale, no key of a shop is offered`() {
    let run = GalleryRun(
      Photo.stubs(3, saleStatus: .unstated), columns: 120, rows: 12, basket: ScriptedBasket())

    #expect(
      run.line(11).hasPrefix(
        " Enter open  / search  & filter  s sort  Tab grid  r refresh  ? all keys "))
  }

  @Test func `a basket with something in it can be ordered, says the foot`() {
    let run = GalleryRun(
      Photo.four, columns: 120, rows: 12, basket: ScriptedBasket(),
      sells: true)
    #expect(!run.line(11).contains("$ order"))

    run.press(.space, .up)

    #expect(run.line(11).contains("  $ order  "))
  }

  @Test func `the end of one photo's list is told to those who move, in the list and in the grid`()
  {
    let run = GalleryRun([.couple], columns: 120)
    #expect(!run.line(23).contains("End of the list"))
    run.press(.tab)
    #expect(!run.line(23).contains("End of the list"))

    run.press(.down)

    #expect(run.line(23).contains("End of the list"))
  }

  @Test func `the message at the end of the list stands beside the keys that there is room for`() {
    let run = GalleryRun(Photo.four, basket: ScriptedBasket())
    #expect(!run.line(23).contains("End of the list"))

    run.press(.end)

    #expect(run.line(23).hasSuffix("  End of the list "))
    #expect(
      run.line(23).hasPrefix(" Enter open  Space basket  / search  & filter  ? all keys "))
    run.terminal.resize(columns: 110, rows: 24)
    #expect(run.line(23).hasPrefix(" " + Self.all))
  }

  @Test(arguments: [40, 80, 112, 140])
  func `a hint for newcomers takes the place of no key`(columns: Int) {
    func run(_ advice: String?) -> GalleryRun {
      GalleryRun(Photo.four, columns: columns, basket: ScriptedBasket(), advice: advice)
    }
    let advice = "Your own photos: vitrine ~/Pictures"
    let (plain, line) = (run(nil).line(23), run(advice).line(23))

    #expect(line.hasPrefix(plain.split(separator: "   ")[0]))
    expectEqual(line.contains(advice), columns > 120)
  }

  @Test func `where a filter matches nothing, the foot names the key that changes it`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    service.succeed(Photo.four)

    run.type("&zebra")
    run.press(.enter)
    service.succeed([])

    #expect(run.line(23).hasPrefix(" r refresh  & filter  Esc clear  ? all keys  q quit "))
  }

  @Test func `a photo that moves has a sign once its picture shows that`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 14)
    #expect(!run.screen.contains("▸"))
    run.pictures.animations = ["couple": 12, "harbour": 3]
    run.redraw()

    #expect(run.line(2).contains("couple              ▸    1 Oct"))
    #expect(run.line(8).contains("harbour             ▸ "))
    run.press(.tab)
    #expect(run.screen.contains("couple ▸ "))
  }
}

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
    #expect(run.line(rows - 1).contains("1 unreadable: ol"))
    #expect(run.noteTicks.isRunning)
    let interval = run.noteTicks.interval ?? .zero
    #expect(interval > .seconds(3) && interval < .seconds(10))

    run.press(.down)
    #expect(run.line(rows - 1).contains("1 unreadable: ol"))
    run.noteTicks.tick()
    run.settle()

    #expect(!run.line(rows - 1).contains("unreadable"))
    // The next one takes its turn.
    #expect(run.line(rows - 1).contains("End of the list"))
    run.noteTicks.tick()
    run.settle()
    #expect(!run.line(rows - 1).contains("End of the list"))
    expectEqual(run.line(rows - 2), String(repeating: "─", count: columns))
    #expect(!run.noteTicks.isRunning)
  }

  @Test func `a note that has gone comes back when there is a reason again`() {
    service.holds(Photo.four + Photo.stubs(40))
    let run = list()
    run.press(.end)
    #expect(run.line(23).hasSuffix("  End of the list "))
    run.noteTicks.tick()
    run.settle()
    #expect(!run.line(23).contains("End of the list"))

    run.press(.home, .end)

    #expect(run.line(23).hasSuffix("  End of the list "))
  }

  @Test func `what failed stays until a key, and comes back when it fails again`() {
    service.answer = { request in
      request.page == 1
        ? .success(PhotoPage(photos: Photo.stubs(100), totalCount: nil, hasMorePages: true))
        : .failure(.noNetwork)
    }
    let run = list()
    run.press(.end)
    #expect(run.line(23).contains("Can't load more · r to retry"))
    #expect(!run.noteTicks.isRunning)

    run.press(.up)
    #expect(!run.line(23).contains("Can't load more"))
    run.type("r")

    #expect(run.screen.contains("Can't load more") || run.navigator.notice != nil)
  }

  @Test func `a covered list times nothing`() {
    service.holds(Photo.four)
    let run = list()
    run.press(.end)
    #expect(run.noteTicks.isRunning)

    run.press(.enter)
    #expect(!run.noteTicks.isRunning)
    run.type("q")

    #expect(run.noteTicks.isRunning)
  }
}
