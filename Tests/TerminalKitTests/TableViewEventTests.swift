import ExpectationSupport
import Testing

@testable import TerminalKit

struct TableViewEventTests {
  @Test func `visible rows are announced after layout, moves and reloads, and never while drawing`()
  {
    let list = RowList(count: 10)
    let table = table(list, columns: 9, rows: 3)
    expectEqual(list.history, ["bar 0", "display 0..<3"])
    list.clear()

    table.move { $0.move(by: 1) }
    table.move { $0.movePages(1) }
    table.reloadData()
    table.layout(size: Size(columns: 9, rows: 2))
    expectEqual(
      list.history, ["bar 1", "bar 4", "display 3..<6", "display 3..<6", "display 3..<5"])
    list.clear()

    let items = RowList(count: 20)
    let grid = grid(items, columns: 9, rows: 2)
    grid.move { $0.move(byRows: 3) }
    expectEqual(items.history, ["bar 0", "display 0..<4", "bar 6", "display 4..<8"])

    _ = framed(table, columns: 9, rows: 2)
    _ = framed(table, columns: 9, rows: 6)
    expectEqual(list.history, [])
  }

  @Test func `a delegate that reloads at every announcement causes no endless loop`() {
    let list = RowList(count: 3)
    let table = TableView()
    table.dataSource = list
    table.delegate = list
    list.onDisplay = { [weak table] in table?.reloadData() }
    table.layout(size: Size(columns: 9, rows: 5))

    table.reloadData()
    table.reloadData()

    expectEqual(list.history, ["bar 0", "display 0..<3", "display 0..<3"])
  }

  @Test func `rows that a delegate adds during an announcement are announced, too`() {
    let list = RowList(count: 1)
    let table = table(list, columns: 9, rows: 4)
    list.clear()
    list.onDisplay = { [weak table, weak list] in
      list?.count += 2
      table?.reloadData()
    }

    table.reloadData()

    expectEqual(list.history, ["display 0..<1", "display 0..<3", "display 0..<4"])
  }

  @Test func `a row is chosen unless the delegate refuses it`() {
    let list = RowList(count: 3)
    let table = table(list, columns: 9, rows: 3)
    list.refused = [1]
    list.clear()

    table.chooseSelectedRow()
    table.move { $0.move(by: 1) }
    table.chooseSelectedRow()

    expectEqual(list.history, ["chosen 0", "bar 1"])
  }

  @Test func `a reload with fewer rows selects the last one, and none if all are gone`() {
    let list = RowList(count: 5)
    let table = table(list, columns: 9, rows: 3)
    table.move { $0.select(.max) }
    list.clear()

    list.count = 2
    table.reloadData()
    expectEqual(table.selectedRow, 1)
    list.count = 0
    table.reloadData()
    expectEqual(table.selectedRow, nil)
    list.count = 4
    table.reloadData()

    expectEqual(table.selectedRow, 0)
    expectEqual(list.history, ["bar 1", "display 0..<2", "bar none", "bar 0", "display 0..<3"])
  }

  @Test func `what the owner selects is not reported back, while a move to a row is`() {
    let list = RowList(count: 50)
    let table = table(list, columns: 9, rows: 5)
    list.clear()

    table.selectedRow = 20
    table.reloadData(selecting: 30)
    #expect(!list.history.contains { $0.hasPrefix("bar") })
    table.move { $0.select(31) }

    expectEqual(list.history.last { $0.hasPrefix("bar") }, "bar 31")
    expectEqual(table.selectedRow, 31)
  }

  @Test func `other sizes of rows are no move of the user's`() {
    let list = RowList(count: 50)
    let table = table(list, columns: 9, rows: 6)
    table.rowHeight = 2
    let items = RowList(count: 20)
    let grid = grid(items, columns: 9, rows: 4)
    grid.setItemSize(Size(columns: 3, rows: 2))
    expectEqual(list.moveCount + items.moveCount, 0)

    table.move { $0.move(by: 1) }
    grid.handle(MouseEvent(.press, at: .zero))

    expectEqual([list.moveCount, items.moveCount], [1, 1])
  }

  @Test func `a reload can keep a row on its line of the window`() {
    let list = RowList(count: 50)
    let table = table(list, columns: 9, rows: 5)
    table.selectedRow = 20

    // Ten rows were inserted above.
    let line = table.rect(ofRow: 20)?.minRow
    list.count = 60
    table.reloadData(selecting: 30, firstRow: 30 - (line ?? 0))

    expectEqual(table.selectedRow, 30)
    expectEqual(table.rect(ofRow: 30)?.minRow, line)
  }

  @Test func `the mouse selects, chooses and scrolls`() {
    let list = RowList(count: 20)
    let table = table(list, columns: 9, rows: 5)
    list.clear()
    let origin = Point(column: 2, row: 1)

    for (column, row) in [(4, 3), (4, 9), (1, 3)] {
      table.handle(MouseEvent(.press, at: Point(column: column, row: row)), origin: origin)
    }
    for action in [MouseEvent.Action.press, .release, .doubleClick, .wheelDown] {
      table.handle(MouseEvent(action, at: Point(column: 4, row: 2)), origin: origin)
    }

    expectEqual(list.history, ["bar 2", "bar 1", "chosen 1", "bar 3", "display 3..<8"])
  }

  @Test(arguments: [false, true])
  func `a double click chooses the row of the first press, even if the rows moved in between`(
    isInserted: Bool
  ) {
    let list = RowList(count: 20)
    let table = TableView(rowHeight: 3, margin: 1)
    table.dataSource = list
    table.delegate = list
    table.reloadData()
    table.layout(size: Size(columns: 9, rows: 11))
    // At the margin, so that the window moves.
    let last = Point(column: 2, row: 8)

    table.handle(MouseEvent(.press, at: last))
    if isInserted {
      // Ten rows were inserted above.
      list.count = 30
      table.reloadData(selecting: 12, firstRow: 11)
    }
    table.layout(size: Size(columns: 9, rows: 11))
    expectEqual(table.visibleRows.lowerBound, isInserted ? 11 : 1)
    table.handle(MouseEvent(.release, at: last))
    table.handle(MouseEvent(.doubleClick, at: last))

    expectEqual(list.history.filter { $0.hasPrefix("chosen") }, ["chosen \(isInserted ? 12 : 2)"])
  }

  @Test func `a double click whose first press went elsewhere only selects`() {
    let list = RowList(count: 20)
    let table = table(list, columns: 9, rows: 5)

    table.handle(MouseEvent(.press, at: Point(column: 2, row: 3)))
    table.move { $0.move(by: 1) }
    table.handle(MouseEvent(.doubleClick, at: Point(column: 2, row: 2)))

    expectEqual(table.selectedRow, 2)
    expectEqual(list.history.filter { $0.hasPrefix("chosen") }, [])
  }

  // MARK: Grids

  @Test func `a reload that keeps the selection keeps its column for up and down`() {
    let items = RowList(count: 5)
    let grid = grid(items, columns: 13, rows: 3)
    grid.selectedRow = 2
    grid.move { $0.move(byRows: 1) }
    expectEqual(grid.selectedRow, 4)

    items.count = 8
    grid.reloadData(selecting: 4)
    grid.layout(size: Size(columns: 13, rows: 4))
    grid.move { $0.move(byRows: -1) }

    expectEqual(grid.selectedRow, 2)
  }
}
