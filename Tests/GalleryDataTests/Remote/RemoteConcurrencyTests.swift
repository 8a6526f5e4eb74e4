import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing
import WaitSupport

@testable import GalleryData

/// Concurrent callers, and callers that are cancelled.
@Suite(.timeLimit(.minutes(10))) struct RemoteConcurrencyTests {
  private func outcome(
    _ feed: RemoteFeed, _ number: Int, isRefresh: Bool = false
  ) -> Task<Result<[String], PhotoSourceError>, Never> {
    Task {
      do throws(PhotoSourceError) {
        return .success(try await feed.page(number, isRefresh: isRefresh).ids)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test func `two callers that need the same page share one request`() async throws {
    let gate = TestGate()
    let feed = RemoteFeed { (request) throws(PhotoSourceError) in
      try await gate.pass()
      return .text("a", for: request)
    }

    let first = outcome(feed, 1)
    await gate.arrived()
    let second = outcome(feed, 1)
    try await waiters(2, in: feed)
    gate.open()

    await expectEqual(first.value, .success(["a"]))
    await expectEqual(second.value, .success(["a"]))
    expectEqual(feed.transport.requestCount, 1)
  }

  /// Until so many wait for a page.
  private func waiters(_ count: Int, of page: Int = 1, in feed: RemoteFeed) async throws {
    try await wait(for: "\(count) callers of page \(page)") {
      await feed.repository.waiterCount(of: page) >= count
    }
  }

  @Test func `a refresh cancels the current load, and its late answer changes nothing`()
    async throws
  {
    let slow = TestGate()
    let late = TestGate()
    let feed = RemoteFeed { (request) throws(PhotoSourceError) in
      guard request.headers["Cache-Control"] == nil, request.url.query() == "page=2" else {
        return .text("new !more", for: request)
      }
      // One that ignores its cancellation.
      let answer = Task {
        try? await slow.pass()
        return HTTPResponse.text("old", for: request)
      }
      let response = await answer.value
      late.open()
      return response
    }
    let old = outcome(feed, 2)
    await slow.arrived()

    let fresh = try await feed.page(1, isRefresh: true)
    await expectEqual(old.value, .failure(.cancelled))
    slow.open()
    try await late.pass()
    let second = try await feed.page(1)

    expectEqual(fresh.ids, ["new"])
    expectEqual(second.ids, ["new"])
    expectEqual(feed.store.numbers(), [1])
  }

  @Test func `a walk that is cancelled stops between two pages`() async throws {
    let gate = TestGate()
    let feed = RemoteFeed(LineFormat(paging: .continued)) { (request) throws(PhotoSourceError) in
      let number = Int(request.url.query()?.split(separator: "=").last ?? "") ?? 1
      if number == 3 { try await gate.pass() }
      return .text("a\(number) !token=\(number + 1)", for: request)
    }
    let walk = outcome(feed, 100)
    await gate.arrived()
    walk.cancel()

    await expectEqual(walk.value, .failure(.cancelled))
    expectEqual(feed.transport.requestCount, 3)
    try await expectEqual(feed.ids(2), ["a2"])
  }

  @Test func `two walks share their steps`() async throws {
    let gates = (1...4).map { _ in TestGate() }
    let feed = RemoteFeed(LineFormat(paging: .continued)) { (request) throws(PhotoSourceError) in
      let number = Int(request.url.query()?.split(separator: "=").last ?? "") ?? 1
      if number <= gates.count { try await gates[number - 1].pass() }
      return .text("a\(number) !token=\(number + 1)", for: request)
    }
    let far = outcome(feed, 6)
    let near = outcome(feed, 4)
    // One that comes after a page was left behind asks for it again.
    for (index, gate) in gates.enumerated() {
      try await waiters(2, of: index + 1, in: feed)
      gate.open()
    }

    await expectEqual(far.value, .success(["a6"]))
    await expectEqual(near.value, .success(["a4"]))
    expectEqual(feed.transport.requestCount, 6)
  }
}

extension RemotePhotoRepository {
  /// Of the list of all photos.
  func waiterCount(of page: Int) -> Int {
    let key = listKey(for: PageRequest())
    guard let list = lists.first(where: { $0.key == key }) else { return 0 }
    return loads.waiterCount(of: PageLoad(list: list.number, page: page))
  }
}
