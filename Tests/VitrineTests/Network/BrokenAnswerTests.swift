import ExpectationSupport
import FeedServerSupport
import Testing

extension InterfaceTests {
  /// A server whose first response is not a feed: one sentence on the screen, nothing stored, and no more requests than
  /// may help.
  struct BrokenAnswerTests {
    /// The server's behaviour, the message, and the number of requests.
    struct Fault: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var message: String
      var requestCount: Int
      var answer: @Sendable (FeedRequest) -> Answer

      init(
        _ name: String, says message: String, after requestCount: Int,
        _ answer: @escaping @Sendable (FeedRequest) -> Answer
      ) {
        testDescription = name
        self.message = message
        self.requestCount = requestCount
        self.answer = answer
      }
    }

    private static let feed = GeneratedFeed(photoCount: 1)
    private static func page(_ request: FeedRequest) -> Answer { feed.pagesOnly(to: request) }

    private static let faults = [
      Fault("a truncated body", says: "sent an incomplete response", after: 4) {
        page($0).delivered(.closeAfter(byteCount: 40))
      },
      Fault("a bomb of gzip", says: "is too large (limit: 1 MB)", after: 1) { _ in .bomb() },
      Fault("too many requests, for ever", says: "too many requests", after: 4) { _ in
        .tooManyRequests(retryAfter: "0")
      },
      Fault(
        "a redirect to a file", says: "Did not follow a redirect from 127.0.0.1: it leads to file:",
        after: 1
      ) { _ in
        .redirect(to: "file:///etc/passwd")
      },
      Fault("a web page", says: "is a web page, not a feed", after: 1) {
        GeneratedFeed(photoCount: 9, quirk: .html).answer(to: $0)
      },
      Fault("a page whose text ends in its first photo", says: "Can't parse 127.0.0.1", after: 1) {
        GeneratedFeed(photoCount: 1, quirk: .cutShort).answer(to: $0)
      },
      Fault("nothing at all", says: "is empty", after: 1) { _ in .json("") },
    ]

    @Test(arguments: faults)
    func `a broken response is one sentence, and nothing of it is stored`(_ fault: Fault) throws {
      let home = ScratchFolder()
      try home.configure("feed_megabytes = 1")
      let server = try FeedServer { fault.answer($0) }

      let gallery = try home.gallery(server.feedAddress, showing: fault.message)
      expectEqual(server.requestCount, fault.requestCount)
      #expect(!gallery.shows("Photo 1"))
      try gallery.leave(status: 1)
      try gallery.expectRestored()
      server.stop()
      try expectEqual(home.storedTitles(of: server.feedAddress), [])
    }
  }
}
