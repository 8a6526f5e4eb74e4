import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Where the picture and the words of the preview stand.
struct PreviewPaneTests {
  private let pane = Rect(column: 60, row: 2, columns: 40, rows: 30)

  private func rows(_ pane: Rect, cell: PixelSize = PixelSize(width: 10, height: 20)) -> Int {
    PreviewPane.pictureRect(in: pane, cell: cell).size.rows
  }

  @Test func `a picture takes a square of the pane's width, and leaves room for the words`() {
    expectEqual(rows(pane), 20)
    expectEqual(rows(pane, cell: PixelSize(width: 10, height: 10)), 24)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 20, rows: 30)), 16)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 37, rows: 20)), 14)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 37, rows: 5)), 0)
    expectEqual(rows(pane, cell: PixelSize(width: 0, height: 0)), 24)
  }

  @Test func `the words keep their place whatever the shape of the photo`() {
    let shapes = [(6000, 1000), (1000, 6000), (nil, nil), (.max, 1)] as [(Int?, Int?)]
    let run = GalleryRun(
      shapes.enumerated().map {
        .stub(id: "\($0.offset)", name: "photo", width: $0.element.0, height: $0.element.1)
      }, columns: 120, rows: 40)
    func titleRow() -> Int? {
      _ = run.screen
      return (0..<40).first { run.line($0).contains("│ photo") }
    }

    let first = titleRow()
    #expect(first != nil)
    for _ in 1..<shapes.count {
      run.press(.down)
      expectEqual(titleRow(), first)
    }
  }

  @Test func `the words stay in place when the picture arrives`() {
    let run = GalleryRun([.couple], columns: 100, rows: 24)
    let before = run.screen

    run.pictures.onChange?()
    run.press(.control("l"))

    expectEqual(run.screen, before)
    expectEqual(run.pictures.visible.map(\.size).last, Size(columns: 37, rows: 14))
  }
}
