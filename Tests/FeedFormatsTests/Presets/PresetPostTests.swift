import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Items with several pictures, and the services that have them; patterns and their limits.
@Suite struct PresetPostTests {
  // MARK: Patterns

  @Test(arguments: ["(a+)+$", "^(a|a?)+$", "(.*a){12}b", "(a|aa)+c"])
  func `a pattern that backtracks too much is abandoned`(pattern: String) throws {
    let text = String(repeating: "a", count: 5_000) + "!"
    var failures = 0

    try expectEqual(PresetPattern(pattern).match(in: text, failures: &failures), nil)
    expectEqual(failures, 1)
  }

  @Test func `a pattern sees 256 kB`() throws {
    let text = String(repeating: "é x ", count: 50_000)
    expectEqual(text.utf8.count, 250_000)

    let memory = PresetMemory()
    func match(_ pattern: String, _ text: String) throws -> String? {
      memory.match(try PresetPattern(pattern), in: text)
    }

    try expectEqual(match("end=(.*)$", text + "end=here"), "here")
    try expectEqual(match("^(?:.*? posted:)?\\s*(.*)$", text + "end"), text + "end")
    try expectEqual(match("y", text), nil)
    try expectEqual(
      match("y", String(repeating: "x", count: PresetPattern.byteLimit) + "y"), nil)
  }

