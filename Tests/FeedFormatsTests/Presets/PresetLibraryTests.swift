import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import FeedFormats

@Suite struct PresetLibraryTests {
  private func problem(_ toml: String) -> PresetProblem? {
    do throws(PresetProblem) {
      _ = try PresetReader.preset(toml: toml, file: "shop.toml", stem: "shop")
      return nil
    } catch {
      return error
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
    ("name = \"shop\"", "name = \"other\"", 1, "name"),
    ("items = \"items\"", "items = \"a..b\"", 4, "items"),
    ("id = \"id\"", "id = \"a[0\"", 8, "fields.id"), ("id = \"id\"", "id = 7", 8, "fields.id"),
    ("id = \"id\"", "id = { path = \"a\", match = \"(\" }", 8, "fields.id.match"),
    ("id = \"id\"", "id = { path = \"a\", htm = true }", 8, "fields.id.htm"),
    ("image = \"image\"", "", 7, "fields.image"),
    ("https://x.example/{page}", "https://x.example/{pgae}", 6, "list.url"),
    ("https://x.example/{page}", "ftp://x.example", 6, "list.url"),
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

  @Test func `a mistake in a body is reported for the body`() throws {
    let problem = try #require(
      self.problem(
        """
        name = "shop"
        title = "Shop"
        about = "A shop"
        items = "items"
        [list]
        method = "POST"
        url = "https://shop.example/list"
        body = '{"page": {page}, "size": {sise}}'
        [fields]
        id = "id"
        """))

    #expect(
      problem.text.hasPrefix("shop.toml, line 8: list.body: unknown variable {sise}; known: {"))
  }

