import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

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
    expectEqual(open.infoPlace, PhotoDetailLayout(size: size, showsInfo: true).infoPlace)
  }
}
