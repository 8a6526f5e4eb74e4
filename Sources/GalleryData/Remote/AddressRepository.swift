import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import Synchronization

/// The photos at a URL whose format has to be recognised.
///
/// The URL itself may determine it, or the memory of the last time; otherwise the first response does, and is then page
/// 1, so that it isn't fetched twice. A web page is searched for a feed that it names; a web server's list of files is
/// a folder.
public final actor AddressRepository: PhotoRepository {
  /// What every feed needs.
  public struct Dependencies: Sendable {
    public var catalog: any FeedFormatCatalog
    public var transport: any HTTPTransport
    public var store: any PageStore
    public var zone: TimeZone
    public var now: @Sendable () -> Date
    /// For a list of files; nil if such lists are not to be opened.
    public var folder: FolderMaker?
    /// Whether a picture's URL opens the list of files around it.
    public var opensFoldersOfPictures = false
    /// The user at a server on which the transport signs in by itself; nil for none.
    public var account: @Sendable (URL) -> String? = { _ in nil }

    /// Makes a folder on a server, and what fetches its pictures.
    public typealias FolderMaker =
      @Sendable (any RemoteFileSystem) -> (
        repository: FolderRepository, images: any PhotoImageRepository
      )

    public init(
      catalog: any FeedFormatCatalog, transport: any HTTPTransport, store: any PageStore,
      zone: TimeZone = .current, now: @escaping @Sendable () -> Date = { Date() },
      folder: FolderMaker? = nil
    ) {
      self.catalog = catalog
      self.transport = transport
      self.store = store
      self.zone = zone
      self.now = now
      self.folder = folder
    }

    public func repository(
      of format: any FeedFormat, namedBy: URL? = nil, policy: HostPolicy? = nil,
      account: String? = nil
    ) -> RemotePhotoRepository {
      RemotePhotoRepository(
        format: format, transport: transport, store: store, namedBy: namedBy, policy: policy,
        account: account, zone: zone, now: now)
    }
  }

  /// What the URL turned out to be: a feed or a folder.
  private struct Found: Sendable {
    let repository: any PhotoRepository & AnyObject
    /// A folder's; a feed has none of its own.
    var images: (any PhotoImageRepository)?
    let imageRequest: @Sendable (URL) -> HTTPRequest
    /// Whether no response has been checked: the format is remembered, or the host's.
    var isGuess = false
    /// Whether the guess is a feed that the URL only names, which may have moved.
    var isElsewhere = false
  }

  /// Identifies it in the stored data of sources; doesn't depend on a query.
  public nonisolated let id: String
  private let url: URL
  /// One for the URL and what it leads to: each learns where the source is.
  private let policy: HostPolicy
  private let dependencies: Dependencies
  /// The user, as far as is known without asking for a password.
  private lazy var account = policy.account ?? dependencies.account(url)
  private lazy var memory = FormatMemory(of: url, for: account, in: dependencies.store)
  private let searches = SharedLoads<URL, Found>()
  /// Whether a guess was wrong, so that only a response counts.
  private var distrustsGuesses = false
  /// In a mutex, so that the list on the screen can read it without waiting.
  private let found = Mutex<Found?>(nil)
  /// What to do once it is known to be a folder.
  private var followers: [@Sendable (any PhotoRepository) -> Void] = []

  /// - Parameter url: http or https; a name and a password in it are sent to its server only.
  public init(url: URL, dependencies: Dependencies) {
    let authorization: WebAuthorization?
    (self.url, authorization) = WebAuthorization.separated(from: url)
    policy = HostPolicy(source: self.url, authorization: authorization)
    self.dependencies = dependencies
    id = WebAddress.id(self.url)
  }

  deinit {
    searches.cancelAll()
  }

  /// The feed's own name once its format is known; the URL until then.
  public var title: String {
    get async { await known()?.repository.title ?? WebAddress.shown(url) }
  }

  /// Sends no request.
  public var orderRoute: OrderRoute {
    get async { await known()?.repository.orderRoute ?? .file }
  }

  /// Until the format is known, what every feed supports.
  public nonisolated var capabilities: SourceCapabilities {
    found.withLock { $0 }?.repository.capabilities
      ?? SourceCapabilities(search: .here, isRemote: true)
  }

  /// The repository of the feed, once the source has responded.
  public nonisolated var answering: any PhotoRepository {
    let found = found.withLock { $0 }
    return found.flatMap { $0.isGuess ? nil : $0.repository } ?? self
  }

  /// The pictures of a folder, once it is known to be one.
  public nonisolated var folderImages: (any PhotoImageRepository)? {
    found.withLock { $0 }?.images
  }

  /// A folder's progress, from when it is known to be one; nothing for a feed.
  ///
  /// Sends no request itself: the first request for a page recognises the format.
  public func progress() async -> AsyncStream<SourceProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceProgress.self)
    let follow: @Sendable (any PhotoRepository) -> Void = { source in
      let task = Task {
        for await step in await source.progress() {
          if case .terminated = continuation.yield(step) { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    if let found = found.withLock({ $0 }), found.images != nil {
      follow(found.repository)
    } else {
      followers.append(follow)
    }
    return stream
  }

  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    guard let known = await known() else { return nil }
    return await known.repository.storedPage(for: request)
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let wasKnown = self.found.withLock { $0 } != nil
    let found = try await find()
    var request = request
    // A response that was fetched a moment ago to recognise it is fresh enough.
    if !wasKnown, !found.isGuess { request.isRefresh = false }
    do throws(PhotoSourceError) {
      let page = try await found.repository.page(for: request)
      if found.isGuess { settle(found, isRight: true) }
      return page
    } catch {
      guard found.isGuess, request.page <= 1,
        error.isOtherShape || found.isElsewhere && error.isRefusal
      else { throw error }
      // The URL has another kind of feed than last time, or than its host is known for.
      distrustsGuesses = true
      settle(found, isRight: false)
      await memory.forget()
      return try await find().repository.page(for: request)
    }
  }

  /// The request for a picture that the feed names.
  public nonisolated func imageRequest(for url: URL) -> HTTPRequest {
    found.withLock { $0 }?.imageRequest(url) ?? policy.bounded(HTTPRequest(url: url))
  }

  // MARK: Recognition

  /// What needs no network: the URL itself, or the memory of the last time.
  private func known() async -> Found? {
    if let found = found.withLock({ $0 }) { return found }
    guard !distrustsGuesses else { return nil }
    var guess = dependencies.catalog.format(of: url).map { feed($0, namedBy: nil) }
    if guess == nil, let entry = await memory.entry() {
      if entry.wasPublic { policy.learn(true) }
      let location = entry.feed ?? url
      if entry.format == Self.folderName, let index = try? DirectoryIndexFormat(url: location) {
        guess = folder(index)
      } else if let format = try? dependencies.catalog.format(
        named: entry.format, at: location, isNamed: false)
      {
        guess = feed(format, namedBy: entry.feed == nil ? nil : url)
      }
      guess?.isElsewhere = entry.feed != nil
    }
    // A guess that proved wrong in the meantime is not repeated.
    guard var guess, !distrustsGuesses else { return found.withLock { $0 } }
    guess.isGuess = true
    return keep(guess)
  }

  private func find() async throws(PhotoSourceError) -> Found {
    if let known = await known() { return known }
    return try await searches.value(of: url) { [weak self] () async throws(PhotoSourceError) in
      guard let self else { throw .cancelled }
      return try await self.recognise()
    }
  }

  /// Fetches the URL, and a feed that its page names.
  private func recognise() async throws(PhotoSourceError) -> Found {
    if dependencies.opensFoldersOfPictures, let picture = url.pictureParts,
      let response = try? await fetch(picture.folder, isNamedByFeed: false),
      let found = await folder(in: response, at: picture.folder)
    {
      return found
    }
    let response = try await fetch(url, isNamedByFeed: false)
    if let found = await folder(in: response, at: url) { return found }
    if let found = await feed(in: response, at: url) { return found }
    if let link = await dependencies.catalog.feeds(namedBy: response).first,
      WebAddress.isWeb(link), link != url,
      let found = await feed(in: try await fetch(link, isNamedByFeed: true), at: link)
    {
      return found
    }
    let name = WebAddress.shown(url)
    _ = try TextEncoding.text(
      response.body, contentType: response.headers["Content-Type"], name: name)
    throw PhotoSourceError.notAFeed(response.body, name: name)
      .hidingSecrets(of: request(for: url, isNamedByFeed: false))
  }

  /// nil for a response that isn't a list of files.
  private func folder(in response: HTTPResponse, at url: URL) async -> Found? {
    guard let index = DirectoryIndexFormat.recognising(response, at: url),
      let found = folder(index, after: response, to: response.url)
    else { return nil }
    return await keep(found, Self.folderName, at: index.url(of: []))
  }

  /// nil for a response in no known format.
  private func feed(in response: HTTPResponse, at url: URL) async -> Found? {
    guard let format = await dependencies.catalog.format(recognising: response, at: url) else {
      return nil
    }
    let isElsewhere = url != self.url
    let found = feed(
      format, namedBy: isElsewhere ? self.url : nil, after: response,
      to: request(for: url, isNamedByFeed: isElsewhere).url)
    return await keep(found, format.name, at: url)
  }

  /// - Parameter format: Its name, which is remembered.
  private func keep(_ found: Found, _ format: String, at location: URL?) async -> Found {
    await memory.remember(
      FormatMemory.Entry(
        format: format, feed: location == url ? nil : location, wasPublic: policy.wasPublic == true),
      at: dependencies.now())
    return keep(found)
  }

  private func fetch(
    _ url: URL, isNamedByFeed: Bool
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let request = request(for: url, isNamedByFeed: isNamedByFeed)
    let response = try await dependencies.transport.send(request)
    guard !Task.isCancelled else { throw .cancelled }
    policy.learn(response.isFromPublicAddress)
    guard response.isSuccess else {
      throw PhotoSourceError(status: response, now: dependencies.now())
    }
    return response
  }

  private func request(for url: URL, isNamedByFeed: Bool) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    request.headers["Accept"] = Self.accepted
    return isNamedByFeed ? policy.page(request) : policy.own(request)
  }

  /// - Parameter response: What was fetched a moment ago to recognise it, which isn't fetched again for the first page.
  private func feed(
    _ format: any FeedFormat, namedBy: URL?, after response: HTTPResponse? = nil, to url: URL? = nil
  ) -> Found {
    var dependencies = dependencies
    dependencies.transport = PrefetchedTransport(dependencies, response, to: url)
    let feed = dependencies.repository(
      of: format, namedBy: namedBy, policy: policy, account: account)
    return Found(repository: feed) { feed.imageRequest(for: $0) }
  }

  /// The name under which a list of files is remembered.
  private static let folderName = "directory index"

  /// - Parameter response: As for `feed`.
  private func folder(
    _ format: DirectoryIndexFormat, after response: HTTPResponse? = nil, to url: URL? = nil
  ) -> Found? {
    guard let make = dependencies.folder else { return nil }
    let transport = PrefetchedTransport(dependencies, response, to: url)
    let (folder, images) = make(WebFileSystem(format, transport, policy: policy))
    return Found(repository: folder, images: images) { [policy] in
      policy.own(HTTPRequest(url: $0, redirects: .sameHost))
    }
  }

  private func keep(_ new: Found) -> Found {
    let kept = found.withLock { found in
      let kept = found ?? new
      found = kept
      return kept
    }
    if kept.images != nil {
      for follow in followers { follow(kept.repository) }
      followers = []
    }
    return kept
  }

  /// - Parameter isRight: Whether the source has responded as expected.
  private func settle(_ guess: Found, isRight: Bool) {
    found.withLock { found in
      guard found?.repository === guess.repository else { return }
      if isRight { found?.isGuess = false } else { found = nil }
    }
  }

  private static let accepted =
    "application/feed+json, application/json, application/atom+xml, application/rss+xml, "
    + "application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"
}

