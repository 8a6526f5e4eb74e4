import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryNetwork

/// What many tasks share on the network, used, cancelled and ended by all of them at once; each test only has to end
/// (decision 70).
@Suite(.timeLimit(.minutes(10)))
struct NetworkLockStressTests {
  /// No server listens at the discard protocol's port: each fails at once, or is cancelled before.
  private func outcome(_ loop: CurlLoop) async -> TransferEnd.Kind {
    let request = HTTPRequest(url: URL(string: "http://127.0.0.1:9/")!)
    let transfer = CurlTransfer(
      request, Origin(request.url)!, TransportConfiguration(version: "1"),
      into: BodySink(.memory, byteLimit: 0, name: ""))
    return await loop.perform(transfer).kind
  }

  @Test func `transfers are cancelled as they begin, fail and end`() async {
    let loop = CurlLoop()

    await withTaskGroup { group in
      for number in 0..<300 {
        let task = Task { await outcome(loop) }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { _ = await task.value }
      }
    }

    await loop.shutDown()
    let end = await outcome(loop)
    guard case .cancelled = end else {
      Issue.record("\(end)")
      return
    }
  }

  @Test func `a transfer that is cancelled before it begins ends as cancelled`() async {
    let loop = CurlLoop()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await outcome(loop)
    }

    task.cancel()

    guard case .cancelled = await task.value else {
      Issue.record("not cancelled")
      return
    }
    await loop.shutDown()
  }

  @Test func `requests to ssh are cancelled and forgotten as it is ended`() async throws {
    // It reads everything and never answers.
    let command = ["/bin/sh", "-c", "cat >/dev/null"].map { Array($0.utf8) }
    let session = try SFTPSession(command, environment: [], sharesTerminal: false, host: "nas")

    await withTaskGroup { group in
      for number in 0..<300 {
        let task = Task { try? await session.response(to: .openFolder([0x2E])) }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { _ = session.ask(.close([1])) }
        group.addTask { if number == 200 { session.close() } }
        group.addTask { await expectEqual(task.value, nil) }
      }
    }

    #expect(session.hasEnded)
  }
}
