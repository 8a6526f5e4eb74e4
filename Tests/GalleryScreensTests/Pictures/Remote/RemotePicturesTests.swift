import ExpectationSupport
import Foundation
import GalleryDomain
import PictureKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// What is fetched when, while the screen changes.
@Suite(.timeLimit(.minutes(10)))
struct RemotePicturesTests {
  private let images = ScriptedImages()
  private let timer = ManualAlarm()

  private func make() -> RemotePictures { RemotePictures(repository: images, alarm: timer) }

  /// Pictures that are all being fetched.
  private func fetching(_ visible: [URL]) async -> RemotePictures {
    let pictures = make()
    pictures.declare(visible: visible, next: [])
    await until { images.waiting.count == visible.count }
    return pictures
  }

  private func isReady(_ url: URL, in pictures: RemotePictures) -> Bool {
    if case .ready = pictures.state(of: url) { true } else { false }
  }

  private func url(_ name: String, host: String = "a.example") -> URL {
    URL(string: "https://\(host)/\(name)") ?? URL(fileURLWithPath: "/")
  }

  private func urls(_ range: Range<Int>, host: String = "a.example") -> [URL] {
    range.map { url("\($0)", host: host) }
  }

  // MARK: Order and limits

  @Test func `visible ones are fetched in order, four at a time a host`() async {
    let pictures = make()

    pictures.declare(visible: urls(0..<6), next: [])
    await until { images.waiting.count == 4 }
    await settleTasks()
    expectEqual(images.allAsked, Set(urls(0..<4)))

    images.finish(url("2"))
    await until { images.waiting.count == 4 && images.asked.count == 5 }
    expectEqual(images.asked.last, url("4"))
    expectEqual(images.allWaiting, [url("0"), url("1"), url("3"), url("4")])
  }

  @Test func `other hosts have their own four, and eight are the most in all`() async {
    let pictures = make()
    let all = ["a.example", "b.example", "c.example"].flatMap { urls(0..<6, host: $0) }

    pictures.declare(visible: all, next: [])
    await until { images.waiting.count == 8 }
    await settleTasks()

    expectEqual(images.allAsked, Set(urls(0..<4) + urls(0..<4, host: "b.example")))
    await until {
      if let first = images.waiting.first { images.finish(first) }
      return images.asked.count >= all.count && images.waiting.isEmpty
    }
    expectEqual(images.mostAtOnce, 8)
  }

  @Test func `what comes next is fetched when nothing visible is missing, two at a time`() async {
    let pictures = make()

    pictures.declare(visible: urls(0..<2), next: urls(10..<14))
    await until { images.waiting.count == 2 }
    images.finish(url("0"))
    await settleTasks()
    expectEqual(images.allAsked, Set(urls(0..<2)))

    images.finish(url("1"))
    await until { images.waiting.count == 2 }
    await settleTasks()
    expectEqual(images.allWaiting, Set(urls(10..<12)))
  }

  @Test func `what is no longer seen gives way to what is`() async {
    let pictures = await fetching(urls(0..<4))

    pictures.declare(visible: [url("5")], next: urls(0..<4))
    await until { images.waiting.contains(url("5")) }

    expectEqual(images.cancelled, [url("3")])
    expectEqual(images.allWaiting, Set(urls(0..<3) + [url("5")]))
  }

  @Test func `a picture that was fetched ahead and comes into sight is not asked for twice`() async
  {
    let pictures = make()
    pictures.declare(visible: [], next: [url("0")])
    await until { images.waiting.count == 1 }

    pictures.declare(visible: [url("0")], next: [url("1")])
    await settleTasks()
    images.finish(url("0"))
    await until { images.waiting == [url("1")] }

    expectEqual(images.asked, urls(0..<2))
    #expect(images.cancelled.isEmpty)
  }

  @Test func `the same address in many rows is one request`() async {
    let pictures = make()

    pictures.declare(visible: [url("0"), url("0")], next: [url("0")])
    await until { !images.waiting.isEmpty }
    await settleTasks()

    expectEqual(images.asked, [url("0")])
    expectEqual(images.lookups, [url("0")])
  }

  // MARK: The store

  @Test func `what is stored is there at once, and costs no request`() async {
    images.store("/store/0", for: url("0"))
    let pictures = make()
    var changes = 0
    pictures.onChange = { changes += 1 }
    expectEqual(pictures.state(of: url("0")), .waiting)

    pictures.declare(visible: urls(0..<2), next: [])
    await until { changes > 0 }

    guard case .ready(let image) = pictures.state(of: url("0")) else {
      Issue.record("no such file")
      return
    }
    expectEqual(image.file, FileReference(path: "/store/0"))
    await until { images.asked == [url("1")] }
    expectEqual(changes, 1)
  }

