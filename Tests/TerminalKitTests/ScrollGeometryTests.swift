import ExpectationSupport
import Testing

@testable import TerminalKit

struct ScrollGeometryTests {
  /// All ways to change a geometry, with names for messages.
  static let moves: [(name: String, change: @Sendable (inout ScrollGeometry) -> Void)] = [
    ("down", { $0.move(by: 1) }), ("up", { $0.move(by: -1) }), ("far", { $0.move(by: .max) }),
    ("far up", { $0.move(by: .min) }), ("page", { $0.movePages(1) }),
    ("page up", { $0.movePages(-1) }), ("pages", { $0.movePages(.max) }),
    ("half", { $0.moveHalfPages(1) }), ("half up", { $0.moveHalfPages(-1) }),
    ("home", { $0.moveToStart() }), ("end", { $0.moveToEnd() }), ("scroll", { $0.scroll(by: 1) }),
    ("scroll up", { $0.scroll(by: -1) }), ("scroll far", { $0.scroll(by: .max) }),
    ("offset", { $0.setOffset(2) }), ("offset -", { $0.setOffset(.min) }),
    ("select", { $0.select(3) }), ("shrink", { $0.setCount($0.count - 1) }),
    ("grow", { $0.setCount($0.count + 1) }), ("empty", { $0.setCount(0) }),
    ("lower", { $0.setHeight($0.height - 1) }), ("higher", { $0.setHeight($0.height + 1) }),
    ("rows", { $0.setRowHeight(2) }),
  ]

  @Test func `any two moves in any small list keep everything in range`() {
    for count in 0...6 {
      for rowHeight in 1...3 {
        for height in 0...7 {
          for margin in 0...2 {
            let start = ScrollGeometry(
              count: count, rowHeight: rowHeight, height: height, margin: margin)
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
  }

  /// Invariants after every move. Plain `if`s: half a million `#expect`s would take seconds.
  private func expectSound(
    _ geometry: ScrollGeometry, _ context: @autoclosure () -> String
  ) {
    let rows = geometry.visibleRows
    let inner = min(geometry.margin, (geometry.wholeRows - 1) / 2)
    var isSound = geometry.offset >= 0 && geometry.offset <= geometry.maximumOffset
    isSound =
      isSound && rows.lowerBound >= 0 && rows.upperBound <= max(geometry.count, rows.lowerBound)
    // The window is full if there are enough rows.
    isSound = isSound && rows.count >= min(geometry.count, geometry.height / geometry.rowHeight)
    if let selection = geometry.selection {
      let above = selection - geometry.offset
      let below = geometry.offset + geometry.wholeRows - 1 - selection
      isSound = isSound && selection < geometry.count && above >= 0 && below >= 0
      isSound = isSound && (above >= inner || geometry.offset == 0)
      isSound = isSound && (below >= inner || geometry.offset == geometry.maximumOffset)
    }
    if !isSound { Issue.record("\(geometry) after \(context())") }
  }

  @Test func `a list that just fits does not scroll, one row more does`() {
    var full = ScrollGeometry(count: 5, height: 5)
    var more = ScrollGeometry(count: 6, height: 5)

    full.moveToEnd()
    more.moveToEnd()

    #expect(!full.isScrollable && full.offset == 0 && full.visibleRows == 0..<5)
    #expect(more.isScrollable && more.offset == 1 && more.visibleRows == 1..<6)
  }

  @Test func `the window scrolls with the selection only at its edges`() {
    var geometry = ScrollGeometry(count: 10, height: 4)

    let offsets = (0..<9).map { _ in
      geometry.move(by: 1)
      return geometry.offset
    }
    let back = (0..<9).map { _ in
      geometry.move(by: -1)
      return geometry.offset
    }

    expectEqual(offsets, [0, 0, 0, 1, 2, 3, 4, 5, 6])
    expectEqual(back, [6, 6, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test func `a margin keeps rows visible beyond the selection`() {
    var geometry = ScrollGeometry(count: 10, height: 5, margin: 1)

    geometry.select(4)

    expectEqual(geometry.visibleRows, 1..<6)
  }

  @Test func `pages move by the number of completely visible rows`() {
    var geometry = ScrollGeometry(count: 100, rowHeight: 3, height: 10)

    geometry.movePages(1)
    #expect(geometry.selection == 3 && geometry.offset == 3)
    expectEqual(geometry.visibleRows, 3..<7)
    geometry.moveHalfPages(1)
    expectEqual(geometry.selection, 4)
    geometry.movePages(-2)
    #expect(geometry.selection == 0 && geometry.offset == 0)
  }

  @Test func `a window lower than a row shows the selected row`() {
    var geometry = ScrollGeometry(count: 5, rowHeight: 3, height: 2)

    geometry.moveToEnd()

    expectEqual(geometry.visibleRows, 4..<5)
    expectEqual(geometry.row(atLine: 1), 4)
  }

  @Test func `the wheel moves the window and drags the selection along at the edge`() {
    var geometry = ScrollGeometry(count: 10, height: 4)
    geometry.select(2)

    geometry.scroll(by: 2)
    #expect(geometry.offset == 2 && geometry.selection == 2)
    geometry.scroll(by: 3)
    #expect(geometry.offset == 5 && geometry.selection == 5)
    geometry.scroll(by: -5)
    #expect(geometry.offset == 0 && geometry.selection == 3)
  }

  @Test func `rows are found by their lines and vice versa`() {
    var geometry = ScrollGeometry(count: 10, rowHeight: 2, height: 6)
    geometry.select(7)

    expectEqual(geometry.offset, 5)
    expectEqual((0..<7).map { geometry.row(atLine: $0) }, [5, 5, 6, 6, 7, 7, nil])
    expectEqual(geometry.row(atLine: -1), nil)
    expectEqual(geometry.line(ofRow: 6), 2)
    expectEqual(ScrollGeometry(count: 1, height: 5).row(atLine: 1), nil)
  }

  @Test func `a million rows can be moved through like ten`() {
    var geometry = ScrollGeometry(count: 1_000_000, rowHeight: 4, height: 40, margin: 2)

    geometry.moveToEnd()
    #expect(geometry.selection == 999_999 && geometry.visibleRows == 999_990..<1_000_000)
    geometry.select(500_000)
    #expect(geometry.visibleRows.contains(500_000))
    expectEqual(geometry.thumb(trackLength: 40).count, 1)
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
            let isInside =
              thumb.lowerBound >= 0 && thumb.upperBound <= track && !thumb.isEmpty
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

  @Test func `there is no selection until something moves`() {
    var geometry = ScrollGeometry(count: 5, height: 2)
    geometry.select(nil)

    geometry.scroll(by: 2)
    #expect(geometry.selection == nil && geometry.offset == 2)
    geometry.move(by: 1)
    expectEqual(geometry.selection, 0)
  }
}
