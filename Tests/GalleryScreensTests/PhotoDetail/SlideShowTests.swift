import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// Photos that follow each other by themselves, every three ticks of a second here.
struct SlideShowTests {
  private func open(_ photos: [Photo] = Photo.stubs(3)) -> GalleryRun {
    let run = GalleryRun(photos)
    run.press(.enter)
    return run
  }

  private func tick(_ run: GalleryRun, _ count: Int) {
    for _ in 0..<count {
      run.slideTicks.tick()
      run.settle()
    }
  }

  @Test func `S continues after the interval and says how long that is`() {
    let run = open()

    run.type("S")
    #expect(run.line(0).hasSuffix("  ▸ 3 s · 1 of 3 "))
    tick(run, 1)
    #expect(run.line(0).hasSuffix("  ▸ 2 s · 1 of 3 "))
    tick(run, 2)

    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(run.line(0).hasSuffix("  ▸ 3 s · 2 of 3 "))
  }

  @Test(arguments: [Key.character("S"), .escape, .character("q")])
  func `S once more, Esc or leaving ends it, and nothing ticks any longer`(key: Key) {
    let run = open()
    run.type("S")

    run.press(key)

    #expect(run.line(0).hasPrefix(key == .character("q") ? " Vitrine " : " photo 0 "))
    #expect(!run.line(0).contains("▸"))
    #expect(!run.slideTicks.isRunning)
  }

  @Test func `it ends at the last photo and says so`() {
    let run = open(Photo.stubs(2))
    run.type("S")

    tick(run, 3)
    #expect(run.slideTicks.isRunning)
    tick(run, 3)

    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(run.line(0).hasSuffix("  2 of 2 "))
    #expect(run.line(23).hasSuffix(" End of the list "))
    #expect(!run.slideTicks.isRunning)
  }

  @Test func `the time begins when the picture is there`() {
    let run = open()
    run.pictures.states["1"] = .loading(rough: nil)
    run.type("S")
    tick(run, 3)
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
    tick(run, 2)
    #expect(run.line(0).contains(" ▸ 1 s "))

    run.type(key)

    #expect(run.line(0).contains(" ▸ 3 s "))
  }

  @Test func `under the help no time passes, and after it all of it is there`() {
    let run = open()
    run.type("S")
    tick(run, 2)

    run.type("?")
    #expect(!run.slideTicks.isRunning)
    run.press(.escape)

    #expect(run.line(0).contains(" ▸ 3 s "))
    #expect(run.slideTicks.isRunning)
  }

  @Test(arguments: [
    (Duration.seconds(5), "5 s"), (.milliseconds(1500), "2 s"), (.milliseconds(-4), "1 s"),
    (.seconds(Int64.max), "86400 s"),
  ])
  func `any interval is one that can be waited for`(interval: Duration, text: String) {
    let ticks = ManualAlarm()
    let show = SlideShow(interval: interval, ticks: ticks)
    var elapsed = 0
    show.onElapsed = { elapsed += 1 }

    show.start()
    expectEqual(show.remainingText, text)
    show.update(isSettled: true)
    if interval == .milliseconds(1500) {
      ticks.tick()
      expectEqual(show.remainingText, "1 s")
      ticks.tick()
      expectEqual(elapsed, 1)
    }

    #expect(show.interval >= SlideShow.leastInterval)
  }
}
