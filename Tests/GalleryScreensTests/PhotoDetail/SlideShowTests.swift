import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// Photos that follow each other by themselves.
struct SlideShowTests {
  private func open(_ photos: [Photo] = Photo.stubs(3)) -> GalleryRun {
    let run = GalleryRun(photos)
    run.press(.enter)
    return run
  }

  private func tick(_ run: GalleryRun) {
    run.slideTicks.tick()
    run.settle()
  }

  @Test func `S continues after the interval`() {
    let run = open()

    run.type("S")
    #expect(run.line(0).hasSuffix("  ▸ slide show · 1/3 "))
    expectEqual(run.slideTicks.interval, .seconds(3))
    tick(run)

    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(run.line(0).hasSuffix("  ▸ slide show · 2/3 "))
  }

  @Test(arguments: [Key.character("S"), .escape, .character("q")])
  func `S once more, Esc or leaving ends it, and nothing ticks any longer`(key: Key) {
    let run = open()
    run.type("S")

    run.press(key)

    #expect(run.line(0).hasPrefix(key == .character("q") ? " Popular " : " photo 0 "))
    #expect(!run.line(0).contains("▸"))
    #expect(!run.slideTicks.isRunning)
  }

  @Test func `it ends at the last photo and says so`() {
    let run = open(Photo.stubs(2))
    run.type("S")

    tick(run)
    #expect(run.slideTicks.isRunning)
    tick(run)

    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(run.line(0).hasSuffix("  2/2 "))
    #expect(run.line(23).hasSuffix(" End of the list "))
    #expect(!run.slideTicks.isRunning)
  }

  @Test func `the time begins when the picture is there`() {
    let run = open()
    run.pictures.states["1"] = .loading(rough: nil)
    run.type("S")
    tick(run)
    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(!run.slideTicks.isRunning)

    run.pictures.states["1"] = nil
    run.redraw()
    #expect(run.slideTicks.isRunning)
  }

  @Test func `a missing picture is shown as long as any`() {
    let run = open()
    run.pictures.states["0"] = .unavailable

    run.type("S")

    #expect(run.slideTicks.isRunning)
  }

  @Test(arguments: ["n", "+", "%", "w"])
  func `a key that moves gives the photo its whole time again`(key: String) {
    let run = open([.sized("a", 6000, 4000), .sized("b", 6000, 4000), .sized("c", 6000, 4000)])
    run.type("S")
    run.slideTicks.advance(by: .seconds(2))

    run.type(key)
    let shown = run.line(0)
    run.slideTicks.advance(by: .seconds(2))
    run.settle()
    expectEqual(run.line(0), shown)
    run.slideTicks.advance(by: .seconds(1))
    run.settle()

    #expect(run.line(0) != shown)
  }

  @Test func `under the help no time passes, and after it all of it is there`() {
    let run = open()
    run.type("S")

    run.type("?")
    #expect(!run.slideTicks.isRunning)
    run.press(.escape)

    #expect(run.slideTicks.isRunning)
    expectEqual(run.slideTicks.interval, .seconds(3))
  }

  @Test(arguments: [
    (Duration.seconds(5), Duration.seconds(5)), (.milliseconds(-4), .milliseconds(100)),
    (.seconds(Int64.max), .seconds(86_400)),
  ])
  func `any interval is one that can be waited for`(wanted: Duration, interval: Duration) {
    let ticks = ManualAlarm()
    let show = SlideShow(interval: wanted, ticks: ticks)

    show.start()
    show.update(isSettled: true)

    expectEqual(ticks.interval, interval)
  }
}