  @Test func `declaring the same pictures again starts nothing`() async {
    let pictures = make()
    for _ in 0..<5 {
      pictures.declare(visible: urls(0..<3), next: urls(3..<6))
      await settleTasks()
    }

    expectEqual(images.allAsked, Set(urls(0..<3)))
    expectEqual(images.asked.count, 3)
    expectEqual(images.lookups.count, 6)
  }

  // MARK: Scrolling

  @Test func `what is scrolled away is cancelled, and what is new takes its place`() async {
    let pictures = await fetching(urls(0..<4))

    pictures.declare(visible: urls(3..<7), next: [])
    await until { images.waiting.count == 4 && images.cancelled.count == 3 }
    await settleTasks()

    expectEqual(Set(images.cancelled), Set(urls(0..<3)))
    expectEqual(images.allWaiting, Set(urls(3..<7)))
    // A second asking is a new request.
    timer.advance(by: .seconds(1))
    pictures.declare(visible: urls(0..<1), next: [])
    await until { images.waiting == [url("0")] }
    expectEqual(images.asked.count { $0 == url("0") }, 2)
  }

  @Test func `a download of which most has arrived may finish`() async {
    let pictures = await fetching(urls(0..<3))
    images.tell(url("0"), received: 76, of: 100)
    images.tell(url("1"), received: 74, of: 100)
    images.tell(url("2"), received: 1_000_000)
    for name in ["0", "1", "2"] {
      await until { if case .fetching(_?) = pictures.state(of: url(name)) { true } else { false } }
    }

    pictures.declare(visible: [], next: [])
    await settleTasks()

    expectEqual(images.waiting, [url("0")])
    images.finish(url("0"))
    await until { isReady(url("0"), in: pictures) }
  }

  @Test func `nothing is started while rows fly by, and all of it when they stand`() async {
    let pictures = await fetching(urls(0..<2))
    for start in stride(from: 2, to: 16, by: 2) {
      timer.advance(by: .milliseconds(30))
      pictures.declare(visible: urls(start..<(start + 2)), next: urls((start + 2)..<(start + 4)))
      await settleTasks()
    }
    // The first move may be a single key press.
    expectEqual(images.allAsked, Set(urls(0..<4)))
    #expect(images.waiting.isEmpty)
    #expect(!images.lookups.contains(url("17")))

    timer.advance(by: ScrollPace.rest)
    await until { images.waiting.count == 2 }
    expectEqual(images.allWaiting, Set(urls(14..<16)))
    #expect(!timer.isRunning)
  }

  @Test func `what is stored shows while rows fly by`() async {
    for url in urls(0..<10) { images.store("/store\(url.path())", for: url) }
    let pictures = make()
    for start in 0..<8 {
      pictures.declare(visible: urls(start..<(start + 2)), next: [])
    }
    await until { isReady(url("8"), in: pictures) }
    #expect(images.asked.isEmpty)
  }

  @Test func `an answer that comes after it was cancelled changes nothing`() async {
    let pictures = await fetching([url("0")])
    var changes = 0
    pictures.onChange = { changes += 1 }

    images.finish(url("0"))
    pictures.declare(visible: [], next: [])
    await settleTasks()

    expectEqual(changes, 0)
    expectEqual(pictures.state(of: url("0")), .waiting)
  }

  // MARK: Errors

  @Test func `a broken picture is asked for once, until everything is tried again`() async {
    let pictures = make()
    let error = PhotoSourceError.notFound(name: "0")
    var changes = 0
    pictures.onChange = { changes += 1 }
    pictures.declare(visible: [url("0")], next: [])
    await until { images.waiting.count == 1 }
    images.finish(url("0"), error)
    await until { changes == 1 }
    expectEqual(pictures.state(of: url("0")), .failed(error))

    for _ in 0..<5 { pictures.declare(visible: [url("0")], next: []) }
    timer.advance(by: .seconds(3_600))
    pictures.declare(visible: [url("0")], next: [])
    await settleTasks()
    expectEqual(images.asked.count, 1)

    pictures.refresh()
    await until { images.waiting == [url("0")] }
  }

  @Test(
    arguments: [
      (PhotoSourceError.timedOut(host: "a.example"), 30), (.serverOverloaded, 30),
      (.rateLimited(host: "a.example", seconds: 100), 100),
    ])
  func `what may pass is tried again after a while, when the screen next changes`(
    _ error: PhotoSourceError, _ seconds: Int
  ) async {
    let pictures = await fetching([url("0")])
    images.finish(url("0"), error)
    await until { pictures.state(of: url("0")) == .failed(error) }

    timer.advance(by: .seconds(seconds - 1))
    pictures.declare(visible: [url("0")], next: [])
    await settleTasks()
    expectEqual(images.asked.count, 1)

    timer.advance(by: .seconds(1))
    pictures.declare(visible: [url("0")], next: [])
    await until { images.waiting == [url("0")] }
  }

