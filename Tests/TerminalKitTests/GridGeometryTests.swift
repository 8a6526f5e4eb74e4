import ExpectationSupport
import Testing

@testable import TerminalKit

struct GridGeometryTests {
  private static let item = Size(columns: 3, rows: 3)

  /// Items of 3×3, in a window of this many columns and rows of items.
  private func grid(_ count: Int, columns: Int, rows: Int) -> GridGeometry {
    GridGeometry(
      count: count, itemSize: Self.item, size: Size(columns: columns * 3, rows: rows * 3))
  }

  /// All ways to change a geometry, with names for messages.
  private static let moves: [(name: String, change: @Sendable (inout GridGeometry) -> Void)] = [
    ("right", { $0.move(by: 1) }), ("left", { $0.move(by: -1) }), ("far", { $0.move(by: .max) }),
    ("far left", { $0.move(by: .min) }), ("down", { $0.move(byRows: 1) }),
    ("up", { $0.move(byRows: -1) }), ("far down", { $0.move(byRows: .max) }),
    ("far up", { $0.move(byRows: .min) }), ("page", { $0.movePages(1) }),
    ("page up", { $0.movePages(-1) }), ("pages", { $0.movePages(.max) }),
    ("half", { $0.moveHalfPages(1) }), ("half up", { $0.moveHalfPages(-1) }),
    ("home", { $0.moveToStart() }), ("end", { $0.moveToEnd() }),
    ("scroll", { $0.scroll(byRows: 1) }), ("scroll up", { $0.scroll(byRows: -1) }),
    ("scroll far", { $0.scroll(byRows: .max) }), ("select", { $0.select(3) }),
    ("select none", { $0.select(nil) }), ("shrink", { $0.setCount($0.count - 1) }),
    ("grow", { $0.setCount($0.count + 1) }), ("empty", { $0.setCount(0) }),
    ("narrow", { $0.setSize(Size(columns: $0.size.columns - 3, rows: $0.size.rows)) }),
    ("wide", { $0.setSize(Size(columns: $0.size.columns + 3, rows: $0.size.rows)) }),
    ("low", { $0.setSize(Size(columns: $0.size.columns, rows: $0.size.rows - 2)) }),
    ("high", { $0.setSize(Size(columns: $0.size.columns, rows: $0.size.rows + 2)) }),
    ("gone", { $0.setSize(.zero) }),
    ("small", { $0.setItemSize(Size(columns: 2, rows: 1)) }),
    ("none", { $0.setItemSize(.zero) }),
  ]

  @Test func `spare columns are shared out, and every column belongs to an item`() {
    for width in 3...40 {
      let grid = GridGeometry(count: 20, itemSize: Self.item, size: Size(columns: width, rows: 4))
      let rects = (0..<grid.columns).map(grid.rect)

      expectEqual(rects.first?.minColumn, 0)
      expectEqual(rects.last?.maxColumn, width)
      for (one, next) in zip(rects, rects.dropFirst()) {
        expectEqual(one.maxColumn, next.minColumn)
      }
      #expect(rects.allSatisfy { (0...1).contains($0.size.columns - grid.itemColumns) })
      for column in 0..<width {
        let item = grid.item(at: Point(column: column, row: 0))
        expectEqual(item.map { rects[$0].contains(Point(column: column, row: 0)) }, true)
      }
    }
  }

  @Test func `any two moves in any small grid keep everything in range`() {
    for count in 0...9 {
      for columns in [0, 1, 3, 7, 10] {
        for rows in [0, 1, 2, 5, 6, 9] {
          let start = GridGeometry(
            count: count, itemSize: Self.item,
            size: Size(columns: columns, rows: rows))
          expectSound(start, "start")
          for first in Self.moves {
            var once = start
            first.change(&once)
            expectSound(once, first.name)
            for second in Self.moves {
              var twice = once
              second.change(&twice)
              expectSound(twice, "\(first.name), \(second.name) from \(start)")
            }
          }
        }
      }
    }
  }

