import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `--select`: the gallery as a chooser.
@Suite struct ChooserTests {
  private let photos = [
    Photo.stub(id: "a", name: "first"), .stub(id: "b", name: "second", saleStatus: .notForSale),
    .stub(id: "c", name: "third", saleStatus: .unstated), .stub(id: "d", name: "fourth"),
  ]

  private func run(columns: Int = 80, rows: Int = 24) -> GalleryRun {
    GalleryRun(photos, columns: columns, rows: rows, isChooser: true)
  }

  @Test(
    arguments: [
      ("", ["a"]), ("j", ["b"]), ("jj", ["c"]),
      // Those selected with Space, and not the one in focus.
      ("jj kk ", ["c", "b"]),
      // Space again deselects, and u undoes that.
      ("  k u", ["a", "b"]),
      // A range comes after what was selected before.
      ("G ggVj", ["d", "a", "b"]),
    ] as [(String, [Photo.ID])])
  func `Enter chooses what is selected, in order, else the photo in focus, whatever its status`(
    _ keys: String, _ ids: [Photo.ID]
  ) {
    let run = run()

    run.type(keys)
    run.press(.enter)

    expectEqual(run.chosen, ids)
    let empty = GalleryRun([], isChooser: true)
    empty.press(.enter)
    expectEqual(empty.chosen, nil)
  }

  @Test func `the key line says what Enter does`() {
    let run = run()
    #expect(run.line(23).contains("Enter choose"))
    #expect(!run.line(23).contains("open"))

    run.type("  ")

    #expect(run.line(23).contains("Enter choose 2"))
    #expect(run.line(0).contains("2 selected"))
    #expect(run.line(2).hasPrefix("✓"))
    #expect(!run.screen.contains("basket"))
  }

  @Test(arguments: ["i", "l"])
  func `a photo opens without being chosen, whatever its status`(_ key: Character) {
    let run = run()

    run.type("j\(key)")

    expectEqual(run.chosen, nil)
    #expect(run.screen.contains("second"))
    #expect(!run.screen.contains("first"))
    #expect(!run.screen.contains("This item is not for sale"))
    run.type("n")
    #expect(run.screen.contains("third"))
    run.press(.enter)
    expectEqual(run.chosen, ["c"])
  }

  @Test func `Esc quits without a choice, but ends a range and a search first`() {
    let run = run()

    run.type("Vj")
    run.press(.escape)
    #expect(!run.hasQuit)
    run.press(.escape)

    #expect(run.hasQuit)
    expectEqual(run.chosen, nil)
  }

  @Test func `q on the photo screen goes back to the list, and there it quits`() {
    let run = run()

    run.type("iq")
    #expect(!run.hasQuit)
    run.type("q")

    #expect(run.hasQuit)
    expectEqual(run.chosen, nil)
  }

  @Test func `in the grid Enter chooses too, and v looks`() {
    let run = run()

    run.press(.tab)
    run.type("v")
    #expect(run.screen.contains("first"))
    run.type("q")
    run.press(.enter)

    expectEqual(run.chosen, ["a"])
  }
}
