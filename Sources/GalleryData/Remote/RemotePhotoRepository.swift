import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// The photos of a feed on the network.
///
/// Concurrent requests for a page share one load, which stores it as it arrives. Pages with numbers are requested
/// directly; a feed that names its pages one after the other is walked through from the nearest known page
/// (`FeedPaginator`).
public final actor RemotePhotoRepository: PhotoRepository {
  private let format: any FeedFormat
  private let transport: any HTTPTransport
  private let store: any PageStore
  private let pageLimit: Int
  private let policy: HostPolicy
  /// `FeedFormat.pagesID`, for the user.
  private let pagesID: String
  /// The page that named the feed, if the user only named that page.
  private let namedBy: URL?
  private let zone: TimeZone
  private let now: @Sendable () -> Date
  private var feedTitle: String?
  /// How the feed says that its photos are bought, once a page from the network has said so or said nothing.
  private var statedRoute: OrderRoute??
  /// The most recently used lists, all photos and searches, the latest at the end.
  var lists: [FeedList] = []
  /// The last search of the stored pages.
  private var searched: SearchedList?
  private var lastNumber = 0
  let loads = SharedLoads<PageLoad, PhotoPage>()

  /// One of several lists of a feed.
  struct ListKey: Hashable, Sendable {
    /// The part of the query that the source answers.
    var query: PhotoQuery
    var size: Int
  }

  /// A list as far as it was read.
  final class FeedList {
    let key: ListKey
    let number: Int
    var paginator: FeedPaginator
    /// Nothing older than this counts as fresh; nil before the first refresh.
    let refreshedAt: Date?

    init(_ key: ListKey, number: Int, paginator: FeedPaginator, refreshedAt: Date?) {
      (self.key, self.number, self.paginator, self.refreshedAt) =
        (key, number, paginator, refreshedAt)
    }
  }

  struct PageLoad: Hashable {
    /// The list's number.
    var list: Int
    var page: Int
  }

  private static let listLimit = 4

  /// - Parameters:
  ///   - namedBy: The page that named the feed; nil if the user did.
  ///   - policy: Of the URL that named the feed, or that is the feed; nil for a service that has its URL in its format.
  ///   - account: The user at a server on which the transport signs in: each has pages of their own. nil for none.
  ///   - zone: For dates without a zone.
  package init(
    format: any FeedFormat, transport: any HTTPTransport, store: any PageStore,
    namedBy: URL? = nil, policy: HostPolicy? = nil, account: String? = nil,
    zone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }, pageLimit: Int = FeedPaginator.pageLimit
  ) {
    self.format = format
    self.transport = transport
    self.store = store
    self.pageLimit = pageLimit
    self.namedBy = namedBy
    self.policy = policy ?? HostPolicy(source: Self.url(of: format))
    pagesID =
      (policy?.account ?? account).map { WebAddress.pagesID(of: format.pagesID, [$0]) }
      ?? format.pagesID
    self.zone = zone
    self.now = now
  }

  deinit {
    loads.cancelAll()
  }

  /// Where its first page is; that of a search is on the same host. Without its key a service has no URL; its stored pages still
  /// name pictures.
  private static func url(of format: any FeedFormat) -> URL? {
    let size = format.pageSize(wanted: PageRequest.defaultPageSize)
    return try? format.request(for: FeedPageRequest(size: size)).url
  }

  /// The feed's own name, if a page has one; else the format's.
  public var title: String {
    get async {
      if let feedTitle { return feedTitle }
      let key = pageKey(listKey(for: PageRequest()), page: 1)
      return await store.page(for: key)?.page.title ?? format.title
    }
  }

  /// Determined by the service or by a page: one from the network, else a stored one.
  public var orderRoute: OrderRoute {
    get async {
      if let route = format.orderRoute { return route }
      if let statedRoute { return statedRoute ?? .file }
      let key = pageKey(listKey(for: PageRequest()), page: 1)
      return await store.page(for: key)?.page.orderRoute ?? .file
    }
  }

  /// If a source has no search, the search covers what was loaded from it.
  public nonisolated var capabilities: SourceCapabilities {
    var capabilities = format.capabilities
    capabilities.isRemote = true
    if capabilities.search == .none { capabilities.search = .here }
    return capabilities
  }

  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    if isSearchedHere(request) { return nil }
    let list = listKey(for: request)
    let key = pageKey(list, page: request.page)
    guard let stored = await store.page(for: key) else { return nil }
    if PageOrigin.wasPublic(stored) { policy.learn(true) }
    if let title = stored.page.title { feedTitle = feedTitle ?? title }
    // A separate paginator: the guards must go by what the network says later, not by stored pages.
    var paginator = newPaginator(list)
    // A photo that moved while the pages were read is in both of them.
    if request.page > 1, let before = await store.page(for: pageKey(list, page: request.page - 1)) {
      _ = paginator.admit(before.page, number: request.page - 1)
    }
    var page = Self.answer(
      to: request, paginator.admit(stored.page, number: max(request.page, 1)))
    page.storedAt = stored.storedAt
    return page
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard !Task.isCancelled else { throw .cancelled }
    if isSearchedHere(request) { return try await searchedPage(for: request) }
    let key = listKey(for: request)
    if request.isRefresh { restart(key) }
    return Self.answer(
      to: request, try await admittedPage(max(request.page, 1), of: list(key)))
  }

  private static func answer(to request: PageRequest, _ admitted: PhotoPage) -> PhotoPage {
    var page = admitted
    page.number = request.page
    if admitted.number == 1, let anchor = request.anchor {
      page.anchorRow = page.photos.firstIndex { $0.id == anchor }
    }
    return page
  }

  /// The request for a picture that the feed names.
  public nonisolated func imageRequest(for url: URL) -> HTTPRequest {
    policy.bounded(format.imageRequest(for: url))
  }

  // MARK: Requests

  private func isSearchedHere(_ request: PageRequest) -> Bool {
    request.query.search != nil && format.capabilities.search != .atSource
  }

  func listKey(for request: PageRequest) -> ListKey {
    let wanted = min(max(request.pageSize, PageRows.sizes.lowerBound), PageRows.sizes.upperBound)
    return ListKey(
      query: request.query.answered(by: format.capabilities),
      size: max(format.pageSize(wanted: wanted), 1))
  }

  private func pageKey(_ list: ListKey, page: Int) -> PageKey {
    PageKey(sourceID: pagesID, query: list.query, pageSize: list.size, page: page)
  }

  private func pageRequest(_ list: ListKey, at position: FeedPosition) -> FeedPageRequest {
    FeedPageRequest(position: position, size: list.size, query: list.query, zone: zone)
  }

  private func newPaginator(_ list: ListKey) -> FeedPaginator {
    FeedPaginator(isNumbered: format.hasNumberedPages, pageSize: list.size, pageLimit: pageLimit)
  }

  /// Searches what was loaded from the source: its stored pages, as they are when the first page is requested.
  private func searchedPage(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    if request.page > 1, let searched, searched.query == request.query {
      return try await searched.page(for: request)
    }
    let (store, filter) = (store, LocalFilter(request.query, zone: zone))
    let pages = await store.pages(ofSource: pagesID)
    let search = SearchedList(request.query) { piece in
      let part = pages.dropFirst(piece * Self.searchedPages).prefix(Self.searchedPages)
      let photos = await store.photos(on: Array(part), passing: filter)
      return (photos, part.endIndex == pages.endIndex)
    }
    searched = search
    return try await search.page(for: request)
  }

  /// So many pages are searched before others get a turn, and cancellation is noticed.
  private static let searchedPages = 32
}

