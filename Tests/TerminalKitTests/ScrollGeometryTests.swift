import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

/// The rows of lists and grids, as plain arithmetic.
struct ScrollGeometryTests {
  private static let item = Size(columns: 3, rows: 3)

  /// Items of 3×3, in a window of this many columns and rows of items.
  private func grid(_ count: Int, columns: Int, rows: Int) -> ScrollGeometry {
    ScrollGeometry(
      count: count, itemSize: Self.item, size: Size(columns: columns * 3, rows: rows * 3))
  }

  // MARK: Any moves

  /// Farther than any list is long.
  nonisolated private static let far = 1 << 42

  /// All ways to change a geometry, with names for messages.
  private static let moves: [(name: String, change: @Sendable (inout ScrollGeometry) -> Void)] = [
    ("right", { $0.move(by: 1) }), ("left", { $0.move(by: -1) }), ("far", { $0.move(by: far) }),
    ("far left", { $0.move(by: -far) }), ("down", { $0.move(byRows: 1) }),
    ("up", { $0.move(byRows: -1) }), ("far down", { $0.move(byRows: far) }),
    ("far up", { $0.move(byRows: -far) }), ("page", { $0.movePages(1) }),
    ("page up", { $0.movePages(-1) }), ("pages", { $0.movePages(far) }),
    ("half", { $0.moveHalfPages(1) }), ("half up", { $0.moveHalfPages(-1) }),
    ("scroll", { $0.scroll(by: 1) }), ("scroll up", { $0.scroll(by: -1) }),
    ("scroll far", { $0.scroll(by: far) }), ("offset", { $0.setOffset(2) }),
    ("offset -", { $0.setOffset(-far) }), ("select", { $0.select(3) }),
    ("select none", { $0.select(nil) }), ("shrink", { $0.setCount($0.count - 1) }),
    ("grow", { $0.setCount($0.count + 1) }), ("empty", { $0.setCount(0) }),
    ("narrow", { $0.setSize(Size(columns: $0.size.columns - 3, rows: $0.size.rows)) }),
    ("wide", { $0.setSize(Size(columns: $0.size.columns + 3, rows: $0.size.rows)) }),
    ("lower", { $0.setHeight($0.size.rows - 1) }), ("higher", { $0.setHeight($0.size.rows + 2) }),
    ("gone", { $0.setSize(.zero) }),
    ("rows", { $0.setItemSize(Size(columns: $0.itemSize.columns, rows: 2)) }),
    ("small", { $0.setItemSize(Size(columns: 2, rows: 1)) }), ("none", { $0.setItemSize(.zero) }),
  ]

  @Test func `any two moves in any small list or grid keep everything in range`() {
    for count in 0...6 {
      for height in [0, 1, 2, 5, 7] {
        for margin in 0...2 {
          expectSoundMoves(
            from: ScrollGeometry(
              count: count, rowHeight: 1 + margin, height: height, margin: margin))
        }
        for columns in [0, 1, 3, 7, 10] {
          expectSoundMoves(
            from: ScrollGeometry(
              count: count + 2, itemSize: Self.item, size: Size(columns: columns, rows: height)))
        }
      }
    }
  }

