import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

/// Files in the format of Vitrine's own feeds.
@Suite struct FeedFileTests {
  @Test(arguments: [#"{"photos":[]}"#, "[]"])
  func `a feed without photos is empty`(json: String) throws {
    let feed = try feed(Array(json.utf8))
    #expect(feed.photos.isEmpty && feed.skipped.count == 0)
  }

  @Test func `a list of photos is also a feed, and a byte order mark is skipped`() throws {
    let list = #"[{"id":1,"image_url":"a"},{"id":2,"image_url":"b"}]"#
    try expectEqual(photos(list).map(\.id), ["1", "2"])
    try expectEqual(photos("\u{FEFF}{\"photos\":\(list)}").map(\.id), ["1", "2"])
  }

  @Test func `ids keep their digits, and their ends`() throws {
    let long = String(repeating: "x", count: 16_000)
    let ids = ["12345678901234567890", "\"a b\"", "0", "\"\(long)1\"", "\"\(long)2\""]
    let items = ids.map { "{\"\\u0069d\":\($0),\"image_url\":\"a\"}" }

    try expectEqual(
      photos("[\(items.joined(separator: ","))]").map(\.id),
      ["12345678901234567890", "a b", "0", "\(long)1", "\(long)2"])
  }

  @Test(arguments: [
    ("{", 1, "unexpected end of file, expected a name in quotes"),
    (#"{"photos":[{"id":1,"na"#, 22, "unexpected end of file, inside a string"),
    (#"{"photos" []}"#, 10, "expected a colon"),
    (#"{"photos":[]} x"#, 14, "unexpected text after the end of the feed"),
    (#"[{"id":01}]"#, 8, "expected a comma or a closing brace"),
    (#"[{"id":1.}]"#, 9, "expected a digit"),
    (#"[{"id":-}]"#, 8, "expected a digit"),
    (#"[{"id":tru}]"#, 7, "expected a value"),
    (#"[{"id":NaN}]"#, 7, "expected a value"),
    (#"[{"id":-Infinity}]"#, 8, "expected a digit"),
    ("[// one\n{}]", 1, "comments are not allowed in JSON"),
    ("/* one */ []", 0, "comments are not allowed in JSON"),
    ("[{\"id\":1,/**/\"name\":2}]", 9, "comments are not allowed in JSON"),
    ("[{\"id\":\"a\u{1}b\"}]", 9, "a control character in a string"),
    ("[{\"id\":\"a\tb\"}]", 9, "a control character in a string"),
    (#"[{"id":"\q"}]"#, 8, "invalid escape"),
    (#"[{"id":"\u12G4"}]"#, 8, "expected four hex digits"),
    ("[{\"id\":\"a\nb\"}]", 9, "a control character in a string"),
  ])
  func `invalid JSON is reported with its position`(
    json: String, offset: Int, reason: String
  ) {
    #expect(
      throws: PhotoSourceError.malformed(
        name: "feed.json", line: 1, column: offset + 1, reason: reason)
    ) { try feed(Array(json.utf8)) }
  }

  // Not as arguments, which are printed.
  @Test func `a fault after five million bytes has the right position`() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 2_500_000)
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 2_500_000)

    #expect(
      throws: PhotoSourceError.malformed(
        name: "feed.json", line: 2_500_001, column: 2_500_001, reason: "expected a value")
    ) { try feed("[".utf8 + lines + blanks + "x]".utf8) }
  }

  @Test(arguments: ["[", "{\"a\":", "{\"photos\":[", "[{\"id\":"])
  func `a hundred thousand brackets are too deep`(unit: String) {
    let bytes = Array(String(repeating: unit, count: 100_000).utf8)

    let error = #expect(throws: PhotoSourceError.self) { try feed(bytes) }

    guard case .malformed(_, _, _, "more than 64 levels of brackets") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `exactly the deepest level is read`() throws {
    func json(_ levels: Int) -> String {
      let open = String(repeating: "[", count: levels)
      let close = String(repeating: "]", count: levels)
      return "[{\"id\":1,\"image_url\":\"a\",\"x\":\(open)\(close)}]"
    }

    try expectEqual(photos(json(62)).count, 1)
    #expect(throws: PhotoSourceError.self) { try photos(json(63)) }
  }

  @Test func `a position is given in lines and code points`() {
    let bytes = Array("é1\n東京x".utf8)

    for (offset, line, column) in [(0, 1, 1), (3, 1, 3), (10, 2, 3)] {
      let position = TextPosition(offset: offset, in: bytes)
      #expect(position.line == line && position.column == column)
    }
  }

  @Test func `of a feed that is cut anywhere the whole photos are read, and the cut is said`()
    throws
  {
    let json = #"""
      {"feature":"popular","photos":[{"id":1,"name":"\ud83d\ude00 x\u00e9","images":[{"size":4,
      "url":"http://x/y"}],"for_sale":true,"iso":1.5e3,"user":{"fullname":null}}]}
      """#
    let bytes = Array(json.utf8)
    // Behind the photo's last brace.
    let wholeCount = bytes.count - 2
    for count in 0..<wholeCount {
      #expect(throws: PhotoSourceError.self) { try feed(Array(bytes.prefix(count))) }
    }
    for count in wholeCount..<bytes.count {
      let feed = try feed(Array(bytes.prefix(count)))
      expectEqual(feed.photos.count, 1)
      expectEqual(feed.skipped.unreadableCount, 1)
      expectEqual(feed.skipped.items.map(\.name), ["the rest of the feed"])
    }
    try expectEqual(feed(bytes).skipped, SkippedItems())
  }
}
