import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// `order_url`, `order_email` and `order_delivery`.
@Suite struct StatedOrderRouteTests {
  private func server(_ url: String, feed: String? = nil) -> String? {
    let route = StatedOrderRoute(url: url).route(feed: feed.flatMap { URL(string: $0) })
    guard case .server(let url) = route?.channel else { return nil }
    return url.absoluteString
  }

  @Test(arguments: [
    ("https://shop.example/order", nil, "https://shop.example/order"),
    ("http://localhost:8000/order", nil, "http://localhost:8000/order"),
    (" https://shop.example/o?a=b#top ", nil, "https://shop.example/o?a=b"),
    ("https://me:pw@shop.example/", nil, "https://shop.example/"),
    ("order", "https://a.example/feeds/f.json?page=1", "https://a.example/feeds/order"),
    ("/order.php?x=1", "https://a.example/feeds/f.json", "https://a.example/order.php?x=1"),
    ("../order", "http://a.example:81/x/f.json", "http://a.example:81/order"),
    ("//b.example/order", "http://a.example/", "http://b.example/order"),
    ("http://b.example:80/order", "https://a.example/", "https://b.example/order"),
    ("http://b.example:8080/", "https://a.example/", "https://b.example:8080/"),
    ("https://b.example/", "http://a.example/", "https://b.example/"),
  ])
  func `an order server is http or https, and never less private than its feed`(
    url: String, feed: String?, expected: String
  ) {
    #expect(server(url, feed: feed) == expected)
  }

  @Test(arguments: [
    "", " ", "order", "/order", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.example",
    "ftp://a.example/", "https://", "https:///x", "data:,", "https://a\u{0}b/", "http://[::1",
    "https://a.example/\u{1B}[31m",
  ])
  func `all else is none`(url: String) {
    #expect(StatedOrderRoute(url: url).route(feed: nil) == nil)
  }

  @Test(arguments: [
    ("shop@photos.example", "shop@photos.example"), (" a.b+c@x.example ", "a.b+c@x.example"),
    ("mailto:Shop@x.example", "Shop@x.example"), ("büro@фото.example", "büro@фото.example"),
    ("a@b", "a@b"), ("", nil), ("@", nil), ("a@", nil), ("@b", nil), ("a@b@c", nil), ("a b@c", nil),
    ("a@b,c@d", nil), ("a@b?bcc=x@y", nil), ("a@b&x", nil), ("\"a\"@b", nil), ("A <a@b>", nil),
    ("a@b\r\nBcc: x", nil), ("a.@b", nil), ("a@b..c", nil), ("a%40b@c", nil), ("a\u{202E}@b", nil),
    (String(repeating: "a", count: 250) + "@b.example", nil),
  ])
  func `an address of mail is one address`(raw: String, expected: String?) {
    #expect(MailAddress(raw)?.text == expected)
  }

  @Test func `what is said of delivery counts by the words that are known`() {
    let route = StatedOrderRoute(deliveries: ["PRINT ", "pigeon", "download", "print"]).route(
      feed: nil)

    #expect(route == OrderRoute(deliveries: [.download, .print]))
    #expect(StatedOrderRoute(deliveries: ["pigeon"]).route(feed: nil) == nil)
  }

  // MARK: Where it is said

  private static let order =
    #""order_url":"/order","order_email":"shop@a.example","order_delivery":["download","print"]"#

  private func expected(_ url: String) throws -> OrderRoute {
    OrderRoute(
      channel: .server(try #require(URL(string: url))), email: "shop@a.example",
      deliveries: [.download, .print])
  }

  @Test func `500px: a feed on the network`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("500px"),
      #"{\#(Self.order),"photos":[{"id":1,"image_url":"/1.jpg"}]}"#,
      argument: "a.example", url: "https://a.example/v1/photos")

