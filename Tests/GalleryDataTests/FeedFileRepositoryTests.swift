import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import FeedFormats
@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct FeedFileRepositoryTests {
  private let folder = TemporaryFolder.made()

  private func feed(_ ids: [Int], name: String = "feed.json") throws -> FeedFileRepository {
    let photos = ids.map { "{\"id\":\($0),\"image_url\":\"a.jpg\"}" }.joined(separator: ",")
    return repository(try folder.write(name, "{\"photos\":[\(photos)]}"))
  }

  private func repository(
    _ file: FileReference, byteLimit: Int = FeedFileRepository.byteLimit
  ) -> FeedFileRepository {
    FeedFileRepository(
      file: file, catalog: ShippedPresets.catalog, zone: utc, byteLimit: byteLimit)
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `pages join without a gap`(pageSize: Int) async throws {
    let repository = try feed([1, 2, 3, 4])

    var ids: [String] = []
    for number in 1...4 {
      let page = try await repository.page(for: PageRequest(page: number, pageSize: pageSize))
      expectEqual(page.totalCount, 4)
      expectEqual(page.hasMorePages, (number * pageSize < 4))
      ids += page.ids
    }

    expectEqual(ids, ["1", "2", "3", "4"])
  }

  @Test func `a refresh reads a file that changed`() async throws {
    let repository = try feed([1])
    _ = try await repository.page(for: PageRequest())

    _ = try feed([1, 2, 3])
    let remembered = try await repository.page(for: PageRequest())
    let refreshed = try await repository.page(for: PageRequest(anchor: "3", isRefresh: true))

    expectEqual(remembered.ids, ["1"])
    expectEqual(refreshed.ids, ["1", "2", "3"])
    expectEqual(refreshed.anchorRow, 2)
  }

  @Test func `a refresh that fails keeps the previous photos`() async throws {
    let repository = try feed([1])
    _ = try await repository.page(for: PageRequest())

    try folder.write("feed.json", "{")
    await #expect(throws: PhotoSourceError.self) {
      try await repository.page(for: PageRequest(isRefresh: true))
    }

    try await expectEqual(repository.ids(), ["1"])
  }

  @Test func `the title is the feed's, else the file's`() async throws {
    let popular = try folder.write("a.json", #"{"feature":"fresh_today","photos":[]}"#)
    let named = try folder.write("b.json", #"{"name":"Bog\u001b[0m","feature":"x","photos":[]}"#)

    await expectEqual(repository(popular).title, "a")
    await expectEqual(repository(named).title, "Bog")
    await expectEqual((try feed([], name: "my feed.json")).title, "my feed")
    await expectEqual(repository(folder.file("none.json")).title, "none")
  }

  @Test func `a broken feed is reported with its line and column`() async throws {
    let file = try folder.write("x.json", "{\"photos\":[\n  {\"id\":1,\n   \"name\":oops}]}")

    await expectEqual(
      failure(repository(file)),
      .malformed(name: "x.json", line: 3, column: 11, reason: "expected a value"))
  }

  @Test func `a feed in UTF-16 is read`() async throws {
    let units = Array(
      "\u{FEFF}{\"photos\":[{\"id\":1,\"image_url\":\"a\",\"name\":\"Nebel über Köln 霧\"}]}".utf16)
    let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    let page = try await repository(try folder.write("u16", bytes)).page(
      for: PageRequest())

    expectEqual(page.photos.map(\.name), ["Nebel über Köln 霧"])
  }

  @Test func `a path that isn't a file is reported without waiting`() async throws {
    mkfifo("\(folder.path)/pipe", 0o600)

    await expectEqual(
      failure(repository(folder.file("pipe"))), .notAFileOrFolder(name: "pipe"))
    await expectEqual(
      failure(repository(folder.file("none"))), .notFound(name: "none"))
    await expectEqual(
      failure(repository(try #require(FileReference(path: "/dev/zero")))),
      .notAFileOrFolder(name: "zero"))
    await expectEqual(
      failure(repository(folder.reference)),
      .notAFileOrFolder(name: FilePath.shownName(folder.reference)))
  }

  @Test func `a feed of exactly the limit is read and one byte more is not`() async throws {
    let text = #"{"photos":[]}"#
    let file = try folder.write("x.json", text)

    let exact = repository(file, byteLimit: text.utf8.count)
    #expect(try await exact.page(for: PageRequest()).photos.isEmpty)
    await expectEqual(
      failure(repository(file, byteLimit: text.utf8.count - 1)),
      .tooLarge(
        name: "x.json", byteCount: text.utf8.count, byteLimit: text.utf8.count - 1))
  }

  @Test func `concurrent callers share one reading`() async throws {
    let repository = try feed(Array(1...50))

    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await repository.page(for: PageRequest(isRefresh: true)).photos.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    expectEqual(counts, Array(repeating: 50, count: 20))
  }

  @Test func `details add nothing to a feed's photo`() async throws {
    let repository = try feed([1])
    let photo = try await firstPhoto(repository)

    #expect(!photo.needsDetails)
    await expectEqual(repository.details(of: photo), photo)
  }

  // MARK: Formats

  @Test func `a known format is read page by page`() async throws {
    let repository = FeedFileRepository(
      file: try folder.write("feed.x", "lines: a b c c !token=x"), catalog: StubCatalog(),
      zone: .gmt)

    let first = try await repository.page(for: PageRequest(pageSize: 3))
    let second = try await repository.page(for: PageRequest(page: 2, pageSize: 3, anchor: "c"))

    expectEqual(first.ids, ["lines:", "a", "b"])
    expectEqual(first.totalCount, 4)
    #expect(first.hasMorePages)
    expectEqual(second.ids, ["c"])
    // What the file names as its next page is not asked for.
    #expect(!second.hasMorePages)
    expectEqual(second.skipped.count, 1)
    expectEqual(second.anchorRow, 3)
    try await expectEqual(repository.page(for: PageRequest(anchor: "d")).anchorRow, nil)
    await expectEqual(repository.title, "feed")
  }

  @Test func `a file is read again when one of its prices ends`() async throws {
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

  @Test(arguments: [
    ("hello", "hello"), ("<x/>", "<x/>"), ("{}", "{}"), (#"{"photos":7}"#, #"{"photos":7}"#),
    ("", ""),
  ])
  func `what is in no known format is refused`(text: String, beginning: String) async throws {
    await expectEqual(
      failure(repository(try folder.write("feed.x", text))),
      .notAFeed(name: "feed.x", beginning: beginning))
    await expectEqual(
      failure(repository(try folder.write("x.html", "\n<!DOCTYPE html>\(text)"))),
      .notAFeed(name: "x.html", beginning: "<!DOCTYPE html>\(text)", content: .webPage))
  }

  @Test(arguments: [Date.distantPast, .distantFuture])
  func `a price of one's own feed has its end, also when it is over`(now: Date) async throws {
    let text =
      #"[{"id":1,"image_url":"a","price":"9","currency":"EUR","price_until":"2017-05-03T12:00:00Z"}]"#
    let repository = FeedFileRepository(
      file: try folder.write("feed.x", text), catalog: ShippedPresets.catalog, zone: .gmt,
      now: { now })

    let photo = try await firstPhoto(repository)

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
}
