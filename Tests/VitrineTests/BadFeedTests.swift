import ExpectationSupport
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Broken or malicious feeds.
  struct BadFeedTests {
    private static let failing: [(name: String, feed: String, message: String)] = [
      ("nothing", "", "feed.json is empty"),
      (
        "a truncated feed", "{\"photos\":[\n{\"id\":2,\"name\":\"a",
        "Can't parse feed.json, line 2"
      ),
      (
        "a depth bomb", "{\"photos\":" + String(repeating: "[", count: 200_000),
        ", line 1, column"
      ),
      (
        "a depth bomb in a photo",
        "{\"photos\":[{\"id\":1,\"x\":" + String(repeating: "{\"a\":", count: 100_000),
        ", line 1, column"
      ),
    ]

    @Test(arguments: failing.indices)
    func `a bad feed gives one clear message, and the exit status is a failure`(
      _ index: Int
    ) throws {
      let (_, feed, message) = Self.failing[index]
      let folder = ScratchFolder()
      try folder.write(feed, to: "feed.json")

      let gallery = try GallerySession("'\(folder.path("feed.json"))'", columns: 120, rows: 30)
      try gallery.wait(for: message)
      gallery.answerQuery()
      try gallery.leave("\rq", status: 1)
      try gallery.expectRestored()
    }
  }
}
