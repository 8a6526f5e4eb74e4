import FeedFormats
import Foundation
import GalleryDomain

/// Pictures over HTTP, kept in a store.
///
/// A stored picture is available immediately without a request; a stored file that has vanished is fetched again.
/// However many callers ask for a URL, one request is made; each caller may stop waiting on its own, and the request
/// ends when the last one has left. Anything that isn't a picture (an error page, a format that is not accepted from
/// the network) is an error and never stored.
public final actor RemoteImageRepository: PhotoImageRepository {
  private struct Load {
    var number: Int
    var file: SharedLoad<FileReference>
    var progress: ProgressShare
  }

  private let fetch: ImageFetch
  private var loads: [URL: Load] = [:]
  private var lastNumber = 0

  /// - Parameters:
  ///   - request: Makes the request for a URL: with the headers that `FeedFormat.imageRequest(for:)` adds, and a reach
  ///     of `.publicHosts` if a feed from outside names it. By default a plain request.
  ///   - areOwn: Whether the pictures are the user's own files, of any format that can be shown.
  public init(
    transport: any HTTPTransport, store: any ImageStore, areOwn: Bool = false,
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    self.init(
      files: WebFiles(transport, request: request), store: store, areOwn: areOwn)
  }

  /// The same for any kind of server.
  public init(
    files: any RemoteFiles, store: any ImageStore, areOwn: Bool = false
  ) {
    fetch = ImageFetch(files: files, store: store, areOwn: areOwn)
  }

  public func storedImage(at url: URL) async -> FileReference? {
    await fetch.stored(url)?.file
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    if !isRefresh, let file = await storedImage(at: url) { return file }
    guard !Task.isCancelled else { throw .cancelled }
    let load = openLoad(of: url, isRefresh: isRefresh)
    let listener = nextNumber()
    load.progress.add(listener, progress)
    defer { load.progress.remove(listener) }
    return try await load.file.value()
  }

  /// The current load if it asks the network, and so is fresh enough for a refresh, too.
  private func openLoad(of url: URL, isRefresh: Bool) -> Load {
    if let load = loads[url], load.file.isOpen { return load }
    let (number, fetch, share) = (nextNumber(), fetch, ProgressShare())
    let file = SharedLoad<FileReference> { [weak self] in
      let outcome: Result<FileReference, PhotoSourceError>
      do throws(PhotoSourceError) {
        outcome = .success(
          try await fetch.run(url, isRefresh: isRefresh) { share.tell($0) })
      } catch {
        outcome = .failure(error)
      }
      await self?.finished(url, number: number)
      return outcome
    }
    let load = Load(number: number, file: file, progress: share)
    loads[url] = load
    return load
  }

  private func finished(_ url: URL, number: Int) {
    if loads[url]?.number == number { loads[url] = nil }
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