    #expect(page.orderRoute == (try expected("https://a.example/order")))
  }

  @Test func `jsonfeed: in its extension`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("jsonfeed"),
      #"{"version":"1","items":[{"id":1,"image":"/1.jpg"}],"_photo":{\#(Self.order)}}"#,
      argument: "https://a.example/feed.json", url: "https://a.example/feed.json")

    #expect(page.orderRoute == (try expected("https://a.example/order")))
  }

  @Test(arguments: [
    ("a.example", #""order_delivery":"print""#, OrderRoute(deliveries: [.print])),
    ("a.example", #""order_email":["x@y.example"]"#, nil),
    ("a.example", #""order_url":7,"order_email":{},"order_delivery":[[],null,1]"#, nil),
    ("a.example", #""order_url":null"#, nil),
  ])
  func `a feed may say little, or nonsense`(host: String, order: String, expected: OrderRoute?)
    throws
  {
    let page = try PresetFixture.page(
      try PresetFixture.preset("500px"), #"{\#(order),"photos":[{"id":1,"image_url":"/1.jpg"}]}"#,
      argument: host)
    #expect(page.orderRoute?.email == expected?.email)
    #expect(page.orderRoute?.deliveries ?? [] == expected?.deliveries ?? [])
  }

  @Test func `a feed file names its server whole`() async throws {
    let folder = try TemporaryFolder()
    let whole = Self.order.replacing("/order", with: "http://192.168.1.5/order")
    let file = try folder.write("feed.json", #"{\#(whole),"photos":[{"id":1,"name":"a"}]}"#)
    let relative = try folder.write(
      "other.json", #"{"photos":[{"id":1,"name":"a"}],\#(Self.order)}"#)
    let catalog = FormatCatalog(environment: { _ in nil }, library: { PresetFixture.library })

    for repository in [
      FeedFileRepository(file: file) as any PhotoRepository,
      DocumentRepository(file: file, catalog: catalog),
      DocumentRepository(file: file, preset: "500px", catalog: catalog),
    ] {
      #expect(await repository.orderRoute == (try expected("http://192.168.1.5/order")))
    }
    #expect(
      await FeedFileRepository(file: relative).orderRoute
        == OrderRoute(email: "shop@a.example", deliveries: [.download, .print]))
    #expect(await FeedFileRepository(file: folder.file("none")).orderRoute == .file)
  }

  @Test(arguments: [
    ("shopify", "shop.example", "https://shop.example"),
    ("shopify", "http://localhost:8080/collections/prints?currency=CHF", "http://localhost:8080"),
    ("woocommerce", "shop.example", "https://shop.example"),
    ("woocommerce", "host.example/shop/", "https://host.example/shop"),
  ])
  func `a shop sells by its own cart`(preset: String, argument: String, root: String) throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset(preset), argument: argument, environment: { _ in nil })
    let url = try #require(URL(string: root))

    #expect(
      format.orderRoute?.channel == (preset == "shopify" ? .shopify(url) : .wooCommerce(url)))
  }

  @Test(arguments: [
    (
      "woocommerce", "https://h.example/shop/wp-json/wc/store/v1/products?per_page=3",
      "https://h.example/shop"
    ),
    ("shopify", "https://h.example/collections/x/products.json", "https://h.example"),
  ])
  func `also at an address that turned out to be a shop's`(
    preset: String, address: String, root: String
  ) throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset(preset), url: try #require(URL(string: address)),
      environment: { _ in nil })
    let url = try #require(URL(string: root))

    #expect(
      format.orderRoute?.channel == (preset == "shopify" ? .shopify(url) : .wooCommerce(url)))
  }

  @Test func `a saved answer of a shop does not say where the shop is`() throws {
    let preset = try PresetFixture.preset("shopify")

    #expect(PresetFormat(preset: preset, file: "x", environment: { _ in nil }).orderRoute == nil)
    #expect(try PresetFixture.preset("openverse").buying == nil)
  }

  @Test(arguments: [
    ("[order]", "order.url"), ("[order]\nkind = \"paypal\"", "order.kind"),
    ("[order]\nkind = \"shopify\"\nlink = \"x\"", "order.link"), ("order = 1", "order"),
    ("[order]\nurl = \"a[\"", "order.url"), ("[order]\ndelivery = \"d\"", "order.url"),
  ])
  func `a preset's order is checked`(toml: String, key: String) {
    do throws(PresetProblem) {
      let (before, after) = toml.hasPrefix("[") ? ("", toml) : (toml, "")
      _ = try PresetFixture.preset(
        toml: """
          \(before)
          items = "items"
          [list]
          url = "https://x.example/"
          [fields]
          image = "image"
          \(after)
          """)
      Issue.record("read without a problem")
    } catch {
      #expect(error.key == key)
    }
  }

  // MARK: On the network

  @Test func `the network's word counts, until then the stored one`() async throws {
    let store = MemoryPageStore()
    let first = RemoteFeed(store: store) { _ in "a !order=/order" }
    #expect(await first.repository.orderRoute == .file)
    _ = try await first.page(1)
    let url = try #require(URL(string: "https://feed.example/order"))
    #expect(await first.repository.orderRoute.channel == .server(url))

    let second = RemoteFeed(store: store) { _ in "a" }
    #expect(await second.repository.orderRoute.channel == .server(url))
    _ = try await second.page(1, isRefresh: true)
    #expect(await second.repository.orderRoute == .file)
  }

  @Test func `a search or a later page need not repeat it`() async throws {
    let feed = RemoteFeed { target in
      target.contains("q=") || target.contains("page=2") ? "b" : "a c d !more !order=/order"
    }
    _ = try await feed.page(1)
    _ = try await feed.page(2)
    _ = try await feed.repository.page(for: PhotoQuery(search: "b"))

    guard case .server = await feed.repository.orderRoute.channel else {
      return #expect(Bool(false))
    }
  }

  @Test func `what the service settles no feed changes`() async throws {
    var format = LineFormat()
    let shop = try #require(URL(string: "https://shop.example"))
    format.orderRoute = OrderRoute(channel: .shopify(shop))
    let feed = RemoteFeed(format) { _ in "a !order=https://evil.example/" }
    _ = try await feed.page(1)

    #expect(await feed.repository.orderRoute.channel == .shopify(shop))
  }

  @Test func `an address passes on what its feed says`() async throws {
    let url = try #require(URL(string: "https://feed.example/list"))
    let repository = AddressRepository(
      url: url,
      surroundings: AddressRepository.Surroundings(
        catalog: StubCatalog(),
        transport: ScriptedTransport { .text("lines: a !order=https://s.example/o", for: $0) },
        store: MemoryPageStore(), zone: .gmt))
    #expect(await repository.orderRoute == .file)

    _ = try await repository.page(for: PhotoQuery())

    #expect(
      await repository.orderRoute.channel
        == .server(try #require(URL(string: "https://s.example/o"))))
  }
}
