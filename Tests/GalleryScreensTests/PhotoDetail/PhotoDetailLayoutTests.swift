import TerminalKit
import Testing

@testable import GalleryScreens

@MainActor
struct PhotoDetailLayoutTests {
  @Test func `the picture gets what the words leave at any height`() {
    for rows in 1...60 {
      let layout = PhotoDetailLayout(size: Size(columns: 80, rows: rows))
      let used = 1 + layout.picture.size.rows + layout.facts.size.rows

      #expect(layout.picture.maxRow == layout.facts.minRow)
      if rows >= 5 {
        #expect(used + (layout.keyLine == nil ? 0 : 1) == rows)
        #expect(layout.picture.size.rows >= 3)
      }
    }
  }
}
