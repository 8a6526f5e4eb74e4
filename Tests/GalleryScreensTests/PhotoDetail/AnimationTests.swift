import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureKit
import PictureProtocol
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// Which picture of an animation stands when.
@Suite(.timeLimit(.minutes(10)))
struct AnimationPlayerTests {
  /// A screen that does nothing but play one photo.
  private final class Stage {
    let ticks = ManualAlarm()
    var ready: Set<Int>
    var photo = "a"
    let count: UInt32
    let loopCount: UInt32
    var milliseconds: UInt32 = 40
    var isSharp = true
    private(set) var shown: [Int] = []
    private(set) lazy var player = AnimationPlayer(ticks: ticks)

    init(count: UInt32 = 3, loopCount: UInt32 = 0, ready: Set<Int> = [0, 1, 2]) {
      self.count = count
      self.loopCount = loopCount
      self.ready = ready
      player.onTick = { [unowned self] in layOut() }
    }

    func layOut() {
      player.follow(photo) { frame in
        guard ready.contains(frame) else { return .loading(rough: nil) }
        let picture = Picture(
          id: 1, payload: .histogram(PictureHistogram()), size: Size(columns: 1, rows: 1),
          format: .gif, sourceSize: PixelSize(width: 4, height: 4),
          animation: count > 1
            ? AnimationFrame(
              index: UInt32(frame), count: count, milliseconds: milliseconds,
              loopCount: loopCount) : nil)
        return isSharp ? .ready(picture) : .loading(rough: picture)
      }
      if shown.last != player.frame { shown.append(player.frame) }
    }

    func wait() { ticks.tick() }
  }

  @Test func `pictures follow each other, each for its time, round and round`() {
    let stage = Stage()
    stage.layOut()
    expectEqual(stage.ticks.interval, .milliseconds(40))

    stage.milliseconds = 100
    stage.wait()
    expectEqual(stage.ticks.interval, .milliseconds(100))
    for _ in 0..<4 { stage.wait() }

    expectEqual(stage.shown, [0, 1, 2, 0, 1, 2])
    expectEqual(stage.ticks.now, .milliseconds(440))
    #expect(stage.player.isPlaying && !stage.player.hasEnded)
  }

  @Test func `the next picture is fetched ahead`() {
    let stage = Stage(ready: [])
    stage.layOut()
    #expect(stage.player.frame == 0 && stage.player.nextFrame == nil)

    stage.ready = [0]
    stage.layOut()

    expectEqual(stage.player.nextFrame, 1)
  }

  @Test func `a picture that is not ready is waited for, and the previous one stays`() {
    let stage = Stage(ready: [0])
    stage.layOut()
    stage.wait()
    expectEqual(stage.player.frame, 0)
    expectEqual(stage.ticks.interval, nil)

    stage.ticks.advance(by: .seconds(1))
    stage.ready = [0, 2]
    stage.layOut()
    expectEqual(stage.player.frame, 0)
    stage.ready = [0, 1]
    stage.layOut()

    expectEqual(stage.player.frame, 1)
    // A second late: it stands its whole time all the same.
    expectEqual(stage.ticks.interval, .milliseconds(40))
  }

  @Test func `a tick that comes late shortens the next time`() {
    let stage = Stage()
    stage.layOut()
    stage.ticks.jump(by: .milliseconds(50))

    expectEqual(stage.player.frame, 1)
    expectEqual(stage.ticks.interval, .milliseconds(30))
  }

  @Test func `a rough picture is not ready to be the next one`() {
    let stage = Stage()
    stage.layOut()
    stage.isSharp = false
    stage.wait()

    #expect(stage.player.frame == 0 && stage.player.isAnimation)
  }

  @Test func `after its loops it stays at the last picture, and nothing ticks`() {
    let stage = Stage(loopCount: 2)
    stage.layOut()
    for _ in 0..<5 { stage.wait() }
    #expect(stage.player.frame == 2 && stage.player.nextFrame == nil)
    stage.wait()

    expectEqual(stage.shown, [0, 1, 2, 0, 1, 2])
    #expect(stage.player.hasEnded && stage.ticks.interval == nil)
    stage.layOut()
    expectEqual(stage.ticks.interval, nil)

    stage.player.togglePause()
    #expect(stage.player.frame == 0 && stage.player.isPlaying)
    expectEqual(stage.ticks.interval, .milliseconds(40))
  }

  @Test func `a pause stops the clock, and going on starts it`() {
    let stage = Stage()
    stage.layOut()
    stage.wait()

    stage.player.togglePause()
    #expect(stage.player.isPaused && stage.ticks.interval == nil)
    #expect(stage.player.frame == 1 && stage.player.nextFrame == nil)
    stage.layOut()
    expectEqual(stage.ticks.interval, nil)

    stage.player.togglePause()
    expectEqual(stage.ticks.interval, .milliseconds(40))
    stage.wait()
    expectEqual(stage.player.frame, 2)
  }

  @Test func `another photo starts at its beginning, and plays`() {
    let stage = Stage()
    stage.layOut()
    stage.wait()
    stage.player.togglePause()

    stage.photo = "b"
    stage.layOut()

    #expect(stage.player.frame == 0 && stage.player.isPlaying)
    expectEqual(stage.ticks.interval, .milliseconds(40))
  }

  @Test func `a still never ticks`() {
    let stage = Stage(count: 1)
    stage.layOut()
    stage.player.togglePause()

    expectEqual(stage.ticks.interval, nil)
    #expect(!stage.player.isAnimation && !stage.player.isPaused && stage.player.nextFrame == nil)
  }
}

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
    #expect(run.line(0).hasSuffix("  1/2 "))
  }

  @Test func `a full stop pauses it and says where, and continues it`() {
    let run = open()
    step(run)

    run.type(".")
    #expect(run.line(0).hasSuffix("  paused 2 of 12 · 1/2 "))
    #expect(!run.animationTicks.isRunning)

    run.type(".")
    #expect(run.line(0).hasSuffix("  1/2 "))
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
    #expect(run.line(0).hasSuffix("  2/2 "))
    #expect(!run.animationTicks.isRunning)
  }
}
