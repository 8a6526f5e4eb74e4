import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Where the picture and the words of the preview stand.
struct PreviewPaneTests {
  private let pane = Rect(column: 60, row: 2, columns: 40, rows: 30)

  private func rows(width: Int?, height: Int?, cell: PixelSize = PixelSize(width: 10, height: 20))
    -> Int
  {
    PreviewPane.pictureRect(of: .stub(width: width, height: height), in: pane, cell: cell).size.rows
  }

  @Test func `a picture takes the lines that its shape fills, from the top`() {
    #expect(rows(width: 6000, height: 3000) == 10)
    #expect(rows(width: 6000, height: 4000) == 14)
    #expect(rows(width: 6000, height: 3000, cell: PixelSize(width: 10, height: 10)) == 20)
    #expect(rows(width: 3000, height: 6000) == 24)
  }

  @Test func `a picture of unknown shape gets all that the words leave`() {
    #expect(rows(width: nil, height: nil) == 24)
    #expect(rows(width: 0, height: 0) == 24)
    #expect(rows(width: -1, height: 5) == 24)
  }

  @Test func `absurd dimensions leave the picture a few lines`() {
    #expect(rows(width: .max, height: 1) == 3)
    #expect(rows(width: 1, height: .max) == 24)
    #expect(rows(width: .max, height: .max) == 20)
  }

  @Test func `the words stay where they are when the picture comes`() {
    let run = GalleryRun([.couple], columns: 100, rows: 24)
    let before = run.screen

    run.pictures.onChange?()
    run.press(.control("l"))

    #expect(run.screen == before)
    #expect(run.pictures.visible.map(\.size).last == Size(columns: 37, rows: 13))
  }
}
