import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct SyndicationFormatTests {
  private let enclosure = "<enclosure url=\"/1.jpg\" type=\"image/jpeg\"/>"

  @Test func `rss 2 is read`() throws {
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(
        """
        <title>Lake &amp; hills</title><link>https://photos.example/</link>
        <image><title>no photo</title><url>/logo.png</url></image>
        <item><title>couple</title><link>/couple</link><guid isPermaLink="false">c-1</guid>
          <pubDate>Sun, 01 Oct 2017 12:00:00 GMT</pubDate><description>&lt;p&gt;two people&lt;/p&gt;</description>
          <dc:creator>A. Lens</dc:creator><category>lake</category><category>couple</category>
          <enclosure url="/full/couple.jpg" length="1" type="image/jpeg"/></item>
        <item><title>no picture</title></item>
        """))

    expectEqual(page.title, "Lake & hills")
    expectEqual(page.skipped.count, 1)
    expectEqual(page.next, .end)
    expectEqual(
      page.photos,
      [
        Photo(
          id: "c-1", name: "couple", description: "two people", author: "A. Lens",
          createdAt: Date(timeIntervalSince1970: 1_506_859_200),
          thumbnailURL: URL(string: "https://photos.example/full/couple.jpg"),
          imageURL: URL(string: "https://photos.example/full/couple.jpg"),
          pageURL: URL(string: "https://photos.example/couple"), tags: ["lake", "couple"])
      ])
  }

  @Test func `rss 1 is read`() throws {
    let page = try SyndicationFixture.page(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="https://x.example"><title>Sale</title><items><rdf:Seq/></items></channel>
      <image><title>not the title</title></image>
      <item rdf:about="https://x.example/1"><title>one</title><link>https://x.example/1</link>
        <dc:date>2017-10-01T14:00:00+02:00</dc:date><dc:rights>CC BY 4.0</dc:rights>
        <enc:enclosure rdf:resource="https://x.example/1.jpg" type="image/jpeg"/></item>
      </rdf:RDF>
      """)
    let photo = try #require(page.photos.first)

    expectEqual(page.title, "Sale")
    expectEqual(photo.id, "https://x.example/1")
    expectEqual(photo.imageURL?.absoluteString, "https://x.example/1.jpg")
    expectEqual(photo.createdAt?.timeIntervalSince1970, 1_506_859_200)
    expectEqual(photo.licence?.name, "CC BY 4.0")
  }

  @Test func `atom is read`() throws {
    let page = try SyndicationFixture.page(
      """
      <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://atom.example/x/">
      <a:title type="html">A &lt;b&gt;lot&lt;/b&gt;</a:title><a:author><a:name>W H</a:name></a:author>
      <a:link rel="next" href="page2"/><a:link rel="license" href="https://creativecommons.org/licenses/by/4.0/"/>
      <a:entry><a:id>urn:1</a:id><a:title>a &lt;b&gt; &amp;amp;</a:title><a:updated>2018-01-01T00:00:00Z</a:updated>
        <a:published>2017-10-01T12:00:00Z</a:published><a:link href="one"/>
        <a:link rel="enclosure" type="image/jpeg" href="../1.jpg"/>
        <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">two<br/>lines</div></a:content>
        <a:category term="t1" label="Lake"/></a:entry>
      </a:feed>
      """)
    let photo = try #require(page.photos.first)

    expectEqual(page.title, "A lot")
    expectEqual(
      page.next, .continuation(.url(try #require(URL(string: "https://atom.example/x/page2")))))
    expectEqual(photo.id, "urn:1")
    expectEqual(photo.name, "a <b> &amp;")
    expectEqual(photo.author, "W H")
    expectEqual(photo.description, "two\nlines")
    expectEqual(photo.createdAt?.timeIntervalSince1970, 1_506_859_200)
    expectEqual(photo.pageURL?.absoluteString, "https://atom.example/x/one")
    expectEqual(photo.imageURL?.absoluteString, "https://atom.example/1.jpg")
    expectEqual(photo.licence?.name, "CC BY 4.0")
    expectEqual(photo.tags, ["Lake"])
  }

  @Test func `the namespace counts, and the prefix only if it is not bound`() throws {
    func image(_ attributes: String, _ item: String) throws -> String? {
      let text = "<rss \(attributes)><channel><item>\(item)</item></channel></rss>"
      return try SyndicationFixture.page(text).photos.first?.imageURL?.absoluteString
    }
    let content = "<media:content url='https://x.example/1.jpg'/>"

    #expect(try image("xmlns:m='http://search.yahoo.com/mrss'", "<m:content url='/1.jpg'/>") != nil)
    try expectEqual(image("", content), "https://x.example/1.jpg")
    try expectEqual(image("xmlns:media='urn:other'", content), nil)
    #expect(try image("xmlns='urn:unknown'", "<enclosure url='/1.jpg'/>") != nil)
  }

  @Test func `the next page is the one that the feed links to`() throws {
    func next(_ link: String) throws -> FeedPage.Next {
      try SyndicationFixture.page(SyndicationFixture.rss(link)).next
    }
    let second = try #require(URL(string: "https://photos.example/blog/feed.xml?paged=2"))

    try expectEqual(next("<atom:link rel='next' href='?paged=2'/>"), .continuation(.url(second)))
    try expectEqual(next("<atom:link rel='self' href='?paged=2'/>"), .end)
    try expectEqual(next("<atom:link rel='next' href='file:///etc/passwd'/>"), .end)
    try expectEqual(next("<link>https://photos.example/?paged=2</link>"), .end)
  }

  @Test func `relative URLs are resolved against the feed, and for a file against its folder`()
    throws
  {
    let feed = SyndicationFixture.rss("<item><enclosure url='a b.jpg'/></item>")
    let here = try #require(SyndicationFixture.page(feed).photos.first)
    let file = try #require(
      SyndicationFixture.page(feed, directory: Array("/pictures".utf8)).photos.first)
    let foreign = try SyndicationFixture.page(
      SyndicationFixture.rss("<item><enclosure url='file:///a.jpg'/></item>"))

    expectEqual(here.imageURL?.absoluteString, "https://photos.example/blog/a%20b.jpg")
    expectEqual(file.file, FileReference(path: "/pictures/a b.jpg"))
    #expect(foreign.photos.isEmpty)
    expectEqual(foreign.skipped.count, 1)
  }

  @Test func `a repeated id is skipped and counted`() throws {
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(
        "<item><guid>1</guid>\(enclosure)</item><item><guid>1</guid>\(enclosure)</item>"
          + "<item><guid>2</guid>\(enclosure)</item>"))

    expectEqual(page.photos.map(\.id), ["1", "2"])
    expectEqual(page.skipped.count, 1)
    expectEqual(page.itemCount, 3)
  }

  @Test func `long URLs that differ at their ends are different ids`() throws {
    let address = "https://x.example/" + String(repeating: "a", count: 400)
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(
        "<item><link>\(address)1</link>\(enclosure)</item>"
          + "<item><link>\(address)2</link>\(enclosure)</item>"))

    expectEqual(page.photos.map(\.id), [address + "1", address + "2"])
  }

  @Test func `google's product data is also read in atom`() throws {
    let photo = try #require(
      try SyndicationFixture.photo(
        entry: """
          <title>Lake</title><id>urn:1</id><link href="https://shop.example/1"/>
          <g:image_link>https://shop.example/1.jpg</g:image_link><g:price>1,299.00 EUR</g:price>
          <g:availability>in_stock</g:availability>
          """))

    expectEqual(photo.id, "urn:1")
    expectEqual(photo.imageURL?.absoluteString, "https://shop.example/1.jpg")
    expectEqual(photo.price, Price(amount: "1299.00", currency: "EUR"))
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.purchase?.url?.absoluteString, "https://shop.example/1")
  }

  @Test func `an empty feed is a feed`() throws {
    #expect(try SyndicationFixture.page("<rss/>").photos.isEmpty)
    #expect(try SyndicationFixture.page("<feed/>").photos.isEmpty)
    try expectEqual(SyndicationFixture.page(SyndicationFixture.rss("")).title, nil)
  }

  @Test func `a feed that ends too early is reported with its position`() {
    #expect(
      throws: PhotoSourceError.malformed(
        name: "photos.example/blog/feed.xml", line: 2, column: 10,
        reason: "unexpected end of file inside <item>")
    ) { try SyndicationFixture.page("<rss><channel>\n<item>abc") }
  }

  @Test(
    arguments: [
      ("", "", .unknown), ("{\"photos\": []}", "{\"photos\": []}", .json),
      ("<html><body>", "<html><body>", .webPage),
      ("<svg xmlns='x'/>", "<svg xmlns='x'/>", .picture),
      ("\u{1B}[2Jhello", "hello", .unknown), ("<", "<", .unknown),
    ] as [(String, String, ForeignContent)])
  func `anything that is not a feed is reported with its beginning`(
    text: String, beginning: String, content: ForeignContent
  ) {
    #expect(
      throws: PhotoSourceError.notAFeed(
        name: "photos.example/blog/feed.xml", beginning: beginning, content: content)
    ) { try SyndicationFixture.page(text) }
  }

  @Test func `a post without a picture is not an error, and an unreadable one has a reason`()
    throws
  {
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(
        """
        <item><title>Words</title><guid>1</guid></item>
        <item><title>Fog</title><guid>2</guid>\(enclosure)</item>
        <item><title>More words</title><guid>3</guid></item>
        <item><title>Fog again</title><guid>2</guid>\(enclosure)</item>
        """))

    expectEqual(page.photos.map(\.name), ["Fog"])
    #expect(page.skipped.count == 3 && page.skipped.picturelessCount == 2)
    expectEqual(page.skipped.items, [SkippedItem(name: "Fog again", reason: "duplicate id")])
  }

  @Test func `a feed in another encoding is read, and an unknown encoding is reported`() throws {
    let head =
      "<?xml version=\"1.0\" encoding=\"ENCODING\"?><rss><channel><item><guid>1</guid>\(enclosure)<title>"
    func page(_ encoding: String) throws -> FeedPage {
      let bytes =
        Array(head.replacing("ENCODING", with: encoding).utf8) + [0xEB, 0xCF, 0xD4]
        + Array("</title></item></channel></rss>".utf8)
      #expect(SyndicationFormat.recognises(bytes, contentType: nil))
      return try SyndicationFormat(url: SyndicationFixture.url).decode(
        HTTPResponse(status: 200, body: bytes, url: SyndicationFixture.url), of: FeedPageRequest(),
        in: FeedContext(url: SyndicationFixture.url, zone: .gmt, now: PresetFixture.now))
    }

    try expectEqual(page("KOI8-R").photos.map(\.name), ["Кот"])
    #expect(
      throws: PhotoSourceError.encodingUnknown(
        name: "photos.example/blog/feed.xml", encoding: "x-foo")
    ) { try page("X-Foo") }
  }

  @Test func `a long name in a reason is cut, and not the reason`() {
    let name = String(repeating: "name", count: 30)
    #expect(
      throws: PhotoSourceError.malformed(
        name: "photos.example/blog/feed.xml", line: 1, column: 249,
        reason: "expected </namenamenamena…enamename>, found </namenamenamena…enamename>")
    ) { try SyndicationFixture.page("<rss><\(name)x\(name)></\(name)y\(name)>") }
  }

  @Test func `names in reasons and texts are cleaned`() throws {
    #expect(
      throws: PhotoSourceError.malformed(
        name: "photos.example/blog/feed.xml", line: 1, column: 15,
        reason: "expected </ac>, found </b>")
    ) { try SyndicationFixture.page("<rss><a\u{202E}c><b/></b></rss>") }
    let photo = try SyndicationFixture.photo(
      item: "<title>a&#27;[31mb\u{202E}</title><guid>1\u{7}</guid>\(enclosure)")
    expectEqual(photo?.name, "ab")
    expectEqual(photo?.id, "1")
  }

  @Test func `error responses are explained`() {
    func error(_ status: Int) -> PhotoSourceError? {
      let response = HTTPResponse(status: status, url: SyndicationFixture.url)
      do throws(PhotoSourceError) {
        _ = try SyndicationFormat(url: SyndicationFixture.url).decode(
          response, of: FeedPageRequest(), in: FeedContext(now: PresetFixture.now))
        return nil
      } catch {
        return error
      }
    }
    let name = "photos.example/blog/feed.xml"

    expectEqual(error(404), .notFound(name: name))
    expectEqual(error(403), .permissionDenied(name: "photos.example"))
    expectEqual(error(503), .serverOverloaded)
    expectEqual(error(500), .serverFailed(host: "photos.example", status: 500))
  }

  @Test func `requests go to the feed and to the page that it links to`() throws {
    let format = SyndicationFormat(url: SyndicationFixture.url)
    let other = try #require(URL(string: "http://192.168.0.1/2"))
    let first = try format.request(for: FeedPageRequest())
    let second = try format.request(
      for: FeedPageRequest(position: .continuation(.url(other))))

    expectEqual(first.url, SyndicationFixture.url)
    expectEqual(first.headers["accept"]?.contains("application/rss+xml"), true)
    expectEqual(second.url, other)
  }

  @Test func `a source's id does not contain its keys`() throws {
    func format(_ text: String) throws -> SyndicationFormat {
      SyndicationFormat(url: try #require(URL(string: text)))
    }

    let secret = try format("https://u:p@x.example:8080/feed?key=hunter2#f")
    expectEqual(secret.title, "x.example:8080/feed")
    #expect(secret.sourceID.hasPrefix("rss https://x.example:8080/feed "))
    #expect(!secret.sourceID.contains("hunter2") && !secret.sourceID.contains("u:p"))
    #expect(
      try format("https://x.example/feed?a").sourceID != format("https://x.example/feed?b").sourceID
    )
  }

  @Test func `feeds are recognised by their first element`() {
    func isFeed(_ text: String, _ type: String? = nil) -> Bool {
      SyndicationFormat.recognises(Array(text.utf8), contentType: type)
    }

    #expect(isFeed("\u{FEFF} <?xml version='1.0'?><!-- x --><rss version='2.0'><chan"))
    #expect(isFeed("<feed xmlns='http://www.w3.org/2005/Atom'>"))
    #expect(isFeed("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"))
    #expect(isFeed("nonsense", "application/atom+xml; charset=utf-8"))
    #expect(!isFeed("<html>", "text/html"))
    #expect(!isFeed("<opml/>", "text/xml"))
    #expect(!isFeed("{}", "application/json"))
    #expect(!isFeed(""))
  }

  @Test(arguments: [0, 1, 30])
  func `of a feed that is cut the whole items are read, and the cut is said`(dropped: Int) throws {
    func item(_ id: Int) -> String {
      "<item><guid>\(id)</guid><enclosure url='https://i.example/\(id).jpg' type='image/jpeg'/></item>"
    }
    let whole = SyndicationFixture.rss(item(1) + item(2) + item(3))
    let end = try #require(whole.range(of: "</item></channel>")).lowerBound
    let cut = String(whole[..<end].dropLast(dropped))

    let page = try SyndicationFixture.page(cut)

    expectEqual(page.photos.map(\.id), ["1", "2"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(page.skipped.items.map(\.name), ["the rest of the feed"])
    #expect(page.skipped.items[0].reason.hasPrefix("it is cut off at line 1, column "))
    try expectEqual(SyndicationFixture.page(whole).skipped.count, 0)
  }

  @Test func `an Atom feed that is cut keeps its whole entries; one without is refused`() throws {
    let entry = """
      <entry><id>1</id><link rel="enclosure" type="image/jpeg" href="/1.jpg"/></entry>
      """
    let whole = SyndicationFixture.atom(entry + entry.replacing("1", with: "2"))
    let end = try #require(whole.range(of: "<id>2")).upperBound

    try expectEqual(SyndicationFixture.page(String(whole[..<end])).photos.map(\.id), ["1"])
    let first = try #require(whole.range(of: "<id>1")).upperBound
    #expect(throws: PhotoSourceError.self) {
      try SyndicationFixture.page(String(whole[..<first]))
    }
    // Another mistake is no cut.
    #expect(throws: PhotoSourceError.self) {
      try SyndicationFixture.page(whole.replacing("</feed>", with: "</fed>"))
    }
  }
}