  /// Invariants after every move. Plain `if`s: a quarter of a million `#expect`s would take seconds.
  private func expectSound(_ grid: GridGeometry, _ context: @autoclosure () -> String) {
    let items = grid.visibleItems
    var isSound = grid.columns >= 1 && items.lowerBound >= 0
    isSound = isSound && items.upperBound <= max(grid.count, items.lowerBound)
    isSound = isSound && items.lowerBound.isMultiple(of: grid.columns)
    if grid.size.columns > 0, grid.size.rows > 0 {
      // The window is full if there are enough items.
      let room = grid.visibleRowCount * grid.columns
      let lastRow = grid.count.isMultiple(of: grid.columns) ? 0 : grid.columns - 1
      isSound = isSound && items.count + lastRow >= min(grid.count, room)
      for item in items {
        let rect = grid.rect(ofItem: item)
        isSound = isSound && rect.minRow >= 0 && rect.minColumn >= 0
        isSound = isSound && rect.maxColumn <= max(grid.size.columns, rect.size.columns)
        isSound = isSound && (rect.maxRow <= grid.size.rows || grid.visibleRowCount == 1)
        isSound = isSound && (rect.size.columns == 0 || grid.item(at: rect.origin) == item)
      }
      if let selection = grid.selection {
        isSound = isSound && items.contains(selection)
      }
    } else {
      isSound = isSound && items.isEmpty
    }
    if let selection = grid.selection { isSound = isSound && selection < grid.count }
    if grid.count == 0 { isSound = isSound && grid.selection == nil }
    if !isSound { Issue.record("\(grid) after \(context())") }
  }

  @Test func `as many columns as fit share the width evenly`() {
    let grid = GridGeometry(
      count: 9, itemSize: Self.item, size: Size(columns: 14, rows: 8))

    expectEqual(grid.columns, 4)
    expectEqual(grid.itemColumns, 3)
    expectEqual(GridGeometry(itemSize: Self.item, size: Size(columns: 8, rows: 8)).itemColumns, 4)
    // Two of the four are a column wider.
    expectEqual(grid.rect(ofItem: 5), Rect(column: 3, row: 3, columns: 4, rows: 3))
  }

  @Test func `a window narrower than an item has one column`() {
    for columns in 0...3 {
      let grid = GridGeometry(
        count: 5, itemSize: Self.item, size: Size(columns: columns, rows: 6))
      expectEqual(grid.columns, 1)
      expectEqual(grid.visibleItems, (columns == 0 ? 0..<0 : 0..<2))
    }
  }

  @Test func `exactly one screenful does not scroll, one item more does`() {
    var full = grid(6, columns: 3, rows: 2)
    var more = grid(7, columns: 3, rows: 2)

    full.moveToEnd()
    more.moveToEnd()

    #expect(!full.isScrollable && full.visibleItems == 0..<6)
    #expect(more.isScrollable && more.visibleItems == 3..<7)
  }

  @Test func `right at the end of a row goes to the next row, and left goes back`() {
    var grid = grid(7, columns: 3, rows: 4)
    grid.select(2)

    grid.move(by: 1)
    expectEqual(grid.selection, 3)
    grid.move(by: -1)
    expectEqual(grid.selection, 2)
    grid.move(by: 9)
    grid.move(by: 1)
    expectEqual(grid.selection, 6)
    grid.moveToStart()
    grid.move(by: -1)
    expectEqual(grid.selection, 0)
  }

  @Test func `up and down keep the column, even across a shorter last row`() {
    var grid = grid(7, columns: 3, rows: 2)
    grid.select(2)

    let down = (0..<3).map { _ in
      grid.move(byRows: 1)
      return grid.selection
    }
    let up = (0..<3).map { _ in
      grid.move(byRows: -1)
      return grid.selection
    }

    expectEqual(down, [5, 6, 6])
    expectEqual(up, [5, 2, 2])
  }

  @Test func `a step sideways in a shorter row resets the column`() {
    var grid = grid(8, columns: 4, rows: 3)
    grid.setCount(7)
    grid.select(3)
    grid.move(byRows: 1)
    expectEqual(grid.selection, 6)

    grid.move(by: -1)
    grid.move(byRows: -1)

    expectEqual(grid.selection, 1)
  }

