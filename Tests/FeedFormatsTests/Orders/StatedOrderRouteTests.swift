import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

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
  func `an order server uses http or https, and is never less private than its feed`(
    url: String, feed: String?, expected: String
  ) {
    expectEqual(server(url, feed: feed), expected)
  }

  @Test(arguments: [
    "", " ", "order", "/order", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.example",
    "ftp://a.example/", "https://", "https:///x", "data:,", "https://a\u{0}b/", "http://[::1",
    "https://a.example/\u{1B}[31m",
  ])
  func `anything else gives no route`(url: String) {
    expectEqual(StatedOrderRoute(url: url).route(feed: nil), nil)
  }

  @Test(arguments: [
    ("shop@photos.example", "shop@photos.example"), (" a.b+c@x.example ", "a.b+c@x.example"),
    ("mailto:Shop@x.example", "Shop@x.example"), ("büro@фото.example", "büro@фото.example"),
    ("a@b", "a@b"), ("", nil), ("@", nil), ("a@", nil), ("@b", nil), ("a@b@c", nil), ("a b@c", nil),
    ("a@b,c@d", nil), ("a@b?bcc=x@y", nil), ("a@b&x", nil), ("\"a\"@b", nil), ("A <a@b>", nil),
    ("a@b\r\nBcc: x", nil), ("a.@b", nil), ("a@b..c", nil), ("a%40b@c", nil), ("a\u{202E}@b", nil),
    (String(repeating: "a", count: 250) + "@b.example", nil),
  ])
  func `an e-mail address is a single address`(raw: String, expected: String?) {
    expectEqual(MailAddress(raw)?.text, expected)
  }

  @Test func `only known words for deliveries count`() {
    let route = StatedOrderRoute(deliveries: ["PRINT ", "pigeon", "download", "print"]).route(
      feed: nil)

    expectEqual(route, OrderRoute(deliveries: [.download, .print]))
    expectEqual(StatedOrderRoute(deliveries: ["pigeon"]).route(feed: nil), nil)
  }

  // MARK: Shops; what feeds state is in `Answers`

  @Test(arguments: [
    ("shopify", "shop.example", "https://shop.example", false),
    (
      "shopify", "http://localhost:8080/collections/prints?currency=CHF", "http://localhost:8080",
      false
    ),
    ("woocommerce", "shop.example", "https://shop.example", false),
    ("woocommerce", "host.example/shop/", "https://host.example/shop", false),
    // A URL that turned out to be a shop's.
    (
      "woocommerce", "https://h.example/shop/wp-json/wc/store/v1/products?per_page=3",
      "https://h.example/shop", true
    ),
    ("shopify", "https://h.example/collections/x/products.json", "https://h.example", true),
  ])
  func `a shop sells through its own cart`(
    name: String, argument: String, root: String, isURL: Bool
  ) throws {
    let preset = try PresetFixture.preset(name)
    let url = isURL ? URL(string: argument) : nil
    let format =
      try url.map { try PresetFormat(preset: preset, url: $0, environment: { _ in nil }) }
      ?? PresetFormat(preset: preset, argument: argument, environment: { _ in nil })
    let cart = try #require(URL(string: root))

    expectEqual(format.orderRoute?.channel, name == "shopify" ? .shopify(cart) : .wooCommerce(cart))
  }

  @Test func `a saved response of a shop does not say where the shop is`() throws {
    let preset = try PresetFixture.preset("shopify")

    expectEqual(PresetFormat(preset: preset, file: "x", environment: { _ in nil }).orderRoute, nil)
    try expectEqual(PresetFixture.preset("openverse").buying, nil)
  }

  @Test(arguments: [
    ("[order]", "order.url"), ("[order]\nkind = \"paypal\"", "order.kind"),
    ("[order]\nkind = \"shopify\"\nlink = \"x\"", "order.link"), ("order = 1", "order"),
    ("[order]\nurl = \"a[\"", "order.url"), ("[order]\ndelivery = \"d\"", "order.url"),
  ])
  func `the order table of a preset is validated`(toml: String, key: String) {
    let (before, after) = toml.hasPrefix("[") ? ("", toml) : (toml, "")
    let problem = PresetFixture.problem { () throws(PresetProblem) in
      try PresetFixture.preset(head: before, rest: after)
    }
    expectEqual(problem?.key, key)
  }
}
