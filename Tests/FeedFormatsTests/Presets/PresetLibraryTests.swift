import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import FeedFormats

@Suite struct PresetLibraryTests {
  private func problem(_ toml: String) -> PresetProblem? {
    PresetFixture.problem { () throws(PresetProblem) in
      try PresetReader.preset(toml: toml, file: "shop.toml", stem: "shop")
    }
  }

  @Test func `every built-in preset can be read, and has a description`() {
    let names = [
      "500px", "activitypub", "artic", "bluesky", "commons", "datasette", "etsy", "europeana",
      "flickr", "flickr-feed", "iiif", "immich",
      "jsonfeed", "mastodon", "nasa",
      "openverse", "pexels", "photoprism", "picsum", "piwigo", "pixabay", "shopify", "smugmug",
      "unsplash", "woocommerce", "woocommerce-rest", "wordpress", "wordpress-com",
    ]

    expectEqual(PresetFixture.library.presets.map(\.name), names)
    for preset in PresetFixture.library.presets {
      #expect(!preset.about.isEmpty && preset.about.count < 80, "\(preset.name)")
    }
  }

  @Test(arguments: [
    ("title = \"Shop\"", "titel = \"Shop\"", 2, "titel"),
    ("title = \"Shop\"", "title = 7", 2, "title"),
    ("items = \"items\"", "items = \"items\"\nphoto_when = \"a\"", 5, "photo_when"),
    ("id = \"id\"", "id = { path = \"a\", prefix = \"b\" }", 8, "fields.id.prefix"),
    ("name = \"shop\"", "name = \"other\"", 1, "name"),
    ("items = \"items\"", "items = \"a..b\"", 4, "items"),
    ("id = \"id\"", "id = \"a[0\"", 8, "fields.id"), ("id = \"id\"", "id = 7", 8, "fields.id"),
    ("id = \"id\"", "id = { path = \"a\", match = \"(\" }", 8, "fields.id.match"),
    ("id = \"id\"", "id = { path = \"a\", htm = true }", 8, "fields.id.htm"),
    ("image = \"image\"", "", 7, "fields.image"),
    ("https://x.example/{page}", "https://x.example/{pgae}", 6, "list.url"),
    ("https://x.example/{page}", "ftp://x.example", 6, "list.url"),
    ("[fields]", "method = \"POST\"\nbody = '{\"n\": {sise}}'\n[fields]", 8, "list.body"),
    ("[fields]", "[[paging]]\nkind = \"pages\"\n[fields]", 8, "paging[0].kind"),
    ("[fields]", "[[paging]]\nkind = \"token\"\n[fields]", 7, "paging[0].next"),
    ("[fields]", "[headers]\n\"A B\" = \"x\"\n[fields]", 8, "headers.A B"),
  ])
  func `a mistake in a file is reported with line, key and the correct form`(
    old: String, new: String, line: Int, key: String
  ) throws {
    let problem = try #require(self.problem(ExamplePreset.toml.replacing(old, with: new)))

    expectEqual(problem.file, "shop.toml")
    expectEqual(problem.key, key)
    #expect(!problem.reason.isEmpty)
    if key != "headers.A B" { expectEqual(problem.line, line) }
  }

  @Test(arguments: [
    ("q={query", "a brace without its other one"), ("q=query}", "a brace without its other one"),
    ("q={{query}", "a brace without its other one"), ("{q=1", "a brace without its other one"),
    ("q={sise}", "unknown variable {sise}; known: {argument}, {base}, {host}, {offset}, "),
  ])
  func `a brace of a URL without its other one, and an unknown place, are named`(
    query: String, reason: String
  ) throws {
    let toml = ExamplePreset.toml.replacing(
      "https://x.example/{page}", with: "https://shop.example/list?\(query)&page={page}")

    #expect(self.problem(toml)?.text.hasPrefix("shop.toml, line 6: list.url: \(reason)") == true)
  }

  @Test func `a text that is not TOML is reported with its line`() throws {
    let problem = try #require(self.problem("name = \"shop\"\ntitle = = 1"))

    expectEqual(problem.line, 2)
    #expect(problem.text.hasPrefix("shop.toml, line 2: not valid TOML"))
    #expect(self.problem("name = \"a\u{0}b\"") != nil)
    let brackets = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    expectEqual(
      self.problem("name = \"shop\"\nx = \(brackets)")?.text,
      "shop.toml: too deep or too large for a preset")
  }

