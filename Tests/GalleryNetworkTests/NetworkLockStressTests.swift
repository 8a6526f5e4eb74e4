import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryNetwork

/// What many tasks share on the network, used, cancelled and ended by all of them at once; each test only has to end
/// (decision 70).
@Suite(.timeLimit(.minutes(10)))
struct NetworkLockStressTests {
  /// Wants nothing.
  private final class Receiver: TransferReceiver {
    func bodyWillLeave() {}
    func take(status: Int, headers: HTTPHeaders) -> Bool { true }
    func take(body: UnsafeRawBufferPointer) -> Bool { true }
  }

  @Test func `transfers are cancelled as they begin, fail and end`() async {
    let loop = CurlLoop()
    // No server listens at the discard protocol's port: each fails at once, or is cancelled before.
    let request = TransferRequest(
      url: "http://127.0.0.1:9/", headers: [], connectTimeOut: .seconds(5), idleTimeOut: .seconds(5)
    )

    await withTaskGroup { group in
      for number in 0..<300 {
        let task = Task { await loop.perform(request, Receiver()) }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { _ = await task.value }
      }
    }

    await loop.shutDown()
    let end = await loop.perform(request, Receiver())
    guard case .cancelled = end.kind else {
      Issue.record("\(end.kind)")
      return
    }
  }

  @Test func `a transfer that is cancelled before it begins ends as cancelled`() async {
    let loop = CurlLoop()
    let request = TransferRequest(
      url: "http://127.0.0.1:9/", headers: [], connectTimeOut: .seconds(5), idleTimeOut: .seconds(5)
    )
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await loop.perform(request, Receiver())
    }

    task.cancel()

    guard case .cancelled = await task.value.kind else {
      Issue.record("not cancelled")
      return
    }
    await loop.shutDown()
  }

  @Test func `work on a lane is cancelled as it begins and ends`() async {
    let lane = SSHLane()

    await withTaskGroup { group in
      for number in 0..<300 {
        let task = Task { await lane.perform { _ in number } }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { if number % 50 == 0 { lane.giveUp(.silent) } }
        group.addTask {
          let value = await task.value
          #expect(value == number || value == nil)
        }
      }
    }

    await expectEqual(lane.perform { _ in 1 }, 1)
    await lane.shutDown()
    await expectEqual(lane.perform { _ in 1 }, nil)
  }

  @Test func `lanes are assigned while waiting callers leave`() async throws {
    let lanes = TransferLanes()

    await withTaskGroup { group in
      for number in 0..<400 {
        let task = Task {
          guard let lane = try? await lanes.enter() else { return }
          await Task.yield()
          lanes.leave(lane)
        }
        group.addTask { if number % 3 == 0 { task.cancel() } }
        group.addTask { await task.value }
        if number == 200 { group.addTask { lanes.widen(to: 4) } }
      }
    }

    // All are free again.
    for _ in 0..<4 { _ = try await lanes.enter() }
    await lanes.shutDown()
  }

  @Test func `names are looked up for tasks that are cancelled`() async {
    await withTaskGroup { group in
      for number in 0..<100 {
        let task = Task { await HostAddresses.all(of: "127.0.0.1") }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask {
          let addresses = await task.value
          #expect(addresses.isEmpty || addresses == [[127, 0, 0, 1]])
        }
      }
    }
  }
}