/// The pictures of a URL, loaded as those of a folder once it is known to be one.
public struct AddressImages: PhotoImageRepository {
  private let repository: AddressRepository
  private let pictures: any PhotoImageRepository

  /// - Parameter pictures: A feed's.
  public init(of repository: AddressRepository, pictures: any PhotoImageRepository) {
    self.repository = repository
    self.pictures = pictures
  }

  private var current: any PhotoImageRepository { repository.folderImages ?? pictures }

  public func storedImage(at url: URL) async -> FileReference? {
    await current.storedImage(at: url)
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    try await current.image(at: url, isRefresh: isRefresh, progress: progress)
  }
}

/// A transport with a response that has just arrived: requests for its URL within some seconds get that, unless they ask for a newer one.
private final class PrefetchedTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let url: URL?
  private let response: Mutex<HTTPResponse?>
  private let now: @Sendable () -> Date
  private let start: Date
  /// In seconds. Later, the page that was recognised has been in the store, and is asked for again because it is old.
  private static let patience = 10.0

  init(_ dependencies: AddressRepository.Dependencies, _ response: HTTPResponse?, to url: URL?) {
    (base, now, start) = (dependencies.transport, dependencies.now, dependencies.now())
    self.url = url
    self.response = Mutex(response)
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    let isCurrent =
      request.method == .get && request.url == url && request.headers["Cache-Control"] == nil
      && now().timeIntervalSince(start) < Self.patience
    // Two who asked while it was being recognised get the same response; any other request ends its use.
    let known = response.withLock { response in
      if !isCurrent { response = nil }
      return response
    }
    if let known { return known }
    return try await base.send(request)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await base.download(request, to: descriptor, byteLimit: byteLimit, progress: progress)
  }
}

extension PhotoSourceError {
  /// Whether the response was complete, but of another kind than expected.
  fileprivate var isOtherShape: Bool {
    switch self {
    case .notAFeed, .malformed, .encodingUnknown: true
    default: false
    }
  }
}
