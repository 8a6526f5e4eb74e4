import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// What an item says about its picture, and at what price it is sold.
@Suite struct SyndicationWordsTests {
  private func photo(_ item: String, at date: String = "2023-11-14T22:13:20Z") throws -> Photo {
    let now = try #require(WrittenDate.date(date, zone: .gmt))
    return try #require(
      try SyndicationFixture.photo(
        item: "<enclosure url='/1.jpg' type='image/jpeg'/>\(item)", now: now))
  }

  @Test(arguments: [
    ("<title>R&amp;amp;D &lt;i>x&lt;/i></title>", "R&D x"),
    ("<title><![CDATA[a & b]]></title>", "a & b"),
    ("<title> </title><media:title type='html'>&lt;b>m&lt;/b></media:title>", "m"),
    ("<media:title type='plain'>&lt;b></media:title>", "<b>"),
    ("<media:group><media:title>in group</media:title></media:group>", "in group"),
    ("<g:title>g</g:title>", "g"), ("<dc:title>d</dc:title>", "d"), ("", "Untitled"),
  ])
  func `the title is the first that is not blank`(item: String, title: String) throws {
    try expectEqual(photo(item).name, title)
  }

  @Test(
    arguments: [
      ("<description>&lt;p>one&lt;/p>&lt;p>two&lt;/p></description>", "one\n\ntwo"),
      ("<description>&amp;lt;p&amp;gt;one&amp;lt;/p&amp;gt;</description>", "one"),
      ("<media:description>m</media:description><description>d</description>", "m"),
      ("<description/><content:encoded><![CDATA[<p>c</p>]]></content:encoded>", "c"),
      ("<title>same</title><description>same</description>", nil),
      ("<g:description>g</g:description>", "g"), ("<itunes:summary>i</itunes:summary>", "i"),
      ("<description>caf&eacute;&nbsp;&amp;eacute;</description>", "café é"),
    ] as [(String, String?)])
  func `descriptions are clean text`(item: String, text: String?) throws {
    try expectEqual(photo(item).description, text)
  }

  @Test(
    arguments: [
      (
        "<media:credit role='producer'>p</media:credit><media:credit role='Photographer'>A. Lens</media:credit><dc:creator>d</dc:creator>",
        "A. Lens"
      ),
      ("<dc:creator>d</dc:creator><author>a</author>", "d"),
      ("<author>a@x.example (A. Lens)</author>", "A. Lens"), ("<author>a@x.example</author>", nil),
      ("<author>A. Lens</author>", "A. Lens"),
      ("<atom:author><atom:name>W H</atom:name></atom:author>", "W H"),
      ("<media:credit scheme='urn:ebu'>Agency</media:credit>", "Agency"),
      ("<itunes:author>i</itunes:author>", "i"),
    ] as [(String, String?)])
  func `the photographer is used before the author of the text`(item: String, author: String?)
    throws
  {
    try expectEqual(photo(item).author, author)
  }

  @Test func `a title may be the placeholder for untitled photos`() throws {
    let titled = try photo("<title>Untitled</title>")
    let bare = try photo("")

    expectEqual(titled.title, "Untitled")
    expectEqual(bare.title, nil)
  }

  @Test(
    arguments: [
      (
        "<media:license href='http://creativecommons.org/licenses/by/2.0/de/'/>", "CC BY 2.0 DE",
        true
      ),
      ("<media:license href='/terms'>House rules</media:license>", "House rules", true),
      (
        "<cc:license rdf:resource='https://creativecommons.org/licenses/by-sa/4.0/'/>",
        "CC BY-SA 4.0", true
      ),
      (
        "<atom:link rel='license' href='https://creativecommons.org/publicdomain/zero/1.0/'/>",
        "CC0 1.0", true
      ),
      ("<dc:rights>© 2017 W H</dc:rights>", "© 2017 W H", false),
    ] as [(String, String, Bool)])
  func `licences have short names`(item: String, name: String, hasLink: Bool) throws {
    let licence = try photo(item).licence

    expectEqual(licence?.name, name)
    expectEqual((licence?.url != nil), hasLink)
  }

  @Test(
    arguments: [
      ("<g:price>15.00 USD</g:price><g:availability>in_stock</g:availability>", .forSale, "15.00"),
      ("<g:price>15.00 USD</g:price>", .forSale, "15.00"),
      (
        "<g:price>15.00 USD</g:price><g:availability>out of stock</g:availability>", .notForSale,
        "15.00"
      ),
      ("<g:price>15.00 USD</g:price><g:availability>preorder</g:availability>", .forSale, "15.00"),
      ("<g:availability>In Stock</g:availability>", .forSale, nil),
      ("<g:availability>perhaps</g:availability>", .unstated, nil),
      ("<g:sale_price>12.00 USD</g:sale_price><g:price>15.00 USD</g:price>", .forSale, "12.00"),
      ("<g:shipping><g:price>4.00 USD</g:price></g:shipping>", .unstated, nil),
      ("<g:price>call us</g:price>", .forSale, nil), ("", .unstated, nil),
      ("<media:price price='19.99' currency='EUR' type='rent'/>", .forSale, "19.99"),
      (
        "<media:price price='5.00' currency='EUR' type='rent'/><media:price price='20.00' currency='EUR' type='purchase'/>",
        .forSale, "20.00"
      ),
      ("<media:price type='package' info='/buy'/>", .forSale, nil),
      ("<media:group><media:price price='7' currency='EUR'/></media:group>", .forSale, "7"),
    ] as [(String, SaleStatus, String?)])
  func `the sale status is the one in the feed`(
    item: String, status: SaleStatus, amount: String?
  ) throws {
    let photo = try photo(item)

    expectEqual(photo.saleStatus, status)
    expectEqual(photo.price?.amount, amount)
    expectEqual((photo.purchase == nil), (status == .unstated || !item.contains("info")))
  }

  @Test(
    arguments: [
      // Google's interval; 2017-10-02 is inside, and 2017-10-09 is not.
      ("2017-10-01T00:00+0200/2017-10-08T00:00+0200", "12.00", "15.00"),
      ("2017-10-01T00:00+02:00 / 2017-10-08T00:00+02:00", "12.00", "15.00"),
      ("2017-10-01T00:00Z/", "12.00", "12.00"), ("2017-10-05T00:00Z/", "15.00", "12.00"),
      ("/2017-10-08T00:00Z", "12.00", "15.00"), ("2017-10-01/..", "12.00", "12.00"),
      ("2017-10-02/2017-10-02", "12.00", "15.00"), ("2017-10-01/2017-10-09", "12.00", "12.00"),
      ("2017-10-02T14:00+0200/2017-10-02T14:01+0200", "12.00", "15.00"),
      ("2017-10-02T15:00+0200/2017-10-08T14:01+0200", "15.00", "15.00"),
      // If it cannot be read, only the regular price counts.
      ("soon", "15.00", "15.00"), ("2017-10-08T00:00Z", "15.00", "15.00"),
      ("2017-10-08/2017-10-01", "15.00", "15.00"), ("2017-10-01/08", "15.00", "15.00"),
      ("/", "15.00", "15.00"), ("2017/2018", "15.00", "15.00"), ("a/b/c", "15.00", "15.00"),
      ("2017-10-01/P7D", "15.00", "15.00"), ("", "12.00", "12.00"),
    ])
  func `a sale price is valid during the sale`(
    period: String, during: String, after: String
  ) throws {
    let item = """
      <g:price>15.00 USD</g:price><g:sale_price>12.00 USD</g:sale_price>
      <g:sale_price_effective_date>\(period)</g:sale_price_effective_date>
      """

    try expectEqual(photo(item, at: "2017-10-02T12:00:00Z").price?.amount, during)
    try expectEqual(photo(item, at: "2017-10-09T12:00:00Z").price?.amount, after)
  }

  @Test(arguments: [
    ("0.00 USD", "15.00"), ("0", "15.00"), ("15.01 USD", "15.00"), ("20", "15.00"),
    ("12.00 EUR", "15.00"), ("call us", "15.00"), ("12.00", "12.00"), ("0.01 USD", "0.01"),
  ])
  func `a sale price of zero, or above the price, is ignored`(
    sale: String, amount: String
  ) throws {
    let photo = try photo("<g:price>15.00 USD</g:price><g:sale_price>\(sale)</g:sale_price>")

    expectEqual(photo.price, Price(amount: amount, currency: "USD"))
    expectEqual(photo.priceUntil, nil)
  }

  @Test(
    arguments: [
      (
        [
          "in stock", "in_stock", "InStock", "IN-STOCK", "available", "preorder", "Pre Order",
          "backorder",
          "https://schema.org/InStock", "http://schema.org/LimitedAvailability", "schema:PreOrder",
          "http://www.schema.org/BackOrder/", "limited availability", "true", "yes", "1",
        ], .forSale
      ),
      (
        [
          "out of stock", "out_of_stock", "OutOfStock", "oos", "sold out", "SOLD-OUT", "sold",
          "discontinued", "unavailable", "http://schema.org/OutOfStock",
          "https://schema.org/SoldOut",
          "https://schema.org/Discontinued", "0", "false", "no",
        ], .notForSale
      ),
      (
        ["perhaps", "2", "http://elsewhere.example/InStock", "in", "stock", "ausverkauft"],
        .unstated
      ),
    ] as [([String], SaleStatus)])
  func `an availability is read in any spelling, and an unknown one means nothing`(
    words: [String], status: SaleStatus
  ) throws {
    for word in words {
      let photo = try photo("<g:price>15.00 USD</g:price><g:availability>\(word)</g:availability>")
      expectEqual(photo.saleStatus, status, "\(word)")
      expectEqual(photo.price?.amount, "15.00")
    }
  }
}
