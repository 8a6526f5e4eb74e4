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

  private func error(_ name: String, _ json: String, status: Int = 200, headers: HTTPHeaders = [:])
    throws -> PhotoSourceError?
  {
    let preset = try PresetFixture.preset(name)
    let format = try PresetFormat(
      preset: preset, argument: preset.argument.kind == .address ? "x.example" : "abc"
    ) { _ in "key" }
    do {
      _ = try PresetFixture.page(format, json, status: status, headers: headers)
      return nil
    } catch let error as PhotoSourceError {
      return error
    }
  }

  @Test func `bad items are skipped and counted`() throws {
    let page = try page(
      """
      {"items":[{"id":1,"image":"https://i.example/1.jpg"},7,null,[],{"id":2},
      {"id":3,"image":"javascript:x"},{"id":1,"image":"https://i.example/4.jpg"},
      {"id":5,"image":{"a":1}},{"id":6,"image":"file:///etc/passwd"},
      {"image":"https://i.example/7.jpg"}],"total":10}
      """)

    expectEqual(page.photos.map(\.id), ["1", "https://i.example/7.jpg"])
    expectEqual(page.skipped.count, 8)
    expectEqual(page.itemCount, 10)
    expectEqual(page.totalCount, 10)
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

  @Test func `escape sequences in a feed reach no photo`() throws {
    let page = try page(
      #"{"items":[{"id":"a\u001b[31mb","image":"https://i.example/1.jpg","t":"\u001b]0;x\u0007Red\u202e","page":"https://p.example/\u001b[1mx"}]}"#
    )

    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "Red")
    #expect(!photo.id.unicodeScalars.contains("\u{1B}"))
    expectEqual(photo.pageURL, nil)
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

  @Test func `items without a picture are counted separately from unreadable ones`() throws {
    let preset = try PresetFixture.preset(fields: "title = \"t\"")
    let page = try PresetFixture.page(
      preset,
      #"{"items":[{"id":1,"t":"a"},{"id":2,"image":"/2.jpg"},7,{"id":2,"t":"b","image":"/2.jpg"}]}"#
    )

    expectEqual(page.photos.map(\.id), ["2"])
    #expect(page.skipped.count == 3 && page.skipped.picturelessCount == 1)
    expectEqual(
      page.skipped.items,
      [
        SkippedItem(name: "item 3", reason: "not an object"),
        SkippedItem(name: "b", reason: "duplicate id"),
      ])
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

  @Test func `a function call, a byte order mark and escaped apostrophes are accepted`() throws {
    let item = #"{"id":1,"image":"https://i.example/1.jpg","t":"Ann's"}"#

    try expectEqual(page("call.back_1({\"items\":[\(item)]});").photos.count, 1)
    try expectEqual(page("\u{FEFF}{\"items\":[\(item)]}").photos.count, 1)
    try expectEqual(
      page("{\"items\":[\(item.replacing("Ann's", with: "Ann\\\\\\'s"))]}").photos.first?.name,
      "Ann\\'s")
  }

  // MARK: - Errors of services

  @Test(arguments: [
    ("unsplash", #"{"errors":["OAuth error: The access token is invalid"]}"#, 401),
    ("unsplash", #"{"errors":["OAuth error: The access token is invalid"]}"#, 200),
    (
      "flickr", #"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#,
      200
    ),
    ("smugmug", #"{"stat":"fail","code":18,"message":"invalid API key"}"#, 200),
    ("smugmug", #"{"Code":401,"Message":"Unauthorized","Response":{"Uri":"/api/v2"}}"#, 200),
    ("pixabay", "[ERROR 400] Invalid or missing API key", 400),
    ("pexels", #"{"error":"Authorization field missing"}"#, 200),
    ("immich", #"{"message":"Invalid API key","error":"Unauthorized","statusCode":401}"#, 401),
    ("etsy", #"{"error":"API key not found or not active."}"#, 403),
  ])
  func `a refused key is reported by its name`(name: String, json: String, status: Int) throws {
    let error = try error(name, json, status: status)

    guard case .keyRefused(_, let variable)? = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(variable.hasSuffix("KEY"))
  }

  @Test(arguments: [
    ("commons", 403, PhotoSourceError.permissionDenied(name: "x.example")),
    ("openverse", 404, .notFound(name: "x.example/list")), ("openverse", 429, .serverOverloaded),
    ("openverse", 503, .serverOverloaded),
    ("openverse", 500, .serverFailed(host: "x.example", status: 500)),
  ])
  func `a status is reported with its meaning`(
    name: String, status: Int, expected: PhotoSourceError
  ) throws {
    try expectEqual(error(name, "<html>", status: status), expected)
  }

  @Test func `too many requests are reported with the time to wait, whatever the status`() throws {
    try expectEqual(
      error("openverse", "", status: 429, headers: ["Retry-After": "30"]),
      .rateLimited(host: "x.example", seconds: 30))
    try expectEqual(
      error("unsplash", "", status: 403, headers: ["X-Ratelimit-Remaining": "0"]), .serverOverloaded
    )
  }

  @Test func `an error in an ordinary response is reported in the service's words`() throws {
    try expectEqual(
      error("commons", #"{"error":{"code":"badvalue","info":"Unrecognized value"}}"#),
      .serviceFailed(source: "Wikimedia Commons", message: "Unrecognized value"))
    try expectEqual(
      error("piwigo", #"{"stat":"fail","err":501,"message":"Method name is not valid"}"#),
      .serviceFailed(source: "Piwigo", message: "Method name is not valid"))
    // A number in the text is not an error code.
    try expectEqual(
      error("flickr", #"{"stat":"fail","code":1,"message":"No user 100 or 105."}"#),
      .serviceFailed(source: "Flickr", message: "No user 100 or 105"))
    try expectEqual(
      error("commons", #"{"error":{"code":"badvalue","info":"No."}}"#, status: 400),
      .serviceFailed(source: "Wikimedia Commons", message: "No"))
    try expectEqual(
      error("openverse", #"{"detail":"Invalid page."}"#), .notFound(name: "x.example"))
    try expectEqual(
      error(
        "bluesky", #"{"error":"InvalidRequest","message":"Profile not found"}"#, status: 400),
      .notFound(name: "x.example"))
    try expectEqual(
      error(
        "wordpress-com", #"{"error":"unknown_blog","message":"Unknown blog"}"#, status: 404),
      .notFound(name: "x.example/list"))
  }

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
          name: "the rest of the feed",
          reason: "it is cut off at line 1, column \(json.count + 1)")
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
