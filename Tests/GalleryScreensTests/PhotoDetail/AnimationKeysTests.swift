import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// Photos that move, on the screen.
struct AnimationKeysTests {
  /// An animation of 12 pictures of 100 ms, all of which are ready.
  private func open() -> GalleryRun {
    let run = GalleryRun([.stub(id: "a", name: "a"), .stub(id: "b", name: "b")])
    run.pictures.animations["a"] = 12
    run.press(.enter)
    return run
  }

  private func step(_ run: GalleryRun) {
    run.animationTicks.jump(by: .milliseconds(100))
    run.settle()
  }

  @Test func `it plays by itself, with the next picture fetched ahead`() {
    let run = open()
    #expect(run.animationTicks.isRunning)
    expectEqual(run.pictures.visible.map(\.look.frame), [0])
    expectEqual(run.pictures.next.first?.look.frame, 1)

    step(run)

    expectEqual(run.pictures.visible.map(\.look.frame), [1])
    #expect(run.line(0).hasSuffix("  1 of 2 "))
  }

  @Test func `a full stop pauses it and says where, and continues it`() {
    let run = open()
    step(run)

    run.type(".")
    #expect(run.line(0).hasSuffix("  paused 2 of 12 · 1 of 2 "))
    #expect(!run.animationTicks.isRunning)

    run.type(".")
    #expect(run.line(0).hasSuffix("  1 of 2 "))
    #expect(run.animationTicks.isRunning)
  }

  @Test func `under the help and in the list the animation is paused`() {
    let run = open()

    run.type("?")
    #expect(!run.animationTicks.isRunning)
    run.press(.escape)
    #expect(run.animationTicks.isRunning)
    run.type("q")
    #expect(!run.animationTicks.isRunning)
  }

  @Test func `a still picture needs no clock, and cannot be paused`() {
    let run = open()

    run.type("n.")

    #expect(run.line(0).hasPrefix(" b "))
    #expect(run.line(0).hasSuffix("  2 of 2 "))
    #expect(!run.animationTicks.isRunning)
  }
}
