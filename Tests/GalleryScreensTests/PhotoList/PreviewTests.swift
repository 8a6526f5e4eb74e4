import ExpectationSupport
import Foundation
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
    expectEqual(rows(pane, cell: PixelSize(width: 10, height: 10)), 25)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 20, rows: 30)), 16)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 37, rows: 20)), 15)
    expectEqual(rows(Rect(column: 60, row: 2, columns: 37, rows: 5)), 0)
    expectEqual(rows(pane, cell: PixelSize(width: 0, height: 0)), 25)
  }

  @Test func `a photo of one's own has a line for its date, others have it beside the author`() {
    func words(namesFile: Bool) -> [String] {
      let pictures = StubPictures()
      pictures.graphicsMethod = .none
      var surface = Surface(size: Size(columns: 60, rows: 8))
      PreviewPane(theme: .standard()).draw(
        PhotoText(photo: .couple, timeZone: .gmt), unlike: [], namesFile: namesFile,
        pictures: pictures, in: Rect(column: 0, row: 0, columns: 60, rows: 8), on: &surface)
      return (0..<8).map(surface.line)
    }

    #expect(words(namesFile: false).contains { $0.hasPrefix("A. Lens · 1 Oct 2017  ") })
    #expect(words(namesFile: true).contains { $0.hasPrefix("A. Lens  ") })
    #expect(words(namesFile: true).contains { $0.hasPrefix("2017-10-01 00:00  ") })
  }

  @Test func `the words stay in place when the picture arrives`() {
    let run = GalleryRun([.couple], columns: 100, rows: 24)
    let before = run.screen

    run.pictures.onChange?()
    run.press(.control("l"))

    expectEqual(run.screen, before)
    expectEqual(run.pictures.visible.map(\.size).last, Size(columns: 37, rows: 15))
  }
}

/// The preview comes a frame after the selection.
struct PreviewTimingTests {
  private let run = GalleryRun(Photo.stubs(40), columns: 120, rows: 40)

  private var preview: Character { run.terminal.surface[100, 3].character }

  @Test func `the first frame moves the bar, the second brings the preview`() {
    let frames = run.terminal.frameCount
    expectEqual(preview, "0")

    run.terminal.press(.down)

    expectEqual(run.terminal.frameCount, frames + 1)
    expectEqual(run.terminal.surface.line(6).first, "▌")
    expectEqual(preview, "0")
    // Two bars of three lines and two titles of seven letters, and a digit of the position.
    expectEqual(run.terminal.changedCellCounts.last, 2 * (3 + 7) + 1)

    run.runTurn()

    expectEqual(run.terminal.frameCount, frames + 2)
    expectEqual(preview, "1")
    #expect((run.terminal.changedCellCounts.last ?? 0) > 1000)
    run.runTurn()
    expectEqual(run.terminal.frameCount, frames + 2, "and then nothing more")
  }

  @Test func `while keys keep coming the preview waits`() {
    for _ in 0..<5 { run.terminal.press(.down) }
    expectEqual(preview, "0")
    expectEqual(run.terminal.surface.line(22).first, "▌")

    run.runTurn()

    expectEqual(preview, "5")
  }

  @Test func `on a slow line the preview waits until the key is released`() {
    run.terminal.press(.down)
    run.runTurn()
    expectEqual(preview, "1")
    run.pictures.waitsForPause = true

    for _ in 0..<5 {
      run.terminal.press(.down)
      run.runTurn()
    }
    let frames = run.terminal.frameCount
    expectEqual(preview, "1")
    run.runTurn()
    expectEqual(run.terminal.frameCount, frames, "and no frame is drawn for nothing")

    run.pictures.waitsForPause = false
    run.terminal.send([])
    expectEqual(preview, "6")
  }

  @Test func `its picture is requested with the move, before it is shown`() {
    run.terminal.press(.down)

    expectEqual(run.pictures.visible.prefix(2).map(\.photo.id), ["1", "1"])
  }

  @Test func `a picture that arrives brings the preview with it`() {
    run.terminal.press(.down)

    // Any other frame in which the selection stands still.
    run.terminal.send([])

    expectEqual(preview, "1")
  }

  @Test func `the preview is there immediately when the list returns`() {
    run.press(.enter)
    run.terminal.press(.character("n"))
    run.terminal.press(.character("q"))

    expectEqual(preview, "1")

    run.terminal.press(.tab)
    run.terminal.press(.right)
    run.terminal.press(.tab)

    expectEqual(preview, "2")
  }

  @Test func `without a preview no second frame is requested`() {
    let narrow = GalleryRun(Photo.stubs(40))
    let frames = narrow.terminal.frameCount

    narrow.press(.down)

    expectEqual(narrow.terminal.frameCount, frames + 1)
  }

  @Test func `a photo that is not loaded removes the old preview`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 120, rows: 40)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 200, hasMorePages: true))
    run.settle()

    run.terminal.press(.end)
    expectEqual(run.terminal.surface[100, 3].character, "0")
    run.runTurn()

    expectEqual(run.terminal.surface[100, 3].character, "░")
  }
}
