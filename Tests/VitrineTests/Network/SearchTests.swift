import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// `/` and `f` with a source that searches, and what is stored.
  struct SearchTests {
    private let home: NetworkHome

    init() throws {
      home = try NetworkHome()
    }

    @Test func `a search is sent to the source, Esc returns, and the query is offered next time`()
      throws
    {
      let feed = GeneratedFeed(photoCount: 40, photosPerPage: 20)
      let server = try FeedServer { feed.pagesOnly(to: $0) }
      let source = "500px:\(server.address)"
      let gallery = try home.gallery(source, showing: "40 photos")
      gallery.send("jj")
      try gallery.awaitSelection("Photo 3 ")
      let before = server.pageRequests.count

      gallery.send("/photo 40\r")
      try gallery.wait(for: "Search: photo 40")
      try gallery.awaitSelection("Photo 40")
      try gallery.wait(for: "1 photo")
      let searches = server.pageRequests.dropFirst(before)
      expectEqual(searches.map(\.path), ["/v1/photos/search"])
      expectEqual(searches.first?.queryValue("term"), "photo 40")

      gallery.send("\u{1B}")
      try gallery.waitUntilGone("Search: photo 40")
      try gallery.awaitSelection("Photo 3 ")
      expectEqual(server.pageRequests.count, before + 1, "what was there is shown without asking")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)

      let again = try home.gallery(source, showing: "Photo 1")
      again.send("/")
      try again.wait(for: "recent")
      try again.wait(for: "photo 40")
      again.send("\u{1B}")
      try again.waitUntilGone("recent")
      again.send("q")
      try expectEqual(again.shell.status(), 0)
    }

    @Test func `a failed search shows the reason, keeps the rows, and is not offered again`() throws
    {
      let feed = GeneratedFeed(photoCount: 10)
      let server = try FeedServer { request in
        request.path.hasSuffix("/search") ? .status(500) : feed.pagesOnly(to: request)
      }
      let source = "500px:\(server.address)"
      let gallery = try home.gallery(source, showing: "10 photos")

      gallery.send("/nonsense\r")
      try gallery.wait(for: "answered with error 500")
      gallery.send("k")
      try gallery.waitUntilGone("answered with error 500")
      try gallery.awaitSelection("Photo 1 ")
      gallery.send("/")
      try gallery.wait(for: "search photos")
      #expect(!gallery.shows("nonsense"))
      gallery.send("\u{1B}")
      try gallery.waitUntilGone("search photos")
      gallery.send("q")

      try expectEqual(gallery.shell.status(), 0)
      expectEqual(server.pageRequests.count, 2)
    }

    @Test func `f shows what is for sale, then everything again`() async throws {
      let feed = GeneratedFeed(photoCount: 9)
      let server = try FeedServer { feed.pagesOnly(to: $0) }
      let gallery = try home.gallery(server.feedAddress, showing: "9 photos")

      gallery.send("f")
      try gallery.wait(for: "3 for sale of 9 photos")
      try gallery.waitUntilGone("Photo 2")
      try gallery.wait(for: "Photo 4")
      // The stored page is filtered immediately, and requested again in the background.
      await server.until { $0.requests.count { !$0.path.hasPrefix("/pictures/") } == 2 }
      let requests = server.pageRequests.map(\.target)
      gallery.send("f")
      try gallery.wait(for: "Photo 2")

      expectEqual(
        server.pageRequests.map(\.target), requests, "what was there is shown without asking")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
