import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

/// `I` and `x`: photos come into collections and out of them.
struct CollectionCommandsTests {
  private let memory = MemoryCollections()
  private let search = SavedSearch(name: "lakes", text: "/shoot")

  private func run(opened: String? = nil, columns: Int = 80, rows: Int = 24) -> GalleryRun {
    GalleryRun(
      Photo.four, columns: columns, rows: rows,
      extraCommands: { run in
        CollectionCommands(
          repository: memory, opened: opened.map { memory.collection(named: $0) },
          searches: { [search] }, history: run.undoHistory, context: run.context
        ).commands + [.undo(run.undoHistory, context: run.context)]
      })
  }

  private let ids = Photo.four.map(\.id)

  @Test func `the photo in focus is added, then the selection, to the one of the last time`() {
    let run = run()
    run.type("mc")
    #expect(run.line(22).contains("Add 1 photo to a collection"))
    run.type("best")
    run.press(.enter)
    #expect(run.line(23).contains("Added 1 photo to library:best"))
    expectEqual(memory.ids("best"), [ids[0]])

    run.type("ttmc")
    #expect(run.line(22).contains("Add 2 photos to a collection"))
    #expect(run.line(23).contains("Collection: best"))
    run.press(.enter)
    #expect(run.line(23).contains("Added 1 photo to library:best · 1 already there"))
    expectEqual(memory.ids("best"), [ids[0], ids[1]])

    run.type("u")
    #expect(run.line(23).contains("Undone: adding 1 photo to best"))
    expectEqual(memory.ids("best"), [ids[0]])
  }

  @Test func `what is asked comes before the rules of names, in narrow terminals, too`() {
    let run = run(columns: 40, rows: 12)
    run.type("mc")
    #expect(run.screen.contains("Add 1 photo to a collection"))
    #expect(!run.screen.contains("A name has"))

    run.press(.enter)
    #expect(run.screen.contains("A name has letters, digits, '-', '_'"))
    expectEqual(memory.names, [])
  }

  @Test func `a collection has a name, and not that of a saved search`() {
    let run = run()
    run.type("mca b")
    run.press(.enter)
    #expect(run.line(23).contains("A name has letters, digits"))
    run.press(.escape)
    run.type("mclakes")
    run.press(.enter)
    #expect(run.line(23).contains("lakes is a saved search"))
    expectEqual(memory.names, [])

    memory.lists.withLock { $0 = ["best": [], "beach": []] }
    run.press(.escape)
    run.type("mcbes")
    run.press(.tab)
    run.press(.enter)
    expectEqual(memory.ids("best"), [ids[0]])
  }

  @Test func `photos are taken out of the opened collection only`() {
    memory.lists.withLock { $0["best"] = ids }
    let run = run(opened: "best")
    run.type("mx")
    #expect(run.line(23).contains("Removed 1 photo from the collection; the files stay"))
    expectEqual(memory.ids("best"), Array(ids.dropFirst()))
    run.type("u")
    expectEqual(memory.ids("best"), ids)

    let other = self.run()
    other.type("mx")
    #expect(other.line(23).contains("Only photos of an opened collection"))
    expectEqual(memory.ids("best"), ids)
  }

  @Test func `a collection that can't be written says so`() {
    memory.error.withLock { $0 = .notWritten(code: ENOSPC) }
    let run = run()
    run.type("mcbest")
    run.press(.enter)
    #expect(run.screen.contains("Not changed: No space left on device"))
  }
}
