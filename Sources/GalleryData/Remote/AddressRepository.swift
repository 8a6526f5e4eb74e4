import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// The photos at an address whose format is found out.
///
/// The address may tell it by itself, or the last time did; else the first answer does, and is then page 1,
/// so that it is not asked for twice. A web page is searched for a feed that it names.
public actor AddressRepository: PhotoRepository {
  /// What every feed is made with.
  public struct Dependencies: Sendable {
    public var catalog: any FeedFormatCatalog
    public var transport: any HTTPTransport
    public var store: any PageStore
    public var allowsPrivateHosts: Bool
    public var limits: FeedLimits
    public var zone: TimeZone
    public var now: @Sendable () -> Date

    public init(
      catalog: any FeedFormatCatalog, transport: any HTTPTransport, store: any PageStore,
      allowsPrivateHosts: Bool = false, limits: FeedLimits = FeedLimits(),
      zone: TimeZone = .current, now: @escaping @Sendable () -> Date = { Date() }
    ) {
      self.catalog = catalog
      self.transport = transport
      self.store = store
      self.allowsPrivateHosts = allowsPrivateHosts
      self.limits = limits
      self.zone = zone
      self.now = now
    }

    public func repository(
      of format: any FeedFormat, firstAnswer: HTTPResponse? = nil, namedBy: URL? = nil
    ) -> RemotePhotoRepository {
      RemotePhotoRepository(
        format: format, transport: transport, store: store,
        allowsPrivateHosts: allowsPrivateHosts, limits: limits, firstAnswer: firstAnswer,
        namedBy: namedBy, zone: zone, now: now)
    }
  }

  private struct Found: Sendable {
    var repository: RemotePhotoRepository
    /// Whether no answer was looked at: the format is the one of the last time, or of the host.
    var isGuess = false
    /// Whether the guess is a feed that the address only names, which may have moved.
    var isElsewhere = false
  }

  /// Names it among what is kept of sources; says nothing of a query.
  public nonisolated let id: String
  private let url: URL
  private let authorization: WebAuthorization?
  private let dependencies: Dependencies
  private let memory: FormatMemory
  private var search: SharedLoad<Found>?
  /// Whether a guess was wrong, so that only an answer counts.
  private var distrustsGuesses = false
  /// Asked for by whoever shows the list, without waiting.
  private let found = Mutex<Found?>(nil)

  /// - Parameter url: http or https; a name and a password in it are sent to its host only.
  public init(url: URL, dependencies: Dependencies) {
    (self.url, authorization) = WebAuthorization.taken(from: url)
    self.dependencies = dependencies
    id = WebAddress.id(self.url)
    memory = FormatMemory(of: self.url, in: dependencies.store)
  }

  deinit {
    search?.cancel()
  }

  /// The feed's own name once it is known what it is; the address until then.
  ///
  /// Waits for a page that is being asked for, and asks for none itself: it is called after a failure too.
  public var title: String {
    get async {
      if let known = await known() { return await known.repository.title }
      guard let search, search.isOpen, let found = try? await search.value() else {
        return WebAddress.shown(url)
      }
      return await found.repository.title
    }
  }

  /// Asks nobody.
  public var orderRoute: OrderRoute {
    get async { await known()?.repository.orderRoute ?? .file }
  }

  /// Until it is known what the feed is, what every feed can do.
  public nonisolated var capabilities: SourceCapabilities {
    found.withLock { $0 }?.repository.capabilities
      ?? SourceCapabilities(search: .here, isRemote: true)
  }

  /// The repository of the feed, once the source has answered.
  public nonisolated var answering: any PhotoRepository {
    let found = found.withLock { $0 }
    return found.flatMap { $0.isGuess ? nil : $0.repository } ?? self
  }

  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    guard let known = await known() else { return nil }
    return await known.repository.storedPage(for: request)
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let wasKnown = self.found.withLock { $0 } != nil
    let found = try await find()
    var request = request
    // What was asked a moment ago to see what it is, is as fresh as can be.
    if !wasKnown, !found.isGuess { request.isRefresh = false }
    do throws(PhotoSourceError) {
      let page = try await found.repository.page(for: request)
      if found.isGuess { confirm(found) }
      return page
    } catch {
      guard found.isGuess, request.page <= 1,
        error.isOtherShape || found.isElsewhere && error.isRefusal
      else { throw error }
      // The address holds another kind of feed than last time, or than its host is known for.
      distrustsGuesses = true
      forget(found)
      await memory.forget()
      return try await find().repository.page(for: request)
    }
  }

  /// How a picture that the feed names is asked for.
  public nonisolated func imageRequest(for url: URL) -> HTTPRequest {
    if let found = found.withLock({ $0 }) { return found.repository.imageRequest(for: url) }
    let reach = HostPolicy(feed: self.url, allowsPrivateHosts: dependencies.allowsPrivateHosts)
    return reach.bounded(HTTPRequest(url: url))
  }

  // MARK: Finding out

  /// What needs no network: the address itself, or the memory of the last time.
  private func known() async -> Found? {
    if let found = found.withLock({ $0 }) { return found }
    guard !distrustsGuesses else { return nil }
    var format = dependencies.catalog.format(of: url)
    var namedBy: URL?
    if format == nil, let entry = await memory.entry() {
      format = try? dependencies.catalog.format(
        named: entry.format, at: entry.feed ?? url, isNamed: false)
      namedBy = entry.feed == nil ? nil : url
    }
    // A guess that turned out wrong meanwhile is not made again.
    guard let format, !distrustsGuesses else { return found.withLock { $0 } }
    return keep(
      Found(
        repository: dependencies.repository(of: authorized(format), namedBy: namedBy),
        isGuess: true, isElsewhere: namedBy != nil))
  }

  private func find() async throws(PhotoSourceError) -> Found {
    if let known = await known() { return known }
    if let search, search.isOpen { return try await search.value() }
    let load = SharedLoad<Found> { [weak self] in
      guard let self else { return .failure(.cancelled) }
      do throws(PhotoSourceError) {
        return .success(try await self.recognise())
      } catch {
        await self.searchFailed()
        return .failure(error)
      }
    }
    search = load
    return try await load.value()
  }

  /// Asks the address, and a feed that its page names.
  private func recognise() async throws(PhotoSourceError) -> Found {
    let answer = try await ask(url, isNamedByFeed: false)
    if let format = await dependencies.catalog.format(recognising: answer, at: url) {
      return await take(format, answer, at: url)
    }
    for link in await dependencies.catalog.feeds(namedBy: answer).prefix(1)
    where WebAddress.isWeb(link) && link != url {
      let answer = try await ask(link, isNamedByFeed: true)
      guard let format = await dependencies.catalog.format(recognising: answer, at: link) else {
        break
      }
      return await take(format, answer, at: link)
    }
    let name = WebAddress.shown(url)
    do throws(TextEncoding.Fault) {
      _ = try TextEncoding.utf8(answer.body, contentType: answer.headers["Content-Type"])
    } catch {
      throw PhotoSourceError(error, name: name)
    }
    throw PhotoSourceError.notAFeed(answer.body, name: name)
      .hidingSecrets(of: request(for: url, isNamedByFeed: false))
  }

  private func ask(
    _ url: URL, isNamedByFeed: Bool
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let request = request(for: url, isNamedByFeed: isNamedByFeed)
    let answer = try await dependencies.transport.send(request)
    guard !Task.isCancelled else { throw .cancelled }
    guard answer.isSuccess else {
      throw PhotoSourceError(status: answer, now: dependencies.now())
    }
    return answer
  }

  private func request(for url: URL, isNamedByFeed: Bool) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    request.headers["Accept"] = Self.accepted
    if let authorization { request = authorization.apply(to: request) }
    guard isNamedByFeed else { return request }
    let reach = HostPolicy(feed: self.url, allowsPrivateHosts: dependencies.allowsPrivateHosts)
    return reach.page(request)
  }

  private func take(
    _ format: any FeedFormat, _ answer: HTTPResponse, at url: URL
  ) async -> Found {
    let format = authorized(format)
    // What was asked for is page 1 only where the format would ask for it in the same way.
    let size = format.pageSize(wanted: PageRequest.defaultPageSize)
    let first = try? format.request(for: FeedPageRequest(size: size))
    let isFirstPage = first?.url == url && first?.method == .get
    let feed = url == self.url ? nil : url
    await memory.remember(
      FormatMemory.Entry(format: format.name, feed: feed), at: dependencies.now())
    return keep(
      Found(
        repository: dependencies.repository(
          of: format, firstAnswer: isFirstPage ? answer : nil,
          namedBy: feed == nil ? nil : self.url)))
  }

  private func authorized(_ format: any FeedFormat) -> any FeedFormat {
    authorization.map { AuthorizedFormat(format, $0) } ?? format
  }

  private func keep(_ new: Found) -> Found {
    found.withLock { found in
      let kept = found ?? new
      found = kept
      return kept
    }
  }

  /// The guess was right: the source has answered as expected.
  private func confirm(_ guess: Found) {
    found.withLock { found in
      if found?.repository === guess.repository { found?.isGuess = false }
    }
  }

  private func forget(_ old: Found) {
    found.withLock { found in
      if found?.repository === old.repository { found = nil }
    }
    search = nil
  }

  private func searchFailed() {
    search = nil
  }

  private static let accepted =
    "application/feed+json, application/json, application/atom+xml, application/rss+xml, "
    + "application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"
}

extension PhotoSourceError {
  /// Whether the answer was whole, and of another kind than expected.
  fileprivate var isOtherShape: Bool {
    switch self {
    case .notAFeed, .malformed, .encodingUnknown: true
    default: false
    }
  }
}
