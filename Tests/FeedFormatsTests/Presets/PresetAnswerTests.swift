import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetAnswerTests {
  private func preset() throws -> Preset {
    try PresetFixture.preset(
      fields: "title = \"t\"\npage = \"page\"",
      rest: "[[paging]]\nkind = \"page\"\ntotal = \"total\"")
  }

  private func page(_ json: String) throws -> FeedPage {
    try PresetFixture.page(try preset(), json)
  }

  @Test func `a bad byte in a title is repaired`() throws {
    var bytes = Array(#"{"items":[{"id":1,"image":"https://i.example/1.jpg","t":"ücaf"#.utf8)
    bytes += [0xE9]
    bytes += Array(#""},{"id":2,"image":"https://i.example/2.jpg"}]}"#.utf8)
    let format = try PresetFormat(preset: try preset(), argument: nil) { _ in nil }
    let url = try #require(URL(string: "https://x.example"))

    let page = try format.decode(
      HTTPResponse(status: 200, body: bytes, url: url), of: FeedPageRequest(),
      in: FeedContext(url: url, now: PresetFixture.now))

    expectEqual(page.photos.map(\.id), ["1", "2"])
    expectEqual(page.photos[0].name, "ücaf\u{FFFD}")
    expectEqual(page.skipped.count, 0)
  }

  @Test(
    arguments: [
      ("<!DOCTYPE html><html>", "<!DOCTYPE html><html>", .webPage),
      (
        "<html><head><title>Index of /photos</title>", "<html><head><title>Index of /photos</ti…",
        .directoryIndex
      ),
      ("<?xml version=\"1.0\"?><rss>", "<?xml version=\"1.0\"?><rss>", .xml(preset: "x")),
      ("Rate Limit Exceeded", "Rate Limit Exceeded", .unknown),
      ("", "", .unknown), ("   ", "", .unknown), ("\"text\"", "\"text\"", .unknown),
      ("{\"other\":1}", "{\"other\":1}", .unknown), ("[1]", "[1]", .unknown),
      ("\u{0}\u{1}", "", .unknown), ("{}", "{}", .unknown), ("null", "null", .unknown),
      ("1", "1", .unknown), (#"{"items":{}}"#, #"{"items":{}}"#, .unknown),
      (#"{"items":"x"}"#, #"{"items":"x"}"#, .unknown),
    ] as [(String, String, ForeignContent)])
  func `anything that is not a feed is shown with its beginning`(
    body: String, beginning: String, content: ForeignContent
  ) throws {
    #expect(
      throws: PhotoSourceError.notAFeed(name: "x.example", beginning: beginning, content: content)
    ) { try page(body) }
  }

  @Test func `a response in the encoding of its header is read`() throws {
    let preset = try PresetFixture.preset(fields: "title = \"t\"")
    let format = try PresetFormat(preset: preset, argument: nil) { _ in nil }
    let url = try #require(URL(string: "https://x.example/list"))
    func titles(_ charset: String) throws -> [String] {
      let body =
        Array(#"{"items":[{"id":1,"image":"/1.jpg","t":""#.utf8) + [0xCA, 0xEE, 0xF2]
        + Array(#""}]}"#.utf8)
      let response = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json; charset=\(charset)"], body: body,
        url: url)
      return try format.decode(
        response, of: FeedPageRequest(),
        in: FeedContext(url: url, zone: .gmt, now: PresetFixture.now)
      ).photos.map(\.name)
    }

    try expectEqual(titles("windows-1251"), ["Кот"])
    #expect(throws: PhotoSourceError.encodingUnknown(name: "x.example", encoding: "x-foo")) {
      try titles("x-foo")
    }
  }

  @Test(arguments: ["1e999", "-1", "99999999999999999999", "\"x\"", "{}", "[]", "true", "null"])
  func `an invalid total is unknown`(total: String) throws {
    let page = try page(
      #"{"items":[{"id":1,"image":"https://i.example/1.jpg"}],"total":\#(total)}"#)

    expectEqual(page.totalCount, nil)
    expectEqual(page.photos.count, 1)
  }

  @Test func `a long list of rubbish is counted`() throws {
    let items =
      String(repeating: "1,", count: 200_000) + "{\"id\":1,\"image\":\"https://i.example/1\"}"

    let page = try page("{\"items\":[\(items)]}")

    expectEqual(page.photos.count, 1)
    expectEqual(page.skipped.count, 200_000)
  }

  @Test
  func `of a response of more than a million values the beginning is read, and the rest is named`()
    throws
  {
    let rubbish = String(repeating: "1,", count: 1_000_000)

    let page = try page("{\"items\":[{\"id\":1,\"image\":\"/1.jpg\"},\(rubbish)1]}")

    expectEqual(page.photos.map(\.id), ["1"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(page.skipped.items.first?.name, "the rest of the feed")
  }

  @Test func `more items than a page can have are counted and dropped`() throws {
    let items = String(repeating: "{},", count: 50_009)

    let page = try page("{\"items\":[\(items){}]}")

    expectEqual(page.skipped.picturelessCount, 50_000)
    expectEqual(page.skipped.count, 50_010)
    expectEqual(
      page.skipped.items.first,
      SkippedItem(name: "item 50001", reason: "more items than the limit"))
  }

  @Test func `a response of more than 16 MB is refused`() throws {
    let blanks = String(repeating: " ", count: 16 << 20)

    #expect(
      throws: PhotoSourceError.tooLarge(
        name: "x.example", byteCount: 16 << 20 + 2, byteLimit: 16 << 20)
    ) { try page("[\(blanks)]") }
  }

  // MARK: - Errors of services

  @Test(arguments: [
    (#"{"items":[{"id":1,"image":"/a.jpg"},{"id":2,"image":"/b.jpg"}"#, ["1", "2"]),
    (#"{"items":[{"id":1,"image":"/a.jpg"},{"id":2,"image":"/b.j"#, ["1"]),
    (#"{"items":[{"id":1,"image":"/a.jpg"},{"id":2,"image":null,"x":tr"#, ["1"]),
    (#"{"items":[{"id":1,"image":"/a.jpg"}],"total":"#, ["1"]),
    (#"{"items":[{"id":1,"image":"/a.jpg"}"#, ["1"]),
    (#"{"items":[{"id":1,"image":"/a.jpg"}],"more":[{"a":"#, ["1"]),
  ])
  func `of a response that is cut the whole items are read, and the cut is said`(
    json: String, ids: [String]
  ) throws {
    let format = PresetFormat(preset: try PresetFixture.preset(fields: ""), file: "x") { _ in nil }
    let page = try PresetFixture.page(format, json)

    expectEqual(page.photos.map(\.id), ids)
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(
      page.skipped.items,
      [
        SkippedItem(
          name: "the rest of the feed", reason: "it is cut off at line 1, column \(json.count + 1)")
      ])
  }

  @Test(arguments: [
    #"{"items":[{"id":1,"ima"#, #"{"items":["#, #"{"items":[{"id":1,"image":"/a.jpg"},]}"#,
    #"{"items":[{"id":1,"image":"/a.jpg"}}"#,
  ])
  func `a response without a whole item, or with another mistake, is refused`(json: String) throws {
    let format = PresetFormat(preset: try PresetFixture.preset(fields: ""), file: "x") { _ in nil }
    #expect(throws: PhotoSourceError.self) { try PresetFixture.page(format, json) }
  }
}
