import ExpectationSupport
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Broken or malicious feeds: one clear message, or the good photos and a count.
  struct BadFeedTests {
    private static let failing: [(name: String, feed: String, message: String)] = [
      ("nothing", "", "Can't parse feed.json, line 1, column 1"),
      (
        "a truncated feed", "{\"photos\":[\n{\"id\":2,\"name\":\"a",
        "Can't parse feed.json, line 2"
      ),
      ("no JSON", "<html>no</html>", "is a web page, not a feed"),
      ("another JSON", #"{"items":[1,2]}"#, "is not a known feed"),
      ("photos that are no list", #"{"photos":7}"#, "`photos` is no"),
      (
        "photos without ids", #"{"photos":[{"name":"a"},{"name":"b"}]}"#,
        ", line 1, column 12: a photo"
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
      let folder = try ScratchFolder()
      try folder.write(feed, to: "feed.json")

      let gallery = try GallerySession("'\(folder.path("feed.json"))'", columns: 120, rows: 30)
      try gallery.wait(for: message)
      gallery.answerQuery()
      gallery.send("\rq")

      try expectEqual(gallery.shell.status(), 1)
      try gallery.expectRestored()
    }

    @Test func `bad photos are skipped and counted`() throws {
      let folder = try ScratchFolder()
      var feed = Array(#"{"photos":[7,{"name":"no id"},{"id":1,"name":"good one"},"#.utf8)
      feed += Array(#"{"id":1,"name":"again"},{"id":2,"name":"bad "#.utf8) + [0xFF, 0xC0]
      feed += Array(#""},{"id":"3","name":["wrong"],"width":"12","for_sale":"perhaps"},"#.utf8)
      feed += Array(#"{"id":{"a":1},"name":"odd id"},{"id":4,"name":"good two"}]}"#.utf8)
      try folder.write(feed, to: "feed.json")

      let gallery = try GallerySession.started("'\(folder.path("feed.json"))'", showing: "good two")

      try gallery.wait(for: "unreadable")
      try gallery.wait(for: "good one")
      #expect(!gallery.shows("again"))
      #expect(!gallery.shows("no id"))
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    // MARK: - Escape sequences

    /// Escape sequences, as written in JSON and as bytes, in every text of a photo.
    private static let payloads = [
      "\u{1B}]0;OWNED\u{7}", "\u{1B}[31mOWNED", "\u{1B}]52;c;T1dORUQ=\u{7}", "\u{9B}31mOWNED",
      "\u{1B}_GOWNED\u{1B}\\", "\u{1B}P0;1|17/OWNED\u{1B}\\", "a\u{202E}OWNED", "a\u{8}\u{7F}OWNED",
      "\r\nOWNED", "\u{1B}[?1049lOWNED",
    ]

    private static func escaped(_ text: String) -> String {
      text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }

    private static func photo(id: Int, text: String) -> String {
      let keys = ["name", "description", "camera", "lens", "iso", "aperture", "shutter_speed"]
      let texts = keys.map { "\"\($0)\":\"\(text)\"" }.joined(separator: ",")
      return """
        {"id":\(id),\(texts),"for_sale":true,"price":"12.00","currency":"\(text)",
        "user":{"fullname":"\(text)"},"tags":["\(text)"],"url":"/\(text)",
        "image_url":"\(text).jpg"}
        """
    }

    @Test func `escape sequences in a feed never reach the terminal`() throws {
      let folder = try ScratchFolder()
      let escaped = Self.payloads.enumerated().map {
        Self.photo(id: $0.offset + 2, text: Self.escaped($0.element))
      }
      let raw = Self.payloads.dropFirst(6).enumerated().map {
        Self.photo(id: $0.offset + 102, text: Self.withoutControls($0.element))
      }
      let photos = [Self.photo(id: 1, text: "first one")] + escaped + raw
      try folder.write(
        "{\"name\":\"\(Self.escaped(Self.payloads[0]))\",\"photos\":["
          + (photos + [Self.photo(id: 999, text: "last one")]).joined(separator: ",") + "]}",
        to: "feed.json")
      let path = folder.path("feed.json")
      let gallery = try GallerySession.started(
        "'\(path)'", columns: 120, rows: 40, showing: "first one")

      // Through every row, and every photo on its own screen.
      for _ in 0..<photos.count { gallery.send("j") }
      try gallery.awaitSelection("last one")
      gallery.send("g\r")
      for number in 1...photos.count + 1 {
        try gallery.wait(for: "\(number) of \(photos.count + 1)")
        gallery.send("n")
      }
      gallery.send("qq")
      try expectEqual(gallery.shell.status(), 0)

      let output = gallery.outputAfterQuestions
      for payload in ["\u{1B}]", "\u{1B}_", "\u{1B}P", "\u{9B}", "\u{202E}", "\u{7}", "\u{7F}"] {
        #expect(!output.contains(payload), "\(payload.unicodeScalars.map(\.value))")
      }
      #expect(output.contains("OWNED"), "the words themselves are shown")
      #expect(gallery.screen.unknown.filter { $0.contains("OWNED") }.isEmpty)
      expectEqual(gallery.screen.scrollCount, 0)
      try gallery.expectRestored()
    }

    private static func withoutControls(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
    }

    @Test func `a title of 10 MB and one of 4,000 marks only cost a truncated title`() throws {
      let folder = try ScratchFolder()
      let long = "long" + String(repeating: "x", count: 10_000_000)
      let marks = "marked and then e" + String(repeating: "\u{301}", count: 4_000) + "nd"
      try folder.write(
        """
        {"photos":[{"id":1,"name":"\(long)"},{"id":2,"name":"\(marks)"},
        {"id":3,"name":"third"}]}
        """, to: "feed.json")

      let gallery = try GallerySession.started(
        "'\(folder.path("feed.json"))'", columns: 120, rows: 30, showing: "third")
      try gallery.wait(for: "longxxx")
      try gallery.wait(for: "marked and then")
      gallery.send("\r")
      try gallery.wait(for: "1 of 3")
      gallery.send("nn")
      try gallery.wait(for: "3 of 3")
      gallery.send("qq")

      try expectEqual(gallery.shell.status(), 0)
      let count = gallery.terminal.output.count
      #expect(count < 100_000, "\(count) bytes for three photos without pictures")
    }
  }
}