  private func expectSoundMoves(from start: ScrollGeometry) {
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

  /// Invariants after every move. Plain `if`s: half a million `#expect`s would take seconds.
  private func expectSound(
    _ geometry: ScrollGeometry, _ context: @autoclosure () -> String
  ) {
    let items = geometry.visibleItems
    let (offset, whole) = (geometry.offset, geometry.wholeRows)
    var isSound = (0...geometry.maximumOffset).contains(offset) && geometry.columns >= 1
    isSound = isSound && items.lowerBound >= 0
    isSound = isSound && items.upperBound <= max(geometry.count, items.lowerBound)
    isSound = isSound && items.lowerBound.isMultiple(of: geometry.columns)
    if geometry.size.columns > 0, geometry.size.rows > 0 {
      // The window is full if there are enough items.
      let missing = geometry.count.isMultiple(of: geometry.columns) ? 0 : geometry.columns - 1
      let room = geometry.size.rows / geometry.itemSize.rows * geometry.columns
      isSound = isSound && items.count + missing >= min(geometry.count, room)
      for item in items {
        let rect = geometry.rect(ofItem: item)
        isSound = isSound && rect.minRow >= 0 && rect.minColumn >= 0
        isSound = isSound && rect.maxColumn <= max(geometry.size.columns, rect.size.columns)
        isSound = isSound && (geometry.isList || rect.maxRow <= geometry.size.rows || whole == 1)
        isSound = isSound && (rect.size.columns == 0 || geometry.item(at: rect.origin) == item)
      }
      if let selection = geometry.selection { isSound = isSound && items.contains(selection) }
    } else {
      isSound = isSound && items.isEmpty
    }
    if let selection = geometry.selection {
      let inner = min(geometry.margin, (whole - 1) / 2)
      let above = selection / geometry.columns - offset
      isSound = isSound && selection < geometry.count && above >= 0 && above < whole
      isSound = isSound && (above >= inner || offset == 0)
      isSound = isSound && (whole - 1 - above >= inner || offset == geometry.maximumOffset)
    }
    if geometry.count == 0 { isSound = isSound && geometry.selection == nil }
    if !isSound { Issue.record("\(geometry) after \(context())") }
  }

  @Test func `no number of items is too large`() {
    var grid = grid(.max, columns: 7, rows: 5)

    for move in Self.moves { move.change(&grid) }
    grid.setCount(.max)
    grid.setItemSize(Self.item)
    grid.setSize(Size(columns: 21, rows: 15))
    grid.select(.max)

    let last = ScrollGeometry.countLimit - 1
    expectEqual(grid.selection, last)
    #expect(grid.visibleItems.contains(last))
  }

  @Test func `a million items can be moved through like ten`() {
    var list = ScrollGeometry(count: 1_000_000, rowHeight: 4, height: 40, margin: 2)
    list.select(.max)
    #expect(list.selection == 999_999 && list.visibleRows == 999_990..<1_000_000)
    expectEqual(list.thumb(trackLength: 40).count, 1)

    var grid = grid(1_000_000, columns: 7, rows: 5)
    grid.select(.max)
    #expect(grid.selection == 999_999 && grid.visibleItems == 999_971..<1_000_000)
    grid.move(byRows: -1)
    expectEqual(grid.selection, 999_992)
    expectEqual(grid.thumb(trackLength: 14).count, 1)

    var sections = ScrollGeometry(count: 1_000_000, rowHeight: 4, height: 40, margin: 1)
    sections.setSectionStarts(Array(0..<1_000_000))
    for _ in 0..<1_000 { sections.move(by: 997) }
    expectEqual(sections.selection, 997_000)
    #expect(sections.visibleRows.contains(997_000))
  }

  // MARK: Lists

  /// What the window starts at, and what is selected, after each of some moves.
  private func history(
    _ geometry: ScrollGeometry, _ moves: [(inout ScrollGeometry) -> Void]
  ) -> [[Int?]] {
    var geometry = geometry
    return moves.map { move in
      move(&geometry)
      return [geometry.offset, geometry.selection]
    }
  }

  @Test func `the window scrolls with the selection only at its edges`() {
    let list = ScrollGeometry(count: 10, height: 4)
    let grid = grid(30, columns: 3, rows: 3)

    let down = Array(repeating: { (list: inout ScrollGeometry) in list.move(byRows: 1) }, count: 9)
    let up = Array(repeating: { (list: inout ScrollGeometry) in list.move(byRows: -1) }, count: 9)

    expectEqual(
      history(list, down + up).map { $0[0] },
      [0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 5, 4, 3, 2, 1, 0])
    expectEqual(
      history(grid, down + up).map { $0[0] },
      [0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test func `pages move by the number of completely visible rows`() {
    let list = ScrollGeometry(count: 100, rowHeight: 3, height: 10)
    expectEqual(
      history(
        list, [{ $0.movePages(1) }, { $0.moveHalfPages(1) }, { $0.movePages(-2) }]),
      [[3, 3], [4, 4], [0, 0]])

    var grid = grid(100, columns: 4, rows: 3)
    grid.select(2)
    expectEqual(
      history(
        grid,
        [
          { $0.movePages(1) }, { $0.moveHalfPages(1) }, { $0.movePages(-1) },
          { $0.movePages(-1) }, { $0.movePages(Self.far) }, { $0.select(.max) },
        ]),
      [[3, 14], [4, 18], [1, 6], [0, 2], [22, 98], [22, 99]])
  }

  @Test func `the wheel moves the window and drags the selection along at the edge`() {
    var list = ScrollGeometry(count: 10, height: 4)
    list.select(2)
    expectEqual(
      history(list, [{ $0.scroll(by: 2) }, { $0.scroll(by: 3) }, { $0.scroll(by: -5) }]),
      [[2, 2], [5, 5], [0, 3]])

    var grid = grid(30, columns: 3, rows: 3)
    grid.select(4)
    expectEqual(
      history(grid, [{ $0.scroll(by: 1) }, { $0.scroll(by: 2) }, { $0.scroll(by: -3) }]),
      [[1, 4], [3, 10], [0, 7]])
  }

  @Test func `there is no selection until something moves`() {
    var list = ScrollGeometry(count: 5, height: 2)
    list.select(nil)

    expectEqual(history(list, [{ $0.scroll(by: 2) }, { $0.move(by: 1) }]), [[2, nil], [0, 0]])
  }

  @Test func `the thumb touches the ends of its track only at the ends of the list`() {
    for count in 2...40 {
      for height in 1..<count {
        var geometry = ScrollGeometry(count: count, height: height)
        for offset in 0...geometry.maximumOffset {
          geometry.select(offset)
          geometry.setOffset(offset)
          for track in 3...12 {
            let thumb = geometry.thumb(trackLength: track)
            let isInside = thumb.lowerBound >= 0 && thumb.upperBound <= track && !thumb.isEmpty
            // With only one free line the thumb has just two positions.
            let isHonest =
              track - thumb.count < 2
              || ((thumb.lowerBound == 0) == (geometry.offset == 0)
                && (thumb.upperBound == track) == (geometry.offset == geometry.maximumOffset))
            if !isInside || !isHonest { Issue.record("\(geometry), track \(track): \(thumb)") }
          }
        }
      }
    }
    expectEqual(ScrollGeometry(count: 3, height: 5).thumb(trackLength: 5), 0..<5)
    #expect(ScrollGeometry(count: 3, height: 1).thumb(trackLength: 0).isEmpty)
  }

  // MARK: Grids

  @Test func `spare columns are shared out, and every column belongs to an item`() {
    for width in 3...40 {
      let grid = ScrollGeometry(count: 20, itemSize: Self.item, size: Size(columns: width, rows: 4))
      let rects = (0..<grid.columns).map(grid.rect)

      expectEqual(grid.columns, width / 3)
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
    let narrow = ScrollGeometry(count: 5, itemSize: Self.item, size: Size(columns: 2, rows: 6))
    expectEqual(narrow.columns, 1)
    expectEqual(narrow.visibleItems, 0..<2)
  }

  @Test func `sideways goes on in the next row, up and down keep the column across shorter rows`() {
    let start = grid(7, columns: 3, rows: 4)
    func selections(_ moves: [(inout ScrollGeometry) -> Void]) -> [Int?] {
      history(start, moves).map { $0[1] }
    }

    expectEqual(
      selections([
        { $0.select(2) }, { $0.move(by: 1) }, { $0.move(by: -1) }, { $0.move(by: 9) },
        { $0.move(by: 1) }, { $0.select(0) }, { $0.move(by: -1) },
      ]), [2, 3, 2, 6, 6, 0, 0])
    expectEqual(
      selections([
        { $0.select(2) }, { $0.move(byRows: 1) }, { $0.move(byRows: 1) }, { $0.move(byRows: 1) },
        { $0.move(byRows: -1) }, { $0.move(byRows: -1) }, { $0.move(byRows: -1) },
      ]), [2, 5, 6, 6, 5, 2, 2])
    // A step sideways in the shorter row resets the column.
    expectEqual(
      selections([
        { $0.setCount(8) }, { $0.select(5) }, { $0.move(byRows: 1) }, { $0.move(by: -1) },
        { $0.move(byRows: -1) },
      ]), [0, 5, 7, 6, 3])
  }

  @Test func `a resize keeps the selected item visible, and the first one if possible`() {
    var grid = grid(1000, columns: 5, rows: 4)
    grid.select(503)
    expectEqual(grid.visibleItems, 485..<505)

    grid.setSize(Size(columns: 30, rows: 12))
    #expect(grid.visibleItems.contains(485) && grid.visibleItems.contains(503))
    grid.setSize(Self.item)

    expectEqual(grid.visibleItems, 503..<504)
    expectEqual(grid.selection, 503)
  }

  @Test(
    arguments: [
      (0, 0, 0), (8, 1, 2), (8, 2, 2), (3, 3, 4), (6, 3, nil), (9, 0, nil), (-1, 0, nil),
      (0, -1, nil), (0, 6, nil),
    ] as [(Int, Int, Int?)])
  func `items are found by their positions, and there is nothing beside them`(
    _ column: Int, _ row: Int, _ item: Int?
  ) {
    let grid = grid(5, columns: 3, rows: 3)
    expectEqual(grid.item(at: Point(column: column, row: row)), item)
  }

  // MARK: Sections

  private static func starts(_ count: Int, using random: inout SeededGenerator) -> [Int] {
    guard count > 0 else { return [] }
    return [0] + (1..<count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
  }

  /// The content of each line of a window: a header, a line of a row, or nothing.
  private func lines(_ list: ScrollGeometry) -> [String] {
    var lines = Array(repeating: "", count: list.size.rows)
    for header in list.visibleHeaders where lines.indices.contains(header.line) {
      lines[header.line] += "h\(header.section)"
    }
    for row in list.visibleRows {
      for line in 0..<list.itemSize.rows where lines.indices.contains(list.line(ofRow: row) + line)
      {
        lines[list.line(ofRow: row) + line] += "r\(row).\(line)"
      }
    }
    return lines
  }

  /// The same, by stacking everything line by line.
  private func expectedLines(_ list: ScrollGeometry) -> [String] {
    var lines: [String] = []
    if let section = list.sectionStarts.lastIndex(where: { $0 <= list.offset }) {
      lines.append("h\(section)")
    }
    for row in list.offset..<max(list.offset, list.count) {
      if row > list.offset, let section = list.sectionStarts.firstIndex(of: row) {
        lines.append("h\(section)")
      }
      for line in 0..<list.itemSize.rows { lines.append("r\(row).\(line)") }
    }
    lines = Array(lines.prefix(list.size.rows))
    // A header in the last line announces nothing.
    if let last = lines.last, last.hasPrefix("h"), lines.count == list.size.rows, lines.count > 1 {
      lines[lines.count - 1] = ""
    }
    return lines + Array(repeating: "", count: list.size.rows - lines.count)
  }

  @Test
  func `after any operation every line has the right content, and the selected row is complete`() {
    var random = SeededGenerator(state: 7)
    let moves = Self.moves.filter {
      !["empty", "lower", "rows", "gone", "small", "none", "narrow", "select none"].contains(
        $0.name)
    }
    for _ in 0..<300 {
      let count = Int.random(in: 0...30, using: &random)
      var list = ScrollGeometry(
        count: count, rowHeight: Int.random(in: 1...4, using: &random),
        height: Int.random(in: 4...20, using: &random),
        margin: Int.random(in: 0...2, using: &random))
      list.setSectionStarts(Self.starts(count, using: &random))
      for _ in 0..<30 {
        guard let move = moves.randomElement(using: &random) else { continue }
        move.change(&list)
        guard list.count > 0, list.hasHeaders else { continue }
        let first = list.line(ofRow: list.selection ?? -1)
        let isShown =
          first >= 1 && (first + list.itemSize.rows <= list.size.rows || list.wholeRows == 1)
        if lines(list) != expectedLines(list) || !isShown
          || !(0...list.maximumOffset).contains(list.offset)
        {
          Issue.record("\(move.name): \(list)\n\(lines(list))\n\(expectedLines(list))")
          return
        }
        for (line, text) in lines(list).enumerated() {
          let row = text.split(separator: ".").first.flatMap { Int($0.dropFirst()) }
          if list.row(atLine: line) != (text.hasPrefix("r") ? row : nil) {
            Issue.record("line \(line) of \(list)")
            return
          }
        }
      }
    }
  }

  @Test func `a section starts a new row of items, and up and down keep the column across it`() {
    var grid = ScrollGeometry(
      count: 8, itemSize: Size(columns: 3, rows: 2), size: Size(columns: 9, rows: 12))
    grid.setSectionStarts([0, 4, 5])

    expectEqual(
      (0..<8).map { grid.rect(ofItem: $0).origin },
      [(0, 1), (3, 1), (6, 1), (0, 3), (0, 6), (0, 9), (3, 9), (6, 9)]
        .map { Point(column: $0.0, row: $0.1) })
    expectEqual(grid.visibleHeaders.map(\.section), [0, 1, 2])
    expectEqual(grid.visibleHeaders.map(\.line), [0, 5, 8])
    // There is nothing beside the last item of a section.
    expectEqual(grid.item(at: Point(column: 4, row: 3)), nil)
    expectEqual(grid.item(at: Point(column: 1, row: 5)), nil)
    expectEqual(grid.item(at: Point(column: 7, row: 10)), 7)
    grid.select(2)
    let down = Array(repeating: { (grid: inout ScrollGeometry) in grid.move(byRows: 1) }, count: 4)
    expectEqual(history(grid, down).map { $0[1] }, [3, 4, 7, 7])
  }

  @Test func `in any grid with sections every visible item is where it is found`() {
    var random = SeededGenerator(state: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 1...40, using: &random)
      var grid = ScrollGeometry(
        count: count, itemSize: Size(columns: 3, rows: 2),
        size: Size(
          columns: Int.random(in: 3...20, using: &random),
          rows: Int.random(in: 3...20, using: &random)))
      grid.setSectionStarts(Self.starts(count, using: &random))
      for _ in 0..<20 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: grid.move(by: Int.random(in: -3...3, using: &random))
        case 1: grid.move(byRows: Int.random(in: -3...3, using: &random))
        case 2: grid.movePages(Int.random(in: -1...1, using: &random))
        case 3: grid.scroll(by: Int.random(in: -2...2, using: &random))
        case 4: grid.setCount(max(1, grid.count + Int.random(in: -3...3, using: &random)))
        default: grid.setSectionStarts(Self.starts(grid.count, using: &random))
        }
        guard let selection = grid.selection, grid.visibleItems.contains(selection) else {
          Issue.record("the selection is out of sight: \(grid)")
          return
        }
        for item in grid.visibleItems {
          let origin = grid.rect(ofItem: item).origin
          guard origin.row < grid.size.rows else { continue }
          if grid.item(at: origin) != item {
            Issue.record("item \(item) at \(origin) of \(grid)")
            return
          }
        }
      }
    }
  }

  @Test func `sections past the end are ignored, and a low window shows no headers`() {
    var list = ScrollGeometry(count: 5, rowHeight: 1, height: 10)
    list.setSectionStarts([0, 3, 5, 9])
    expectEqual(list.sectionStarts, [0, 3])
    list.setCount(2)
    expectEqual(list.sectionStarts, [0])
    list.setHeight(3)
    #expect(list.visibleHeaders.isEmpty)
    expectEqual(list.line(ofRow: 1), 1)
  }
}
