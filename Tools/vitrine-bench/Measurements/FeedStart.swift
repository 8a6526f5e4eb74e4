import FeedServerSupport
import Synchronization

/// From starting the program to the first row of a feed: stored, while the server does not answer; and not stored, from
/// a server that answers immediately.
struct FeedStart {
  static let runs = 15
  /// Shown by the first row, and by nothing else on the screen.
  private static let firstTitle = "Number 1 of many"

  func run(_ bench: Bench) {
    bench.measure("start → first row, feed that is stored") {
      let feed = GeneratedFeed(photoCount: 10_000, photosPerPage: 100)
      let isSilent = Mutex(false)
      let server = try FeedServer { request in
        isSilent.withLock { $0 }
          ? Answer().delivered(.hang(nil)) : feed.answer(to: request)
      }
      defer { server.stop() }
      let address = server.address + "/v1/photos"
      try session(bench, address, cache: "feed-stored").end()
      isSilent.withLock { $0 = true }
      try report(
        bench, "start → first row, feed that is stored (server silent)", aim: 60, address,
        cache: "feed-stored")
    }
    bench.measure("start → first row, feed that is not stored") {
      let feed = GeneratedFeed(photoCount: 10_000, photosPerPage: 100)
      let server = try FeedServer { feed.answer(to: $0) }
      defer { server.stop() }
      // A round trip on this machine takes less than a millisecond.
      try report(
        bench, "start → first row, feed that is not stored", aim: 50,
        server.address + "/v1/photos", cache: nil)
    }
  }

  private func report(
    _ bench: Bench, _ name: String, aim: Double, _ address: String, cache: String?
  ) throws {
    var times: [Double] = []
    for run in 0...Self.runs {
      let session = try bench.session([address], cache: cache)
      let time = (try session.wait(for: Self.firstTitle) - session.startTime).milliseconds
      session.end()
      if run > 0 { times.append(time) }
    }
    let sample = Sample(times)
    bench.report.figure(
      name, sample.median, "ms", digits: 1, aim: .atMost(aim),
      note: "max \(sample.maximum.text(digits: 1))")
  }

  /// A session that has shown the feed.
  private func session(
    _ bench: Bench, _ address: String, cache: String
  ) throws -> TerminalSession {
    let session = try bench.session([address], cache: cache)
    _ = try session.wait(for: Self.firstTitle)
    session.waitForQuiet(milliseconds: 300)
    return session
  }
}
