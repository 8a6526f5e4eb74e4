import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

@MainActor
struct CompareLayoutTests {
  @Test(arguments: [
    (120, 40, 2, 2), (80, 24, 2, 2), (40, 12, 2, 2), (40, 24, 2, 1), (40, 10, 2, 2),
    (120, 40, 3, 3), (80, 24, 3, 3), (40, 12, 3, 3), (40, 24, 3, 1), (50, 60, 3, 1),
    (120, 40, 4, 2), (80, 24, 4, 2), (40, 12, 4, 2), (40, 10, 4, 2),
  ])
  func `photos are arranged so that they are largest, four in a square`(
    columns: Int, rows: Int, count: Int, beside: Int
  ) {
    let layout = CompareLayout(size: Size(columns: columns, rows: rows), count: count)

    expectEqual(layout.columnCount, beside)
    expectEqual(layout.panes.count, count)
  }

  @Test func `all boxes have the same size, are inside, and don't overlap`() {
    for (columns, rows) in [(200, 60), (120, 40), (80, 24), (81, 25), (40, 12), (40, 10)] {
      for count in 1...4 {
        let size = Size(columns: columns, rows: rows)
        let panes = CompareLayout(size: size, count: count).panes
        expectEqual(Set(panes.map { "\($0.picture.size)" }).count, 1)
        for (index, pane) in panes.enumerated() {
          #expect(pane.frame.maxColumn <= columns && pane.frame.maxRow <= rows)
          expectEqual(pane.picture.maxRow, pane.caption.minRow)
          expectEqual(pane.caption.maxRow, pane.frame.maxRow)
          for other in panes[(index + 1)...] {
            #expect(pane.frame.intersection(other.frame).isEmpty)
          }
        }
      }
    }
  }
}
