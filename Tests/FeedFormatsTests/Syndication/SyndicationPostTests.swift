import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Posts of blogs, and collections of shops; what is read of them is in `Answers`.
@Suite struct SyndicationPostTests {
  @Test func `a picture is found however long after the text it comes`() throws {
    let text = String(repeating: "<p>words and more words</p>", count: 8_000)
    let photo = try SyndicationFixture.photo(
      item: "<guid>1</guid><description><![CDATA[\(text)<img src=/late.jpg>]]></description>")
    expectEqual(photo?.imageURL?.lastPathComponent, "late.jpg")
  }

  // MARK: Shopify

  private static func shop(_ entries: String) -> String {
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:s=\"http://jadedpixel.com/-/spec/shopify\">"
      + "\(entries)</feed>"
  }

  private static func product(_ id: Int) -> String {
    "<entry><id>\(id)</id><content type=\"html\">&lt;img src=\"/\(id).jpg\"></content>"
      + "<s:price currency=\"USD\">1</s:price></entry>"
  }

  @Test func `a Shopify collection continues with the next page until one is empty`() throws {
    func page(_ products: String, _ position: FeedPosition) throws -> FeedPage {
      try SyndicationFixture.page(Self.shop(products), position: position)
    }
    let first = try page(Self.product(1), .number(1))
    guard case .continuation(let next) = first.next else {
      Issue.record("no next page")
      return
    }
    let request = try SyndicationFormat(url: SyndicationFixture.url)
      .request(for: FeedPageRequest(position: .continuation(next)))

    expectEqual(request.url.absoluteString, SyndicationFixture.address + "?page=2")
    try expectEqual(
      page(Self.product(2), .continuation(next)).next, .continuation(.token("page=3")))
    try expectEqual(page("", .continuation(next)).next, .end)
  }

  // MARK: Encoding

  @Test func `a feed in undeclared Latin-1 is read`() throws {
    let item =
      "<item><title>Gr?ner See</title><enclosure url=\"https://x/1.jpg\" type=\"image/jpeg\"/></item>"
    let text = "<rss version=\"2.0\"><channel><title>Bl?tter</title>\(item)</channel></rss>"
    let latin = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFC : $0 }
    let guessed = try SyndicationFixture.page(latin)
    let plain = try SyndicationFixture.page(text.replacing("?", with: "ü"))

    #expect(SyndicationFormat.recognises(latin, contentType: nil))
    expectEqual(guessed.photos.map(\.name), ["Grüner See"])
    expectEqual(guessed.title, "Blütter")
    expectEqual(plain.photos, guessed.photos)
  }
}