  @Test(arguments: [
    "[headers]\nAuthorization = \"{s3cret}\"", "[headers]\nAuthorization = [\"s3cret\"]",
    "[headers]\n\"X Key\" = \"s3cret\"", "headers = \"s3cret\"",
    "[login]\nuser = \"me\"\npassword = \"{s3cret}\"", "[login]\nuser = \"s3cret\"",
    "[login]\nuser = \"me\"\npassword = [\"s3cret\"]", "login = \"s3cret\"",
    "[login]\nuser = \"me\"\npasword = \"s3cret\"", "token = \"s3cret\"",
    "[[variables]]\nname = \"key\"\nsecret = \"s3cret\"",
    // Not TOML.
    "[headers]\nAuthorization = s3cret", "[headers]\nAuthorization = \"s3cret",
    "[headers]\nAuthorization = 's3cret", "[headers]\nAuthorization = \"Bearer s3cret\\q\"",
    "[headers]\nAuthorization = \"a\" s3cret", "[headers]\nAuthorization s3cret",
    "[headers]\nAuthorization = [\"s3cret\"", "[headers]\nAuthorization = {s3cret",
    "[headers]\nA = \"it's s3cret", "[headers]\nA = 12s3cret", "[headers]\nA = \"\"\"s3cret",
    "[headers]\nA = \"s3cret\u{1}\"", "[headers]\nA = \"x\"\nA = \"s3cret\"",
    "[headers\nA = \"s3cret\"",
  ])
  func `the contents of headers and logins are never quoted`(text: String) throws {
    let toml = ExamplePreset.toml.replacing("[fields]", with: "\(text)\n[fields]")

    let problem = try #require(self.problem(toml))
    #expect(!problem.text.contains("s3cret"), "\(problem.text)")
  }

  /// A preset and an answer in each line.
  private static let structures: [(preset: String, json: String)] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Answers/structures.txt")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.filter { $0.first != "#" }.map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (String(words[0]), String(words[1]))
    }
  }()

  @Test(arguments: structures)
  func `a response is recognised by its structure`(preset: String, json: String) {
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, preset)
  }

  @Test func `each service has a structure`() {
    expectEqual(Set(Self.structures.map(\.preset)), Set(PresetFixture.library.presets.map(\.name)))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "<html>", "{\"items\":[]}", "[{\"id\":1}]", "[1,2]", "{\"a\":",
  ])
  func `an ambiguous structure is not recognised`(text: String) {
    #expect(PresetFixture.library.recognise(Array(text.utf8), url: nil) == nil)
  }

  @Test(arguments: [
    ("https://api.unsplash.com/photos", "unsplash"),
    ("https://commons.wikimedia.org/w/api.php?action=query", "commons"),
    ("https://pixabay.com/api/?q=x", "pixabay"), ("https://picsum.photos/v2/list", "picsum"),
    ("https://www.flickr.com/services/feeds/photos_public.gne", "flickr-feed"),
  ])
  func `a service's own host is recognised whatever it returns`(url: String, name: String) throws {
    let bytes = Array("{\"errors\":[\"x\"]}".utf8)
    let address = try #require(URL(string: url))

    expectEqual(PresetFixture.library.recognise(bytes, url: address)?.name, name)
  }

  @Test func `a response larger than the limit is recognised by its beginning`() {
    let item = #"{"id":"0","author":"a","download_url":"d","padding":"é\n"},"#
    let count = (4 << 20) / item.utf8.count + 10
    let whole = "[" + String(repeating: item, count: count)
    let broken = "[" + String(repeating: item, count: 10) + "oops" + whole

    expectEqual(PresetFixture.library.recognise(Array(whole.utf8), url: nil)?.name, "picsum")
    #expect(PresetFixture.library.recognise(Array(broken.utf8), url: nil) == nil)
  }

  @Test func `a host that only sounds like a service's is not recognised`() throws {
    let url = try #require(URL(string: "https://api.unsplash.com.evil.example/photos"))

    #expect(PresetFixture.library.recognise([], url: url) == nil)
  }

  @Test(arguments: ["DELETE", "PUT", "PATCH", "delete", "PROPFIND", "REPORT", "SEARCH"])
  func `a method other than GET and POST is refused`(method: String) {
    let toml = ExamplePreset.toml.replacing("[fields]", with: "method = \"\(method)\"\n[fields]")
    expectEqual(problem(toml)?.reason, "one of GET and POST")
  }
}
