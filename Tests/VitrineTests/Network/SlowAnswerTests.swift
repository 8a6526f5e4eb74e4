import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// Slow servers: the keys never wait for them.
  struct SlowAnswerTests {
    private let home: NetworkHome
    private let feed = GeneratedFeed(photoCount: 40, photosPerPage: 20)

    init() throws {
      home = try NetworkHome()
    }

    @Test func `q quits immediately while the first response hangs`() async throws {
      let server = try FeedServer { _ in .json("{").delivered(.hang(nil)) }
      let gallery = try home.gallery(server.feedAddress, showing: "Loading…")
      // Not by `until`: tasks of other tests may keep it waiting until the source has timed out.
      try ProcessTable.wait(for: "the request") { server.requestCount == 1 }

      gallery.send("q")

      let status = try gallery.shell.status()
      expectEqual(status, 0, "\(gallery.screenText)")
      try gallery.expectRestored()
      await server.until { $0.openConnectionCount == 0 }
      expectEqual(server.requestCount, 1)
      server.stop()
      try expectEqual(home.storedTitles(of: server.feedAddress), [])
    }

    @Test(arguments: [Answer.Delivery.hang(nil), .hangAfter(byteCount: 500, nil)])
    func `a silent server is given up after the configured time`(
      _ delivery: Answer.Delivery
    ) throws {
      try home.configure("time_out_seconds = 1")
      let feed = feed
      let server = try FeedServer { feed.answer(to: $0).delivered(delivery) }

      let gallery = try home.gallery(server.feedAddress, showing: "timed out")
      expectEqual(server.requestCount, 1)
      gallery.send("q")

      try expectEqual(gallery.shell.status(), 1)
      server.stop()
      try expectEqual(home.storedTitles(of: server.feedAddress), [])
    }

    @Test func `a slow response is shown when it is complete, and keys work in the meantime`()
      throws
    {
      let feed = feed
      let gate = Gate()
      let server = try FeedServer { request in
        if request.path.hasPrefix("/pictures/") { return .status(404) }
        return feed.answer(to: request).delivered(.drip(byteCount: 64, gate))
      }
      let gallery = try home.gallery(server.feedAddress, showing: "Loading…")
      gate.allow(10)
      gallery.send("?")
      try gallery.wait(for: "half page up")
      #expect(!gallery.shows("Photo 1"))
      gallery.send("\u{1B}")
      try gallery.wait(for: "Loading…")

      gate.open()
      try gallery.awaitSelection("Photo 1")
      gallery.send("q")

      let status = try gallery.shell.status()
      expectEqual(status, 0, "\(gallery.screenText)")
      server.stop()
      let stored = try home.storedTitles(of: server.feedAddress)
      #expect(stored.starts(with: (1...20).map { "Photo \($0)" }))
    }
  }
}
