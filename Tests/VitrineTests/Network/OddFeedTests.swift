import ExpectationSupport
import FeedServerSupport
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Feeds that arrive correctly but are wrong in themselves.
  struct OddFeedTests {
    private let home = ScratchFolder()

    private func server(_ feed: GeneratedFeed) throws -> FeedServer {
      try FeedServer { feed.pagesOnly(to: $0) }
    }

    /// A page of three photos, the second of which is odd.
    private static func page(_ odd: [UInt8], for request: FeedRequest) -> Answer {
      guard !request.path.hasPrefix("/pictures/") else { return .status(404) }
      let right = GeneratedFeed(photoCount: 3)
      let (first, third) = (
        right.photo(row: 0, origin: request.origin), right.photo(row: 2, origin: request.origin)
      )
      let start = #"{"current_page":1,"total_pages":1,"feature":"popular","photos":[\#(first),"#
      return .bytes(
        Array(start.utf8) + odd + Array(",\(third)]}".utf8), type: "application/json")
    }

    @Test func `mistakes in the user's presets are said when the gallery is left, not across it`()
      throws
    {
      try home.preset("garbage = [\n", named: "bad")
      let server = try server(GeneratedFeed(photoCount: 3))
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 2")
      #expect(!String(decoding: gallery.terminal.output, as: UTF8.self).contains("bad.toml"))

      try gallery.leave()
      try gallery.wait(for: "bad.toml")
    }

    @Test(arguments: [
      (#"{"id":2,"image_url":"/pictures/2.png","name":"Photo 2 "#, "Photo 2 Ã(ÿí"),
      (#"{"image_url":"/pictures/2.png","name":"Photo 2","id":"2 "#, "Photo 2"),
    ])
    func
      `bytes that are not UTF-8 are read as windows-1252, in a title and in an id, and cost no photo`(
        beginning: String, title: String
      ) throws
    {
      let odd =
        Array(beginning.utf8) + [0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80] + Array(#""}"#.utf8)
      let server = try FeedServer { Self.page(odd, for: $0) }
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 3")

      try gallery.wait(for: "Photo 1")
      try gallery.wait(for: title)
      #expect(!gallery.shows("unreadable"))
      try gallery.leave()
      server.stop()
      let stored = try home.storedTitles(of: server.feedAddress)
      try #require(stored.count == 3)
      #expect(stored[1].hasPrefix(title))
    }

    @Test func `escape sequences in any field never reach the terminal`() throws {
      let server = try server(GeneratedFeed(photoCount: 30, quirk: .escapeSequences))
      let gallery = try home.gallery(server.feedAddress, showing: "Photo 1")

      try gallery.send("\r", showing: "q back")
      try gallery.send("i", showing: "Number 1 of many")
      try gallery.leave("qqq")

      // From the server, and from the store.
      #expect(server.pageRequests.count <= 2)
      server.stop()
      let offline = try home.gallery(server.feedAddress, showing: "offline · stored")
      offline.send("q")
      _ = try offline.shell.status()
      for session in [gallery, offline] {
        let output = session.outputAfterQuestions
        for hostile in ["\u{1B}]0;title", "\u{1B}[2J", "\u{9B}", "\u{202E}", "\u{7}"] {
          #expect(!output.contains(hostile), "\(hostile.unicodeScalars.map(\.value))")
        }
        expectEqual(session.screen.scrollCount, 0)
        try session.expectRestored()
      }
      let list = try home.list(server.feedAddress)
      #expect(!list.output.contains(0x1B) && !list.output.contains(0x07))
    }
  }
}
