import ExpectationSupport
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import FeedFormats
@testable import GalleryData

/// What is stored, what is requested again, and what is available without a network.
@Suite(.timeLimit(.minutes(10))) struct RemoteStoreTests {
  @Test func `a page is stored as it arrives and is available without a request`() async throws {
    let feed = RemoteFeed { _ in "!title=Alps a b c !more" }
    await expectEqual(feed.repository.storedPage(for: PageRequest()), nil)

    _ = try await feed.page(1)
    feed.clock.advance(seconds: 60)
    let stored = try #require(await feed.repository.storedPage(for: PageRequest()))

    expectEqual(stored.ids, ["a", "b", "c"])
    #expect(stored.hasMorePages)
    expectEqual(stored.storedAt, Date(timeIntervalSince1970: 1_700_000_000))
    await expectEqual(feed.repository.title, "Alps")
    expectEqual(feed.transport.requestCount, 1)
  }

  @Test func `a photo that two stored pages share is in the first of them`() async throws {
    let feed = RemoteFeed(.numbered) { $0 == 2 ? "c d" : "a b c !more" }
    _ = try await feed.page(1)
    let fresh = try await feed.page(2)
    let stored = try #require(await feed.repository.storedPage(for: PageRequest(page: 2)))

    expectEqual(fresh.ids, ["d"])
    expectEqual(stored.ids, ["d"])
  }

  @Test func `a page that is still fresh is not requested again`() async throws {
    let feed = RemoteFeed(headers: ["Cache-Control": "max-age=100"]) { _ in "a" }
    _ = try await feed.page(1)

    feed.clock.advance(seconds: 99)
    let fresh = try await feed.page(1)
    expectEqual(fresh.storedAt, nil)
    expectEqual(feed.transport.requestCount, 1)

    feed.clock.advance(seconds: 2)
    _ = try await feed.page(1)
    expectEqual(feed.transport.requestCount, 2)
  }

  /// What is stored has no permission left, and doesn't say what is missing.
  @Test(arguments: [
    "a !url=https://lines.example/2?X-Amz-Date=1&X-Amz-Signature=secret", "a !missing",
  ])
  func `a page that needs permissions, or lacks photos, is requested again, however fresh`(
    answer: String
  ) async throws {
    let headers: HTTPHeaders = ["Cache-Control": "max-age=1000", "ETag": "\"1\""]
    let feed = RemoteFeed(headers: headers) { _ in answer }
    _ = try await feed.page(1)
    _ = try await feed.page(1)
    // Nor may the server say that nothing has changed.
    expectEqual(feed.transport.requests.map { $0.headers["If-None-Match"] }, [nil, nil])
  }

  @Test func `after the end of a price its page is asked for as if it were not stored`()
    async throws
  {
    let headers: HTTPHeaders = ["Cache-Control": "max-age=1000", "ETag": "\"1\""]
    let feed = RemoteFeed { request in
      if request.headers["If-None-Match"] != nil {
        return .text("", for: request, status: 304, headers)
      }
      return .text("!sale=100", for: request, headers)
    }
    func stored() async throws -> Photo {
      try #require(await feed.repository.storedPage(for: PageRequest())?.photos.first)
    }
    func shown() async throws -> Photo { try #require(await feed.page(1).photos.first) }
    let end = Date(timeIntervalSince1970: 1_700_000_100)
    try await expectEqual(shown().priceUntil, end)

    feed.clock.advance(seconds: 99)
    try await expectEqual(shown().price?.amount, "12")
    expectEqual(feed.transport.requestCount, 1)

    // Until then the stored one has its date.
    feed.clock.advance(seconds: 1)
    try await expectEqual(stored().price?.amount, "12")
    try await expectEqual(stored().priceUntil, end)
    try await expectEqual(shown().price?.amount, "15")
    expectEqual(feed.transport.requests.last?.headers["If-None-Match"], nil)
    expectEqual(feed.transport.requests.last?.headers["Cache-Control"], "max-age=0")
    try await expectEqual(stored().priceUntil, nil)
    expectEqual(feed.transport.requestCount, 2)

    // From then on as ever.
    try await expectEqual(shown().price?.amount, "15")
    expectEqual(feed.transport.requestCount, 2)
    feed.clock.advance(seconds: 1_000)
    try await expectEqual(shown().price?.amount, "15")
    expectEqual(feed.transport.requests.last?.headers["If-None-Match"], "\"1\"")
  }

  @Test func `a server that says nothing about freshness is asked each time`() async throws {
    let feed = RemoteFeed { _ in "a" }
    _ = try await feed.page(1)
    _ = try await feed.page(1)
    expectEqual(feed.transport.requestCount, 2)
  }

  @Test func `an unchanged page is confirmed and not sent again`() async throws {
    let feed = RemoteFeed { request in
      request.headers["If-None-Match"] == "\"v1\"" && request.headers["If-Modified-Since"] == "then"
        ? .text("", for: request, status: 304, ["Cache-Control": "max-age=10"])
        : .text("a b", for: request, ["ETag": "\"v1\"", "Last-Modified": "then"])
    }
    _ = try await feed.page(1)
    feed.clock.advance(seconds: 60)

    let again = try await feed.page(1)

    expectEqual(again.ids, ["a", "b"])
    expectEqual(again.storedAt, nil)
    await expectEqual(feed.repository.storedPage(for: PageRequest())?.storedAt, feed.clock.now)
    _ = try await feed.page(1)
    expectEqual(feed.transport.requestCount, 2)
  }

  @Test func `a refresh asks although the page is fresh, and later pages too`() async throws {
    let feed = RemoteFeed { request in
      let headers: HTTPHeaders = ["Cache-Control": "max-age=1000", "ETag": "\"v1\""]
      return request.headers["If-None-Match"] == nil
        ? .text("a\(request.url.query() ?? "") !more", for: request, headers)
        : .text("", for: request, status: 304, headers)
    }
    _ = try await feed.page(1)
    _ = try await feed.page(2)
    feed.clock.advance(seconds: 1)

    _ = try await feed.page(1, isRefresh: true)
    feed.clock.advance(seconds: 1)
    _ = try await feed.page(2)
    expectEqual(feed.transport.requestCount, 4)
    expectEqual(feed.transport.requests[2].headers["Cache-Control"], "max-age=0")
    expectEqual(feed.transport.requests[3].headers["If-None-Match"], "\"v1\"")

    feed.clock.advance(seconds: 1)
    _ = try await feed.page(2)
    expectEqual(feed.transport.requestCount, 4)
  }

  @Test func `a page that answered another request is not revalidated`() async throws {
    let store = MemoryPageStore()
    let before = RemoteFeed(
      LineFormat(paging: .continued), store: store,
      headers: ["ETag": "\"1\"", "Cache-Control": "max-age=1000"]
    ) { $0 == "/list" ? "a !token=x" : "b" }
    _ = try await before.page(2)
    let feed = RemoteFeed(LineFormat(paging: .continued), store: store) { request in
      .text(request.url.query() == nil ? "c !token=y" : "d", for: request)
    }

    _ = try await feed.page(1, isRefresh: true)
    try await expectEqual(feed.ids(2), ["d"])
    expectEqual(feed.transport.requests[0].headers["If-None-Match"], "\"1\"")
    expectEqual(feed.transport.requests[1].headers["If-None-Match"], nil)
    expectEqual(feed.transport.targets, ["/list", "/list?after=y"])
  }

  @Test func `answers that must not be kept are not stored`() async throws {
    let feed = RemoteFeed(headers: ["Cache-Control": "private, NO-STORE"]) { _ in "a" }
    _ = try await feed.page(1)
    #expect(feed.store.keys.isEmpty)
  }

  @Test func `without a network the stored pages are available and the others give the reason`()
    async throws
  {
    let isOffline = Mutex(false)
    let feed = RemoteFeed { (request) throws(PhotoSourceError) in
      if isOffline.withLock({ $0 }) { throw .hostNotFound(host: "feed.example") }
      return .text("a\(request.url.query() ?? "") !more", for: request)
    }
    _ = try await feed.page(1)
    _ = try await feed.page(2)
    isOffline.withLock { $0 = true }

    await expectEqual(feed.repository.storedPage(for: PageRequest(page: 2))?.photos.count, 1)
    await expectEqual(feed.failure(2), .hostNotFound(host: "feed.example"))
    await expectEqual(feed.repository.storedPage(for: PageRequest(page: 3)), nil)
    expectEqual(feed.store.numbers(), [1, 2])
  }

  @Test func `pages after the end of a list that became shorter are deleted`() async throws {
    let pageCount = Mutex(5)
    let feed = RemoteFeed(.numbered) { number in
      let last = pageCount.withLock { $0 }
      return number > last
        ? "" : "a\(number) b\(number) c\(number)" + (number < last ? " !more" : "")
    }
    for number in 1...5 { _ = try await feed.page(number) }
    expectEqual(feed.store.numbers(), [1, 2, 3, 4, 5])

    pageCount.withLock { $0 = 2 }
    _ = try await feed.page(1, isRefresh: true)
    _ = try await feed.page(2)
    expectEqual(feed.store.numbers(), [1, 2])
  }

  @Test func `a smaller total is enough to delete them`() async throws {
    let total = Mutex(15)
    let feed = RemoteFeed(.numbered) {
      "a\($0) b\($0) c\($0) !more !total=\(total.withLock { $0 })"
    }
    for number in 1...4 { _ = try await feed.page(number) }
    total.withLock { $0 = 7 }

    _ = try await feed.page(1, isRefresh: true)
    expectEqual(feed.store.numbers(), [1, 2, 3])
  }

  @Test func `an unreadable answer keeps the stored page`() async throws {
    let isBroken = Mutex(false)
    let feed = RemoteFeed { _ in isBroken.withLock { $0 } ? "<html>" : "a" }
    _ = try await feed.page(1)
    isBroken.withLock { $0 = true }

    await expectEqual(feed.failure(1), .notAFeed(name: "lines", beginning: "<html>"))
    await expectEqual(feed.repository.storedPage(for: PageRequest())?.ids, ["a"])
  }

  // MARK: Search and filter

  @Test func `a search and a filter go to the source if it supports them`() async throws {
    var format = LineFormat()
    format.capabilities.operations = ["sale.yes"]
    let feed = RemoteFeed(format) { _ in "+a" }

    let query = PageRequest(search: "sea", filter: .forSale)
    _ = try await feed.repository.page(for: query)

    expectEqual(feed.transport.targets, ["/list?q=sea&sale=1&page=1"])
    expectEqual(feed.store.keys.first?.query.search, "sea")
    expectEqual(feed.store.keys.first?.query.filter, .forSale)
  }

  @Test func `a filter that the source doesn't support is applied here, page by page`() async throws
  {
    let feed = RemoteFeed { _ in "+a b +c !more !total=900" }
    _ = try await feed.page(1)

    let repository = LocalQueryRepository(feed.repository)
    let page = try await repository.page(for: PageRequest(filter: .forSale))

    expectEqual(page.ids, ["a", "c"])
    expectEqual(page.filteredCount, 1)
    #expect(page.hasMorePages)
    // One list, sorted out or not: the same stored pages.
    expectEqual(feed.transport.targets, ["/list?page=1", "/list?page=1"])
    expectEqual(feed.store.keys.count, 1)
    let stored = await repository.storedPage(for: PageRequest(filter: .forSale))
    expectEqual(stored?.ids, ["a", "c"])
  }

  @Test func `searches that the source doesn't support search the loaded photos`() async throws {
    let feed = RemoteFeed(LineFormat(capabilities: SourceCapabilities())) { target in
      target.hasSuffix("=1") ? "cat1 dog1 +cat2 !more" : "cat3"
    }
    _ = try await feed.page(1)
    _ = try await feed.page(2)

    let query = PageRequest(pageSize: 2, search: "cat")
    let first = try await feed.repository.page(for: query)

    expectEqual(feed.repository.capabilities.search, .here)
    expectEqual(first.ids, ["cat1", "cat2"])
    expectEqual(first.totalCount, 3)
    #expect(first.hasMorePages)
    expectEqual(feed.transport.requestCount, 2)
    let sold = PageRequest(search: "cat", filter: .forSale)
    try await expectEqual(feed.repository.ids(sold), ["cat2"])
    let second = PageRequest(page: 2, pageSize: 2, search: "cat")
    try await expectEqual(feed.repository.ids(second), ["cat3"])
    let part = PageRequest(search: "ÁT")
    try await expectEqual(feed.repository.ids(part), ["cat1", "cat2", "cat3"])
  }

  @Test func `photos that are loaded later are found by the next search, each once`() async throws {
    let feed = RemoteFeed(LineFormat(capabilities: SourceCapabilities())) { target in
      target.hasSuffix("=1") ? "cat1 cat2 !more" : "cat2 cat3"
    }
    let query = PageRequest(search: "cat")
    try await expectEqual(feed.repository.page(for: query).totalCount, 0)

    _ = try await feed.page(1)
    try await expectEqual(feed.repository.ids(query), ["cat1", "cat2"])
    _ = try await feed.page(2)
    let found = try await feed.repository.page(for: query)

    expectEqual(found.ids, ["cat1", "cat2", "cat3"])
    expectEqual(found.totalCount, 3)
  }

  @Test func `a long feed is searched as far as the screen needs`() async throws {
    let feed = RemoteFeed(LineFormat(capabilities: SourceCapabilities())) { target in
      "a\(target.split(separator: "=").last ?? "") !more"
    }
    for page in 1...200 { _ = try await feed.page(page) }

    let first = try await feed.repository.page(for: PageRequest(pageSize: 10, search: "a"))
    expectEqual(first.ids, (1...10).map { "a\($0)" })
    #expect(first.hasMorePages)
    expectEqual(first.totalCount, nil)
    // Four times 32 pages of the 200.
    expectEqual(feed.store.searchCount, 4)

    let last = try await feed.repository.page(
      for: PageRequest(page: 20, pageSize: 10, search: "a"))
    expectEqual(last.photos.last?.id, "a200")
    expectEqual(last.totalCount, 200)
  }

  @Test func `the anchor's row is given if it is on the first page`() async throws {
    let feed = RemoteFeed { _ in "a b c !more" }
    try await expectEqual(feed.repository.page(for: PageRequest(anchor: "b")).anchorRow, 1)
    try await expectEqual(feed.repository.page(for: PageRequest(anchor: "z")).anchorRow, nil)
  }

  /// An address with a token or a user, and what is stored of it.
  private struct Shared {
    let store = MemoryPageStore()

    /// The pages of an address while it answers with a photo, and while it can't be reached.
    func repository(_ address: String, photo: String?) throws -> AddressRepository {
      let catalog = FormatCatalog(
        environment: { _ in nil },
        library: { PresetLibrary(presets: [Self.preset].compactMap(\.self)) })
      let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
        guard let photo else { throw .noNetwork }
        let item = #"{"id":"\#(photo)","image":"https://i.example/a.jpg","title":"\#(photo)"}"#
        return .text(#"{"x_items":[\#(item)]}"#, for: request)
      }
      return AddressRepository(
        url: try #require(URL(string: address)),
        dependencies: AddressRepository.Dependencies(
          catalog: catalog, transport: transport, store: store, zone: .gmt))
    }

    private static let preset = try? PresetReader.preset(
      toml: """
        name = "x"
        title = "X"
        about = "A test"
        items = "x_items"
        [list]
        url = "https://x.example/list"
        [fields]
        id = "id"
        image = "image"
        title = "title"
        [[recognise]]
        keys = ["x_items"]
        """, file: "x.toml", stem: "x")
  }

  @Test(arguments: [
    ("https://photos.example/list?album=5&t=one", "https://photos.example/list?album=5&t=two"),
    ("https://photos.example/list?key=one", "https://photos.example/list"),
    ("https://anna:one@photos.example/list", "https://anna:two@photos.example/list"),
    ("https://anna:one@photos.example/list", "https://bob:one@photos.example/list"),
    ("https://anna@photos.example/list", "https://photos.example/list"),
  ])
  func `what is stored of an address is shown for no other token, and for no other user`(
    address: String, other: String
  ) async throws {
    let shared = Shared()
    let request = PageRequest()
    try await expectEqual(
      shared.repository(address, photo: "anna").page(for: request).photos.map(\.name), ["anna"])

    let offline = try shared.repository(address, photo: nil)
    await expectEqual(offline.storedPage(for: request)?.photos.map(\.name), ["anna"])
    let foreign = try shared.repository(other, photo: nil)
    await expectEqual(foreign.storedPage(for: request), nil)
    await #expect(throws: PhotoSourceError.noNetwork) { try await foreign.page(for: request) }
    // What was loaded is searched here.
    let search = PageRequest(PhotoQuery(search: "anna"))
    _ = try await shared.repository(other, photo: "bob").page(for: request)
    let found = try shared.repository(other, photo: "bob")
    _ = try await found.page(for: request)
    try await expectEqual(found.page(for: search).photos.map(\.name), [])
    #expect(shared.store.keys.allSatisfy { !$0.sourceID.contains("one") })
  }

  @Test func `the account of a netrc file has pages of its own`() async throws {
    let store = MemoryPageStore()
    func repository(_ user: String) throws -> AddressRepository {
      let secrets = ServerSecrets(
        environment: { _ in nil },
        netrc: { Array("machine feed.example login \(user) password x".utf8) })
      var dependencies = AddressRepository.Dependencies(
        catalog: StubCatalog(), transport: ScriptedTransport { .text("lines: a", for: $0) },
        store: store, zone: .gmt)
      dependencies.account = { secrets.account(at: $0) }
      return AddressRepository(
        url: try #require(URL(string: "https://feed.example/list")), dependencies: dependencies)
    }
    _ = try await repository("anna").page(for: PageRequest())

    try await expectEqual(repository("anna").storedPage(for: PageRequest())?.photos.count, 2)
    try await expectEqual(repository("bob").storedPage(for: PageRequest()), nil)
  }
}
