import ExpectationSupport
import TerminalKit
import Testing

@testable import GalleryScreens

@MainActor
struct PhotoListLayoutTests {
  private func layout(columns: Int, rows: Int) -> PhotoListLayout {
    PhotoListLayout(frame: Chrome(size: Size(columns: columns, rows: rows)))
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