// One page: from the store while it is fresh, else from the network, and into the store.
extension RemotePhotoRepository {
  /// A page, and whether it came from the network, so that the store needs it.
  private typealias LoadedPage = (page: FeedPage, isNew: Bool)

  /// - Throws: `.cancelled` also if the list was restarted in the meantime: nothing is stored then.
  private func load(_ load: PageLoad) async throws(PhotoSourceError) -> PhotoPage {
    guard let list = lists.first(where: { $0.number == load.list }) else { throw .cancelled }
    let number = load.page
    guard
      var position = list.paginator.start(of: number)
        ?? (format.hasNumberedPages ? .number(number) : nil)
    else { return PhotoPage(number: number, photos: []) }
    var emptyCount = 0
    while true {
      let loaded = try await loadPage(at: position, number, list)
      guard !Task.isCancelled else { throw .cancelled }
      emptyCount += 1
      // A list without page numbers has no rows for an empty page: the next one replaces it.
      if loaded.page.photos.isEmpty, emptyCount < FeedPaginator.emptyPageLimit(for: loaded.page),
        let next = list.paginator.follow(loaded.page, in: number)
      {
        position = next
        continue
      }
      if let title = loaded.page.title { feedTitle = title }
      // Later pages and searches need not repeat it.
      if let route = loaded.page.orderRoute {
        statedRoute = route
      } else if number == 1, list.key.query.search == nil {
        statedRoute = .some(nil)
      }
      let admitted = list.paginator.admit(loaded.page, number: number, emptyCount: emptyCount)
      if loaded.isNew { await tidyStore(after: admitted, list.key) }
      return admitted
    }
  }

