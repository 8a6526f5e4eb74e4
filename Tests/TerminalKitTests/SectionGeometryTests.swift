import ExpectationSupport
import Testing

@testable import TerminalKit

/// Lists and grids with sections, compared with a model that lays out every line.
struct SectionGeometryTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  private static func starts(_ count: Int, using random: inout Random) -> [Int] {
    guard count > 0 else { return [] }
    return [0] + (1..<count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
  }

  /// The content of each line of a window: a header, a line of a row, or nothing.
  private func lines(_ geometry: ScrollGeometry) -> [String] {
    var lines = Array(repeating: "", count: geometry.height)
    for header in geometry.visibleHeaders where lines.indices.contains(header.line) {
      lines[header.line] += "h\(header.section)"
    }
    for row in geometry.visibleRows {
      for line in 0..<geometry.rowHeight
      where lines.indices.contains(geometry.line(ofRow: row) + line) {
        lines[geometry.line(ofRow: row) + line] += "r\(row).\(line)"
      }
    }
    return lines
  }

  /// The same, by stacking everything line by line.
  private func expectedLines(_ geometry: ScrollGeometry) -> [String] {
    var lines: [String] = []
    let starts = geometry.sectionStarts
    if let section = starts.lastIndex(where: { $0 <= geometry.offset }) {
      lines.append("h\(section)")
    }
    for row in geometry.offset..<max(geometry.offset, geometry.count) {
      if row > geometry.offset, let section = starts.firstIndex(of: row) {
        lines.append("h\(section)")
      }
      for line in 0..<geometry.rowHeight { lines.append("r\(row).\(line)") }
    }
    lines = Array(lines.prefix(geometry.height))
    // A header in the last line announces nothing.
    if let last = lines.last, last.hasPrefix("h"), lines.count == geometry.height, lines.count > 1 {
      lines[lines.count - 1] = ""
    }
    return lines + Array(repeating: "", count: geometry.height - lines.count)
  }

  @Test
  func `after any operation every line has the right content, and the selected row is complete`() {
    var random = Random(state: 7)
    for _ in 0..<300 {
      let count = Int.random(in: 0...30, using: &random)
      var geometry = ScrollGeometry(
        count: count, rowHeight: Int.random(in: 1...4, using: &random),
        height: Int.random(in: 4...20, using: &random),
        margin: Int.random(in: 0...2, using: &random))
      geometry.setSectionStarts(Self.starts(count, using: &random))
      for _ in 0..<30 {
        let move = ScrollGeometryTests.moves.filter {
          !["empty", "lower", "rows"].contains($0.name)
        }.randomElement(using: &random)
        guard let move else { continue }
        move.change(&geometry)
        guard geometry.count > 0, geometry.hasHeaders else { continue }
        let isRight = lines(geometry) == expectedLines(geometry)
        let selection = geometry.selection ?? -1
        let isShown =
          geometry.line(ofRow: selection) >= 1
          && (geometry.line(ofRow: selection) + geometry.rowHeight <= geometry.height
            || geometry.wholeRows == 1)
        let isInRange = (0...geometry.maximumOffset).contains(geometry.offset)
        if !isRight || !isShown || !isInRange {
          Issue.record(
            "\(move.name): \(geometry)\n\(lines(geometry))\n\(expectedLines(geometry))")
          return
        }
        for (line, text) in lines(geometry).enumerated() {
          let row = text.split(separator: ".").first.flatMap { Int($0.dropFirst()) }
          if geometry.row(atLine: line) != (text.hasPrefix("r") ? row : nil) {
            Issue.record("line \(line) of \(geometry)")
            return
          }
        }
      }
    }
  }

  @Test func `a section starts a new row of items`() {
    var grid = GridGeometry(
      count: 8, itemSize: Size(columns: 3, rows: 2), size: Size(columns: 9, rows: 12))
    grid.setSectionStarts([0, 4, 5])

    expectEqual(
      (0..<8).map { grid.rect(ofItem: $0).origin },
      [
        Point(column: 0, row: 1), Point(column: 3, row: 1), Point(column: 6, row: 1),
        Point(column: 0, row: 3),
        Point(column: 0, row: 6),
        Point(column: 0, row: 9), Point(column: 3, row: 9), Point(column: 6, row: 9),
      ])
    expectEqual(grid.visibleHeaders.map(\.section), [0, 1, 2])
    expectEqual(grid.visibleHeaders.map(\.line), [0, 5, 8])
    expectEqual(grid.rowCount, 4)
    // There is nothing beside the last item of a section.
    expectEqual(grid.item(at: Point(column: 4, row: 3)), nil)
    expectEqual(grid.item(at: Point(column: 1, row: 5)), nil)
    expectEqual(grid.item(at: Point(column: 7, row: 10)), 7)
  }

  @Test func `up and down keep the column across the short rows at the end of sections`() {
    var grid = GridGeometry(
      count: 8, itemSize: Size(columns: 3, rows: 2), size: Size(columns: 9, rows: 12))
    grid.setSectionStarts([0, 4, 5])
    grid.select(2)

    var seen: [Int?] = []
    for _ in 0..<4 {
      grid.move(byRows: 1)
      seen.append(grid.selection)
    }

    expectEqual(seen, [3, 4, 7, 7])
  }

  @Test func `in any grid with sections every visible item is where it is found`() {
    var random = Random(state: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 1...40, using: &random)
      var grid = GridGeometry(
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
        case 3: grid.scroll(byRows: Int.random(in: -2...2, using: &random))
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
    var geometry = ScrollGeometry(count: 5, rowHeight: 1, height: 10)
    geometry.setSectionStarts([0, 3, 5, 9])
    expectEqual(geometry.sectionStarts, [0, 3])
    geometry.setCount(2)
    expectEqual(geometry.sectionStarts, [0])
    geometry.setHeight(3)
    #expect(geometry.visibleHeaders.isEmpty)
    expectEqual(geometry.line(ofRow: 1), 1)
  }

  @Test func `a million rows in as many sections can be moved through like ten`() {
    var geometry = ScrollGeometry(count: 1_000_000, rowHeight: 4, height: 40, margin: 1)
    geometry.setSectionStarts(Array(0..<1_000_000))
    for _ in 0..<1_000 { geometry.move(by: 997) }
    expectEqual(geometry.selection, 997_000)
    #expect(geometry.visibleRows.contains(997_000))
  }
}
