import Foundation
import GalleryDomain

/// Pictures over HTTP, kept in a store.
///
/// A stored picture is there at once and costs no request; a stored file that has vanished is fetched
/// anew. However many ask for an address, one request is made; each of them may stop waiting alone, and
/// the request ends when the last one has gone. What is no picture (an error page, a format that is not
/// taken from the network) is an error and never stored. Without a store that can be written pictures are
/// kept in temporary files.
public actor RemoteImageRepository: PhotoImageRepository {
  private typealias Outcome = Result<FileReference, PhotoSourceError>

  private struct Load {
    var number: Int
    var task: Task<Void, Never>
    var progress: ProgressShare
    var askers: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  private let fetch: ImageFetch
  private var loads: [URL: Load] = [:]
  private var lastNumber = 0

  /// - Parameters:
  ///   - fallback: Takes pictures that `store` cannot.
  ///   - reach: `.publicHosts` where a feed from outside names the addresses; every request keeps to it.
  ///   - request: How an address is asked for, as `FeedFormat.imageRequest(for:)` says it; without it,
  ///     plainly.
  public init(
    transport: any HTTPTransport, store: any ImageStore, fallback: any ImageStore,
    reach: HTTPRequest.Reach,
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    fetch = ImageFetch(
      transport: transport, store: store, fallback: fallback, makeRequest: request, reach: reach)
  }

  public func storedImage(at url: URL) async -> FileReference? {
    await fetch.stored(url)?.file
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    if !isRefresh, let file = await storedImage(at: url) { return file }
    guard !Task.isCancelled else { throw .cancelled }
    lastNumber += 1
    let asker = lastNumber
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(url, asker: asker, isRefresh: isRefresh, progress, continuation)
      }
    } onCancel: {
      // Runs on the actor, so after the asker has joined.
      Task { await self.leave(url, asker: asker) }
    }
    return try outcome.get()
  }

  // MARK: Askers

  /// A load that is under way asks the network, so that it is fresh enough for a refresh too.
  private func join(
    _ url: URL, asker: Int, isRefresh: Bool,
    _ progress: @escaping @Sendable (ImageProgress) -> Void,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    var load = loads[url] ?? start(url, isRefresh: isRefresh)
    load.askers[asker] = continuation
    load.progress.add(asker, progress)
    loads[url] = load
  }

  private func start(_ url: URL, isRefresh: Bool) -> Load {
    lastNumber += 1
    let (number, fetch, share) = (lastNumber, fetch, ProgressShare())
    let task = Task {
      let outcome: Outcome
      do throws(PhotoSourceError) {
        outcome = .success(
          try await fetch.run(url, isRefresh: isRefresh) { share.tell($0) })
      } catch {
        outcome = .failure(error)
      }
      finish(url, number: number, outcome)
    }
    return Load(number: number, task: task, progress: share)
  }

  private func leave(_ url: URL, asker: Int) {
    guard let continuation = loads[url]?.askers.removeValue(forKey: asker) else { return }
    loads[url]?.progress.remove(asker)
    continuation.resume(returning: .failure(.cancelled))
    guard let load = loads[url], load.askers.isEmpty else { return }
    load.task.cancel()
    // Whoever asks from now on gets a request of his own.
    loads[url] = nil
  }

  private func finish(_ url: URL, number: Int, _ outcome: Outcome) {
    guard let load = loads[url], load.number == number else { return }
    loads[url] = nil
    for continuation in load.askers.values { continuation.resume(returning: outcome) }
  }
}
