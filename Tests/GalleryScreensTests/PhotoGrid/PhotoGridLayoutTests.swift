import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

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

  @Test func `pictures grow with the terminal`() {
    expectEqual(item(columns: 40, rows: 12), Size(columns: 13, rows: 5))
    expectEqual(item(columns: 80, rows: 24), Size(columns: 19, rows: 6))
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
          let isBounded = picture.rows >= area.rows - 3
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
