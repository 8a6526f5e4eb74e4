import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Posts of blogs and microblogs: several pictures, texts without a title, pages without a link.
@Suite struct SyndicationPostTests {
  private func photos(_ item: String) throws -> [Photo] {
    try SyndicationFixture.page(SyndicationFixture.rss("<item>\(item)</item>")).photos
  }

  private func names(_ photos: [Photo]) -> [String] {
    photos.map { $0.imageURL?.lastPathComponent ?? "-" }
  }

  // MARK: Several pictures

  @Test(
    arguments: [
      // A single picture in the text is the separate one in another size.
      (
        "<enclosure url='/b.jpg' type='image/jpeg'/><description>&lt;img src=/m.jpg></description>",
        ["b.jpg"]
      ),
      // Several pictures are added to it.
      (
        "<enclosure url='/b.jpg' type='image/jpeg'/><description>&lt;img src=/b-300x200.jpg>&lt;img src=/c.jpg></description>",
        ["b.jpg", "c.jpg"]
      ),
      // What is sold is one thing.
      (
        "<g:price>5 EUR</g:price><g:image_link>/g.jpg</g:image_link><description>&lt;img src=/b.jpg>&lt;img src=/c.jpg></description>",
        ["g.jpg"]
      ),
      // Sizes state their dimensions; pictures do not.
      (
        "<media:content url='/a.jpg' width='100'/><media:content url='/b.jpg' width='900'/>",
        ["b.jpg"]
      ),
      (
        "<media:content url='/a.jpg' medium='image'/><media:content url='/b.jpg' medium='image'/>",
        ["a.jpg", "b.jpg"]
      ),
      (
        "<media:group><media:content url='/a.jpg'/><media:content url='/b.jpg' width='9'/></media:group>",
        ["b.jpg"]
      ),
      (
        "<enclosure url='/a.jpg' type='image/jpeg'/><enclosure url='/b.jpg' type='image/jpeg'/>",
        ["a.jpg", "b.jpg"]
      ),
    ])
  func `sizes of one picture and several pictures are distinguished`(item: String, names: [String])
    throws
  {
    try expectEqual(self.names(photos(item)), names)
  }

  @Test func `a picture is found however long after the text it comes`() throws {
    let text = String(repeating: "<p>words and more words</p>", count: 8_000)
    let photos = try photos(
      "<guid>1</guid><description><![CDATA[\(text)<img src=/late.jpg>]]></description>")
    expectEqual(names(photos), ["late.jpg"])
  }

  // MARK: Mastodon, Pixelfed

  @Test(
    arguments: [
      ("<description>One line only</description>", "One line only", "One line only"),
      ("<description>First&lt;br>Second</description>", "First", "First\nSecond"),
      ("<title>T</title><description>First&lt;br>Second</description>", "T", "First\nSecond"),
      ("", nil, nil),
    ] as [(String, String?, String?)])
  func `a post without a title gets its first line as the title`(
    item: String, title: String?, description: String?
  ) throws {
    let photo = try #require(try photos(item + "<enclosure url='/1.jpg' type='image/jpeg'/>").first)

    expectEqual(photo.title, title)
    expectEqual(photo.description, description)
  }

  // MARK: Pages of WordPress

  private static func blog(_ generator: String, posts: ClosedRange<Int>?) -> String {
    let items = (posts.map(Array.init) ?? []).map {
      "<item><guid>\($0)</guid><enclosure url='/\($0).jpg' type='image/jpeg'/></item>"
    }
    return SyndicationFixture.rss("<title>B</title>\(generator)" + items.joined())
  }

  private static let generator = "<generator>https://wordpress.org/?v=6.4.1</generator>"

  @Test(arguments: [
    "", "<generator>Hugo</generator>", Self.generator + "<atom:link rel='next' href='/elsewhere'/>",
  ])
  func `other feeds, and those that link to their next page, are unchanged`(
    generator: String
  ) throws {
    let page = try SyndicationFixture.page(Self.blog(generator, posts: 1...2))
    #expect(page.next != .continuation(.token("2")))
  }

  // MARK: Shopify

  /// A product in the form of Shopify's feeds at `/collections/NAME.atom`.
  private static func product(_ id: Int, _ forms: String, tags: String = "") -> String {
    """
    <entry><id>https://shop.example/products/\(id)</id><published>2026-05-15T15:53:50-04:00</published>
    <link rel="alternate" type="text/html" href="https://shop.example/products/pier-\(id)"/>
    <title>Pier — no. \(id)</title><s:type>Print</s:type><s:vendor>Ann Lens</s:vendor>
    <summary type="html"><![CDATA[<table border="0"><tr>
    <td width="200"><img width="200" src="https://cdn.shopify.com/s/files/1/pier.jpg?v=1778874818"></td>
    <td valign="bottom"><p><strong>Vendor: </strong>Ann Lens<br><strong>Type: </strong>Print<br>
    <strong>Price: </strong> 15.50</p></td></tr><tr><td colspan="2"><p>A pier <em>in fog</em>.</p></td></tr></table>]]>
    </summary>\(tags)\(forms)</entry>
    """
  }

