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
  private let fetch: ImageFetch
  private let loads = SharedLoads<URL, FileReference>()
  /// Of the URLs that someone waits for.
  private var shares: [URL: ProgressShare] = [:]
  private var lastListener = 0

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
    let share = shares[url] ?? ProgressShare()
    shares[url] = share
    lastListener += 1
    let listener = lastListener
    share.add(listener, progress)
    defer { if share.remove(listener), shares[url] === share { shares[url] = nil } }
    // A load that is under way asks the network, and so is fresh enough for a refresh, too.
    return try await loads.value(of: url) { [fetch] () async throws(PhotoSourceError) in
      try await fetch.run(url, isRefresh: isRefresh) { share.tell($0) }
    }
  }
}
