import ExpectationSupport
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// What the grid asks of the pictures, and what no longer.
struct GridPrefetchTests {
  private let size = Size(columns: 16, rows: 4)

  private func rows(_ specifications: [PictureSpecification]) -> [Int] {
    specifications.compactMap { Int($0.photo.id) }
  }

  private func run(_ count: Int) -> GalleryRun {
    let run = GalleryRun(Photo.stubs(count), columns: 80, rows: 24)
    run.press(.tab)
    return run
  }

  @Test func `the picture in focus is requested first, and a page below is fetched ahead`() {
    let run = run(100)

    run.press(.down, .right)

    expectEqual(rows(run.pictures.visible), [5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
    expectEqual(rows(run.pictures.next), Array(12..<24))
  }

  @Test func `pictures are drawn in the size that they are requested in`() {
    let run = run(100)

    let lines = (3..<7).map(run.line)

    #expect(lines.allSatisfy { $0.hasPrefix("│0000000000000000│  1111111111111111   ") })
    expectEqual(run.pictures.visible.first?.size, size)
  }

  @Test func `back in the list its own pictures are requested for`() {
    let run = run(100)
    run.press(.down, .tab)

    expectEqual(rows(run.pictures.visible).first, 4)
    #expect(run.pictures.visible.allSatisfy { $0.size == Size(columns: 9, rows: 3) })
  }
}
