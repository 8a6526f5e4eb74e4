import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// `/` and `f` with a source that searches, and what is stored.
  struct SearchTests {
    private let home = ScratchFolder()

    @Test
    func `a search is sent to the source, Esc stays at the match, the query is offered again`()
      throws
    {
      let feed = GeneratedFeed(photoCount: 40, photosPerPage: 20)
      let server = try FeedServer { feed.pagesOnly(to: $0) }
      let source = "500px:\(server.address)"
      let gallery = try home.gallery(source, showing: "/40 ")
      gallery.send("jj")
      try gallery.awaitSelection("Photo 3 ")
      let before = server.pageRequests.count

      try gallery.send("/photo 15\r", showing: "/photo 15 ×")
      try gallery.awaitSelection("Photo 15")
      try gallery.wait(for: "/1 ")
      let searches = server.pageRequests.dropFirst(before)
      expectEqual(searches.map(\.path), ["/v1/photos/search"])
      expectEqual(searches.first?.queryValue("term"), "photo 15")

      gallery.send("\u{1B}")
      try gallery.waitUntilGone("/photo 15 ×")
      try gallery.awaitSelection("Photo 15")
      try gallery.wait(for: "Photo 16")
      expectEqual(server.pageRequests.count, before + 1, "what was there is shown without asking")
      try gallery.leave()

      let again = try home.gallery(source, showing: "Photo 1")
      try again.send("/", showing: "recent")
      try again.wait(for: "photo 15")
      again.send("\u{1B}")
      try again.waitUntilGone("recent")
      try again.leave()
    }
  }
}
