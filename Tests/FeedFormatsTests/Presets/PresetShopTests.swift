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

  /// The only photo in a response of the REST API.
  private func ownShop(_ json: String, joined: [String: String] = [:]) throws -> Photo {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("woocommerce-rest"), argument: "shop.example",
      environment: Self.keys)
    let response = try PresetFixture.response(
      json, url: "https://shop.example/wp-json/wc/v3/products")
    var context = FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)
    for (url, answer) in joined {
      context.joined[try #require(URL(string: url))] = Array(answer.utf8)
    }
    let page = try format.decode(response, of: FeedPageRequest(), in: context)
    expectEqual(page.photos.count, 1)
    return try #require(page.photos.first)
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

  @Test func `woocommerce-rest: a product without a picture is not one that didn't come`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("woocommerce-rest"), argument: "shop.example",
      environment: Self.keys)
    let response = try PresetFixture.response(
      #"[{"id":7,"name":"Voucher","images":[]}]"#,
      url: "https://shop.example/wp-json/wc/v3/products")
    let context = FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)

    // The currency, which has not come, has nothing to do with pictures.
    let page = try format.decode(response, of: FeedPageRequest(), in: context)

    #expect(page.skipped.picturelessCount == 1 && page.skipped.unreadableCount == 0)
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

  @Test
  func `woocommerce-rest: an item with variants has its lowest price, in the shop's currency`()
    throws
  {
    let photo = try ownShop(
      #"""
      [{"id":9,"name":"Hoodie &amp; cap","permalink":"https://shop.example/hoodie","type":"variable",
      "date_created":"2020-08-10T17:57:53","date_created_gmt":"2020-08-10T16:57:53","status":"publish",
      "price":"42","regular_price":"","sale_price":"","purchasable":true,"stock_status":"instock",
      "variations":[31,32],"images":[{"id":1,"src":"https://shop.example/h.jpg","alt":"A hoodie"}],"tags":[]}]
      """#,
      joined: [
        "https://shop.example/wp-json/wc/v3/data/currencies/current":
          #"{"code":"EUR","name":"Euro","symbol":"&euro;"}"#
      ])

    expectEqual(photo.name, "Hoodie & cap")
    expectEqual(photo.description, "A hoodie")
    expectEqual(photo.price, Price(amount: "42", currency: "EUR", isLowest: true))
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.createdAt?.timeIntervalSince1970, 1_597_078_673)
  }

  @Test(
    arguments: [
      // The clock of the tests says 2023-11-14T22:13:20Z.
      (#""sale_price":"12.00""#, "12.00"),
      (#""sale_price":"12.00","date_on_sale_from":null,"date_on_sale_to":null"#, "12.00"),
      (#""sale_price":"12.00","date_on_sale_to_gmt":"2023-11-14T22:13:21""#, "12.00"),
      (#""sale_price":"12.00","date_on_sale_to_gmt":"2023-11-14T22:13:20""#, "15.00"),
      (#""sale_price":"12.00","date_on_sale_from_gmt":"2023-11-14T22:13:21""#, "15.00"),
      // UTC counts if the shop's own clock says otherwise.
      (
        #""sale_price":"12.00","date_on_sale_to":"2023-11-14T23:59:59","date_on_sale_to_gmt":"2023-11-14T21:59:59""#,
        "15.00"
      ),
      (#""sale_price":"12.00","date_on_sale_to":"2023-11-14""#, "12.00"),
      (#""sale_price":"12.00","date_on_sale_to":"soon""#, "15.00"),
      (#""sale_price":"0""#, "15.00"), (#""sale_price":"16""#, "15.00"),
      (#""sale_price":"""#, "15.00"),
    ])
  func `woocommerce-rest: without the price that is charged, a sale price is valid in its period`(
    sale: String, amount: String
  ) throws {
    let photo = try ownShop(
      #"""
      [{"id":7,"name":"Fog","permalink":"https://shop.example/fog","regular_price":"15.00",
      \#(sale),"purchasable":true,"stock_status":"instock","images":[{"src":"https://shop.example/fog.jpg"}]}]
      """#)

    expectEqual(photo.price?.amount, amount)
    expectEqual(photo.saleStatus, .forSale)
  }

  @Test(
    arguments: [
      // Free, dearer than the regular price, and by a plugin of the shop.
      ("0", #""sale_price":"0""#, nil), ("60", #""sale_price":"60""#, nil),
      ("47.50", #""sale_price":null"#, nil),
      // The shop's own clock turns the price; ours says 2023-11-14T22:13:20Z.
      ("50", #""sale_price":"40","date_on_sale_from_gmt":"2023-11-14T22:13:19""#, nil),
      ("40", #""sale_price":"40","date_on_sale_to_gmt":"2023-11-14T22:13:20""#, nil),
      // Until when follows from the others.
      ("0", #""sale_price":"0","date_on_sale_to_gmt":"2023-11-14T22:13:21""#, 1_700_000_001),
      ("60", #""sale_price":"60","date_on_sale_to_gmt":"2023-11-14T22:13:21""#, 1_700_000_001),
      ("50", #""sale_price":"40","date_on_sale_from_gmt":"2023-11-14T22:13:21""#, 1_700_000_001),
    ] as [(String, String, Double?)])
  func `woocommerce-rest: the price is what the shop charges`(
    price: String, sale: String, until: Double?
  ) throws {
    let photo = try ownShop(
      #"""
      [{"id":7,"name":"Fog","permalink":"https://shop.example/fog","price":"\#(price)","regular_price":"50",
      \#(sale),"purchasable":true,"stock_status":"instock","images":[{"src":"https://shop.example/fog.jpg"}]}]
      """#)

    expectEqual(photo.price?.amount, price)
    expectEqual(photo.priceUntil, until.map(Date.init(timeIntervalSince1970:)))
  }

  @Test(
    arguments: [
      ("true", .forSale), ("\"yes\"", .forSale), ("\"http://schema.org/InStock\"", .forSale),
      ("1", .forSale),
      ("0", .notForSale), ("\"no\"", .notForSale), ("\"Sold Out\"", .notForSale),
      ("\"OutOfStock\"", .notForSale), ("\"perhaps\"", .unstated), ("7", .unstated),
      ("null", .unstated),
      ("\"\"", .unstated), ("{}", .unstated),
    ] as [(String, SaleStatus)])
  func `sale statuses are read in the words of shops, whatever the preset`(
    value: String, status: SaleStatus
  ) throws {
    let image = #""image_url":"https://i.example/1.jpg""#
    let answers = [
      ("500px", #"{"photos":[{"id":1,\#(image),"for_sale":\#(value)}]}"#),
      (
        "jsonfeed",
        #"{"items":[{"id":"1","image":"https://i.example/1.jpg","_photo":{"for_sale":\#(value)}}]}"#
      ),
      (
        "shopify",
        #"{"products":[{"id":1,"handle":"h","images":[{"src":"https://i.example/1.jpg"}],"variants":[{"available":\#(value)}]}]}"#
      ),
      (
        "smugmug",
        #"{"Response":{"AlbumImage":[{"ImageKey":"1","ArchivedUri":"https://i.example/1.jpg","CanBuy":\#(value)}]}}"#
      ),
    ]
    for (preset, json) in answers {
      let photo = try PresetFixture.photo(preset, json, argument: "x.example")
      expectEqual(photo.saleStatus, status, "\(preset)")
    }
  }

  @Test(
    arguments: [
      ("active", .forSale), ("Active", .forSale), ("sold_out", .notForSale), ("draft", .notForSale),
      ("new_word", .unstated), ("", .unstated),
    ] as [(String, SaleStatus)])
  func `etsy: an unknown state means nothing`(state: String, status: SaleStatus) throws {
    let photo = try PresetFixture.photo(
      "etsy",
      #"{"count":1,"results":[{"listing_id":1,"title":"a","state":"\#(state)","images":[{"url_fullxfull":"https://i.example/1.jpg"}]}]}"#,
      argument: "7")

    expectEqual(photo.saleStatus, status)
  }

  @Test(arguments: [
    ("true", "true", SaleStatus.forSale), ("true", "false", .notForSale),
    ("false", "true", .notForSale),
  ])
  func `woocommerce: for sale means that it can be bought and is in stock`(
    purchasable: String, inStock: String, status: SaleStatus
  ) throws {
    let photo = try PresetFixture.photo(
      "woocommerce",
      #"[{"id":1,"images":[{"src":"https://s/1.jpg"}],"is_purchasable":\#(purchasable),"is_in_stock":\#(inStock)}]"#,
      argument: "shop.example")

    expectEqual(photo.saleStatus, status)
    expectEqual(photo.price, nil)
  }
}
