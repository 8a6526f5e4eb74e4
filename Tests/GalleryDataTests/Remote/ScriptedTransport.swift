import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

@testable import GalleryData

/// Answers as a test says, and keeps what it was asked.
final class ScriptedTransport: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse

  private let answer: Answer
  private let log = Mutex<[HTTPRequest]>([])

  init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  var requests: [HTTPRequest] { log.withLock { $0 } }
  var requestCount: Int { requests.count }
  /// The paths and queries that were asked for, in order.
  var targets: [String] {
    requests.map { $0.url.path() + ($0.url.query().map { "?\($0)" } ?? "") }
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    log.withLock { $0.append(request) }
    return try await answer(request)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await send(request)
  }
}

/// Opened by a test when what waits for it may go on.
final class TestGate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var arrivals = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  /// Waits for the gate, or for the end of the task.
  func pass() async throws(PhotoSourceError) {
    let (ticket, reached) = state.withLock { state in
      state.arrivals += 1
      let reached = state.watchers.filter { $0.count <= state.arrivals }.map(\.continuation)
      state.watchers.removeAll { $0.count <= state.arrivals }
      return (state.arrivals, reached)
    }
    for watcher in reached { watcher.resume() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state -> Bool in
          guard !state.isOpen, !Task.isCancelled else { return true }
          state.waiters[ticket] = continuation
          return false
        }
        if isFree { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
    }
    if Task.isCancelled { throw .cancelled }
  }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Until so many have come to the gate.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if state.arrivals >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
