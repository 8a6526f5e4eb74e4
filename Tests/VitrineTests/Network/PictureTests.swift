import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// Pictures of rows, over HTTP.
  struct PictureTests {
    private let home = ScratchFolder()
    private let feed = GeneratedFeed(photoCount: 60, photosPerPage: 20)

    /// Pictures that were requested more than once.
    private func repeated(at server: FeedServer) -> [String] {
      Dictionary(grouping: server.pictureRequests, by: \.target).filter { $1.count > 1 }.keys
        .sorted()
    }

    @Test func `pictures of rows are requested once, and not again after a restart`()
      async throws
    {
      let feed = feed
      let server = try FeedServer { feed.answer(to: $0) }
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 1")
      try gallery.awaitPictures(atLeast: 200)
      // Those of the next rows are requested after all visible ones have arrived.
      await server.until { $0.requests.count { $0.path.hasPrefix("/pictures/") } >= 10 }
      try gallery.leave()
      expectEqual(repeated(at: server), [])

      let again = try home.gallery(server.feedAddress, showing: "Photo 1")
      try again.awaitPictures(atLeast: 200)
      try again.leave()

      // One of the prefetched ones may have been on its way when the program was quit.
      let visible = Set((1...6).map { "/pictures/\($0).png" })
      #expect(Set(server.pictureRequests.map(\.target)).isSuperset(of: visible))
      #expect(
        visible.isDisjoint(with: repeated(at: server)),
        "a second start asks for none that was stored")
    }

    @Test
    func
      `at most four pictures at a time are requested from one host, and exiting ends the requests`()
      async throws
    {
      let feed = feed
      let server = try FeedServer { request in
        request.path.hasPrefix("/pictures/")
          ? .png(width: 48, height: 32).delivered(.hang(nil)) : feed.answer(to: request)
      }
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 1")
      await server.until { $0.requests.count { $0.path.hasPrefix("/pictures/") } == 4 }

      // Keys are handled in the meantime, and cause no further requests.
      gallery.send("j")
      try gallery.awaitSelection("Photo 2 ")
      gallery.send("k")
      try gallery.awaitSelection("Photo 1 ")
      expectEqual(server.pictureRequests.count, 4)
      try gallery.leave()
      try gallery.expectRestored()
      await server.until { $0.openConnectionCount == 0 }
      expectEqual(server.pictureRequests.count, 4)
    }

    @Test func `endless pictures end at the size of the store, and exiting removes their files`()
      async throws
    {
      let feed = feed
      let server = try FeedServer { request in
        switch request.path {
        case "/pictures/1.png", "/pictures/2.png":
          .endless([UInt8](repeating: 7, count: 64 << 10), type: "image/png")
        // Half a megabyte, and nothing more.
        case let path where path.hasPrefix("/pictures/"):
          .bytes([UInt8](repeating: 7, count: 1 << 20), type: "image/png")
            .delivered(.hangAfter(byteCount: 512 << 10, nil))
        default: feed.answer(to: request)
        }
      }
      try home.configure("store_megabytes = 8")
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 1")
      try gallery.wait(for: "too large")
      await server.until {
        Set($0.requests.map(\.path)).isSuperset(of: (1...6).map { "/pictures/\($0).png" })
      }
      let byteCount = try home.downloadByteCounts().reduce(0, +)
      #expect(byteCount > 0 && byteCount <= 2 << 20)

      try gallery.leave()
      try expectEqual(home.downloadByteCounts(), [])
    }
  }
}