  @Test func `a pattern that took too long costs only its field`() throws {
    let preset = try PresetFixture.preset(fields: #"title = { path = "t", match = "(a+)+$" }"#)
    let bad = String(repeating: "a", count: 4_000) + "!"
    let page = try PresetFixture.page(
      preset,
      #"""
      {"items":[{"id":1,"image":"https://i.example/1.jpg","t":"\#(bad)"},
      {"id":2,"image":"https://i.example/2.jpg","t":"aaa"}]}
      """#)

    expectEqual(page.photos.map(\.title), [nil, "aaa"])
  }

  @Test func `a page of texts that take too long can still be read`() throws {
    let preset = try PresetFixture.preset(fields: #"title = { path = "t", match = "(a+)+$" }"#)
    let bad = String(repeating: "a", count: 200) + "!"
    let items = (1...100).map {
      "{\"id\":\($0),\"image\":\"https://i.example/\($0).jpg\",\"t\":\"\(bad)\"}"
    }
    let page = try PresetFixture.page(preset, "{\"items\":[\(items.joined(separator: ","))]}")

    expectEqual(page.photos.count, 100)
  }

  @Test func `flickr-feed: a long description does not end in the middle`() throws {
    let words = String(repeating: "words and more words ", count: 200)
    let photo = try PresetFixture.photo(
      "flickr-feed",
      #"""
      {"title":"T","items":[{"title":"Boat","link":"https://f/p/1/","author_id":"1@N0","media":{"m":"https://l/1_m.jpg"},
      "description":"<p><a href='x'>ann</a> posted a photo:</p> <p>\#(words)the end</p>"}]}
      """#)

    expectEqual(photo.description?.hasPrefix("words and more"), true)
    expectEqual(photo.description?.hasSuffix("the end"), true)
  }

  @Test func `jsonfeed: a picture is found however long after the text it comes`() throws {
    let text = String(repeating: "<p>words</p>", count: 30_000)
    let photo = try PresetFixture.photo(
      "jsonfeed",
      #"""
      {"version":"https://jsonfeed.org/version/1.1","items":[
      {"id":"1","content_html":"\#(text)<img src='https://i.example/late.jpg' alt='Late light'>"}]}
      """#, argument: "https://b.example/feed.json")

    expectEqual(photo.imageURL?.lastPathComponent, "late.jpg")
    expectEqual(photo.description?.hasSuffix("\n\nLate light"), true)
  }

  // MARK: WordPress

  private let media = #"""
    {"id":42,"date":"2017-10-01T14:00:00","date_gmt":"2017-10-01T12:00:00","link":"https://b.example/moose/",
    "title":{"rendered":"Moose &#8211; Bog"},"author":3,"alt_text":"A moose","media_type":"image",
    "caption":{"rendered":"<p>Two of them</p>\n"},"description":{"rendered":"<p class=\"attachment\"><a href='x'><img></a></p>"},
    "mime_type":"image/jpeg","source_url":"https://b.example/wp-content/uploads/moose.jpg",
    "media_details":{"width":6000,"height":4000,"image_meta":{"aperture":"1.8","camera":"NIKON D500",
    "created_timestamp":"0","iso":"0","focal_length":"50","shutter_speed":"0.005","keywords":["bog"]},
    "sizes":{"medium":{"source_url":"https://b.example/wp-content/uploads/moose-300x200.jpg"}}},
    "_embedded":{"author":[{"id":3,"name":"A. Lens"}]}}
    """#

  @Test func `wordpress: pages and searches are requested by number, up to the stated last one`()
    throws
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("wordpress"), argument: "b.example/site",
      environment: { _ in nil })
    func target(_ page: FeedPageRequest) throws -> String {
      try format.request(for: page).url.absoluteString
    }
    let last = try PresetFixture.page(
      format, "[\(media)]", headers: ["X-WP-Total": "150", "X-WP-TotalPages": "2"],
      request: FeedPageRequest(position: .number(2)))

    try expectEqual(
      target(FeedPageRequest(position: .number(2), size: 100)),
      "https://b.example/site/wp-json/wp/v2/media?media_type=image&_embed=author&orderby=id&per_page=100&page=2"
    )
    try expectEqual(
      target(FeedPageRequest(size: 50, query: PhotoQuery(search: "old moose"))),
      "https://b.example/site/wp-json/wp/v2/media?search=old%20moose&media_type=image&_embed=author&orderby=id&per_page=50&page=1"
    )
    expectEqual(last.next, .end)
    expectEqual(
      PresetFixture.library.recognise(Array("[\(media)]".utf8), url: nil)?.name, "wordpress")
    expectEqual(format.capabilities.search, .atSource)
  }

  // MARK: Mastodon

  private func status(
    _ id: String, media: String,
    more: String = #""sensitive":false,"spoiler_text":"","reblog":null"#
  ) -> String {
    #"""
    {"id":"\#(id)","created_at":"2017-10-01T12:00:00.000Z","uri":"https://m.example/users/lens/\#(id)",
    "url":"https://m.example/@lens/\#(id)","content":"<p>Morning in the bog<br>with a moose</p>","account":{
    "id":"9","acct":"lens","username":"lens","display_name":"A. Lens"},"tags":[{"name":"moose"}],
    "media_attachments":[\#(media)],\#(more)}
    """#
  }

  private func image(_ id: String, type: String = "image", text: String = "null") -> String {
    #"""
    {"id":"\#(id)","type":"\#(type)","url":"https://f.example/original/\#(id).jpg",
    "preview_url":"https://f.example/small/\#(id).jpg","description":\#(text),
    "meta":{"original":{"width":1920,"height":1080}}}
    """#
  }

  @Test func `mastodon: pages follow the Link header, or the last post if the header is missing`()
    throws
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("mastodon"), argument: "m.example", environment: { _ in nil }
    )
    func next(_ headers: HTTPHeaders, _ json: String? = nil) throws -> FeedPage.Next {
      try PresetFixture.page(
        format, json ?? "[\(status("110", media: image("1"))),\(status("109", media: ""))]",
        headers: headers,
        url: "https://m.example/api/v1/timelines/public"
      ).next
    }
    func target(_ page: FeedPageRequest) throws -> String {
      try format.request(for: page).url.absoluteString
    }
    let older = "https://m.example/api/v1/timelines/public?max_id=109"
    let link =
      "<\(older)>; rel=\"next\", <https://m.example/api/v1/timelines/public?min_id=110>; rel=\"prev\""

    try expectEqual(next(["Link": link]), .continuation(.url(try #require(URL(string: older)))))
    try expectEqual(next(["Link": "<https://m.example/x?min_id=1>; rel=\"prev\""]), .end)
    try expectEqual(next([:]), .continuation(.token("109")))
    try expectEqual(next([:], "[]"), .end)
    try expectEqual(
      target(FeedPageRequest(size: 20)),
      "https://m.example/api/v1/timelines/public?local=true&only_media=true&limit=20")
    try expectEqual(
      target(FeedPageRequest(position: .continuation(.token("109")), size: 20)),
      "https://m.example/api/v1/timelines/public?local=true&only_media=true&limit=20&max_id=109")
    try expectEqual(
      target(FeedPageRequest(size: 40, query: PhotoQuery(search: "street"))),
      "https://m.example/api/v1/timelines/tag/street?only_media=true&limit=40")
  }

  @Test func `mastodon: an account's posts are recognised by their URL`() throws {
    let json = "[\(status("110", media: image("1")))]"
    let url = try #require(
      URL(string: "https://m.example/api/v1/accounts/9/statuses?only_media=true"))

    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: url)?.name, "mastodon")
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, "mastodon")
    let format = try PresetFormat(
      preset: try PresetFixture.preset("mastodon"), url: url, environment: { _ in nil })
    try expectEqual(format.request(for: FeedPageRequest()).url, url)
    try expectEqual(
      format.request(for: FeedPageRequest(position: .continuation(.token("110")))).url.query(),
      "only_media=true&max_id=110")
  }

  // MARK: The language

  @Test(arguments: [
    ("[[pictures]]\nimage = \"url\"", "each"), ("[[pictures]]\neach = \"a[]\"", "image"),
    ("[[pictures]]\neach = \"a[]\"\nhtml = \"b\"\nimage = \"u\"", "each"),
    ("[[pictures]]\nhtml = \"b\"\ntitle = \"u\"", "title"),
    ("[[paging]]\nkind = \"token\"", "next"),
  ])
  func `missing keys in a table of pictures are reported`(rest: String, key: String) {
    do throws(PresetProblem) {
      _ = try PresetFixture.preset(fields: "", rest: rest)
      Issue.record("it was read")
    } catch {
      expectEqual(error.key?.hasSuffix(key), true, "\(error)")
    }
  }
}
