import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Feeds that are endless, or lie.
@Suite(.timeLimit(.minutes(10))) struct RemoteGuardTests {
  private func stated(
    _ pages: [(items: Int, total: Int?)], isNumbered: Bool, order: [Int]? = nil
  ) -> [Int?] {
    var walk = FeedPaginator(isNumbered: isNumbered, pageSize: 20)
    return (order ?? Array(1...pages.count)).map { number in
      let (items, total) = pages[number - 1]
      let photos = (0..<items).map { Photo(id: "\(number)-\($0)", name: "x") }
      let isLast = number == pages.count
      return walk.admit(
        FeedPage(
          photos: photos, totalCount: total,
          next: isLast ? .end : isNumbered ? .number : .continuation(.token("\(number)"))),
        number: number
      ).statedCount
    }
  }

  @Test(arguments: [true, false])
  func `a list that ends before its total says so`(isNumbered: Bool) {
    expectEqual(stated([(20, 73)], isNumbered: isNumbered), [73])
    expectEqual(
      stated([(20, 73), (20, 73), (20, 73), (13, 73)], isNumbered: isNumbered),
      [nil, nil, nil, nil])
    expectEqual(stated([(20, 73), (20, 73), (12, 73)], isNumbered: isNumbered), [nil, nil, 73])
    // Pages of different lengths.
    expectEqual(
      stated([(20, 120), (50, 120), (50, 120)], isNumbered: isNumbered), [nil, nil, nil])
    expectEqual(stated([(20, nil), (5, nil)], isNumbered: isNumbered), [nil, nil])
    expectEqual(stated([(0, 5)], isNumbered: isNumbered), [5])
  }

  @Test func `who jumps to the last page has not seen how many there are`() {
    expectEqual(
      stated([(20, 73), (20, 73), (12, 73)], isNumbered: true, order: [1, 3, 2, 3]),
      [nil, nil, nil, 73])
  }

  @Test func `a server that has one page for all numbers repeats itself`() async throws {
    let feed = RemoteFeed { _ in "a b c !more" }

    let first = try await feed.page(1)
    let second = try await feed.page(2)

    #expect(first.hasMorePages && first.ending == nil)
    expectEqual(second, PhotoPage(number: 2, photos: [], ending: .neverEnds))
    #expect(try await feed.page(3).photos.isEmpty)
    expectEqual(feed.transport.requestCount, 2)
    expectEqual(feed.store.numbers(), [1])
  }

  @Test func `a server that shuffles its page, or goes round in a long circle, does too`()
    async throws
  {
    let shuffled = RemoteFeed(.numbered) { $0 == 1 ? "a b c !more" : "c a b !more" }
    _ = try await shuffled.page(1)
    try await expectEqual(shuffled.page(2).ending, .neverEnds)

    let round = RemoteFeed(.continued) { "a\($0 % 20) b\($0 % 20) !token=\($0 + 1)" }
    var page = 1
    while try await round.page(page).hasMorePages { page += 1 }
    expectEqual(page, 21)
    try await expectEqual(round.page(21).ending, .neverEnds)
  }

  @Test func `a next address that was followed before ends the feed there`() async throws {
    let feed = RemoteFeed(.continued) {
      ["a !token=2", "b !token=3", "c !token=2"][$0 - 1]
    }

    let third = try await feed.page(3)

    expectEqual(third.ids, ["c"])
    #expect(!third.hasMorePages)
    expectEqual(third.ending, .neverEnds)
    expectEqual(feed.transport.requestCount, 3)
  }

  @Test func `a next address that is the feed's own ends it immediately`() async throws {
    let feed = RemoteFeed(LineFormat(paging: .continued)) { _ in
      "a !url=https://feed.example/list"
    }

    let page = try await feed.page(1)

    expectEqual(page.ids, ["a"])
    expectEqual(page.ending, .neverEnds)
  }

  @Test func `empty pages with numbers may name a next one three times`() async throws {
    let feed = RemoteFeed(.numbered) { $0 == 1 ? "a b c !more" : "!more" }

    _ = try await feed.page(1)
    #expect(try await feed.page(2).hasMorePages)
    #expect(try await feed.page(3).hasMorePages)
    let fourth = try await feed.page(4)

    #expect(!fourth.hasMorePages)
    expectEqual(fourth.ending, .neverEnds)
    expectEqual(feed.transport.requestCount, 4)
  }

  @Test func `an empty page without a number is replaced by the next`() async throws {
    let feed = RemoteFeed(.continued) { "\([1: "a", 3: "b"][$0] ?? "") !token=\($0 + 1)" }

    let second = try await feed.page(2)
    let third = try await feed.page(3)

    expectEqual(second.ids, ["b"])
    expectEqual(third, PhotoPage(number: 3, photos: [], ending: .neverEnds))
    expectEqual(feed.transport.requestCount, 6)
  }

  @Test func `a feed is followed only up to the limit`() async throws {
    let feed = RemoteFeed(.numbered, pageLimit: 5) { "a\($0) !more" }

    try await expectEqual(feed.page(4).ending, nil)
    let fifth = try await feed.page(5)
    expectEqual(fifth.photos.count, 1)
    expectEqual(fifth.ending, .neverEnds)
    #expect(!fifth.hasMorePages)
    #expect(try await feed.page(6).photos.isEmpty)
    #expect(try await feed.page(Int.max).photos.isEmpty)
    expectEqual(feed.transport.requestCount, 2)
  }

  @Test func `any of a billion photos with page numbers can be requested`() async throws {
    let feed = RemoteFeed(.numbered) { "a\($0) b\($0) c\($0) !more !total=1000000000" }

    let first = try await feed.page(1)
    let last = try await feed.page(333_333_333)

    expectEqual(first.totalCount, 1_000_000_000)
    #expect(!first.comesOneByOne && last.hasMorePages)
    expectEqual(last.ids, ["a333333333", "b333333333", "c333333333"])
    expectEqual(feed.transport.requestCount, 2)
  }

  @Test func `a billion photos with pages named one by one are not walked through`()
    async throws
  {
    func feed(of total: Int) -> RemoteFeed {
      RemoteFeed(.continued) { "a\($0) b\($0) c\($0) !token=\($0 + 1) !total=\(total)" }
    }
    let (feed, short) = (feed(of: 1_000_000_000), feed(of: 300))

    let first = try await feed.page(1)

    #expect(first.comesOneByOne)
    expectEqual(first.totalCount, 1_000_000_000)
    #expect(try await feed.page(2).comesOneByOne)
    try await expectEqual(short.page(1).comesOneByOne, false)
  }

  @Test func `a list that became shorter ends where it says now`() async throws {
    let feed = RemoteFeed(.numbered) {
      "a\($0) b\($0) c\($0) !more !total=\(max(100 - $0 * 30, 5))"
    }

    try await expectEqual(feed.page(1).totalCount, 70)
    try await expectEqual(feed.page(2).totalCount, 40)
    let third = try await feed.page(3)

    expectEqual(third.totalCount, 10)
    expectEqual(third.ending, nil)
    let fourth = try await feed.page(4)
    expectEqual(fourth.ending, .shrank)
    #expect(!fourth.hasMorePages)
  }

  @Test func `the page that went away with the end of a list says that it shrank`() async throws {
    let feed = RemoteFeed(.numbered) { $0 == 1 ? "a b c !more !total=6" : "!total=3" }

    _ = try await feed.page(1)
    let second = try await feed.page(2)

    expectEqual(second.ending, .shrank)
    expectEqual(second.totalCount, 3)
  }

  @Test(
    arguments: [
      ("-5", nil), ("1", nil), ("3", nil), ("4", 4), ("9223372036854775807", 1 << 31), ("x", nil),
    ] as [(String, Int?)])
  func `an impossible total is ignored, or cut to what can be shown`(
    stated: String, total: Int?
  ) async throws {
    let feed = RemoteFeed { _ in "a b c !more !total=\(stated)" }

    try await expectEqual(feed.page(1).totalCount, total)
  }

  @Test func `a photo that comes twice is there once`() async throws {
    let feed = RemoteFeed(.numbered) { ["a b a !more", "b c d !more", "d e"][$0 - 1] }

    try await expectEqual(feed.ids(1), ["a", "b"])
    try await expectEqual(feed.ids(2), ["c", "d"])
    try await expectEqual(feed.ids(3), ["e"])
    // The same again, although later pages are known.
    try await expectEqual(feed.ids(2), ["c", "d"])
  }

  @Test func `a photo that moved on by many pages is there once`() async throws {
    let feed = RemoteFeed(.numbered) { "\($0 == 20 ? "a1" : "") a\($0) !more" }

    for page in 1...19 { try await expectEqual(feed.ids(page), ["a\(page)"]) }
    try await expectEqual(feed.ids(20), ["a20"])
  }

  @Test func `a next address with another scheme is ignored`() async throws {
    for address in ["file:///etc/passwd", "javascript:1", "ftp://x/y", "http:///x"] {
      let feed = RemoteFeed(LineFormat(paging: .continued)) { _ in "a !url=\(address)" }
      try await expectEqual(feed.page(1).hasMorePages, false, "\(address)")
    }
  }
}
