import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Every way to get further pages, with the requests that it takes.
@Suite(.timeLimit(.minutes(10))) struct RemotePagingTests {
  @Test func `a page with a number is requested directly, and each once`() async throws {
    let feed = RemoteFeed(.numbered) {
      $0 < 400 ? "a\($0) b\($0) c\($0) !more !total=1198" : "z !total=1198"
    }

    let last = try await feed.page(400)
    let first = try await feed.page(1)

    expectEqual(last.ids, ["z"])
    #expect(!last.hasMorePages && last.ending == nil)
    expectEqual(last.totalCount, 1198)
    expectEqual(first.ids, ["a1", "b1", "c1"])
    #expect(first.hasMorePages)
    expectEqual(feed.transport.targets, ["/list?page=400", "/list?page=1"])
  }

  @Test(arguments: ["!token=two", "!url=https://feed.example/next"])
  func `a page that only the previous one names is walked to`(next: String) async throws {
    let feed = RemoteFeed(LineFormat(paging: .continued)) { target in
      switch target {
      case "/list": "a b \(next)"
      case "/list?after=two", "/next": "c d !token=three"
      case "/list?after=three": "e"
      default: "<"
      }
    }

    let third = try await feed.page(3)

    expectEqual(third.ids, ["e"])
    #expect(!third.hasMorePages)
    expectEqual(feed.transport.requestCount, 3)
    #expect(try await feed.page(4).photos.isEmpty)
    expectEqual(feed.transport.requestCount, 3)
  }

  @Test func `a feed of one page has no second, and an empty one an empty page`() async throws {
    let feed = RemoteFeed(LineFormat(paging: .continued)) { _ in "a b" }
    let empty = RemoteFeed { _ in "!total=0" }

    try await expectEqual(feed.page(1).hasMorePages, false)
    try await expectEqual(feed.page(2), PhotoPage(number: 2, photos: []))
    expectEqual(feed.transport.requestCount, 1)
    try await expectEqual(empty.page(1), PhotoPage(photos: [], totalCount: 0))
  }

  @Test func `a walk continues from the nearest known page`() async throws {
    let feed = RemoteFeed(.continued) { "p\($0) !token=\($0 + 1)" }

    _ = try await feed.page(1_200)
    expectEqual(feed.transport.requestCount, 1_200)
    _ = try await feed.page(1_201)
    expectEqual(feed.transport.requestCount, 1_201)
    // Any page that was walked through is one request away.
    for page in [602, 1, 5] { try await expectEqual(feed.ids(page), ["p\(page)"]) }
    expectEqual(feed.transport.requestCount, 1_204)
  }

  @Test func `a page deep in a stored feed is reached through those before it`() async throws {
    let store = MemoryPageStore()
    let page: @Sendable (Int) -> String = { "p\($0) !token=\($0 + 1)" }
    let before = RemoteFeed(.continued, store: store, page: page)
    _ = try await before.page(3)

    let feed = RemoteFeed(.continued, store: store, page: page)

    await expectEqual(feed.repository.storedPage(for: PageRequest(page: 3))?.ids, ["p3"])
    try await expectEqual(feed.ids(3), ["p3"])
    expectEqual(feed.transport.targets, ["/list", "/list?after=2", "/list?after=3"])
  }

  @Test func `the pages of a service are as large as the service makes them`() async throws {
    let feed = RemoteFeed { _ in "a b c !more" }

    _ = try await feed.repository.page(for: PageRequest(pageSize: 500))

    expectEqual(feed.store.keys.map(\.pageSize), [3])
  }

  @Test(arguments: [400, 404, 410, 416])
  func `after the last number some services answer with an error`(status: Int) async throws {
    let feed = RemoteFeed { request in
      request.url.query() == "page=1"
        ? .text("a b c !more", for: request) : .text("<html>", for: request, status: status)
    }

    _ = try await feed.page(1)
    let second = try await feed.page(2)

    expectEqual(second, PhotoPage(number: 2, photos: []))
    await expectEqual(feed.failure(1), nil)
  }

  @Test(arguments: [400, 404, 410, 416])
  func `an error before the end that the source stated is an error`(status: Int) async throws {
    let feed = RemoteFeed { request in
      switch request.url.query() {
      case "page=1": .text("a b c !more !total=9", for: request)
      case "page=4": .text("", for: request, status: status)
      default: .text("<html>", for: request, status: status)
      }
    }

    _ = try await feed.page(1)

    await expectEqual(
      feed.failure(2),
      PhotoSourceError(
        status: .text(
          "",
          for: HTTPRequest(
            url: try #require(URL(string: "https://feed.example/list?page=2"))), status: status)))
    try await expectEqual(feed.page(4), PhotoPage(number: 4, photos: []))
  }
}
