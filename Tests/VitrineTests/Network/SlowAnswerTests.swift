import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// Slow servers: the keys never wait for them.
  struct SlowAnswerTests {
    private let home = ScratchFolder()

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
  }
}
