import TerminalKit
import Testing

@testable import GalleryScreens

@MainActor
struct PhotoListLayoutTests {
  @Test func `the preview goes away below 100 columns`() {
    let wide = PhotoListLayout(size: Size(columns: 100, rows: 30))
    let narrow = PhotoListLayout(size: Size(columns: 99, rows: 30))

    #expect(wide.dividerColumn != nil)
    #expect(wide.preview.size.columns > 30)
    #expect(narrow.dividerColumn == nil)
    #expect(narrow.preview.isEmpty)
    #expect(narrow.table.size.columns == 99)
  }

  @Test func `rows lose lines as the terminal shrinks`() {
    #expect(PhotoListLayout(size: Size(columns: 80, rows: 24)).rowStyle == .full)
    #expect(PhotoListLayout(size: Size(columns: 40, rows: 12)).rowStyle == .compact)
    #expect(PhotoListLayout(size: Size(columns: 20, rows: 5)).rowStyle == .line)
  }

  @Test func `the parts fill the screen and never overlap at any size`() {
    for columns in 1...140 {
      for rows in 1...50 {
        let layout = PhotoListLayout(size: Size(columns: columns, rows: rows))
        let screen = Rect(column: 0, row: 0, columns: columns, rows: rows)

        #expect(layout.table.intersection(screen) == layout.table || layout.table.isEmpty)
        #expect(layout.table.intersection(layout.preview).isEmpty)
        #expect(layout.keyLine == rows - 1)
        if let top = layout.topRule, let bottom = layout.bottomRule {
          #expect(top < layout.table.minRow)
          #expect(layout.table.maxRow == bottom)
        }
      }
    }
  }
}
