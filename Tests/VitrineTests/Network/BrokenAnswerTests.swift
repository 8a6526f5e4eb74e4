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
      Fault("a reset in the middle", says: "sent an incomplete answer", after: 4) {
        page($0).delivered(.resetAfter(byteCount: 20))
      },
      Fault("a truncated body", says: "sent an incomplete answer", after: 4) {
        page($0).delivered(.closeAfter(byteCount: 40))
      },
      Fault("a length that is too long", says: "sent an incomplete answer", after: 4) {
        page($0).framed(.statedLength("5000"))
      },
      Fault("a length that is no number", says: "does not speak HTTP", after: 1) {
        page($0).framed(.statedLength("many"))
      },
      Fault("a bomb of gzip", says: "is too large (limit: 1 MB)", after: 1) { _ in .bomb() },
      Fault("a bomb of deflate", says: "is too large (limit: 1 MB)", after: 1) { _ in
        .bomb(encoding: "deflate")
      },
      Fault("a body without end", says: "is too large (limit: 1 MB)", after: 1) { _ in
        .endless(Array(#"{"photos":["#.utf8))
      },
      Fault("too many requests, for ever", says: "too many requests", after: 4) { _ in
        .tooManyRequests(retryAfter: "0")
      },
      Fault("too many requests, come back in an hour", says: "Wait for 60 minutes", after: 1) {
        _ in .tooManyRequests(retryAfter: "3600")
      },
      Fault("an internal error", says: "answered with error 500", after: 1) { _ in .status(500) },
      Fault("an overloaded server", says: "Server is overloaded", after: 4) { _ in
        .status(503).adding("Retry-After", "0")
      },
      Fault(
        "a redirect to itself",
        says: "Did not follow a redirect from 127.0.0.1: more than 5",
        after: 6
      ) {
        .redirect(to: $0.target)
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
