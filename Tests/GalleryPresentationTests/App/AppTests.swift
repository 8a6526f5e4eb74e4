import GalleryPresentation
import Testing

struct AppTests {
  let sut = AppViewModel()
  let log = Log()

  final class Log {
    var entries: [String] = []
  }

  init() {
    let log = log
    sut.outputs.startGalleryClosure = { log.entries.append("start \($0)") }
    sut.outputs.redrawClosure = { log.entries.append("redraw") }
    sut.outputs.leaveClosure = { log.entries.append("leave \($0)") }
  }

  @Test func `the gallery is started once`() {
    sut.applicationDidStart(source: "Pictures")
    sut.applicationDidStart(source: "Pictures")

    #expect(log.entries == ["start Pictures"])
  }

  @Test func `quitting leaves with 0`() {
    sut.quitRequested()

    #expect(log.entries == ["leave 0"])
  }

  @Test(arguments: [
    (TerminationReason.hungUp, 129), (.interrupted, 130), (.aborted, 131), (.terminated, 143),
  ])
  func `a signal leaves with its status`(reason: TerminationReason, status: Int) {
    sut.terminationRequested(reason)

    #expect(log.entries == ["leave \(status)"])
  }

  @Test func `it leaves once, and nothing follows`() {
    sut.terminationRequested(.terminated)
    sut.quitRequested()
    sut.terminationRequested(.interrupted)
    sut.didResize(columns: 80, rows: 24)
    sut.didResume()
    sut.applicationDidStart(source: "Pictures")

    #expect(log.entries == ["leave 143"])
  }

  @Test func `coming back draws everything again`() {
    sut.didSuspend()
    #expect(sut.isSuspended)
    sut.didResize(columns: 80, rows: 24)
    #expect(log.entries.isEmpty)
    sut.didResume()

    #expect(log.entries == ["redraw"])
    #expect(!sut.isSuspended)
  }

  @Test func `a storm of resizes draws each size once`() {
    for columns in [80, 80, 1, 1, 0, 120] { sut.didResize(columns: columns, rows: 24) }

    #expect(log.entries.count == 4)
  }

  @Test(arguments: [(20, 5, false), (19, 5, true), (20, 4, true), (0, 0, true), (-1, 5, true)])
  func `below 20 by 5 it says so`(columns: Int, rows: Int, isTooSmall: Bool) {
    sut.didResize(columns: columns, rows: rows)

    #expect(sut.isTooSmall == isTooSmall)
    #expect(sut.tooSmallText == (isTooSmall ? "needs 20x5, this is \(columns)x\(rows)" : nil))
  }
}