  @Test func `what may pass is tried again when its time has come, without a key`() async {
    let pictures = make()
    var changes = 0
    pictures.onChange = { changes += 1 }
    pictures.declare(visible: [url("0")], next: [url("1")])
    await until { images.waiting.count == 1 }
    #expect(!timer.isRunning)
    images.finish(url("0"), .connectionFailed(host: "a.example"))
    await until { pictures.state(of: url("0")) == .failed(.connectionFailed(host: "a.example")) }
    await settleTasks()
    #expect(timer.isRunning)
    let (asked, before) = (images.asked.count, changes)

    timer.advance(by: .seconds(30))

    expectEqual(changes, before + 1)
    await until { images.asked.count == asked + 1 && images.waiting.contains(url("0")) }
    #expect(!timer.isRunning)
  }

  @Test func `nothing is tried again that is not seen, or cannot pass`() async {
    let pictures = await fetching([url("0"), url("1")])
    images.finish(url("0"), .timedOut(host: "a.example"))
    images.finish(url("1"), .notFound(name: "1"))
    await until { timer.isRunning }

    pictures.declare(visible: [url("1")], next: [])

    #expect(!timer.isRunning)
  }

  @Test func `a host that is not there is not asked for every picture`() async {
    let pictures = make()
    let error = PhotoSourceError.connectionFailed(host: "a.example")
    pictures.declare(visible: urls(0..<8) + [url("0", host: "b.example")], next: [])
    await until { images.waiting.count == 5 }

    images.finish(url("0"), error)
    await until { pictures.state(of: url("7")) == .failed(error) }
    await settleTasks()

    expectEqual(images.asked.count, 5)
    #expect(images.waiting.contains(url("0", host: "b.example")))
    // What is under way may still come.
    images.finish(url("1"))
    await until { isReady(url("1"), in: pictures) }
  }

  // MARK: Refresh

  @Test func `a refresh asks about what is on the screen, and shows it meanwhile`() async {
    let pictures = make()
    for url in urls(0..<3) { images.store("/store\(url.path())", for: url) }
    pictures.declare(visible: urls(0..<2), next: [url("2")])
    await until { isReady(url("2"), in: pictures) }
    let before = pictures.state(of: url("0"))
    var changes = 0
    pictures.onChange = { changes += 1 }

    pictures.refresh()
    await until { images.waiting.count == 2 }
    expectEqual(images.allWaiting, Set(urls(0..<2)))
    #expect(images.isRefresh(url("0")))
    expectEqual(pictures.state(of: url("0")), before)

    images.finish(url("0"))
    images.finish(url("1"), .noNetwork)
    await until { images.waiting.isEmpty }
    await settleTasks()
    expectEqual(pictures.state(of: url("0")), before)
    expectEqual(changes, 0)
    expectEqual(images.asked.count, 2)
  }

  @Test func `a picture that has changed is another one`() async {
    let pictures = make()
    images.store("/store/old", for: url("0"))
    pictures.declare(visible: [url("0")], next: [])
    await until { pictures.state(of: url("0")) != .waiting }

    pictures.refresh()
    await until { images.waiting.count == 1 }
    images.finish(url("0"), path: "/store/new")
    await until {
      if case .ready(let image) = pictures.state(of: url("0")) {
        image.file == FileReference(path: "/store/new")
      } else {
        false
      }
    }
  }

  // MARK: Progress

  @Test func `a large download is shown, a small one only once it has taken long`() async {
    let pictures = make()
    var changes = 0
    pictures.onChange = { changes += 1 }
    pictures.declare(visible: urls(0..<3), next: [], watched: Set(urls(0..<2)))
    await until { images.waiting.count == 3 }

    images.tell(url("0"), received: 1, of: 999_999)
    images.tell(url("2"), received: 1, of: 9_000_000)
    await settleTasks()
    expectEqual(changes, 0)
    expectEqual(pictures.watchedProgress(of: url("0")), nil)

    images.tell(url("1"), received: 1, of: 1_000_000)
    await until { changes == 1 }
    expectEqual(pictures.watchedProgress(of: url("1"))?.expectedByteCount, 1_000_000)

    timer.advance(by: .seconds(1))
    images.tell(url("0"), received: 2, of: 999_999)
    await until { changes == 2 }
    expectEqual(pictures.watchedProgress(of: url("0"))?.receivedByteCount, 2)
  }
}
