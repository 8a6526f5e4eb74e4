import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Testing

/// The server that other tests rely on, seen through the transport.
@Suite(.timeLimit(.minutes(10)))
struct GeneratedFeedTests {
  private struct Page: Decodable {
    struct Photo: Decodable {
      var id: Int
    }
    var totalPages: Int
    var totalItems: Int?
    var photos: [Photo]
  }

  private static func page(
    _ number: Int, of feed: GeneratedFeed, query: String = ""
  ) async throws -> Page {
    let server = try FeedServer { feed.answer(to: $0) }
    let response = try await CurlTransport.test().send(
      HTTPRequest(url: server.url("/v1/photos?page=\(number)\(query)")))
    return try decoded(response)
  }

  private static func decoded(_ response: HTTPResponse) throws -> Page {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Page.self, from: Data(response.body))
  }

  @Test func `a million photos have ten thousand pages of a hundred`() async throws {
    let feed = GeneratedFeed(photoCount: 1_000_000, photosPerPage: 100)

    let last = try await Self.page(10_000, of: feed)
    let beyond = try await Self.page(10_001, of: feed)

    expectEqual(last.totalPages, 10_000)
    expectEqual(last.totalItems, 1_000_000)
    expectEqual(last.photos.map(\.id), Array(999_901...1_000_000))
    #expect(beyond.photos.isEmpty)
  }

  @Test func `quirks are what they are called`() async throws {
    let endless = try await Self.page(7, of: GeneratedFeed(photoCount: 5, quirk: .endless))
    expectEqual(endless.totalPages, 8)
    expectEqual(endless.photos.count, 20)
    let repeating = try await Self.page(7, of: GeneratedFeed(photoCount: 50, quirk: .repeating))
    expectEqual(repeating.photos.map(\.id), Array(1...20))
    let duplicates = try await Self.page(2, of: GeneratedFeed(photoCount: 50, quirk: .duplicateIDs))
    expectEqual(duplicates.photos.map(\.id), Array(20...39))
    let shrinking = try await Self.page(
      3, of: GeneratedFeed(photoCount: 100, quirk: .shrinking(by: 15)))
    expectEqual(shrinking.totalItems, 70)
  }

  @Test func `a search finds by name`() async throws {
    let feed = GeneratedFeed(photoCount: 1_000)
    let server = try FeedServer { feed.answer(to: $0) }

    let response = try await CurlTransport.test().send(
      HTTPRequest(url: server.url("/v1/photos/search?term=photo+99&page=1")))

    let page = try Self.decoded(response)
    expectEqual(page.totalItems, 11)
    expectEqual(page.photos.map(\.id), [99] + Array(990...999))
  }

  @Test func `what has not changed is not sent again`() async throws {
    let feed = GeneratedFeed(photoCount: 10, entityTag: "\"v1\"", cacheControl: "max-age=60")
    let server = try FeedServer { feed.answer(to: $0) }
    let transport = CurlTransport.test()

    let first = try await transport.send(HTTPRequest(url: server.url("/v1/photos")))
    let second = try await transport.send(
      HTTPRequest(url: server.url("/v1/photos"), headers: ["If-None-Match": "\"v1\""]))

    expectEqual(first.headers["ETag"], "\"v1\"")
    expectEqual(first.headers["Cache-Control"], "max-age=60")
    expectEqual(second.status, 304)
    #expect(second.body.isEmpty)
  }
}