  private static func form(_ price: String, currency: String? = "USD", rest: String = "") -> String
  {
    let currency = currency.map { " currency=\"\($0)\"" } ?? ""
    return "<s:variant><id>https://shop.example/products/1</id><title>Default Title</title>"
      + "<s:price\(currency)>\(price)</s:price><s:sku/><s:grams>204</s:grams>\(rest)</s:variant>"
  }

  private static func shop(_ entries: String) -> String {
    "<feed xml:lang=\"en\" xmlns=\"http://www.w3.org/2005/Atom\""
      + " xmlns:s=\"http://jadedpixel.com/-/spec/shopify\"><title>Shop</title>"
      + "<author><name>Shop</name></author>\(entries)</feed>"
  }

  @Test(
    arguments: [
      (form("18.00") + form("17.00"), "17.00", "USD", true, SaleStatus.forSale),
      (form("18.00") + form("18.00"), "18.00", "USD", false, .forSale),
      (form("3,499.00", currency: "PKR"), "3499.00", "PKR", false, .forSale),
      (form("18.00", currency: nil), "18.00", nil, false, .forSale),
      ("<s:price currency=\"MXN\">750.00</s:price>", "750.00", "MXN", false, .forSale),
      // The cheapest available one.
      (
        form("9.00", rest: "<s:available>false</s:available>")
          + form("12.00", rest: "<s:available>true</s:available>"), "12.00", "USD", false, .forSale
      ),
      (form("9.00", rest: "<s:available>false</s:available>"), "9.00", "USD", false, .notForSale),
      (
        form("9.00", rest: "<s:availability>sold out</s:availability>"), "9.00", "USD", false,
        .notForSale
      ),
      (form("18.00") + form("17.00", currency: "EUR"), nil, nil, false, .forSale),
      (form("free"), nil, nil, false, .unstated),
    ] as [(String, String?, String?, Bool, SaleStatus)])
  func `the variants of a Shopify product give one price`(
    forms: String, amount: String?, currency: String?, isLowest: Bool, status: SaleStatus
  ) throws {
    let photo = try #require(
      try SyndicationFixture.page(Self.shop(Self.product(1, forms))).photos.first)

    expectEqual(photo.price?.amount, amount)
    expectEqual(photo.price?.currency, currency)
    expectEqual(photo.price?.isLowest ?? false, isLowest)
    expectEqual(photo.saleStatus, status)
  }

  @Test func `a Shopify collection continues with the next page until one is empty`() throws {
    let url = SyndicationFixture.url
    let format = SyndicationFormat(url: url)
    func page(_ text: String, _ position: FeedPosition) throws -> FeedPage {
      try format.decode(
        HTTPResponse(status: 200, headers: HTTPHeaders(), body: Array(text.utf8), url: url),
        of: FeedPageRequest(position: position),
        in: FeedContext(url: url, zone: .gmt, now: PresetFixture.now))
    }
    let first = try page(Self.shop(Self.product(1, Self.form("1"))), .number(1))
    guard case .continuation(let next) = first.next else {
      Issue.record("no next page")
      return
    }
    let request = try format.request(for: FeedPageRequest(position: .continuation(next)))
    let last = try page(Self.shop(""), .continuation(next))

    expectEqual(request.url.absoluteString, SyndicationFixture.address + "?page=2")
    try expectEqual(
      page(Self.shop(Self.product(2, Self.form("1"))), .continuation(next)).next,
      .continuation(.token("page=3")))
    expectEqual(last.next, .end)
  }

  // MARK: Encoding

  @Test func `a feed in undeclared Latin-1 is read, and that is noted`() throws {
    let item =
      "<item><title>Gr?ner See</title><enclosure url=\"https://x/1.jpg\" type=\"image/jpeg\"/></item>"
    let text = "<rss version=\"2.0\"><channel><title>Bl?tter</title>\(item)</channel></rss>"
    let url = SyndicationFixture.url
    func page(_ bytes: [UInt8]) throws -> FeedPage {
      try SyndicationFormat(url: url).decode(
        HTTPResponse(status: 200, headers: ["Content-Type": "text/xml"], body: bytes, url: url),
        of: FeedPageRequest(), in: FeedContext(url: url, zone: .gmt, now: PresetFixture.now))
    }
    let latin = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFC : $0 }
    let guessed = try page(latin)
    let plain = try page(Array(text.replacing("?", with: "ü").utf8))

    #expect(SyndicationFormat.recognises(latin, contentType: nil))
    expectEqual(guessed.photos.map(\.name), ["Grüner See"])
    expectEqual(guessed.title, "Blütter")
    #expect(guessed.hasGuessedEncoding)
    #expect(!plain.hasGuessedEncoding)
    expectEqual(plain.photos, guessed.photos)
  }
}
