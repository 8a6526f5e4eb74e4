import TerminalKit
import Testing

@testable import GalleryScreens

/// How large pictures are in the grid.
struct PhotoGridLayoutTests {
  private let cell = PixelSize(width: 10, height: 20)

  private func item(columns: Int, rows: Int, cell: PixelSize = PixelSize(width: 10, height: 20))
    -> Size
  {
    let frame = PhotoListFrame(size: Size(columns: columns, rows: rows))
    return PhotoGridLayout(area: frame.content.size, cell: cell).itemSize
  }

  @Test func `pictures grow with the terminal`() {
    #expect(item(columns: 20, rows: 5) == Size(columns: 9, rows: 3))
    #expect(item(columns: 40, rows: 12) == Size(columns: 19, rows: 7))
    #expect(item(columns: 80, rows: 24) == Size(columns: 18, rows: 6))
    #expect(item(columns: 100, rows: 30) == Size(columns: 24, rows: 8))
    #expect(item(columns: 120, rows: 40) == Size(columns: 24, rows: 8))
    #expect(item(columns: 200, rows: 60) == Size(columns: 39, rows: 13))
  }

  @Test func `a landscape photo fills its place, whatever the shape of a cell`() {
    #expect(item(columns: 80, rows: 24, cell: PixelSize(width: 10, height: 10)).columns == 11)
    #expect(item(columns: 80, rows: 24, cell: PixelSize(width: 8, height: 24)).columns == 26)
    #expect(item(columns: 80, rows: 24, cell: PixelSize(width: 0, height: 0)).columns == 18)
    #expect(item(columns: 80, rows: 24, cell: PixelSize(width: 1, height: .max)).columns == 33)
  }

  @Test func `whole rows fill the window at any height that has room for them`() {
    for columns in 60...200 {
      for rows in 14...80 {
        let area = PhotoListFrame(size: Size(columns: columns, rows: rows)).content.size
        let layout = PhotoGridLayout(area: area, cell: cell)
        let pitch = layout.itemSize.rows + layout.lineSpacing
        let count = (area.rows + layout.lineSpacing) / pitch
        // What is left over is less than a line a row, unless two beside each other set the size.
        let isNarrow = layout.itemSize.columns == (area.columns - 1) / 2
        #expect(area.rows + layout.lineSpacing - count * pitch < count || isNarrow)
      }
    }
  }

  @Test func `at least two photos are next to each other from 17 columns on`() {
    for columns in 17...300 {
      for rows in 1...90 {
        let layout = PhotoGridLayout(area: Size(columns: columns, rows: rows), cell: cell)
        #expect((columns - 1) / layout.itemSize.columns >= 2)
        #expect(layout.itemSize.rows <= max(1, rows))
      }
    }
  }

  @Test func `no size is too small`() {
    for columns in 0...17 {
      for rows in 0...5 {
        let item = PhotoGridLayout(area: Size(columns: columns, rows: rows), cell: cell).itemSize
        #expect(item.columns >= 2 && item.rows >= 1)
      }
    }
  }
}
