import Foundation
import GalleryDomain
import Synchronization
import Testing
import WaitSupport

/// A repository of images whose answers come when the test says so; what was asked is written down.
nonisolated final class ScriptedImages: PhotoImageRepository {
  typealias Outcome = Result<FileReference, PhotoSourceError>

  struct Asker {
    var url: URL
    var isRefresh: Bool
    var progress: @Sendable (ImageProgress) -> Void
    var continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var stored: [URL: FileReference] = [:]
    var askers: [Int: Asker] = [:]
    var lastNumber = 0
    var asked: [URL] = []
    var cancelled: [URL] = []
    var lookups: [URL] = []
    var mostAtOnce = 0
  }

  private let state = Mutex(State())

  /// Every request that was made, in the order in which they came. Those that are made at once come in any: each is a
  /// task of its own.
  var asked: [URL] { state.withLock { $0.asked } }
  var allAsked: Set<URL> { Set(asked) }
  var cancelled: [URL] { state.withLock { $0.cancelled } }
  /// Those that are under way, in the order in which they came.
  var waiting: [URL] {
    state.withLock { state in state.askers.sorted { $0.key < $1.key }.map(\.value.url) }
  }
  var allWaiting: Set<URL> { Set(waiting) }
  var lookups: [URL] { state.withLock { $0.lookups } }
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
  func isRefresh(_ url: URL) -> Bool {
    state.withLock { $0.askers.values.contains { $0.url == url && $0.isRefresh } }
  }

  /// Puts a picture into the store; nil removes it.
  func store(_ path: String?, for url: URL) {
    state.withLock { $0.stored[url] = path.flatMap { FileReference(path: $0) } }
  }

  func storedImage(at url: URL) async -> FileReference? {
    state.withLock { state in
      state.lookups.append(url)
      return state.stored[url]
    }
  }

  func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.asked.append(url)
          state.askers[number] = Asker(
            url: url, isRefresh: isRefresh, progress: progress, continuation: continuation)
          state.mostAtOnce = max(state.mostAtOnce, state.askers.count)
          return false
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
      }
    } onCancel: {
      let asker = state.withLock { state in
        let asker = state.askers.removeValue(forKey: number)
        if asker != nil { state.cancelled.append(url) }
        return asker
      }
      asker?.continuation.resume(returning: .failure(.cancelled))
    }
    return try outcome.get()
  }

  /// A picture comes, or does not.
  func finish(_ url: URL, _ error: PhotoSourceError? = nil, path: String? = nil) {
    let file = FileReference(path: path ?? "/store\(url.path())")
    let outcome: Outcome =
      error.map { .failure($0) } ?? file.map { .success($0) } ?? .failure(.noNetwork)
    let asker = state.withLock { state -> Asker? in
      guard let number = state.askers.first(where: { $0.value.url == url })?.key else { return nil }
      if case .success(let file) = outcome { state.stored[url] = file }
      return state.askers.removeValue(forKey: number)
    }
    asker?.continuation.resume(returning: outcome)
  }

  func tell(_ url: URL, received: Int, of expected: Int? = nil) {
    let asker = state.withLock { state in state.askers.values.first { $0.url == url } }
    asker?.progress(ImageProgress(receivedByteCount: received, expectedByteCount: expected))
  }
}

/// Lets everything run that is ready to run.
///
/// A step of a picture (looked up, asked for, answered, told) goes from the main actor to the threads of
/// the others and back, and a round here goes the same way behind it. The steps are at most six; the main
/// actor is shared with all other tests, so that a turn of it can be long to wait for.
func settleTasks() async {
  for _ in 0..<16 {
    await Task.yield()
    await Task.detached { await Task.yield() }.value
  }
}

/// Waits until something is so.
///
/// Records what was not so after `waitLimit`, so that callers that cannot throw still end.
func until(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
  do {
    // Passed on as it is, the condition would be called on another thread (Swift 6.3.1).
    try await wait(for: "the condition") { condition() }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
