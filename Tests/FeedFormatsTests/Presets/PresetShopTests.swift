import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Shops, and how 500px and SmugMug describe a sale.
@Suite struct PresetShopTests {
  private static let keys: @Sendable (String) -> String? = {
    ["WOOCOMMERCE_CONSUMER_KEY": "ck_1", "WOOCOMMERCE_CONSUMER_SECRET": "cs_2"][$0]
  }

  @Test func `woocommerce-rest: keys are sent as name and password, and the currency is requested`()
    throws
  {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("woocommerce-rest"), argument: "shop.example/de",
      environment: Self.keys)
    let request = try format.request(for: FeedPageRequest(size: 20))
    let response = try PresetFixture.response(
      #"[{"id":7,"images":[{"src":"/7.jpg"}]},{"id":8,"images":[{"src":"/8.jpg"}]}]"#,
      url: "https://shop.example/de/wp-json/wc/v3/products")
    let joins = format.joins(
      of: response, on: FeedPageRequest(),
      in: FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now))

    expectEqual(
      request.url.absoluteString,
      "https://shop.example/de/wp-json/wc/v3/products?status=publish&page=1&per_page=20")
    let user = ServerCredentials(user: "ck_1", password: Array("cs_2".utf8))
    expectEqual(request.credentials, user)
    expectEqual(
      joins.map(\.url.absoluteString),
      ["https://shop.example/de/wp-json/wc/v3/data/currencies/current"])
    #expect(joins.allSatisfy { $0.credentials == user })
    let other = try #require(URL(string: "https://other.example/x.jpg"))
    expectEqual(format.imageRequest(for: other).credentials, nil)
  }

  @Test func `woocommerce-rest: without its keys nothing is requested`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("woocommerce-rest"), argument: "shop.example",
      environment: { $0 == "WOOCOMMERCE_CONSUMER_KEY" ? "ck_1" : nil })

    #expect(
      throws: PhotoSourceError.keyMissing(
        source: "WooCommerce REST", variable: "WOOCOMMERCE_CONSUMER_SECRET")
    ) { try format.request(for: FeedPageRequest()) }
  }
}
