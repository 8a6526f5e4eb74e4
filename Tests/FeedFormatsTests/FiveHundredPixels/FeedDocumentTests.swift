import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct FeedDocumentTests {
  @Test func `a feed without photos is empty`() throws {
    try expectEqual(FeedDocument(Array(#"{"photos":[]}"#.utf8)).photoCount, 0)
    try expectEqual(FeedDocument(Array("[]".utf8)).photoCount, 0)
  }

  @Test func `a list of photos is also a feed`() throws {
    try expectEqual(photos(#"[{"id":1},{"id":2}]"#).map(\.id), ["1", "2"])
  }

  @Test func `a byte order mark is skipped`() throws {
    try expectEqual(photos("\u{FEFF}{\"photos\":[{\"id\":7}]}").map(\.id), ["7"])
  }

  @Test func `ids keep their digits`() throws {
    let json = #"[{"id":12345678901234567890},{"id":"a b"},{"\u0069d":3},{"id":0}]"#

    try expectEqual(photos(json).map(\.id), ["12345678901234567890", "a b", "3", "0"])
  }

  @Test func `photos without a usable id are skipped and counted at their positions`() throws {
    let json = #"""
      {"photos":[1,{"id":1},null,{"name":"x"},{"id":null},{"id":""},{"id":2},{"id":1},[],
      {"id":{}},{"id":true},"x"]}
      """#

    let document = try FeedDocument(Array(json.utf8))

    expectEqual(document.photoCount, 2)
    expectEqual(document.skippedCount(in: 0..<2), 10)
    expectEqual(document.skippedCount(in: 0..<1), 1)
    expectEqual(document.skippedCount(in: 1..<2), 9)
  }

  @Test func `a bad byte in a title does not cost the photo, a bad byte in the id does`() throws {
    let bytes =
      Array(#"[{"id":1,"name":"caf"#.utf8) + [0xE9] + Array(#""},{"id":"2"#.utf8) + [0xE9]
      + Array(#""},{"name":""#.utf8) + [0xE9] + Array(#"","id":3}]"#.utf8)

    let document = try FeedDocument(bytes)

    expectEqual(document.photoCount, 2)
    expectEqual(document.skippedCount(in: 0..<2), 1)
    expectEqual(document.skipped.map(\.reason), ["a photo whose id is not UTF-8"])
  }

  @Test(arguments: [
    ("", 0, "the file is empty"),
    (" \n", 2, "the file is empty"),
    ("{", 1, "unexpected end of file, expected a name in quotes"),
    (#"{"photos":[{"id":1,"na"#, 22, "unexpected end of file, inside a string"),
    (#"{"photos":[{"id":1},]}"#, 20, "a photo that is not an object"),
    (#"{"photos":{}}"#, 10, "`photos` is not a list"),
    (#"{"photos":null}"#, 10, "`photos` is not a list"),
    (#"{"photos":"x"}"#, 10, "`photos` is not a list"),
    (#"{"photos" []}"#, 10, "expected a colon"),
    (#"{"photos":[]} x"#, 14, "unexpected text after the end of the feed"),
    (#"[1,2]"#, 1, "a photo that is not an object"),
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
  ) throws {
    let fault = #expect(throws: FeedFault.self) { try FeedDocument(Array(json.utf8)) }
    // A trailing comma is a missing value, wherever it is noticed.
    if json.hasSuffix(",]}") { return }
    expectEqual(fault, .malformed(offset: offset, reason: reason))
  }

  // Not as arguments, which are printed.
  @Test func `a fault after five million bytes has the right position`() {
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 5_000_000)
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 5_000_000)

    #expect(throws: FeedFault.malformed(offset: 5_000_002, reason: "expected a name in quotes")) {
      try FeedDocument(blanks + "[{]".utf8)
    }
    #expect(throws: FeedFault.malformed(offset: 5_000_001, reason: "expected a value")) {
      try FeedDocument("[".utf8 + lines + "x]".utf8)
    }
  }

  @Test(arguments: [
    "<!DOCTYPE html>", "hello", "\u{0}\u{1}", "{}", #"{"error":"no"}"#, "null", "1",
  ])
  func `anything that is not a feed is reported with its beginning`(text: String) throws {
    let fault = #expect(throws: FeedFault.self) { try FeedDocument(Array(text.utf8)) }
    expectEqual(fault, .notAFeed(beginning: TextCleaner.line(text)))
  }

  @Test(arguments: ["[", "{\"a\":", "{\"photos\":[", "[{\"id\":"])
  func `a hundred thousand brackets are too deep`(unit: String) throws {
    let bytes = Array(String(repeating: unit, count: 100_000).utf8)

    let fault = #expect(throws: FeedFault.self) { try FeedDocument(bytes) }

    guard case .malformed(_, let reason) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(reason == "more than 64 levels of brackets" || reason == "`photos` is not a list")
  }

  @Test func `exactly the deepest level is read`() throws {
    func json(_ levels: Int) -> [UInt8] {
      let open = String(repeating: "[", count: levels)
      let close = String(repeating: "]", count: levels)
      return Array("[{\"id\":1,\"x\":\(open)\(close)}]".utf8)
    }

    try expectEqual(FeedDocument(json(62)).photoCount, 1)
    #expect(throws: FeedFault.self) { try FeedDocument(json(63)) }
  }

  @Test func `a position is given in lines and code points`() {
    let bytes = Array("é1\n東京x".utf8)

    expectEqual(TextPosition(offset: 0, in: bytes), TextPosition(line: 1, column: 1))
    expectEqual(TextPosition(offset: 3, in: bytes), TextPosition(line: 1, column: 3))
    expectEqual(TextPosition(offset: 10, in: bytes), TextPosition(line: 2, column: 3))
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
      #expect(throws: FeedFault.self) { try FeedDocument(Array(bytes.prefix(count))) }
    }
    for count in wholeCount..<bytes.count {
      let document = try FeedDocument(Array(bytes.prefix(count)))
      expectEqual(document.photoCount, 1)
      expectEqual(document.skipped(in: 0..<1).unreadableCount, 1)
      expectEqual(document.skipped(in: 0..<1).items.map(\.name), ["the rest of the feed"])
    }
    try expectEqual(FeedDocument(bytes).skipped(in: 0..<1), SkippedItems())
    try expectEqual(FeedDocument(bytes).title, "Popular · 500px")
  }
}

extension TextPosition {
  init(line: Int, column: Int) {
    self.init(offset: 0, in: [])
    self.line = line
    self.column = column
  }
}
