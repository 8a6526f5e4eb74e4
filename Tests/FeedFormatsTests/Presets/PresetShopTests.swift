import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Shops, and how 500px and SmugMug describe a sale.
@Suite struct PresetShopTests {
  @Test func `500px: all properties of a photo, including our price`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("500px"),
      #"""
      {"feature":"popular","name":"Popular","current_page":1,"total_pages":1000,"total_items":55697,
      "photos":[{"id":1,"name":"Moose Bog","description":"Two <b>moose</b>","camera":" NIKON D500",
      "lens":"50mm","iso":"100","aperture":"1.8","shutter_speed":"1/200","focal_length":"50",
      "taken_at":null,"created_at":"2017-10-01T08:00:00-04:00","url":"/photo/1/moose-bog",
      "for_sale":true,"price":"120.00","currency":"EUR","tags":["bog","moose"],"license_type":4,
      "width":6715,"height":3789,"user":{"fullname":" ","username":"alens"},"image_url":["https://i/s.jpg"],
      "images":[{"size":3,"https_url":"https://i/3.jpg"},{"size":2048,"https_url":"https://i/2048.jpg"},
      {"size":20,"https_url":"https://i/20.jpg"}]}]}
      """#, argument: "x.example")

    expectEqual(page.title, "Popular")
    expectEqual(page.totalCount, 55_697)
    expectEqual(page.next, .number)
    expectEqual(
      page.photos,
      [
        Photo(
          id: "1", name: "Moose Bog", description: "Two moose", camera: "NIKON D500",
          lens: "50mm",
          exposure: Exposure(
            focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
          author: "alens", createdAt: Date(timeIntervalSince1970: 1_506_859_200),
          thumbnailURL: URL(string: "https://i/20.jpg"),
          imageURL: URL(string: "https://i/2048.jpg"),
          pageURL: URL(string: "https://500px.com/photo/1/moose-bog"), saleStatus: .forSale,
          price: Price(amount: "120.00", currency: "EUR"), licence: Licence(name: "CC BY"),
          width: 6715, height: 3789, tags: ["bog", "moose"])
      ])
  }

  @Test(arguments: [
    ("0", "Standard 500px License"), ("8", "CC0"), ("\"6\"", "CC BY-SA"),
    ("\"All Rights Reserved\"", "All Rights Reserved"),
  ])
  func `500px: a licence by its number or its name`(type: String, name: String) throws {
    let photo = try PresetFixture.photo(
      "500px",
      #"{"photos":[{"id":1,"image_url":"https://i/1.jpg","license_type":\#(type)}]}"#,
      argument: "x.example")

    expectEqual(photo.licence?.name, name)
  }

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

  @Test
  func `woocommerce-rest: a response is recognised, and the end of its sale is known`() throws {
    let json = #"""
      [{"id":7,"name":"Fog","permalink":"https://shop.example/fog","regular_price":"15.00","sale_price":"12.00",
      "date_on_sale_to_gmt":"2023-11-15T00:00:00","purchasable":true,"stock_status":"outofstock",
      "images":[{"src":"https://shop.example/fog.jpg"}]}]
      """#
    let photo = try ownShop(json)

    expectEqual(
      PresetFixture.library.recognise(Array(json.utf8), url: nil)?.name, "woocommerce-rest")
    expectEqual(photo.saleStatus, .notForSale)
    expectEqual(photo.price?.amount, "12.00")
    expectEqual(photo.priceUntil, Date(timeIntervalSince1970: 1_700_006_400))
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
    (2, "1500", "null", "15.00", false), (0, "1500", "null", "1500", false),
    (3, "18000", "null", "18.000", false),
    (2, "1500", #"{"min_amount":"1500","max_amount":"4500"}"#, "15.00", true),
    (2, "1500", #"{"min_amount":"1500","max_amount":"1500"}"#, "15.00", false),
  ])
  func `woocommerce: prices in minor units and ranges`(
    digits: Int, price: String, range: String, amount: String, isLowest: Bool
  ) throws {
    let photo = try PresetFixture.photo(
      "woocommerce",
      #"""
      [{"id":34,"name":"Print &amp; Frame","permalink":"https://shop.example/p/34","short_description":"",
      "description":"<p>On paper</p>","prices":{"price":"\#(price)","currency_code":"EUR",
      "currency_minor_unit":\#(digits),"price_range":\#(range)},"images":[{"id":1,
      "src":"https://shop.example/l.jpg","thumbnail":"https://shop.example/t.jpg"}],
      "tags":[{"id":1,"name":"Fine art"}],"is_purchasable":true,"is_in_stock":true}]
      """#, argument: "shop.example")

    expectEqual(photo.name, "Print & Frame")
    expectEqual(photo.description, "On paper")
    expectEqual(photo.price, Price(amount: amount, currency: "EUR", isLowest: isLowest))
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.tags, ["Fine art"])
    expectEqual(photo.thumbnailURL?.absoluteString, "https://shop.example/t.jpg")
    expectEqual(photo.imageURL?.absoluteString, "https://shop.example/l.jpg")
    expectEqual(
      photo.purchase, PurchaseReference(itemID: "34", url: URL(string: "https://shop.example/p/34"))
    )
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

  @Test func `woocommerce: totals and the end are in headers`() throws {
    let preset = try PresetFixture.preset("woocommerce")
    let json = #"[{"id":1,"images":[{"src":"https://s/1.jpg"}]}]"#

    let first = try PresetFixture.page(
      preset, json,
      headers: ["x-wp-total": "23", "Link": "<https://s/p?page=2>; rel=\"next\""],
      argument: "shop.example")
    let last = try PresetFixture.page(
      preset, json, headers: ["X-WP-Total": "23", "Link": "<https://s/p?page=1>; rel=\"prev\""],
      argument: "shop.example")

    expectEqual(first.totalCount, 23)
    expectEqual(first.next, .number)
    expectEqual(last.next, .end)
  }

  @Test func `shopify: the storefront with its variants`() throws {
    let photo = try PresetFixture.photo(
      "shopify",
      #"""
      {"products":[{"id":7,"title":"Harbour","handle":"harbour","body_html":"&lt;p&gt;Dawn&lt;/p&gt;",
      "vendor":"Ann","published_at":"2023-05-01T10:00:00+02:00","tags":["sea","print"],"variants":[
      {"id":71,"title":"A2","price":"95.00","compare_at_price":"120.00","available":true},
      {"id":72,"title":"A4","price":"45.00","compare_at_price":null,"available":false},
      {"id":73,"title":"A3","price":"60.00","compare_at_price":null,"available":true}],
      "images":[{"id":1,"src":"https://cdn.example/h.jpg?v=1","width":3000,"height":2000}]}]}
      """#, argument: "shop.example/collections/prints?currency=CHF")

    expectEqual(photo.name, "Harbour")
    expectEqual(photo.author, "Ann")
    expectEqual(photo.description, "Dawn")
    expectEqual(photo.saleStatus, .forSale)
    // The cheapest available one: the cart accepts no other.
    expectEqual(photo.price, Price(amount: "60.00", currency: "CHF", isLowest: true))
    expectEqual(photo.purchase?.variantID, "73")
    expectEqual(photo.pageURL?.absoluteString, "https://shop.example/products/harbour")
    expectEqual(photo.thumbnailURL?.absoluteString, "https://cdn.example/h.jpg?v=1&width=480")
    expectEqual(photo.imageURL?.absoluteString, "https://cdn.example/h.jpg?v=1")
    expectEqual(photo.width, 3000)
    expectEqual(photo.tags, ["sea", "print"])
  }

  @Test func `shopify: the admin format, which says nothing about a sale`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("shopify"),
      #"""
      {"products":[{"id":1,"title":"A","handle":"a","tags":"sea, print","variants":[{"id":2,
      "price":"10.00","inventory_quantity":3}],"image":{"src":"https://cdn.example/a.jpg"},"images":[]},
      {"id":3,"title":"No picture","handle":"b","variants":[],"images":[],"image":null}]}
      """#, argument: "shop.example")

    expectEqual(page.photos.map(\.saleStatus), [.unstated])
    expectEqual(page.photos.first?.price, Price(amount: "10.00", currency: nil))
    expectEqual(page.photos.first?.tags, ["sea", "print"])
    expectEqual(page.skipped.count, 1)
    expectEqual(page.next, .number)
  }

  @Test func `shopify: a sold-out product is not for sale`() throws {
    let photo = try PresetFixture.photo(
      "shopify",
      #"{"products":[{"id":1,"handle":"a","variants":[{"id":2,"price":"1","available":false}],"images":[{"src":"https://c/a.jpg"}]}]}"#,
      argument: "shop.example")

    expectEqual(photo.saleStatus, .notForSale)
  }

  @Test func `smugmug: an album's images`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("smugmug"),
      #"""
      {"Response":{"Uri":"/api/v2/album/a!images","AlbumImage":[{"ImageKey":"qS9","Title":" ",
      "FileName":"7P1.JPG","Caption":"A <i>marmot</i>","KeywordArray":["marmot"],"CanBuy":true,
      "DateTimeOriginal":"2019-07-09T16:34:35+00:00","ThumbnailUrl":"https://p.example/Th.jpg",
      "ArchivedUri":"https://p.example/D.jpg","WebUri":"https://w.example/qS9","OriginalWidth":3474,
      "OriginalHeight":2779}],"Pages":{"Total":34,"Start":1,"Count":1,"RequestedCount":1}},"Code":200,
      "Message":"Ok"}
      """#, request: FeedPageRequest(size: 1), argument: "HZMsPf")

    let photo = try #require(page.photos.first)
    expectEqual(photo.name, "7P1.JPG")
    expectEqual(photo.description, "A marmot")
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_562_690_075))
    expectEqual(photo.imageURL?.absoluteString, "https://p.example/D.jpg")
    expectEqual(photo.thumbnailURL?.absoluteString, "https://p.example/Th.jpg")
    expectEqual(page.totalCount, 34)
    expectEqual(page.next, .number)
  }

  @Test func `etsy: the third form of its responses`() throws {
    let photo = try PresetFixture.photo(
      "etsy",
      #"""
      {"count":51,"results":[{"listing_id":9,"state":"active","title":"Ann&#39;s print",
      "description":"On paper","url":"https://www.etsy.com/listing/9","created_timestamp":1506859200,
      "tags":["sea"],"price":{"amount":2550,"divisor":100,"currency_code":"USD"},"images":[{
      "url_570xN":"https://i.etsystatic.com/570.jpg","url_fullxfull":"https://i.etsystatic.com/full.jpg",
      "full_width":2000,"full_height":1500}]}]}
      """#, argument: "1234")

    expectEqual(photo.name, "Ann's print")
    expectEqual(photo.price, Price(amount: "25.50", currency: "USD"))
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_506_859_200))
    expectEqual(photo.thumbnailURL?.absoluteString, "https://i.etsystatic.com/570.jpg")
    expectEqual(photo.imageURL?.absoluteString, "https://i.etsystatic.com/full.jpg")
    expectEqual(photo.width, 2000)
  }

  @Test func `etsy: the second form of its responses`() throws {
    let page = try PresetFixture.page(
      try PresetFixture.preset("etsy"),
      #"""
      {"count":2,"results":[{"listing_id":9,"state":"sold_out","title":"Print","price":"15.00",
      "currency_code":"GBP","creation_tsz":1506859200,"MainImage":{"url_570xN":"https://i/5.jpg",
      "url_fullxfull":"https://i/f.jpg"}},{"listing_id":10,"state":"active","title":"Stub"}]}
      """#, argument: "1234")

    let photo = try #require(page.photos.first)
    expectEqual(photo.price, Price(amount: "15.00", currency: "GBP"))
    expectEqual(photo.saleStatus, .notForSale)
    expectEqual(photo.imageURL?.absoluteString, "https://i/f.jpg")
    expectEqual(page.skipped.count, 1)
  }
}