  private func loadPage(
    at position: FeedPosition, _ number: Int, _ list: FeedList
  ) async throws(PhotoSourceError) -> LoadedPage {
    let pageKey = pageKey(list.key, page: number)
    let known = await store.page(for: pageKey)
    // Before the request is made, which depends on it.
    if let known, PageOrigin.wasPublic(known) { policy.learn(true) }
    let pageRequest = pageRequest(list.key, at: position)
    var request = try request(for: pageRequest)
    if number == 1 { list.paginator.begin(at: request.url) }
    let origin = PageOrigin.text(request)

    // A page with this number that answered a different request is a different page.
    let stored = known.flatMap { page in
      page.origin.map { PageOrigin.isSame(origin, kept: $0) } ?? format.hasNumberedPages
        ? page : nil
    }
    // After the end of a price, a response that nothing has changed would keep it.
    let hasOldPrice = stored.flatMap { $0.page.pricesEnd(after: $0.storedAt) }.map { $0 <= now() }
    let usable = hasOldPrice == true ? nil : stored
    if let usable, isFresh(usable, list) { return (page: usable.page, isNew: false) }
    if request.method == .get { usable?.validators.condition(&request.headers) }
    if hasOldPrice == true || (list.refreshedAt != nil && number == 1) {
      // Proxies and caches on the way must not answer for the server.
      request.headers["Cache-Control"] = request.headers["Cache-Control"] ?? "max-age=0"
    }
    guard !Task.isCancelled else { throw .cancelled }
    let response = try await transport.send(request)
    policy.learn(response.isFromPublicAddress)
    guard !Task.isCancelled else { throw .cancelled }
    if response.status == 304, let usable {
      let freshness = HTTPFreshness(response.headers, now: now())
      await store.confirm(pageKey, at: now(), freshUntil: freshness.freshUntil)
      return (page: usable.page, isNew: false)
    }
    return try await receive(response, to: pageRequest, request, pageKey, origin, list)
  }

  /// Decodes a response and stores it.
  private func receive(
    _ response: HTTPResponse, to pageRequest: FeedPageRequest, _ request: HTTPRequest,
    _ pageKey: PageKey, _ origin: String, _ list: FeedList
  ) async throws(PhotoSourceError) -> LoadedPage {
    let page: FeedPage
    do throws(PhotoSourceError) {
      page = try await decoded(response, of: pageRequest, list)
    } catch {
      throw error.hidingSecrets(of: request)
    }
    guard !Task.isCancelled else { throw .cancelled }
    let time = now()
    let freshness = HTTPFreshness(response.headers, now: time)
    if freshness.isStorable, response.isSuccess {
      // The stored page lacks its permissions, or photos that didn't come: it is only a substitute until the server has
      // answered.
      let isWhole = !page.holdsPermissions && page.skipped.unreadableCount == 0
      await store.save(
        StoredPage(
          page: page, storedAt: time, freshUntil: isWhole ? freshness.freshUntil : nil,
          validators: isWhole ? HTTPValidators(response.headers) : HTTPValidators(),
          origin: PageOrigin.kept(origin, wasPublic: policy.wasPublic)),
        for: pageKey)
    }
    return (page: page, isNew: true)
  }

  private func decoded(
    _ response: HTTPResponse, of request: FeedPageRequest, _ list: FeedList
  ) async throws(PhotoSourceError) -> FeedPage {
    var context = FeedContext(url: response.url, zone: zone, now: now())
    // A response may name other requests that are needed, as with a collection in a collection.
    var asked: Set<URL> = []
    for _ in 0..<Self.joinRounds {
      let joins = await offActor { [format, context] in
        format.joins(of: response, on: request, in: context)
      }
      let requests = joins.filter { asked.insert($0.url).inserted }
      guard !requests.isEmpty else { break }
      let byteLimit = Self.joinedByteLimit - context.joined.values.reduce(0) { $0 + $1.count }
      let bodies = await joined(requests, byteLimit: byteLimit)
      context.joined.merge(bodies) { old, _ in old }
    }
    do throws(PhotoSourceError) {
      let page = try await offActor { [format, context] () throws(PhotoSourceError) in
        try format.decode(response, of: request, in: context)
      }
      if response.isSuccess || isEnd(response, of: request, list) { return page }
    } catch {
      if response.isSuccess { throw error }
      if isEnd(response, of: request, list) { return FeedPage(photos: []) }
      if error.explainsStatus { throw error }
    }
    throw PhotoSourceError(status: response, now: now())
  }

  /// Whether a failure only means that the list ends before this page; not if the total that the source stated is
  /// larger.
  private func isEnd(
    _ response: HTTPResponse, of request: FeedPageRequest, _ list: FeedList
  ) -> Bool {
    if case .number(let number) = request.position, list.paginator.expects(page: number) {
      return false
    }
    return format.isEnd(response, of: request)
  }

  /// The most concurrent requests in addition to the page's own.
  private static let joinCount = 4
  /// How many levels of responses are searched for further requests.
  private static let joinRounds = 2
  /// The most bytes of the responses for one page; those beyond that are dropped.
  private static let joinedByteLimit = 64 << 20