  @Test func `the window scrolls by whole rows, and only at its edges`() {
    var grid = grid(30, columns: 3, rows: 3)

    let down = (0..<9).map { _ in
      grid.move(byRows: 1)
      return grid.visibleItems.lowerBound
    }
    let up = (0..<9).map { _ in
      grid.move(byRows: -1)
      return grid.visibleItems.lowerBound
    }

    expectEqual(down, [0, 0, 3, 6, 9, 12, 15, 18, 21])
    expectEqual(up, [21, 21, 18, 15, 12, 9, 6, 3, 0])
  }

  @Test func `pages move by the rows that fit into the window and keep the column`() {
    var grid = grid(100, columns: 4, rows: 3)
    grid.select(2)

    grid.movePages(1)
    #expect(grid.selection == 14 && grid.visibleItems == 12..<24)
    grid.moveHalfPages(1)
    expectEqual(grid.selection, 18)
    grid.movePages(-1)
    grid.movePages(-1)
    #expect(grid.selection == 2 && grid.visibleItems == 0..<12)
    grid.movePages(.max)
    expectEqual(grid.selection, 98)
    grid.moveToEnd()
    expectEqual(grid.selection, 99)
  }

  @Test func `the wheel moves the window and drags the selection along in its column`() {
    var grid = grid(30, columns: 3, rows: 3)
    grid.select(4)

    grid.scroll(byRows: 1)
    #expect(grid.visibleItems == 3..<12 && grid.selection == 4)
    grid.scroll(byRows: 2)
    #expect(grid.visibleItems == 9..<18 && grid.selection == 10)
    grid.scroll(byRows: -3)
    #expect(grid.visibleItems == 0..<9 && grid.selection == 7)
  }

  @Test func `a resize keeps the selected item visible, and the first one if possible`() {
    var grid = grid(1000, columns: 5, rows: 4)
    grid.select(503)
    expectEqual(grid.visibleItems, 485..<505)

    for columns in 1...12 {
      for rows in 1...6 {
        grid.setSize(Size(columns: columns * 3, rows: rows * 3))
        #expect(grid.visibleItems.contains(503), "\(columns)×\(rows)")
      }
    }
    expectEqual(grid.selection, 503)

    var wide = self.grid(1000, columns: 5, rows: 4)
    wide.select(503)
    wide.setSize(Size(columns: 30, rows: 12))
    #expect(wide.visibleItems.contains(485))
  }

  @Test func `a million items can be moved through like ten`() {
    var grid = grid(1_000_000, columns: 7, rows: 5)

    grid.moveToEnd()
    #expect(grid.selection == 999_999 && grid.visibleItems == 999_971..<1_000_000)
    grid.move(byRows: -1)
    expectEqual(grid.selection, 999_992)
    grid.select(500_000)
    #expect(grid.visibleItems.contains(500_000))
    expectEqual(grid.thumb(trackLength: 14).count, 1)
  }

  @Test func `no number of items is too large`() {
    var grid = grid(.max, columns: 7, rows: 5)

    for move in Self.moves { move.change(&grid) }
    grid.setCount(.max)
    grid.setSize(Size(columns: 21, rows: 15))
    grid.moveToEnd()

    expectEqual(grid.selection, .max - 1)
    #expect(grid.visibleItems.contains(.max - 1))
  }

  @Test func `items are found by their positions, and there is nothing beside them`() {
    let grid = grid(5, columns: 3, rows: 3)

    expectEqual(grid.item(at: Point(column: 0, row: 0)), 0)
    expectEqual(grid.item(at: Point(column: 8, row: 1)), 2)
    expectEqual(grid.item(at: Point(column: 8, row: 2)), 2)
    expectEqual(grid.item(at: Point(column: 3, row: 3)), 4)
    expectEqual(grid.item(at: Point(column: 6, row: 3)), nil)
    expectEqual(grid.item(at: Point(column: 9, row: 0)), nil)
    expectEqual(grid.item(at: Point(column: -1, row: 0)), nil)
    expectEqual(grid.item(at: Point(column: 0, row: -1)), nil)
    expectEqual(grid.item(at: Point(column: 0, row: 6)), nil)
  }
}
