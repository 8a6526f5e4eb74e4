import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// Loaded photos are shown before the network responds, and without it.
  struct OfflineTests {
    @Test func `loaded photos can be browsed when the server is gone, and their age is shown`()
      throws
    {
      let home = ScratchFolder()
      let feed = GeneratedFeed(photoCount: 40, photosPerPage: 20)
      let server = try FeedServer { feed.pagesOnly(to: $0) }
      let online = try home.gallery(server.feedAddress, showing: "Photo 1")
      online.send("G")
      try online.awaitSelection("Photo 40")
      try online.leave()
      expectEqual(server.pageRequests.count, 2)
      server.stop()

      let offline = try home.gallery(server.feedAddress, showing: "offline · stored just now")
      try offline.awaitSelection("Photo 1 ")
      offline.send("G")
      try offline.awaitSelection("Photo 40")
      try offline.leave()
    }

    @Test
    func
      `the stored page is on the screen while the network hangs, and the current one replaces it`()
      throws
    {
      let home = ScratchFolder()
      let feeds = (GeneratedFeed(photoCount: 10), GeneratedFeed(photoCount: 12))
      let gate = Gate()
      let server = try FeedServer { request in
        if request.path.hasPrefix("/pictures/") { return .status(404) }
        return request.number == 0
          ? feeds.0.answer(to: request) : feeds.1.answer(to: request).delivered(.hang(gate))
      }
      try expectEqual(home.list(server.feedAddress).outputLines.count, 10)

      let gallery = try home.gallery(server.feedAddress, showing: "stored just now")
      try gallery.awaitSelection("Photo 1 ")
      gallery.send("jj")
      try gallery.awaitSelection("Photo 3")
      gate.open()
      try gallery.wait(for: "/12 ")
      try gallery.waitUntilGone("stored just now")

      expectEqual(gallery.selectedLine?.contains("Photo 3"), true)
      try gallery.leave()
    }

    @Test func `q quits immediately while the first response hangs`() async throws {
      let home = ScratchFolder()
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
  }
}
