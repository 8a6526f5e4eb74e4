import ExpectationSupport
import Foundation
import Testing

@testable import TerminalKit

struct GridViewTests {
  @Test func `items are side by side in rows, the selected one between bars`() {
    let items = ItemGrid(count: 5)
    let grid = grid(items, columns: 13, rows: 3)

    grid.moveSelection(by: 1)

    expectEqual(
      framed(grid, columns: 13, rows: 3),
      """
      | 0  ▌1 ▐ 2   |
      | 3   4       |
      |             |
      """)
  }

  @Test func `the selected item is bold and its bars have the accent colour`() {
    let items = ItemGrid(count: 2)
    let grid = grid(items, columns: 9, rows: 1)
    var surface = Surface(size: Size(columns: 9, rows: 1))

    grid.draw(on: &surface, in: surface.bounds)

    expectEqual(
      surface.styleRuns(0), "1:bold,ansi(6) 1:bold 1:plain 1:bold,ansi(6) 1:plain 1:dim 3:plain")
  }

  @Test func `an empty grid is blank and requests no cell`() {
    let items = ItemGrid(count: 0)
    let grid = grid(items, columns: 5, rows: 2)

    expectEqual(framed(grid, columns: 5, rows: 2), "|     |\n|     |")
    expectEqual(items.askedItems, [])
    expectEqual(grid.selectedRow, nil)
    grid.moveSelection(by: 1)
    grid.movePages(1)
    grid.chooseSelectedRow()
    expectEqual(items.history, [])
  }

  @Test func `an indicator at the right edge shows the position of the window`() {
    let items = ItemGrid(count: 13)
    let grid = grid(items, columns: 9, rows: 3)

    let start = framed(grid, columns: 9, rows: 3)
    grid.moveToEnd()

    expectEqual(
      start,
      """
      |▌0 ▐ 1  ┃|
      | 2   3  │|
      | 4   5  │|
      """)
    expectEqual(
      framed(grid, columns: 9, rows: 3),
      """
      | 8   9  │|
      | 10  11 │|
      |▌12▐    ┃|
      """)
  }

  @Test
  func `there is no indicator if everything just fits, and one more item does not move the others`()
  {
    let items = ItemGrid(count: 4)
    let grid = grid(items, columns: 9, rows: 2)

    let full = framed(grid, columns: 9, rows: 2)
    items.count = 5
    grid.reloadData()

    expectEqual(full, "|▌0 ▐ 1   |\n| 2   3   |")
    expectEqual(framed(grid, columns: 9, rows: 2), "|▌0 ▐ 1  ┃|\n| 2   3  │|")
  }

  @Test func `no row is cut`() {
    let items = ItemGrid(count: 6)
    let grid = TableView(itemSize: Size(columns: 4, rows: 2))
    grid.dataSource = items
    grid.layout(size: Size(columns: 9, rows: 3))
    grid.reloadData()

    expectEqual(grid.visibleRows, 0..<2)
    #expect(framed(grid, columns: 9, rows: 3).hasSuffix("|        │|"))
  }

  @Test func `a grid lower than an item shows the selected one, cut off`() {
    let items = ItemGrid(count: 3)
    let grid = TableView(itemSize: Size(columns: 4, rows: 3))
    grid.dataSource = items
    grid.layout(size: Size(columns: 5, rows: 2))
    grid.reloadData()

    grid.moveToEnd()

    expectEqual(framed(grid, columns: 5, rows: 2), "|▌2 ▐│|\n|▌  ▐┃|")
  }

  @Test func `grids of every small size draw whole glyphs`() {
    let items = ItemGrid(count: 9) { "日本語\($0)👩‍👩‍👧" }
    for columns in 0...12 {
      for rows in 0...4 {
        let grid = grid(items, columns: columns, rows: rows)
        _ = framed(grid, columns: columns, rows: rows)
      }
    }
    expectEqual(framed(grid(items, columns: 1, rows: 1), columns: 1, rows: 1), "|▌|")
    expectEqual(framed(grid(items, columns: 6, rows: 1), columns: 6, rows: 1), "|▌日…▐┃|")
  }

  @Test
  func
    `with a million items, only the visible ones are requested, and only one screen of cells is made`()
  {
    let items = ItemGrid(count: 1_000_000)
    let grid = grid(items, columns: 9, rows: 2)

    _ = framed(grid, columns: 9, rows: 2)
    grid.moveToEnd()
    _ = framed(grid, columns: 9, rows: 2)
    grid.selectedRow = 500_000
    _ = framed(grid, columns: 9, rows: 2)

    expectEqual(items.askedItems.count, 12)
    let visible = Array(0...3) + Array(499_998...500_003) + Array(999_996...999_999)
    #expect(Set(items.askedItems).isSubset(of: visible))
    expectEqual(items.madeCells, 4)
  }

  @Test func `a data source that lost items is not asked for items past its end`() {
    let items = ItemGrid(count: 4)
    let grid = grid(items, columns: 9, rows: 2)

    items.count = 1

    #expect(framed(grid, columns: 9, rows: 2).contains("0"))
    expectEqual(items.askedItems, [0])
  }

  @Test func `a new item size keeps the selected item visible`() {
    let items = ItemGrid(count: 100)
    let grid = grid(items, columns: 41, rows: 5)
    grid.selectedRow = 77

    grid.setItemSize(Size(columns: 20, rows: 2))

    #expect(grid.visibleRows.contains(77))
    expectEqual(grid.rect(ofRow: 77)?.size, Size(columns: 20, rows: 2))
    expectEqual(grid.rect(ofRow: 0), nil)
  }
}
