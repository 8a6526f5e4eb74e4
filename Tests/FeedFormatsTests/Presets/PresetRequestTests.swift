import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetRequestTests {
  private func format(
    _ name: String, _ argument: String?, _ environment: [String: String] = [:]
  ) throws -> PresetFormat {
    try PresetFormat(preset: try PresetFixture.preset(name), argument: argument) { environment[$0] }
  }

  private func format(
    _ name: String, url: String, isNamed: Bool = false, _ environment: [String: String] = [:]
  ) throws -> PresetFormat {
    try PresetFormat(
      preset: try PresetFixture.preset(name), url: try #require(URL(string: url)), isNamed: isNamed
    ) { environment[$0] }
  }

  private func url(_ format: PresetFormat, _ page: FeedPageRequest = FeedPageRequest(size: 20))
    throws -> String
  {
    try format.request(for: page).url.absoluteString
  }

  @Test func `a key is sent in its header and marked as a secret`() throws {
    let request = try format("unsplash", nil, ["UNSPLASH_ACCESS_KEY": " abc\n"]).request(
      for: FeedPageRequest())

    expectEqual(request.headers["Authorization"], "Client-ID abc")
    expectEqual(request.secretNames, ["authorization"])
  }

  @Test(arguments: ["", " ", "a\r\nX-Evil: 1", "a\u{0}b"])
  func `a key that could end a header counts as missing`(key: String) throws {
    let format = try format("unsplash", nil, ["UNSPLASH_ACCESS_KEY": key])

    #expect(
      throws: PhotoSourceError.keyMissing(source: "Unsplash", variable: "UNSPLASH_ACCESS_KEY")
    ) { try format.request(for: FeedPageRequest()) }
  }

  @Test func `a body is JSON whatever the search words`() throws {
    let format = try format("immich", "photos.example/app", ["IMMICH_API_KEY": "k"])

    let request = try format.request(
      for: FeedPageRequest(
        position: .number(3), size: 50, query: PhotoQuery(search: "a \"b\" \\ \n {page}")))

    expectEqual(request.method, .post)
    #expect(request.isRepeatable)
    expectEqual(request.responseByteLimit, 16 << 20)
    expectEqual(request.url.absoluteString, "https://photos.example/app/api/search/smart")
    expectEqual(request.headers["Content-Type"], "application/json")
    var reader = JSONReader(request.body ?? [])
    let body = try reader.readValue()
    expectEqual(body["query"]?.lenientText, "a \"b\" \\ \n {page}")
    expectEqual(body["page"]?.lenientInt, 3)
    expectEqual(body["size"]?.lenientInt, 50)
  }

  @Test(arguments: ["", " ", "ftp://shop.example", "https://", "https://user:pw@shop.example"])
  func `an invalid server is rejected`(argument: String) throws {
    let preset = try PresetFixture.preset("woocommerce")

    #expect(throws: PhotoSourceError.self) {
      try PresetFormat(preset: preset, argument: argument) { _ in nil }
    }
  }

  @Test func `a source's id in the store is the same in every run and contains no secrets`() throws
  {
    let environment = ["PIXABAY_API_KEY": "secret"]

    try expectEqual(format("pixabay", "cat", environment).sourceID, "pixabay:cat")
    try expectEqual(
      format("pixabay", url: "https://pixabay.com/api/?key=secret&q=cat", environment).sourceID,
      "pixabay:https://pixabay.com/api/?q=cat")
    try expectEqual(
      format("shopify", "shop.example?currency=EUR").sourceID,
      "shopify:https://shop.example?currency=EUR")
    try expectEqual(format("openverse", "lighthouse").title, "lighthouse · Openverse")
  }

  @Test(arguments: [
    (
      "woocommerce", "https://shop.example/wp-json/wc/store/v1/products?category=5&per_page=7", 7,
      "https://shop.example/wp-json/wc/store/v1/products?category=5&per_page=7&page=3"
    ),
    // One that starts at another page counts on from there.
    (
      "openverse", "https://api.openverse.org/v1/images/?q=a&page=5", 20,
      "https://api.openverse.org/v1/images/?q=a&page=7"
    ),
  ])
  func `a URL is page 1 unchanged, and later pages are derived from it`(
    preset: String, address: String, size: Int, third: String
  ) throws {
    let format = try format(preset, url: address)

    expectEqual(format.pageSize(wanted: 100), size)
    #expect(format.hasNumberedPages)
    try expectEqual(url(format), address)
    try expectEqual(url(format, FeedPageRequest(position: .number(3), size: size)), third)
  }

  @Test(arguments: [
    ("500px", "https://own.example/v1/photos?feature=fresh", true),
    ("500px", "https://own.example/api/v1/photos/search?term=a", true),
    ("woocommerce", "https://shop.example/wp-json/wc/store/v1/products", true),
    ("unsplash", "https://api.unsplash.com/photos", true),
    ("500px", "https://own.example/feed.json", false),
    ("500px", "https://own.example/v1/photos/", false),
    ("woocommerce", "https://shop.example/copy.json", false),
    ("unsplash", "https://own.example/photos", false),
  ])
  func `a service searches at its own URL, and a response in its format elsewhere is searched here`(
    preset: String, address: String, isOwn: Bool
  ) throws {
    let search = try format(preset, url: address).capabilities.search
    #expect(search == (isOwn ? .atSource : .here))
  }

  @Test func `a key is sent to the service's own host, and elsewhere only on the user's request`()
    throws
  {
    let environment = ["IMMICH_API_KEY": "k", "UNSPLASH_ACCESS_KEY": "u"]
    let guessed = try format("immich", url: "https://evil.example/a.json", environment)
    let named = try format("immich", url: "https://own.example/a.json", isNamed: true, environment)
    let own = try format("unsplash", url: "https://api.unsplash.com/photos", environment)
    let plain = try format("unsplash", url: "http://api.unsplash.com/photos", environment)

    try expectEqual(guessed.request(for: FeedPageRequest()).headers["x-api-key"], nil)
    try expectEqual(named.request(for: FeedPageRequest()).headers["x-api-key"], "k")
    try expectEqual(own.request(for: FeedPageRequest()).headers["Authorization"], "Client-ID u")
    try expectEqual(plain.request(for: FeedPageRequest()).headers["Authorization"], nil)
  }

  @Test func `a next page on another host gets no key`() throws {
    let format = try format("pexels", nil, ["PEXELS_API_KEY": "k"])
    let own = try #require(URL(string: "https://api.pexels.com/v1/curated?page=2"))
    let other = try #require(URL(string: "https://evil.example/?page=2"))

    let same = try format.request(for: FeedPageRequest(position: .continuation(.url(own))))
    let away = try format.request(for: FeedPageRequest(position: .continuation(.url(other))))

    expectEqual(same.headers["Authorization"], "k")
    expectEqual(away.headers["Authorization"], nil)
  }

  @Test func `pictures get the headers only on the service's own server`() throws {
    let format = try format("immich", "https://own.example", ["IMMICH_API_KEY": "k"])
    let own = try #require(URL(string: "https://own.example/api/assets/1/thumbnail"))
    let other = try #require(URL(string: "https://other.example/1.jpg"))
    let port = try #require(URL(string: "https://own.example:8443/1.jpg"))

    expectEqual(format.imageRequest(for: own).headers["x-api-key"], "k")
    expectEqual(format.imageRequest(for: other).headers["x-api-key"], nil)
    expectEqual(format.imageRequest(for: port).headers["x-api-key"], nil)
  }

  @Test func `an album's URL is requested with GET and not POST`() throws {
    let format = try format(
      "immich", url: "https://own.example/api/albums/7", isNamed: true, ["IMMICH_API_KEY": "k"])

    let request = try format.request(for: FeedPageRequest())

    expectEqual(request.method, .get)
    expectEqual(request.url.absoluteString, "https://own.example/api/albums/7")
  }

  @Test func `a page's size stays within the service's limits`() throws {
    try expectEqual(format("openverse", nil).pageSize(wanted: 100), 20)
    try expectEqual(format("pixabay", nil).pageSize(wanted: 1), 3)
    try expectEqual(format("unsplash", nil).pageSize(wanted: 25), 25)
  }

  @Test func `every built-in preset makes requests`() throws {
    for preset in PresetFixture.library.presets {
      let argument = preset.argument.kind == .word ? "abc" : "https://a.example"
      let format = try PresetFormat(
        preset: preset, argument: preset.argument.kind == .none ? nil : argument
      ) { _ in "key" }
      for search in [nil, "tree"] {
        for number in [1, 2, 1_000_000] {
          let page = FeedPageRequest(
            position: .number(number), size: format.pageSize(wanted: 100),
            query: PhotoQuery(search: search))
          let request = try format.request(for: page)
          expectEqual(request.url.host()?.isEmpty, false, "\(preset.name)")
          #expect(!request.url.absoluteString.contains("%7B"), "\(preset.name)")
        }
      }
    }
  }

  @Test func `an argument that is a complete URL is requested with its query`() throws {
    let preset = try PresetFixture.preset(
      toml: """
        items = ""
        argument = { kind = "address", meaning = "the table" }
        [list]
        url = "{base}?limit={size}&offset={offset}"
        [fields]
        id = "id"
        image = "image"
        """)
    let format = try PresetFormat(preset: preset, argument: "http://h:3000/photos") { _ in nil }

    #expect(format.subject == .argument && format.hasNumberedPages)
    try expectEqual(url(format), "http://h:3000/photos?limit=20&offset=0")
    try expectEqual(
      url(format, FeedPageRequest(position: .number(3), size: 20)),
      "http://h:3000/photos?limit=20&offset=40")
  }

  @Test func `addresses that differ in a secret have pages of their own, and one basket`() throws {
    let addresses = [
      "https://pixabay.com/api/?q=cat", "https://pixabay.com/api/?q=cat&key=one",
      "https://pixabay.com/api/?q=cat&key=two", "https://pixabay.com/api/?q=cat&t=one",
      "https://pixabay.com/api/?q=cat&t=two", "https://pixabay.com/api/?q=cat&token=one#a",
    ]
    let formats = try addresses.map { try format("pixabay", url: $0, [:]) }

    expectEqual(Set(formats.map(\.sourceID)), ["pixabay:https://pixabay.com/api/?q=cat"])
    expectEqual(Set(formats.map(\.pagesID)).count, addresses.count)
    let again = try addresses.map { try format("pixabay", url: $0, [:]).pagesID }
    expectEqual(again, formats.map(\.pagesID))
    #expect(formats.allSatisfy { !$0.pagesID.contains("one") && !$0.pagesID.contains("two") })
  }

  @Test func `accounts at one address have pages of their own, and one basket`() throws {
    let keys = ["", "anna-key", "bob-key"]
    let formats = try keys.map {
      try format("immich", "https://photos.example", ["IMMICH_API_KEY": $0])
    }

    expectEqual(Set(formats.map(\.sourceID)), ["immich:https://photos.example"])
    expectEqual(Set(formats.map(\.pagesID)).count, keys.count)
    #expect(formats.allSatisfy { !$0.pagesID.contains("-key") })
  }

  @Test func `a key that isn't sent to a foreign host makes no other pages`() throws {
    let pages = try ["one", "two"].map {
      try format("pixabay", url: "https://photos.example/?q=cat", ["PIXABAY_API_KEY": $0]).pagesID
    }
    expectEqual(Set(pages).count, 1)
  }
}