  @Test(arguments: ["q={query", "q=query}", "q={{query}", "{q=1"])
  func `a brace of a URL without its other one is reported`(query: String) throws {
    let toml = """
      name = "shop"
      title = "Shop"
      about = "A shop"
      items = "items"
      list = { url = "https://shop.example/list?\(query)&page={page}" }
      fields = { id = "id", image = "image" }
      """

    expectEqual(
      self.problem(toml)?.text, "shop.toml, line 5: list.url: a brace without its other one")
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

  @Test(arguments: [
    (#"{"photos":[{"id":1,"name":"x","image_url":"u"}]}"#, "500px"),
    (
      #"[{"id":1,"name":"x","permalink":"p","prices":{"price":"1","currency_code":"EUR"}}]"#,
      "woocommerce"
    ),
    (
      #"[{"id":7,"name":"x","permalink":"p","regular_price":"15","sale_price":"12","stock_status":"instock"}]"#,
      "woocommerce-rest"
    ),
    (#"{"products":[{"id":1,"handle":"x","variants":[]}]}"#, "shopify"),
    (#"{"Response":{"Uri":"/","AlbumImage":[{"ImageKey":"x"}]}}"#, "smugmug"),
    (#"{"count":1,"results":[{"listing_id":1,"title":"x","price":"1"}]}"#, "etsy"),
    (#"{"result_count":0,"page_count":0,"results":[]}"#, "openverse"),
    (#"{"query":{"pages":{"1":{"imageinfo":[{"url":"u"}]}}}}"#, "commons"),
    (
      #"[{"id":"1","urls":{"raw":"u","small":"s","regular":"r"},"user":{"username":"a"},"links":{"html":"h"}}]"#,
      "unsplash"
    ),
    (#"{"photos":[{"id":1,"photographer":"a","src":{"original":"o"}}]}"#, "pexels"),
    (#"{"total":0,"totalHits":0,"hits":[]}"#, "pixabay"),
    (#"{"photos":{"photo":[{"id":"1"}]},"stat":"ok"}"#, "flickr"),
    (#"jsonFlickrFeed({"items":[{"link":"l","media":{"m":"m"},"author_id":"a"}]})"#, "flickr-feed"),
    (#"[{"id":"0","author":"a","download_url":"d"}]"#, "picsum"),
    (#"{"collection":{"href":"h","items":[{"data":[{"nasa_id":"x"}]}]}}"#, "nasa"),
    (#"{"data":[{"id":1,"image_id":"x"}],"config":{"iiif_url":"u"}}"#, "artic"),
    (#"{"assets":{"items":[],"nextPage":null,"total":0}}"#, "immich"),
    (#"[{"UID":"p","TakenAt":"t","Hash":"h"}]"#, "photoprism"),
    (#"{"stat":"ok","result":{"images":[],"paging":{}}}"#, "piwigo"),
    (
      #"{"database":"g","table":"p","rows":[{"id":"p1","image_url":"u"}],"filtered_table_rows_count":1}"#,
      "datasette"
    ),
    (
      #"{"@context":"c","id":"i","type":"Manifest","label":{"en":["x"]},"items":[{"id":"p1","type":"Canvas"}]}"#,
      "iiif"
    ),
    (
      #"{"@context":"c","@id":"i","@type":"sc:Manifest","label":"l","sequences":[{"canvases":[{"@id":"p1","@type":"sc:Canvas"}]}]}"#,
      "iiif"
    ),
    (
      #"{"@context":"c","@id":"i","@type":"sc:Collection","label":"l","manifests":[{"@id":"m"}]}"#,
      "iiif"
    ),
    (
      #"{"@context":"c","@id":"i","@type":"sc:Collection","label":"l","members":[{"@id":"m"}]}"#,
      "iiif"
    ),
    (
      #"{"@context":"c","@id":"i","@type":"sc:Collection","label":"l","collections":[{"@id":"m"}]}"#,
      "iiif"
    ),
    (
      #"{"@context":"c","@id":"i","@type":"sc:Collection","label":"l","first":"f","total":1}"#,
      "iiif"
    ),
    (
      #"{"feed":[{"post":{"uri":"at://did:plc:a/app.bsky.feed.post/1","author":{"did":"did:plc:a"}}}],"cursor":"c"}"#,
      "bluesky"
    ),
    (
      #"{"@context":"c","id":"i","type":"OrderedCollectionPage","orderedItems":[{"actor":"a","object":{}}]}"#,
      "activitypub"
    ),
    (
      #"{"@context":"c","id":"i","type":"OrderedCollection","totalItems":7,"first":"u"}"#,
      "activitypub"
    ),
    (#"{"@context":["c"],"id":"i","type":"Person","inbox":"i","outbox":"o"}"#, "activitypub"),
    (
      #"{"success":true,"itemsCount":1,"totalResults":1,"items":[{"id":"/1/a","guid":"g","dataProvider":["d"]}]}"#,
      "europeana"
    ),
    (#"{"found":1,"posts":[{"ID":7,"site_ID":3,"URL":"u"}]}"#, "wordpress-com"),
    (
      #"[{"id":42,"media_type":"image","source_url":"u","media_details":{"width":6000}}]"#,
      "wordpress"
    ),
    (#"{"version":"https://jsonfeed.org/version/1","title":"x","items":[{"id":"1"}]}"#, "jsonfeed"),
  ])
  func `a response is recognised by its structure`(json: String, name: String) {
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, name)
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

  @Test(arguments: [
    // Nothing after the first items is needed, nor the end of a response that is cut.
    (#"{"total":1,"hits":[],"totalHits":1"#, "pixabay"),
    (#"{"products":[7,null,{"handle":"x","variants":[]},{"id":2}]}"#, "shopify"),
    (#"{"products":[],"product":{"handle":"x","variants":[]}}"#, "shopify"),
    (#"{"query":{"pages":{"0":7,"1":{"imageinfo":[{"url":"u"}]}}}}"#, "commons"),
    (
      #"jsonFlickrFeed({"title":"it\'s","items":[{"link":"l","media":{"m":"m"},"author_id":"a"}]})"#,
      "flickr-feed"
    ),
  ])
  func `the structure is determined by the first object among the items`(
    json: String, name: String?
  ) {
    expectEqual(PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, name)
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
    let problem = #expect(throws: PresetProblem.self) {
      try PresetFixture.preset(
        toml: """
          [list]
          url = "https://x.example/"
          method = "\(method)"
          """)
    }
    #expect(problem?.text.contains("one of GET and POST") == true)
  }

  @Test(arguments: [
    ("format = \"xml\"", "format"), ("for_sale = \"status=available\"", "for_sale"),
    ("[open]\nurl = \"{base}/pit\"\nnext = \"id\"\nparameter = \"pit\"", "open"),
    ("[next]\nurl = \"{base}/scroll\"", "next"),
    ("[[paging]]\nkind = \"token\"\nnext = \"a\"\ncarry = { b = \"c\" }", "paging[0].carry"),
    ("[[recognise]]\nkeys = \"a\"\nwithout_item_keys = \"b\"", "recognise[0].without_item_keys"),
  ])
  func `a key of former presets is unknown`(toml: String, key: String) throws {
    let text = ExamplePreset.toml.replacing("[fields]", with: "FORMER[fields]")
    // A key of the file itself comes before its tables.
    let former =
      toml.hasPrefix("[")
      ? text.replacing("FORMER", with: "") + "\n" + toml
      : toml + "\n" + text.replacing("FORMER", with: "")

    let problem = try #require(self.problem(former))
    expectEqual(problem.key, key)
    #expect(problem.reason.hasPrefix("unknown key; known: "))
  }
}
