import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// From photo to photo, and back to the list.
struct PhotoNavigationTests {
  @Test func `n skips photos that are not for sale and says so`() {
    let run = GalleryRun(Photo.four)
    run.press(.enter)

    run.type("nn")

    #expect(run.line(0).hasPrefix(" harbour "))
    #expect(run.line(0).hasSuffix(" 4/4 "))
    expectEqual(
      run.line(23),
      " n next  p previous  i info  q back  ? all keys          skipped 1 not for sale ")
  }

  @Test func `arrows, j and the wheel go through the photos too`() {
    let run = GalleryRun([.couple, .street, .harbour])
    run.press(.enter)

    run.press(.right)
    #expect(run.line(0).hasPrefix(" vienna.street "))
    run.type("j")
    #expect(run.line(0).hasPrefix(" harbour "))
    run.press(.up)
    #expect(run.line(0).hasPrefix(" vienna.street "))
    run.terminal.mouse(.wheelUp, column: 3, row: 3)
    #expect(run.line(0).hasPrefix(" couple "))
    run.terminal.mouse(.wheelDown, column: 3, row: 3)
    #expect(run.line(0).hasPrefix(" vienna.street "))
  }

  @Test(arguments: [Key.character("q"), .escape, .enter])
  func `back in the list the selection is on the photo shown last`(key: Key) {
    let run = GalleryRun(Photo.four)
    run.press(.enter)

    run.type("nn")
    run.press(key)

    expectEqual(run.selectedLine?.contains("harbour"), true)
    #expect(!run.hasQuit)
  }

  @Test func `n waits with a spinner for the page of the next photo`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 60, rows: 12)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 101, hasMorePages: true))
    run.type("Gk")
    run.press(.enter)

    run.type("n")
    #expect(run.line(0).hasPrefix(" photo 99 "))
    #expect(run.line(0).hasSuffix(" ⠋ 100/101 "))
    service.succeed(PhotoPage(number: 2, photos: Photo.stubs(1, from: 100), totalCount: 101))

    #expect(run.line(0).hasPrefix(" photo 100 "))
    #expect(run.line(0).hasSuffix("  101/101 "))
    #expect(!run.spinnerTicks.isRunning)
  }

  @Test func `back in the list the pages of its rows are loaded`() {
    let service = ScriptedService()
    service.generates(100_000)
    let run = GalleryRun(service: service)
    run.type("Gk")
    run.press(.enter)
    for _ in 0..<300 { run.type("p") }

    run.type("q")

    expectEqual(run.selectedLine?.contains("Photo 99549"), true)
    #expect(!run.screen.contains(" … "))
  }

  @Test func `a picture is fetched for the photo and for its neighbours`() {
    let run = GalleryRun([.couple, .street, .harbour])
    run.press(.enter)

    run.type("n")

    expectEqual(run.pictures.visible.map(\.photo.id), ["street"])
    expectEqual(run.pictures.next.map(\.photo.id), ["harbour", "couple"])
    expectEqual(run.pictures.visible.map(\.size), [Size(columns: 80, rows: 19)])
  }

  @Test func `a held key is prepared for, in the direction of the last step`() {
    let run = GalleryRun(Photo.stubs(40))
    run.type("jjjjjjjjj")
    run.press(.enter)
    expectEqual(run.pictures.ahead.map(\.photo.id), ["9", "10", "11", "12", "13", "14", "15"])

    run.type("+p")

    expectEqual(run.pictures.ahead.map(\.photo.id), ["8", "7", "6", "5", "4", "3", "2"])
    // Whatever the zoom: all of a photo can be shown in place of any part of it.
    #expect(run.pictures.ahead.allSatisfy { $0.look.region == nil })
  }

  @Test func `r reads the picture again and does not load the list`() {
    let run = GalleryRun(Photo.four)
    run.press(.enter)

    run.type("r")

    expectEqual(run.pictures.refreshCount, 1)
    expectEqual(run.service.queries.count, 1)
  }
}
