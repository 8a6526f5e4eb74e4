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

  @Test func `requests to ssh are cancelled and forgotten as it is ended`() async throws {
    // It reads everything and never answers.
    let command = ["/bin/sh", "-c", "cat >/dev/null"].map { Array($0.utf8) }
    let session = try SFTPSession(
      command, environment: [], sharesTerminal: false, host: "nas")

    await withTaskGroup { group in
      for number in 0..<300 {
        let task = Task { try? await session.answer(to: .realPath([0x2E])) }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { session.forget(session.ask(.close([1]))) }
        group.addTask { if number == 200 { session.close() } }
        group.addTask { await expectEqual(task.value, nil) }
      }
    }

    #expect(session.hasEnded)
  }
}
