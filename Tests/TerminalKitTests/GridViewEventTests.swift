import ExpectationSupport
import Testing

@testable import TerminalKit

/// The events that a grid sends to its delegate, and when.
struct GridViewEventTests {
  @Test
  func `visible items are announced after layout, moves and reloads, and never while drawing`() {
    let items = ItemGrid(count: 20)
    let grid = grid(items, columns: 9, rows: 2)
    expectEqual(items.history, ["bars 0", "display 0..<4"])
    items.clear()

    grid.moveSelection(byRows: 1)
    grid.movePages(1)
    grid.reloadData()
    grid.layout(size: Size(columns: 9, rows: 1))
    expectEqual(
      items.history, ["bars 2", "bars 6", "display 4..<8", "display 4..<8", "display 6..<8"])
    items.clear()

    _ = framed(grid, columns: 9, rows: 1)
    _ = framed(grid, columns: 17, rows: 3)
    expectEqual(items.history, [])
  }

  @Test func `a delegate that reloads at every announcement causes no endless loop`() {
    let items = ItemGrid(count: 3)
    let grid = TableView(itemSize: Size(columns: 4, rows: 1))
    grid.dataSource = items
    grid.delegate = items
    items.onDisplay = { [weak grid] in grid?.reloadData() }
    grid.layout(size: Size(columns: 9, rows: 5))

    grid.reloadData()
    grid.reloadData()

    expectEqual(items.history, ["bars 0", "display 0..<3", "display 0..<3"])
  }

  @Test func `an item is chosen unless the delegate refuses it`() {
    let items = ItemGrid(count: 3)
    let grid = grid(items, columns: 9, rows: 3)
    items.refused = [1]
    items.clear()

    grid.chooseSelectedRow()
    grid.moveSelection(by: 1)
    grid.chooseSelectedRow()

    expectEqual(items.history, ["chosen 0", "bars 1"])
  }

  @Test func `a reload with fewer items selects the last one, and none if all are gone`() {
    let items = ItemGrid(count: 9)
    let grid = grid(items, columns: 9, rows: 2)
    grid.moveToEnd()
    items.clear()

    items.count = 3
    grid.reloadData()
    expectEqual(grid.selectedRow, 2)
    items.count = 0
    grid.reloadData()
    expectEqual(grid.selectedRow, nil)
    items.count = 5
    grid.reloadData()

    expectEqual(items.history, ["bars 2", "display 0..<3", "bars none", "bars 0", "display 0..<4"])
  }

  @Test func `a reload that keeps the selection keeps its column for up and down`() {
    let items = ItemGrid(count: 5)
    let grid = grid(items, columns: 13, rows: 3)
    grid.selectedRow = 2
    grid.moveSelection(byRows: 1)
    expectEqual(grid.selectedRow, 4)

    items.count = 8
    grid.reloadData(selecting: 4)
    grid.layout(size: Size(columns: 13, rows: 4))
    grid.moveSelection(byRows: -1)

    expectEqual(grid.selectedRow, 2)
  }

  @Test func `the mouse selects, chooses and scrolls`() {
    let items = ItemGrid(count: 20)
    let grid = grid(items, columns: 9, rows: 2)
    items.clear()
    let origin = Point(column: 2, row: 1)

    #expect(grid.handle(MouseEvent(.press, at: Point(column: 7, row: 1)), origin: origin))
    #expect(!grid.handle(MouseEvent(.press, at: Point(column: 7, row: 3)), origin: origin))
    #expect(!grid.handle(MouseEvent(.press, at: Point(column: 10, row: 1)), origin: origin))
    #expect(!grid.handle(MouseEvent(.press, at: Point(column: 1, row: 1)), origin: origin))
    grid.handle(MouseEvent(.press, at: Point(column: 2, row: 2)), origin: origin)
    grid.handle(MouseEvent(.doubleClick, at: Point(column: 2, row: 2)), origin: origin)
    grid.handle(MouseEvent(.wheelDown, at: Point(column: 4, row: 2)), origin: origin)
    grid.handle(MouseEvent(.wheelDown, at: Point(column: 4, row: 2)), origin: origin)

    expectEqual(
      items.history,
      [
        "bars 1", "bars 2", "chosen 2", "display 2..<6", "bars 4", "display 4..<8",
      ])
  }

  @Test
  func `a double click chooses the item of the first press, even if the items moved in between`() {
    let items = ItemGrid(count: 20)
    let grid = grid(items, columns: 9, rows: 2)
    items.clear()
    let place = Point(column: 1, row: 0)

    grid.handle(MouseEvent(.press, at: place))
    grid.reloadData(selecting: 4)
    grid.handle(MouseEvent(.doubleClick, at: place))
    expectEqual(items.history.last, "chosen 4")

    // The double click is over, and so is a selection made by a key.
    grid.handle(MouseEvent(.press, at: place))
    grid.handle(MouseEvent(.singleClick, at: place))
    items.clear()
    grid.handle(MouseEvent(.doubleClick, at: place))
    grid.moveToEnd()
    grid.handle(MouseEvent(.doubleClick, at: place))
    expectEqual(items.history.filter { $0.hasPrefix("chosen") }, [])
  }
}
