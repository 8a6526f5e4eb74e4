import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import GalleryData

/// Local feed files in any format.
@Suite(.timeLimit(.minutes(10))) struct FeedFileFormatsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func repository(_ text: String, byteLimit: Int = 1_000) throws -> FeedFileRepository {
    FeedFileRepository(
      file: try folder.write("feed.x", text), catalog: StubCatalog(), zone: .gmt,
      byteLimit: byteLimit)
  }

  @Test func `a known format is read page by page`() async throws {
    let repository = try repository("lines: a b c c !token=x")

    let first = try await repository.page(for: PageRequest(pageSize: 3))
    let second = try await repository.page(for: PageRequest(page: 2, pageSize: 3, anchor: "c"))

    expectEqual(first.photos.map(\.id), ["lines:", "a", "b"])
    expectEqual(first.totalCount, 4)
    #expect(first.hasMorePages)
    expectEqual(second.photos.map(\.id), ["c"])
    // What the file names as its next page is not asked for.
    #expect(!second.hasMorePages)
    expectEqual(second.skipped.count, 1)
    expectEqual(second.anchorRow, 3)
    await expectEqual(repository.title, "feed")
  }

  @Test func `a file is read again when a price of its ends`() async throws {
    let clock = TestClock()
    let repository = FeedFileRepository(
      file: try folder.write("feed.x", "lines: !sale=100"), catalog: StubCatalog(), zone: .gmt,
      now: { clock.now })
    func price() async throws -> String? {
      try await repository.page(for: PageRequest()).photos.last?.price?.amount
    }

    try await expectEqual(price(), "12")
    clock.advance(seconds: 99)
    try await expectEqual(price(), "12")
    clock.advance(seconds: 1)
    try await expectEqual(price(), "15")
  }

  @Test func `a saved answer that is one page of several says so`() async throws {
    let file = try folder.write(
      "saved.json",
      #"{"result_count":73,"page_count":4,"results":[{"id":"1","url":"https://a.example/1.jpg"},{"id":"2"}]}"#
    )
    let repository = FeedFileRepository(
      file: file, preset: "openverse", catalog: ShippedPresets.catalog)

    let page = try await repository.page(for: PageRequest())

    #expect(page.photos.count == 1 && page.totalCount == 1 && !page.hasMorePages)
    expectEqual(page.statedCount, 73)
    #expect(page.skipped.picturelessCount == 1 && page.skipped.count == 1)
    try await expectEqual(repository.page(for: PageRequest(search: "x")).statedCount, nil)
  }

  @Test(arguments: [
    #"{"photos":[{"id":7,"image_url":"a.jpg"}]}"#, #"[{"id":7,"image_url":"a.jpg"}]"#,
    "\u{FEFF}{\"photos\":[{\"id\":7,\"for_sale\":1,\"images\":[{\"url\":\"a.jpg\"}]}",
  ])
  func `any other is a feed of Vitrine's own, whose pictures may be files beside it`(
    text: String
  ) async throws {
    let file = try folder.write("feed.x", text)
    let repository = FeedFileRepository(file: file, catalog: ShippedPresets.catalog)

    let photos = try await repository.page(for: PageRequest()).photos

    expectEqual(photos.map(\.id), ["7"])
    expectEqual(photos.first?.file, folder.file("a.jpg"))
  }

  @Test(arguments: ["hello", "<x/>", "{}", #"{"photos":7}"#])
  func `what is in no known format is refused`(text: String) async throws {
    let file = try folder.write("feed.x", text)
    await expectEqual(
      failure(FeedFileRepository(file: file, catalog: ShippedPresets.catalog)),
      .notAFeed(name: "feed.x", beginning: text))
  }

  @Test(arguments: [Date.distantPast, .distantFuture])
  func `a price of one's own feed has its end, also when it is over`(now: Date) async throws {
    let text =
      #"[{"id":1,"image_url":"a","price":"9","currency":"EUR","price_until":"2017-05-03T12:00:00Z"}]"#
    let repository = FeedFileRepository(
      file: try folder.write("feed.x", text), catalog: ShippedPresets.catalog, zone: .gmt,
      now: { now })

    let photo = try #require(try await repository.page(for: PageRequest()).photos.first)

    expectEqual(photo.price, Price(amount: "9", currency: "EUR"))
    expectEqual(photo.priceUntil, Date(timeIntervalSince1970: 1_493_812_800))
  }

  @Test(arguments: [
    (#"{"photos":[]}"#, true), ("\u{FEFF}{\"name\":\"Sold\",\"photos\":[ ]}", true),
    (#"{"photos":[1]}"#, false), (#"{"photos":["#, false), (#"{"results":[]}"#, false),
    (#"{"photos":[{}]}"#, false), (#"{"photos":[{""#, false),
  ])
  func `a list of photos that is empty is a feed at an address, too`(
    text: String, isOne: Bool
  ) async throws {
    let url = try #require(URL(string: "https://shop.example/feed.json"))
    let catalog = ShippedPresets.catalog
    let answer = HTTPResponse(status: 200, body: Array(text.utf8), url: url)

    let format = await catalog.format(recognising: answer, at: url)

    expectEqual(format != nil, isOne)
    if let format {
      let page = try format.decode(
        answer, of: FeedPageRequest(), in: FeedContext(url: url, zone: .gmt, now: .distantPast))
      #expect(page.photos.isEmpty && page.skipped.count == 0 && page.next == .end)
    }
  }

  @Test(arguments: [
    (
      #""feed_url":"https://p.example/a/feed.json","home_page_url":"https://h.example/","#,
      "https://p.example/img/cat.jpg", "https://p.example/a/dog.jpg"
    ),
    (
      #""home_page_url":"https://h.example/","#,
      "https://h.example/img/cat.jpg", "https://h.example/dog.jpg"
    ),
    (#""feed_url":"file:///etc/passwd","home_page_url":7,"#, "file:///img/cat.jpg", nil),
    ("", "file:///img/cat.jpg", nil),
  ])
  func `relative pictures of a saved JSON Feed belong to the address that it states`(
    address: String, cat: String, dog: String?
  ) async throws {
    let text =
      #"{"version":"https://jsonfeed.org/version/1","title":"x",\#(address)"items":["#
      + #"{"id":"1","image":"/img/cat.jpg"},{"id":"2","image":"dog.jpg"}]}"#
    let repository = FeedFileRepository(
      file: try folder.write("feed.json", text),
      catalog: ShippedPresets.catalog, zone: .gmt)

    let photos = try await repository.page(for: PageRequest()).photos

    expectEqual(photos.first?.imageURL?.absoluteString, cat)
    let beside = folder.reference.url?.appending(path: "dog.jpg").absoluteString
    expectEqual(photos.last?.imageURL?.absoluteString, dog ?? beside)
    expectEqual((photos.last?.file == nil), (dog != nil))
  }

  @Test(arguments: [#"{"photos":[{"id":7}]}"#, "lines: a"])
  func `one beyond the limit is refused, whatever its format`(text: String) async throws {
    let repository = try repository(text, byteLimit: text.utf8.count - 1)
    await #expect(
      throws: PhotoSourceError.tooLarge(
        name: "feed.x", byteCount: text.utf8.count, byteLimit: text.utf8.count - 1)
    ) { try await repository.page(for: PageRequest()) }
  }

  @Test func `a refresh reads what changed`() async throws {
    let repository = try repository("lines: a")
    _ = try await repository.page(for: PageRequest())
    try folder.write("feed.x", "lines: longer b")
    try await expectEqual(repository.page(for: PageRequest()).photos.count, 2)
    let page = try await repository.page(for: PageRequest(isRefresh: true))
    expectEqual(page.photos.map(\.id), ["lines:", "longer", "b"])

  }

  @Test func `it is searched and filtered in place`() async throws {
    let repository = try repository("lines: +cat1 dog +cat2 cat3")
    func ids(_ query: PageRequest) async throws -> [String] {
      try await repository.page(for: query).photos.map(\.id)
    }
    try await expectEqual(ids(PageRequest(filter: .forSale)), ["cat1", "cat2"])
    try await expectEqual(ids(PageRequest(search: "name-cat")).isEmpty, false)
    try await expectEqual(ids(PageRequest(search: "cat", filter: .forSale)), ["cat1", "cat2"])
    #expect(try await ids(PageRequest(search: "nothing")).isEmpty)
  }
}
