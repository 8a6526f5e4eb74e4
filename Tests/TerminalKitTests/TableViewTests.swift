import ExpectationSupport
import Foundation
import Testing

@testable import TerminalKit

struct TableViewTests {
  @Test func `the selected row is bold and its bar has the accent colour`() {
    let list = RowList(count: 1)
    let table = table(list, columns: 8, rows: 1)
    var surface = Surface(size: Size(columns: 8, rows: 1))

    table.draw(on: &surface, in: surface.bounds)

    expectEqual(surface.styleRuns(0), "1:bold,ansi(6) 5:bold 2:plain")
    expectEqual(list.askedRows, [0])
  }

  @Test func `an empty table is blank and requests no cell`() {
    let list = RowList(count: 0)
    let table = table(list, columns: 3, rows: 2)

    expectEqual(framed(table, columns: 3, rows: 2), "|   |\n|   |")
    expectEqual(list.askedRows, [])
    expectEqual(table.selectedRow, nil)
    table.move { $0.move(by: 1) }
    table.chooseSelectedRow()
    expectEqual(list.history, [])
  }

  @Test func `an indicator at the right edge shows the position of the window`() {
    let list = RowList(count: 12)
    let table = table(list, columns: 8, rows: 4)

    let start = framed(table, columns: 8, rows: 4)
    table.move { $0.select(.max) }

    expectEqual(
      start,
      """
      |▌row 0 ┃|
      | row 1 │|
      | row 2 │|
      | row 3 │|
      """)
    expectEqual(
      framed(table, columns: 8, rows: 4),
      """
      | row 8 │|
      | row 9 │|
      | row 10│|
      |▌row 11┃|
      """)
    // There is none if everything just fits.
    list.count = 4
    table.reloadData()
    #expect(!framed(table, columns: 8, rows: 4).contains("┃"))
  }

  @Test func `no row is cut at the end of the window`() {
    let list = RowList(count: 5)
    let table = table(list, columns: 8, rows: 5, rowHeight: 2)

    expectEqual(table.visibleRows, 0..<2)
    expectEqual(
      framed(table, columns: 8, rows: 5),
      """
      |▌row 0 ┃|
      |▌      ┃|
      | row 1 │|
      |       │|
      |       │|
      """)
  }

  @Test func `cells that are not reused are dropped`() {
    final class Wasteful: TableViewDataSource {
      private(set) var cells: [() -> TableViewCell?] = []

      func numberOfRows(in tableView: TableView) -> Int { 3 }

      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = TextCell()
        cells.append { [weak cell] in cell }
        return cell
      }
    }
    let source = Wasteful()
    let table = TableView()
    table.dataSource = source
    table.layout(size: Size(columns: 9, rows: 3))
    table.reloadData()

    for _ in 0..<20 { _ = framed(table, columns: 9, rows: 3) }

    expectEqual(source.cells.count, 60)
    #expect(source.cells.filter { $0() != nil }.count <= 6)
  }

  @Test func `tables of every small size draw whole glyphs`() {
    let list = RowList(count: 9) { "日本語\($0)👩‍👩‍👧" }
    for columns in 0...12 {
      for rows in 0...4 {
        let table = table(list, columns: columns, rows: rows, rowHeight: 2)
        _ = framed(table, columns: columns, rows: rows)
        _ = framed(grid(list, columns: columns, rows: rows), columns: columns, rows: rows)
      }
    }
    expectEqual(framed(grid(list, columns: 1, rows: 1), columns: 1, rows: 1), "|▌|")
    expectEqual(framed(grid(list, columns: 6, rows: 1), columns: 6, rows: 1), "|▌日…▐┃|")
    expectEqual(framed(table(list, columns: 1, rows: 1), columns: 1, rows: 1), "|▌|")
    expectEqual(framed(table(list, columns: 6, rows: 1), columns: 6, rows: 1), "|▌日… ┃|")
  }

  @Test
  func
    `with a million rows, only the visible ones are requested, and only one screen of cells is made`()
  {
    let list = RowList(count: 1_000_000)
    let table = table(list, columns: 20, rows: 3)

    _ = framed(table, columns: 20, rows: 3)
    table.move { $0.select(.max) }
    _ = framed(table, columns: 20, rows: 3)
    table.selectedRow = 500_000
    _ = framed(table, columns: 20, rows: 3)

    expectEqual(list.askedRows, [0, 1, 2, 999_997, 999_998, 999_999, 500_000, 500_001, 500_002])
    expectEqual(list.madeCells, 3)
  }

  @Test func `a data source that lost rows is not asked for rows past its end`() {
    let list = RowList(count: 5)
    let table = table(list, columns: 9, rows: 5)

    list.count = 2

    #expect(framed(table, columns: 9, rows: 5).contains("row 1"))
    expectEqual(list.askedRows, [0, 1])
  }

  @Test func `the cursor is on the selected row of the surface`() {
    let list = RowList(count: 3)
    let table = table(list, columns: 9, rows: 3)
    table.selectedRow = 2
    var surface = Surface(size: Size(columns: 20, rows: 10))

    table.draw(on: &surface, in: Rect(column: 4, row: 5, columns: 9, rows: 3))

    expectEqual(table.cursor, Point(column: 4, row: 7))
    expectEqual(list.askedRows, [0, 1, 2])
  }

  // MARK: Grids

  /// Items whose text is their number.
  private func items(_ count: Int) -> RowList { RowList(count: count) { "\($0)" } }

  @Test func `items are side by side in rows, the selected one between bars`() {
    let items = items(5)
    let grid = grid(items, columns: 13, rows: 3)

    grid.move { $0.move(by: 1) }

    expectEqual(
      framed(grid, columns: 13, rows: 3),
      """
      | 0  ▌1 ▐ 2   |
      | 3   4       |
      |             |
      """)
  }

  @Test func `no row of a grid is cut, unless not even one fits`() {
    let (six, three) = (items(6), items(3))
    let high = grid(six, columns: 9, rows: 3, itemRows: 2)
    expectEqual(high.visibleRows, 0..<2)
    #expect(framed(high, columns: 9, rows: 3).hasSuffix("|        │|"))

    let low = grid(three, columns: 5, rows: 2, itemRows: 3)
    low.move { $0.select(.max) }
    expectEqual(framed(low, columns: 5, rows: 2), "|▌2 ▐│|\n|▌  ▐┃|")
  }

  @Test func `a new item size keeps the selected item visible`() {
    let items = items(100)
    let grid = grid(items, columns: 41, rows: 5)
    grid.selectedRow = 77

    grid.setItemSize(Size(columns: 20, rows: 2))

    #expect(grid.visibleRows.contains(77))
    expectEqual(grid.rect(ofRow: 77)?.size, Size(columns: 20, rows: 2))
    expectEqual(grid.rect(ofRow: 0), nil)
  }
}
