import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Items with several pictures, and the services that have them; patterns and their limits.
@Suite struct PresetPostTests {
  private func names(_ page: FeedPage) -> [String] {
    page.photos.map { $0.imageURL?.lastPathComponent ?? "-" }
  }

  // MARK: JSON Feed

  @Test(arguments: [
    (#"{"url":"files/talk.pdf"}"#, [String]()), (#"{"url":"/a.mp3"}"#, []),
    (#"{"url":"notes"}"#, []),
    (#"{"url":"files/pier.jpg"}"#, ["pier.jpg"]), (#"{"url":"/b.PNG?w=3"}"#, ["b.PNG"]),
    (#"{"url":"https://i.example/7f3a"}"#, ["7f3a"]), (#"{"url":"https://i.example/a.mp4"}"#, []),
    (#"{"url":"files/talk.pdf","mime_type":"image/jpeg"}"#, ["talk.pdf"]),
    (#"{"url":"pier.jpg","mime_type":"audio/mpeg"}"#, []),
    (#"{"url":"pier.svg","mime_type":"image/svg+xml"}"#, []),
    (#"{"url":"pier.jpg","mime_type":""}"#, ["pier.jpg"]),
  ])
  func `jsonfeed: an attachment without a type is a picture if its URL ends like one`(
    attachment: String, names: [String]
  ) throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("jsonfeed"),
      #"{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1","attachments":[\#(attachment)]}]}"#,
      argument: "https://blog.example/feed.json", url: "https://blog.example/feed.json")

    expectEqual(self.names(page), names)
  }

  // MARK: Patterns

  @Test(arguments: ["(a+)+$", "^(a|a?)+$", "(.*a){12}b", "(a|aa)+c"])
  func `a pattern that backtracks too much is abandoned`(pattern: String) throws {
    let text = String(repeating: "a", count: 5_000) + "!"
    try expectEqual(PresetPattern(pattern).match(in: text), .tooManySteps)
  }

  @Test func `a pattern sees 256 kB`() throws {
    let text = String(repeating: "é x ", count: 50_000)
    expectEqual(text.utf8.count, 250_000)

    try expectEqual(PresetPattern("end=(.*)$").match(in: text + "end=here"), .match("here"))
    try expectEqual(
      PresetPattern("^(?:.*? posted:)?\\s*(.*)$").match(in: text + "end"), .match(text + "end"))
    try expectEqual(PresetPattern("y").match(in: text), .noMatch)
    try expectEqual(
      PresetPattern("y").match(in: String(repeating: "x", count: PresetPattern.byteLimit) + "y"),
      .noMatch)
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

  // MARK: Pictures of texts

  @Test func `jsonfeed: a picture long after the text, and several in a post`() throws {
    let text = String(repeating: "<p>words</p>", count: 30_000)
    let page = try PresetFixture.page(
      try PresetFixture.preset("jsonfeed"),
      #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"B","items":[
      {"id":"1","content_html":"\#(text)<img src='https://i.example/late.jpg' alt='Late light'>"},
      {"id":"2","title":"Walk","content_html":"<img src='/a-300x200.jpg' class='wp-image-1'><img src='/b.jpg'>"},
      {"id":"3","image":"https://i.example/c.jpg","content_html":"<img src='/small/c.jpg'>","attachments":[
      {"mime_type":"image/jpeg","url":"https://i.example/c.jpg"},{"mime_type":"video/mp4","url":"/v.mp4"},
      {"mime_type":"image/png","url":"https://i.example/d.png","title":"The plan"}]},
      {"id":"4","content_text":"no picture"}]}
      """#, argument: "https://b.example/feed.json", url: "https://b.example/feed.json")

    expectEqual(names(page), ["late.jpg", "a.jpg", "b.jpg", "c.jpg", "d.png"])
    expectEqual(page.photos.map(\.id), ["1", "2", "2#b.jpg", "3", "3#d.png"])
    expectEqual(page.photos[0].description?.hasSuffix("\n\nLate light"), true)
    expectEqual(page.photos[4].description, "The plan")
    expectEqual(page.skipped.count, 1)
    expectEqual(page.itemCount, 4)
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
    ("[[paging]]\nkind = \"last_item\"", "next"),
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
