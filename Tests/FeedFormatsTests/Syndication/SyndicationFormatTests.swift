import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct SyndicationFormatTests {
  private let enclosure = "<enclosure url=\"/1.jpg\" type=\"image/jpeg\"/>"

  @Test func `long URLs that differ at their ends are different ids`() throws {
    let address = "https://x.example/" + String(repeating: "a", count: 400)
    let page = try SyndicationFixture.page(
      SyndicationFixture.rss(
        "<item><link>\(address)1</link>\(enclosure)</item>"
          + "<item><link>\(address)2</link>\(enclosure)</item>"))

    expectEqual(page.photos.map(\.id), [address + "1", address + "2"])
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

  @Test func `a feed in another encoding is read, and an unknown encoding is reported`() throws {
    let head =
      "<?xml version=\"1.0\" encoding=\"ENCODING\"?><rss><channel><item><guid>1</guid>\(enclosure)<title>"
    func page(_ encoding: String) throws -> FeedPage {
      let bytes =
        Array(head.replacing("ENCODING", with: encoding).utf8) + [0xEB, 0xCF, 0xD4]
        + Array("</title></item></channel></rss>".utf8)
      #expect(SyndicationFormat.recognises(bytes, contentType: nil))
      return try SyndicationFixture.page(bytes)
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

  @Test(
    arguments: [
      (404, .notFound(name: "photos.example/blog/feed.xml")),
      (403, .permissionDenied(name: "photos.example")), (503, .serverOverloaded),
      (500, .serverFailed(host: "photos.example", status: 500)),
    ] as [(Int, PhotoSourceError)])
  func `error responses are explained`(status: Int, error: PhotoSourceError) {
    #expect(throws: error) { try SyndicationFixture.page([], status: status) }
  }

  @Test func `requests go to the feed and to the page that it links to`() throws {
    let format = SyndicationFormat(url: SyndicationFixture.url)
    let other = try #require(URL(string: "http://192.168.0.1/2"))
    let first = try format.request(for: FeedPageRequest())
    let second = try format.request(for: FeedPageRequest(position: .continuation(.url(other))))

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

  @Test(
    arguments: [
      ("\u{FEFF} <?xml version='1.0'?><!-- x --><rss version='2.0'><chan", nil, true),
      ("<feed xmlns='http://www.w3.org/2005/Atom'>", nil, true),
      ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", nil, true),
      ("nonsense", "application/atom+xml; charset=utf-8", true), ("<html>", "text/html", false),
      ("<opml/>", "text/xml", false), ("{}", "application/json", false), ("", nil, false),
    ] as [(String, String?, Bool)])
  func `feeds are recognised by their first element`(text: String, type: String?, isFeed: Bool) {
    expectEqual(SyndicationFormat.recognises(Array(text.utf8), contentType: type), isFeed)
  }

  private static let rssItem =
    "<item><guid>1</guid><enclosure url='/1.jpg' type='image/jpeg'/></item>"
  private static let entry =
    "<entry><id>1</id><link rel='enclosure' type='image/jpeg' href='/1.jpg'/></entry>"

  /// - Parameter kept: How much of the second item is there.
  @Test(arguments: [rssItem, entry], [1, 10, 30, 60])
  func `of a feed that is cut the whole items are read, and the cut is said`(
    item: String, kept: Int
  ) throws {
    let whole = item == Self.entry ? SyndicationFixture.atom(item) : SyndicationFixture.rss(item)
    let place = try #require(whole.range(of: item))
    let before = String(whole[..<place.lowerBound])
    let second = item.replacing("1", with: "2").prefix(kept)

    let page = try SyndicationFixture.page(before + item + second)

    expectEqual(page.photos.map(\.id), ["1"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(page.skipped.items.map(\.name), ["the rest of the feed"])
    #expect(page.skipped.items[0].reason.hasPrefix("it is cut off at line 1, column "))
    try expectEqual(SyndicationFixture.page(whole).skipped.count, 0)
    // One without a whole item is refused, and so is another mistake.
    for bad in [before + second, String(whole.dropLast(3)) + "x>"] {
      #expect(throws: PhotoSourceError.self) { try SyndicationFixture.page(bad) }
    }
  }
}
