import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Items with several pictures, and the services that have them; patterns and their limits.
@Suite struct PresetPostTests {
  // MARK: Patterns

  @Test(.timeLimit(.minutes(1)), arguments: ["(a+)+$", "^(a|a?)+$", "(.*a){12}b", "(a|aa)+c"])
  func `a pattern that backtracks too much is abandoned`(pattern: String) throws {
    let text = String(repeating: "a", count: 5_000) + "!"

    try expectEqual(PresetPattern(pattern).match(in: text), nil)
  }

  @Test func `a pattern sees 64 kB`() throws {
    let text = String(repeating: "é x ", count: 13_000)
    expectEqual(text.utf8.count, 65_000)

    func match(_ pattern: String, _ text: String) throws -> String? {
      try PresetPattern(pattern).match(in: text)
    }

    try expectEqual(match("end=(.*)$", text + "end=here"), "here")
    try expectEqual(match("^(?:.*? posted:)?\\s*(.*)$", text + "end"), text + "end")
    try expectEqual(match("y", text), nil)
    try expectEqual(match("y", String(repeating: "x", count: PresetPattern.byteLimit) + "y"), nil)
  }

  @Test func `patterns that take too long cost only their fields, and not the page`() throws {
    let preset = try PresetFixture.preset(fields: #"title = { path = "t", match = "(a+)+$" }"#)
    let texts =
      ["aaa", String(repeating: "a", count: 4_000) + "!"]
      + Array(repeating: String(repeating: "a", count: 200) + "!", count: 100)
    let items = texts.enumerated().map { index, text in
      #"{"id":\#(index),"image":"https://i.example/1.jpg","t":"\#(text)"}"#
    }
    let page = try PresetFixture.page(preset, #"{"items":[\#(items.joined(separator: ","))]}"#)

    expectEqual(page.photos.map(\.title), ["aaa"] + Array(repeating: nil, count: 101))
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

  // MARK: Mastodon

  @Test func `mastodon: an account's posts are recognised by their URL`() throws {
    let json =
      #"[{"id":"110","created_at":"x","content":"","account":{"acct":"lens"},"media_attachments":[]}]"#
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
    let problem = PresetFixture.problem { () throws(PresetProblem) in
      try PresetFixture.preset(fields: "", rest: rest)
    }
    expectEqual(problem?.key?.hasSuffix(key), true)
  }
}
