import FeedFormats
import Foundation
import GalleryDomain

/// The photos of a feed on the network.
///
/// A page is asked for once at a time, whoever wants it, and stored as it comes. Pages with numbers are
/// asked for directly; a feed that names its pages one after the other is walked through from the nearest
/// page that is known. What is remembered of a list is small, whatever its length (`FeedPaginator`).
public actor RemotePhotoRepository: PhotoRepository {
  let format: any FeedFormat
  let transport: any HTTPTransport
  let store: any PageStore
  let limits: FeedLimits
  let allowsPrivateHosts: Bool
  /// The page that named the feed, where the user named that page only.
  let namedBy: URL?
  let zone: TimeZone
  let now: @Sendable () -> Date
  /// What the feed calls itself.
  var feedTitle: String?
  /// How the feed says that its photos are bought, once a page of the network said it or said nothing of it.
  var statedRoute: OrderRoute??
  /// Page 1, where it was fetched before the format was known.
  var firstAnswer: HTTPResponse?
  /// The lists that were looked at last: all photos, a search.
  var lists: [ListKey: ListState] = [:]
  /// Lists whose source could not be reached when it was last asked.
  var unreached: Set<ListKey> = []
  var lastListUse = 0
  var lastTicket = 0

  /// One of several lists of a feed.
  struct ListKey: Hashable, Sendable {
    /// What the source answers of what is asked.
    var query: PhotoQuery
    var size: Int
  }

  struct ListState {
    var walk: FeedPaginator
    /// Answers to an older one are dropped.
    var generation: Int
    /// Since when nothing older counts as fresh; nil before the first refresh.
    var refreshedAt: Date?
    var loads: [Int: PageLoad] = [:]
    var lastUse: Int
  }

  struct PageLoad {
    var ticket: Int
    var load: SharedLoad<AdmittedPage>
  }

  /// Lists that are remembered beside each other.
  static let listLimit = 4
  /// Searches that are remembered to have failed.
  private static let unreachedLimit = 1_000

  /// - Parameters:
  ///   - firstAnswer: What the address of the first page answered a moment ago, so that it need not be
  ///     asked again.
  ///   - namedBy: The page that named the feed; nil where the user did.
  ///   - zone: For dates that tell none.
  ///   - now: The clock.
  public init(
    format: any FeedFormat, transport: any HTTPTransport, store: any PageStore,
    allowsPrivateHosts: Bool = false, limits: FeedLimits = FeedLimits(),
    firstAnswer: HTTPResponse? = nil, namedBy: URL? = nil, zone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.format = format
    self.transport = transport
    self.store = store
    self.allowsPrivateHosts = allowsPrivateHosts
    self.limits = limits
    self.firstAnswer = firstAnswer
    self.namedBy = namedBy
    self.zone = zone
    self.now = now
  }

  deinit {
    for list in lists.values {
      for load in list.loads.values { load.load.cancel() }
    }
  }

  /// The feed's own name, where a page told it; else the format's.
  public var title: String {
    get async {
      if let feedTitle { return feedTitle }
      if let title = await decodedFirstAnswer()?.title { return title }
      let key = pageKey(listKey(for: PageRequest()), page: 1)
      return await store.page(for: key)?.page.title ?? format.title
    }
  }

  /// What the service settles or a page has said: one of the network, else the stored one.
  public var orderRoute: OrderRoute {
    get async {
      if let route = format.orderRoute { return route }
      if let statedRoute { return statedRoute ?? .file }
      if let route = await decodedFirstAnswer()?.orderRoute { return route }
      let key = pageKey(listKey(for: PageRequest()), page: 1)
      return await store.page(for: key)?.page.orderRoute ?? .file
    }
  }

  /// What a source cannot search is searched among what was seen of it.
  public nonisolated var capabilities: SourceCapabilities {
    var capabilities = format.capabilities
    capabilities.isRemote = true
    if capabilities.search == .none { capabilities.search = .here }
    return capabilities
  }

  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    if isSearchedHere(request) || request.page > limits.pageLimit { return nil }
    let list = listKey(for: request)
    let key = pageKey(list, page: request.page)
    guard let stored = await store.page(for: key) else { return await seenPage(for: request, list) }
    if let title = stored.page.title { feedTitle = feedTitle ?? title }
    // A walk of its own: what the network says later counts for the guards, not this.
    var walk = newWalk(list)
    // A photo that moved while the pages were read stands in both of them.
    if request.page > 1, let before = await store.page(for: pageKey(list, page: request.page - 1)) {
      _ = walk.admit(before.page, number: request.page - 1)
    }
    let admitted = walk.admit(stored.page.priced(at: now()), number: max(request.page, 1))
    var page = admitted.page(for: request)
    page.storedAt = stored.storedAt
    return page
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard !Task.isCancelled else { throw .cancelled }
    if isSearchedHere(request) { return await searchedPage(for: request) }
    let key = listKey(for: request)
    if request.isRefresh { restart(key) }
    do throws(PhotoSourceError) {
      let admitted = try await admittedPage(max(request.page, 1), of: key)
      unreached.remove(key)
      return admitted.page(for: request)
    } catch {
      if error.isUnreachable, key.query.search != nil, unreached.count < Self.unreachedLimit {
        unreached.insert(key)
      }
      throw error
    }
  }

  /// A search of which nothing is stored, at a source that could not be reached: what was seen of the source.
  private func seenPage(for request: PageRequest, _ list: ListKey) async -> PhotoPage? {
    guard unreached.contains(list), await store.page(for: pageKey(list, page: 1)) == nil else {
      return nil
    }
    var page = await searchedPage(for: request)
    guard !page.photos.isEmpty else { return nil }
    let all = ListKey(query: .everything, size: list.size)
    page.storedAt = await store.page(for: pageKey(all, page: 1))?.storedAt ?? .distantPast
    return page
  }

  /// How a picture that the feed names is asked for.
  public nonisolated func imageRequest(for url: URL) -> HTTPRequest {
    reach.bounded(format.imageRequest(for: url))
  }

  // MARK: What is asked for

  /// Computed anew: the first page of a search is on the same host.
  nonisolated var reach: HostPolicy {
    let first = try? format.request(
      for: FeedPageRequest(size: format.pageSize(wanted: PageRequest.defaultPageSize)))
    // Without its key a service does not say where it is; its stored pages still name pictures.
    guard let feed = namedBy ?? first?.url else {
      return .unknown(allowsPrivateHosts: allowsPrivateHosts)
    }
    return HostPolicy(feed: feed, allowsPrivateHosts: allowsPrivateHosts)
  }

  func isSearchedHere(_ request: PageRequest) -> Bool {
    request.query.search != nil && format.capabilities.search != .atSource
  }

  func listKey(for request: PageRequest) -> ListKey {
    let wanted = min(max(request.pageSize, PageRows.sizes.lowerBound), PageRows.sizes.upperBound)
    return ListKey(
      query: request.query.answered(by: format.capabilities),
      size: max(format.pageSize(wanted: wanted), 1))
  }

  func pageKey(_ list: ListKey, page: Int) -> PageKey {
    PageKey(
      sourceID: format.sourceID, query: list.query, pageSize: list.size, page: page)
  }

  func pageRequest(_ list: ListKey, at position: FeedPosition) -> FeedPageRequest {
    FeedPageRequest(position: position, size: list.size, query: list.query)
  }

  func newWalk(_ list: ListKey) -> FeedPaginator {
    FeedPaginator(isNumbered: format.hasNumberedPages, pageSize: list.size, limits: limits)
  }

  /// Over what was seen of the source, from the store's index.
  private func searchedPage(for request: PageRequest) async -> PhotoPage {
    let rows = PageRows.rows(of: request, photoCount: Int.max - 1)
    let found = await store.photos(
      matching: request.query, inSource: format.sourceID, rows: rows)
    return PhotoPage(
      number: request.page, photos: found.photos.map { [time = now()] in $0.priced(at: time) },
      totalCount: max(found.count, 0),
      hasMorePages: rows.upperBound < found.count && !found.photos.isEmpty)
  }
}
