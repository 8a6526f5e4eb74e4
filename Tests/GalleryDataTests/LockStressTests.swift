import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing
import WaitSupport

@testable import GalleryData

/// Types that keep tasks or continuations behind a lock, used, cancelled and ended by many tasks at once.
///
/// No timing is asserted: each test only has to end. Code that resumes, yields or cancels inside a lock deadlocks here
/// sooner or later (decision 70).
@Suite(.timeLimit(.minutes(10)))
struct LockStressTests {
  private static let roundCount = 400

  /// Returns when this many have arrived.
  private final class Arrivals: Sendable {
    private let count = Mutex(0)

    func arrive() { count.withLock { $0 += 1 } }

    func wait(for expected: Int) async throws {
      try await WaitSupport.wait(for: "\(expected) arrivals") { count.withLock { $0 } >= expected }
    }
  }

  private static func cancel(_ tasks: some Sequence<Task<Void, Never>>) {
    for task in tasks { task.cancel() }
  }

  @Test func `a scan ends while its observers and waiting callers leave`() async throws {
    for _ in 0..<Self.roundCount {
      let (listing, arrivals) = (FolderListing(), Arrivals())
      let watchers = (0..<4).map { _ in
        Task { for await _ in listing.progress() { arrivals.arrive() } }
      }
      let waiters = (1...4).map { row -> Task<Void, Never> in
        Task { _ = try? await listing.wait(for: WantedRows(count: row)) }
      }
      // All of them have their first value, and wait for the next.
      try await arrivals.wait(for: watchers.count)

      async let ended: Void = listing.finish(.success(()))
      async let left: Void = Self.cancel(watchers + waiters)
      _ = await (ended, left)
      for task in watchers + waiters { await task.value }
    }
  }

  @Test func `a folder is read again and again while pages are cancelled`() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<50 { try folder.write("\(number % 5)/\(number).jpg", "x") }
    let repository = FolderRepository(folder: folder.reference, reader: nil)
    let changes = Task { for await _ in await repository.changes() {} }

    for _ in 0..<Self.roundCount {
      let watcher = Task { for await _ in await repository.progress() {} }
      let follower = Task {
        var last: SourceProgress?
        for await progress in await repository.progress() { last = progress }
        return last
      }
      let page = Task { try? await repository.page(for: PageRequest(isRefresh: true)) }
      async let other = try? repository.page(for: PageRequest(isRefresh: true))
      await Task.yield()
      watcher.cancel()
      page.cancel()
      await watcher.value
      _ = await (page.value, other)
      // Whichever listing it was at, the last that it hears is the end of the one that was not cancelled.
      await expectEqual(follower.value?.isComplete, true)
    }
    changes.cancel()
    await changes.value

    let page = try await repository.page(for: PageRequest(isRefresh: true))
    expectEqual(page.totalCount, 50)
  }

  @Test func `a listing is cancelled while callers wait for its pages`() async {
    for round in 0..<Self.roundCount {
      let listing = RemoteFolderWalk.listing(
        at: ScriptedTransport { (request) throws(PhotoSourceError) in
          // Every third fails, and the waiting callers request it again.
          if round % 3 == 0 { throw .noNetwork }
          return .text(TestServer.listing(["a.jpg"]), for: request)
        })
      let watcher = Task { for await _ in listing.progress() {} }
      let waiters = (1...6).map { row -> Task<Void, Never> in
        Task { _ = try? await listing.wait(for: WantedRows(count: row)) }
      }

      await withTaskGroup { group in
        group.addTask { Self.cancel(waiters.prefix(3)) }
        group.addTask { watcher.cancel() }
        group.addTask { listing.cancel() }
      }

      for task in waiters + [watcher] { await task.value }
    }
  }

  @Test func `a load ends while the callers that share it leave`() async {
    for round in 0..<Self.roundCount {
      let gate = TestGate()
      let loads = SharedLoads<Int, Int>()
      let waiters = (0..<8).map { _ in
        Task {
          try? await loads.value(of: round) { () async throws(PhotoSourceError) in
            try await gate.pass()
            return round
          }
        }
      }

      await withTaskGroup { group in
        group.addTask { gate.open() }
        group.addTask { for waiter in waiters.prefix(4) { waiter.cancel() } }
        group.addTask { if round % 2 == 0 { loads.cancel(round) } }
      }

      for waiter in waiters {
        let value = await waiter.value
        #expect(value == nil || value == round)
      }
    }
  }
}
