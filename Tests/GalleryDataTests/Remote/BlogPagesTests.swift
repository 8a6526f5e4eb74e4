import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct BlogPagesTests {
  private static func rss(_ channel: String) -> String {
    "<rss version=\"2.0\"><channel>\(channel)</channel></rss>"
  }

  private static func blog(_ generator: String, posts: ClosedRange<Int>?) -> String {
    let items = (posts.map(Array.init) ?? []).map {
      "<item><guid>\($0)</guid><enclosure url='/\($0).jpg' type='image/jpeg'/></item>"
    }
    return rss("<title>B</title>\(generator)" + items.joined())
  }

  private static let generator = "<generator>https://wordpress.org/?v=6.4.1</generator>"

  private func listing(
    _ address: String, generator: String = Self.generator, pageCount: Int
  ) async throws -> (ids: [String], targets: [String], ending: FeedEnding?) {
    let url = try #require(URL(string: address))
    let transport = ScriptedTransport { request in
      let page = request.url.query()?.firstMatch(of: /paged=([0-9]+)/).flatMap { Int($0.1) } ?? 1
      guard page <= pageCount else { return .text("not found", for: request, status: 404) }
      return .text(Self.blog(generator, posts: page * 2 - 1...page * 2), for: request)
    }
    let repository = RemotePhotoRepository(
      format: SyndicationFormat(url: url), transport: transport, store: MemoryPageStore(),
      zone: .gmt)
    var (ids, ending, number) = ([String](), FeedEnding?.none, 1)
    while true {
      let page = try await repository.page(for: PageRequest(page: number))
      ids += page.ids
      ending = page.ending
      guard page.hasMorePages, number < 20 else { break }
      number += 1
    }
    return (ids, transport.targets, ending)
  }

  @Test
  func `wordpress: pages that its feed doesn't name are requested, until there are no more`()
    async throws
  {
    let (ids, targets, ending) = try await listing("https://b.example/feed/", pageCount: 3)

    expectEqual(ids, (1...6).map(String.init))
    expectEqual(targets, ["/feed/", "/feed/?paged=2", "/feed/?paged=3", "/feed/?paged=4"])
    expectEqual(ending, nil)
  }

  @Test func `wordpress: counting continues from the named page`() async throws {
    let (ids, targets, _) = try await listing("https://b.example/?feed=rss2&paged=2", pageCount: 3)

    expectEqual(ids, ["3", "4", "5", "6"])
    expectEqual(targets, ["/?feed=rss2&paged=2", "/?feed=rss2&paged=3", "/?feed=rss2&paged=4"])
  }

  @Test func `pages of posts without pictures do not end a list`() async throws {
    let transport = ScriptedTransport { request in
      let page = request.url.query()?.firstMatch(of: /paged=([0-9]+)/).flatMap { Int($0.1) } ?? 1
      let words = "<item><guid>w\(page)</guid><description>words</description></item>"
      switch page {
      case 1, 7: return .text(Self.blog(Self.generator, posts: page...page), for: request)
      case 2...6: return .text(Self.rss(Self.generator + words), for: request)
      default: return .text("", for: request, status: 404)
      }
    }
    let repository = RemotePhotoRepository(
      format: SyndicationFormat(url: try #require(URL(string: "https://b.example/feed/"))),
      transport: transport,
      store: MemoryPageStore(),
      zone: .gmt)

    try await expectEqual(repository.ids(), ["1"])
    try await expectEqual(repository.ids(PageRequest(page: 2)), ["7"])
  }
}