  /// The responses to the requests that a page needs. A failed one only omits its own data.
  private func joined(_ requests: [HTTPRequest], byteLimit: Int) async -> [URL: [UInt8]] {
    let (transport, policy) = (transport, policy)
    let bodies = ParallelMap(requests, width: Self.joinCount, ahead: Self.joinCount) {
      request -> [UInt8]? in
      guard !Task.isCancelled, let response = try? await transport.send(policy.page(request)),
        response.isSuccess
      else { return nil }
      return response.body
    }
    var joined: [URL: [UInt8]] = [:]
    var bytesLeft = byteLimit
    for await case (let request, let body?) in bodies where body.count <= bytesLeft {
      bytesLeft -= body.count
      joined[request.url] = body
      guard bytesLeft > 0 else { break }
    }
    return joined
  }

  private func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    let request = try format.request(for: page)
    guard WebAddress.isWeb(request.url) else {
      throw .redirectRefused(
        host: CleanText.line(request.url.host()) ?? format.name,
        reason: "neither http nor https")
    }
    // The user named the feed's own URL, whatever it is.
    let isOwn = page.position == .number(1) && namedBy == nil
    return isOwn ? policy.own(request) : policy.page(request)
  }

  // MARK: The store

  private func isFresh(_ page: StoredPage, _ list: FeedList) -> Bool {
    let time = now()
    guard let until = page.freshUntil, time < until, page.storedAt <= time else { return false }
    return list.refreshedAt.map { page.storedAt > $0 } ?? true
  }

  /// A list has no pages after its end, whatever was stored when it was longer.
  private func tidyStore(after page: PhotoPage, _ key: ListKey) async {
    var last: Int?
    if !page.hasMorePages { last = page.photos.isEmpty ? page.number - 1 : page.number }
    if format.hasNumberedPages, let total = page.totalCount, total > 0, !page.photos.isEmpty {
      let pageCount = (total - 1) / max(key.size, page.photos.count) + 1
      last = min(last ?? Int.max, max(pageCount, page.number))
    }
    guard let last, last < pageLimit else { return }
    await store.removePages(from: last + 1, of: pageKey(key, page: last + 1))
  }
}

// Which page is requested, and how it is reached.
extension RemotePhotoRepository {
  /// A page; if the feed has to be walked through, one step after the other, each of which other callers can share.
  private func admittedPage(
    _ number: Int, of list: FeedList
  ) async throws(PhotoSourceError) -> PhotoPage {
    if list.paginator.isBehindEnd(number) { return PhotoPage(number: number, photos: []) }
    if !format.hasNumberedPages {
      try await walk(to: number, of: list)
      if list.paginator.start(of: number) == nil { return PhotoPage(number: number, photos: []) }
    }
    return try await sharedPage(number, of: list)
  }

  /// Continues until it is known where a page starts, or that it doesn't exist.
  private func walk(to number: Int, of list: FeedList) async throws(PhotoSourceError) {
    while list.paginator.start(of: number) == nil {
      let page = list.paginator.nearest(upTo: number)
      guard page < number, !list.paginator.isBehindEnd(number) else { return }
      _ = try await sharedPage(page, of: list)
      // No progress: the feed doesn't continue from there.
      if list.paginator.nearest(upTo: number) == page { return }
    }
  }

  /// However many callers need a page, it is loaded once.
  private func sharedPage(
    _ number: Int, of list: FeedList
  ) async throws(PhotoSourceError) -> PhotoPage {
    let load = PageLoad(list: list.number, page: number)
    return try await loads.value(of: load) { [weak self] () async throws(PhotoSourceError) in
      guard let self else { throw .cancelled }
      return try await self.load(load)
    }
  }

  // MARK: Lists

  /// A known list, or a new one; from now on the most recent one.
  private func list(_ key: ListKey, refreshedAt: Date? = nil) -> FeedList {
    lastNumber += 1
    let list =
      lists.firstIndex { $0.key == key }.map { lists.remove(at: $0) }
      ?? FeedList(key, number: lastNumber, paginator: newPaginator(key), refreshedAt: refreshedAt)
    let loading = Set(loads.keys.map(\.list))
    if lists.count >= Self.listLimit,
      let idle = lists.firstIndex(where: { !loading.contains($0.number) })
    {
      lists.remove(at: idle)
    }
    lists.append(list)
    return list
  }

  /// A refresh: cancels the current loads and forgets what was known.
  private func restart(_ key: ListKey) {
    for list in lists where list.key == key {
      for load in loads.keys where load.list == list.number { loads.cancel(load) }
    }
    lists.removeAll { $0.key == key }
    _ = list(key, refreshedAt: now())
  }
}
