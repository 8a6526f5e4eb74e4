import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import GalleryOrders

/// Links into shops' carts, against the forms that the shops document.
@Suite(.timeLimit(.minutes(10))) struct ShopCartTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func links(_ channel: OrderRoute.Channel, _ items: [BasketItem]) async throws -> [String]
  {
    let placed = try await OrderRun().repository.place(
      .stub(items), by: OrderRoute(channel: channel))
    guard case .checkout(let links) = placed.outcome else { return [] }
    return links.map(\.url.absoluteString)
  }

  /// Shopify, *Create cart permalinks*: `http://{shop}.myshopify.com/cart/70881412:1,70881382:1`. At the shop's root, whatever
  /// its address ends with; photos of one variant add up.
  @Test(
    arguments: [
      (
        "https://shop.example",
        [.stub("7", variant: "70881412"), .stub("8", item: "8", variant: "70881382")],
        "https://shop.example/cart/70881412:1,70881382:1"
      ),
      (
        "https://shop.example",
        [.stub("7", variant: "1"), .stub("8", variant: "2"), .stub("9", variant: "1")],
        "https://shop.example/cart/1:2,2:1"
      ),
      (
        "https://shop.example/collections/prints", [.stub(variant: "1")],
        "https://shop.example/cart/1:1"
      ),
      (
        "https://me:pw@shop.example/?x=1#f", [.stub(variant: "1")],
        "https://shop.example/cart/1:1"
      ),
      ("https://shop.example/", [.stub(variant: "1")], "https://shop.example/cart/1:1"),
      ("http://[::1]:8080", [.stub(variant: "1")], "http://[::1]:8080/cart/1:1"),
    ] as [(String, [BasketItem], String)])
  func `shopify: one link with all variants`(
    shop: String, items: [BasketItem], link: String
  ) async throws {
    try await expectEqual(links(.shopify(url(shop)), items), [link])
  }

  /// WooCommerce, `WC_Form_Handler::add_to_cart_action`. A variation that isn't a number is left to the shop.
  @Test(
    arguments: [
      (
        "https://shop.example", [.stub("52", item: "52"), .stub("60", item: "60", variant: "61")],
        [
          "https://shop.example/?add-to-cart=52&quantity=1",
          "https://shop.example/?add-to-cart=60&variation_id=61&quantity=1",
        ]
      ),
      (
        "https://me:pw@host.example:8443/my%20shop/", [.stub(item: "5")],
        ["https://host.example:8443/my%20shop/?add-to-cart=5&quantity=1"]
      ),
      (
        "https://shop.example", [.stub(item: "5", variant: "1&x=1")],
        ["https://shop.example/?add-to-cart=5&quantity=1"]
      ),
    ] as [(String, [BasketItem], [String])])
  func `woocommerce: one link per item, with its variation`(
    shop: String, items: [BasketItem], expected: [String]
  ) async throws {
    try await expectEqual(links(.wooCommerce(url(shop)), items), expected)
  }

  @Test func `each link names its photos`() throws {
    let items = [
      BasketItem.stub("a", item: "1", variant: "3"), .stub("b", item: "2", variant: "4"),
    ]
    let shop = try url("https://shop.example")

    try expectEqual(ShopCart.shopify(items, at: shop).map(\.photoIDs), [["a", "b"]])
    try expectEqual(ShopCart.wooCommerce(items, at: shop).map(\.photoIDs), [["a"], ["b"]])
  }

  @Test(arguments: [
    "", " ", "0", "00", "-1", "+1", "1.5", "1 ", "1:9", "1,2:1", "1/../../x", "1&quantity=99",
    "1?x", "1#",
    "1%2F", "//evil.example", "٣", "１", "gid://shopify/ProductVariant/1", "1\n", "1\u{0}",
    String(repeating: "9", count: 21),
  ])
  func `an id that isn't a number is in no link`(id: String) async throws {
    let items = [
      BasketItem.stub("good", item: "1", variant: "1"), .stub("bad", item: id, variant: id),
    ]
    let shop = try url("https://shop.example")

    for channel in [OrderRoute.Channel.shopify(shop), .wooCommerce(shop)] {
      let run = OrderRun()
      await expectEqual(run.error(of: .stub(items), by: channel), .notSold(photoIDs: ["bad"]))
      #expect(run.fileNames.isEmpty)
    }
  }

  @Test func `all items without a number are named`() async throws {
    let items = [
      BasketItem.stub("a"), .stub("b", item: "1"), .stub("c", variant: "1"), .stub("d", item: "x"),
    ]
    let shop = try url("https://shop.example")

    await expectEqual(
      OrderRun().error(of: .stub(items), by: .shopify(shop)), .notSold(photoIDs: ["a", "b", "d"]))
    await expectEqual(
      OrderRun().error(of: .stub(items), by: .wooCommerce(shop)),
      .notSold(photoIDs: ["a", "c", "d"]))
  }

  @Test func `the links are recorded`() async throws {
    let run = OrderRun()

    let placed = try await run.repository.place(
      .stub([.stub(variant: "7")]), by: OrderRoute(channel: .shopify(url("https://shop.example"))))

    expectEqual(placed.number, "V-20261121-2579")
    expectEqual(run.fileNames, ["\(placed.number).record"])
    let links = try [url("https://shop.example/cart/7:1")]
    expectEqual(run.orders.map(\.state), [.checkout(links: links, isBought: false)])
  }

  @Test func `links are given even if they can't be recorded`() async throws {
    let run = OrderRun(folder: "/dev/null/orders")

    let placed = try await run.repository.place(
      .stub([.stub(variant: "7")]), by: OrderRoute(channel: .shopify(url("https://shop.example"))))

    guard case .checkout(let links) = placed.outcome else { return #expect(Bool(false)) }
    expectEqual(links.count, 1)
  }
}
