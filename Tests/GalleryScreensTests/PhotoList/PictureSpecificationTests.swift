import ExpectationSupport
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

private func rows(_ specifications: [PictureSpecification]) -> [Int] {
  specifications.compactMap { Int($0.photo.id) }
}

/// What is asked of the pictures, and what no longer.
struct PictureSpecificationTests {
  @Test func `the focused row's picture comes first, and a page below it is fetched ahead`() {
    let run = GalleryRun(Photo.stubs(40))

    run.press(.down, .down)

    expectEqual(rows(run.pictures.visible), [2, 0, 1, 3, 4])
    expectEqual(rows(run.pictures.next), [5, 6, 7, 8, 9])
    // Without a preview nothing is prepared for a held key.
    #expect(run.pictures.ahead.isEmpty)
    #expect(run.pictures.visible.allSatisfy { $0.size == Size(columns: 9, rows: 3) })
  }

  @Test func `on the way up the page above is fetched ahead, the nearest first`() {
    let run = GalleryRun(Photo.stubs(40))
    run.type("G")

    run.press(.pageUp)

    expectEqual(rows(run.pictures.visible), [34, 31, 32, 33, 35])
    expectEqual(rows(run.pictures.next), [30, 29, 28, 27, 26])
  }

  @Test func `the wheel turns the direction without moving the selection`() {
    let run = GalleryRun(Photo.stubs(40))
    run.press(.pageDown, .pageDown)

    run.terminal.mouse(.wheelUp, column: 2, row: 4)

    let first = rows(run.pictures.visible).min() ?? 0
    expectEqual(first, 8)
    expectEqual(rows(run.pictures.next), [7, 6, 5, 4, 3])
  }

  @Test func `the preview is requested for after its row, and the next one before the page ahead`()
  {
    let run = GalleryRun(Photo.stubs(40), columns: 100, rows: 24)

    run.press(.down)

    let preview = Size(columns: 37, rows: 15)
    expectEqual(rows(run.pictures.visible), [1, 1, 0, 2, 3, 4])
    expectEqual(run.pictures.visible.map(\.size)[1], preview)
    expectEqual(rows(run.pictures.next), [2, 5, 6, 7, 8, 9])
    expectEqual(run.pictures.next.first?.size, preview)
  }

  @Test func `a held key is prepared for: the previews of the next photos, the nearest first`() {
    let run = GalleryRun(Photo.stubs(40), columns: 100, rows: 24)

    run.type("jjjjjjj")
    expectEqual(rows(run.pictures.ahead), [7, 8, 9, 10, 11, 12, 13])
    #expect(run.pictures.ahead.allSatisfy { $0.size == Size(columns: 37, rows: 15) })
    run.type("k")

    expectEqual(rows(run.pictures.ahead), [6, 5, 4, 3, 2, 1, 0])
  }

  @Test func `the list requests its pictures again when the photo is closed`() {
    let run = GalleryRun(Photo.stubs(40))
    run.press(.enter)
    expectEqual(rows(run.pictures.visible), [0])

    run.type("q")

    expectEqual(rows(run.pictures.visible), [0, 1, 2, 3, 4])
  }

  @Test func `a lack of pictures is said once, at the foot`() {
    let run = GalleryRun(Photo.four)

    run.pictures.problem = "no pictures: the worker is missing"
    run.terminal.press(.control("l"))

    #expect(run.line(23).hasSuffix("  no pictures: the worker is missing "))
  }
}

/// What the grid asks of the pictures, and what no longer.
struct GridPrefetchTests {
  private let size = Size(columns: 16, rows: 6)

  private func run(_ count: Int) -> GalleryRun {
    let run = GalleryRun(Photo.stubs(count), columns: 80, rows: 24)
    run.press(.tab)
    return run
  }

  @Test func `the picture in focus is requested first, and a page below is fetched ahead`() {
    let run = run(100)

    run.press(.down, .right)

    expectEqual(rows(run.pictures.visible), [5, 0, 1, 2, 3, 4, 6, 7])
    expectEqual(rows(run.pictures.next), Array(8..<16))
  }

  @Test func `pictures are drawn in the size that they are requested in`() {
    let run = run(100)

    let lines = (3..<7).map(run.line)

    #expect(lines.allSatisfy { $0.hasPrefix("┃0000000000000000┃  1111111111111111   ") })
    expectEqual(run.pictures.visible.first?.size, size)
  }

  @Test func `back in the list its own pictures are requested for`() {
    let run = run(100)
    run.press(.down, .tab)

    expectEqual(rows(run.pictures.visible).first, 4)
    #expect(run.pictures.visible.allSatisfy { $0.size == Size(columns: 9, rows: 3) })
  }
}
