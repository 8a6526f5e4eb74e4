import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

@MainActor
struct PhotoListLayoutTests {
  private func layout(columns: Int, rows: Int) -> PhotoListLayout {
    PhotoListLayout(
      frame: Chrome(size: Size(columns: columns, rows: rows)), usualRowHeight: .tall)
  }

  @Test func `the preview disappears below 100 columns`() {
    let wide = layout(columns: 100, rows: 30)
    let narrow = layout(columns: 99, rows: 30)

    #expect(wide.dividerColumn != nil)
    #expect(wide.preview.size.columns > 30)
    expectEqual(narrow.dividerColumn, nil)
    #expect(narrow.preview.isEmpty)
    expectEqual(narrow.table.size.columns, 99)
  }

  @Test func `rows lose lines as the terminal shrinks`() {
    expectEqual(layout(columns: 80, rows: 24).rowHeight, .tall)
    expectEqual(layout(columns: 40, rows: 12).rowHeight, .medium)
    expectEqual(layout(columns: 40, rows: 10).rowHeight, .medium)
  }

  @Test func `the parts fill the screen and never overlap at any size`() {
    for columns in 40...140 {
      for rows in 10...50 {
        let layout = self.layout(columns: columns, rows: rows)
        let screen = Rect(column: 0, row: 0, columns: columns, rows: rows)

        #expect(layout.table.intersection(screen) == layout.table || layout.table.isEmpty)
        #expect(layout.table.intersection(layout.preview).isEmpty)
        expectEqual(layout.frame.keyLine.minRow, rows - 1)
        #expect(layout.frame.topRule < layout.table.minRow)
        expectEqual(layout.table.maxRow, layout.frame.bottomRule)
      }
    }
  }
}

/// How large pictures are in the grid.
struct PhotoGridLayoutTests {
  private let cell = PixelSize(width: 10, height: 20)

  private func item(columns: Int, rows: Int, cell: PixelSize = PixelSize(width: 10, height: 20))
    -> Size
  {
    let frame = Chrome(size: Size(columns: columns, rows: rows))
    return PhotoGridLayout(area: frame.content.size, cell: cell).itemSize
  }

  @Test func `seven sizes, from twelve to two side by side on 155 columns`() {
    let area = Chrome(size: Size(columns: 155, rows: 45)).content.size
    let counts = GridPictureSize.allCases.map {
      (area.columns - 1)
        / PhotoGridLayout(area: area, cell: cell, pictureSize: $0).itemSize.columns
    }

    expectEqual(counts, [12, 9, 7, 5, 4, 3, 2])
  }

  @Test func `an item has a picture of a cell or more in any area, also in none`() {
    for (columns, rows) in (-3...12).flatMap({ columns in (-3...8).map { (columns, $0) } }) {
      for shape in [cell, PixelSize(width: 10, height: 10)] {
        let item = PhotoGridLayout(area: Size(columns: columns, rows: rows), cell: shape).itemSize
        #expect(item.rows > PhotoGridLayout.sideRows, "\(columns)×\(rows)")
        #expect(item.columns >= PhotoGridLayout.sideColumns, "\(columns)×\(rows)")
      }
    }
  }

  @Test func `pictures grow with the terminal`() {
    expectEqual(item(columns: 40, rows: 12), Size(columns: 13, rows: 6))
    expectEqual(item(columns: 80, rows: 24), Size(columns: 19, rows: 9))
    expectEqual(item(columns: 120, rows: 40), Size(columns: 29, rows: 12))
    expectEqual(item(columns: 200, rows: 60), Size(columns: 33, rows: 14))
  }

  @Test func `a landscape photo fills its place, whatever the shape of a cell`() {
    for shape in [
      PixelSize(width: 10, height: 10), PixelSize(width: 8, height: 24),
      PixelSize(width: 0, height: 0), PixelSize(width: 1, height: .max),
    ] {
      for size in GridPictureSize.allCases {
        for (columns, rows) in [(80, 24), (120, 40), (155, 45), (200, 60)] {
          let area = Chrome(size: Size(columns: columns, rows: rows)).content.size
          let layout = PhotoGridLayout(area: area, cell: shape, pictureSize: size)
          let picture = PhotoGridLayout.pictureRect(in: layout.itemSize).size
          let ratio =
            shape.width > 0
            ? min(max(1.5 * Double(shape.height) / Double(shape.width), 1.5), 6) : 3
          // As wide as its place, which is at most a quarter higher; or as high as the screen lets it be.
          let natural = Double(picture.columns) / ratio
          let isBounded = picture.rows >= area.rows - PhotoGridLayout.sideRows
          #expect(Double(picture.rows) <= natural * 1.25 + 1, "\(columns)×\(rows) \(size)")
          #expect(
            Double(picture.rows) >= natural * 0.6 - 1 || isBounded, "\(columns)×\(rows) \(size)")
        }
      }
    }
  }

  @Test func `the width is used to the column, and rows of photos fill most of the height`() {
    for columns in 60...200 {
      for rows in 14...80 {
        for size in [GridPictureSize.smallest, .medium, .large] {
          let area = Chrome(size: Size(columns: columns, rows: rows)).content.size
          let layout = PhotoGridLayout(area: area, cell: cell, pictureSize: size)
          let width = area.columns - 1
          let count = width / layout.itemSize.columns
          #expect(width - count * layout.itemSize.columns < count)
          let rowCount = area.rows / layout.itemSize.rows
          #expect(rowCount >= 1)
          let left = area.rows - rowCount * layout.itemSize.rows
          #expect(left < layout.itemSize.rows)
        }
      }
    }
  }

  @Test func `at least two photos are next to each other`() {
    for columns in 40...300 {
      for rows in 6...90 {
        let layout = PhotoGridLayout(area: Size(columns: columns, rows: rows), cell: cell)
        #expect((columns - 1) / layout.itemSize.columns >= 2)
        #expect(layout.itemSize.rows <= rows)
      }
    }
  }
}

@MainActor
struct PhotoDetailLayoutTests {
  @Test func `the picture gets the room that the words leave at any height`() {
    for rows in 10...60 {
      let layout = PhotoDetailLayout(size: Size(columns: 80, rows: rows))
      let used = 1 + layout.picture.size.rows + layout.facts.size.rows

      expectEqual(layout.picture.maxRow, layout.facts.minRow)
      expectEqual(used + 1, rows)
      #expect(layout.picture.size.rows >= 6)
    }
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (40, 10)])
  func `on the full screen the picture has all of it, beside the information if that is open`(
    columns: Int, rows: Int
  ) {
    let size = Size(columns: columns, rows: rows)
    let layout = PhotoDetailLayout(size: size, isFullScreen: true)
    expectEqual(layout.picture, Rect(origin: Point(column: 0, row: 0), size: size))
    #expect(layout.header == nil && layout.keyLine == nil && layout.facts.isEmpty)

    let open = PhotoDetailLayout(size: size, showsInfo: true, isFullScreen: true)
    #expect(open.header == nil && open.keyLine == nil && open.facts.isEmpty)
    #expect(open.picture.minRow == 0 && open.info.maxRow == rows)
    expectEqual(open.infoPosition, PhotoDetailLayout(size: size, showsInfo: true).infoPosition)
  }
}

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
