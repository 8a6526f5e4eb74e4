import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// The user of a ClickHouse server.
public struct ClickHouseCredentials: Hashable, Sendable {
  public var user: String?
  public var password: String?

  public init(user: String? = nil, password: String? = nil) {
    (self.user, self.password) = (user, password)
  }

  /// From `CLICKHOUSE_USER` and `CLICKHOUSE_PASSWORD`, like ClickHouse's own client; empty ones count as missing.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(user: value("CLICKHOUSE_USER"), password: value("CLICKHOUSE_PASSWORD"))
  }

  /// Users of a server may see different rows.
  fileprivate func pagesID(of address: ClickHouseAddress) -> String {
    user.map { WebAddress.pagesID(of: address.sourceID, [$0]) } ?? address.sourceID
  }
}

/// The photos of a table on a ClickHouse server, which searches, filters, sorts and counts them.
///
/// A list is counted in buckets of its order (`ClickHouseIndex`), so that any row can be found directly, even the last
/// one: its position comes from a query with a bound on the table's sort key. Positions are queried for several pages at
/// a time, since what takes long is what lies between rows, such as those with a rare word. Rows behind known ones are
/// requested by the last of these, so that rows that come or go meanwhile neither repeat nor hide others.
public final actor ClickHouseRepository: PhotoRepository {
  private let address: ClickHouseAddress
  private let credentials: ClickHouseCredentials
  private let transport: any HTTPTransport
  private let store: any PageStore
  private let policy: HostPolicy
  /// Whether the server was on the internet the last time.
  private let memory: FormatMemory
  private let zone: TimeZone
  private let now: @Sendable () -> Date
  private var table: ClickHouseTable?
  /// The most recently used lists, the latest at the end.
  private var lists: [List] = []
  /// A count ends when no caller waits for it any more.
  private let counts = SharedLoads<ObjectIdentifier, ClickHouseIndex>()

  private struct ListKey: Hashable {
    let query: PhotoQuery
    let pageSize: Int
  }

  private final class List {
    let key: ListKey
    let statements: ClickHouseQuery
    /// The positions of the rows of `pagesOfWindow` pages, by the window's number from 0; 300 bytes for each row.
    private(set) var windows: [Int: [[ClickHouseValue]]] = [:]
    /// nil until it has been counted.
    var index: ClickHouseIndex?

    init(_ key: ListKey, _ statements: ClickHouseQuery) {
      (self.key, self.statements) = (key, statements)
    }

    func remember(_ positions: [[ClickHouseValue]], ofWindow number: Int) {
      if windows.count >= ClickHouseRepository.windowLimit { windows = [:] }
      windows[number] = positions
    }
  }

  private static let memoryName = "clickhouse"
  private static let listLimit = 4
  fileprivate static let windowLimit = 20
  private static let pagesOfWindow = 10

  /// - Parameter zone: The time zone in which days and months begin.
  public init(
    _ address: ClickHouseAddress, credentials: ClickHouseCredentials,
    transport: any HTTPTransport, store: any PageStore,
    zone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.address = address
    self.credentials = credentials
    self.transport = transport
    self.store = store
    self.zone = zone
    self.now = now
    policy = HostPolicy(source: address.server)
    memory = FormatMemory(of: address.server, for: Self.memoryName, in: store)
  }

  public nonisolated var title: String { address.title }

  public nonisolated var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities(search: .atSource, isRemote: true)
    capabilities.appliesFilters = true
    capabilities.sorts = Set(
      PhotoSort.Key.allCases.flatMap { [PhotoSort($0), PhotoSort($0, isDescending: true)] })
    capabilities.groupings = Set(PhotoGrouping.allCases).subtracting([.off])
    return capabilities
  }

  /// The request for a picture that a row names: if the server is a public one, it must not lead to a private host.
  public nonisolated func imageRequest(for url: URL) -> HTTPRequest {
    policy.bounded(HTTPRequest(url: url))
  }

  // MARK: Pages

  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    await recall()
    guard let key = pageKey(for: request), let stored = await store.page(for: key) else {
      return nil
    }
    var page = PhotoPage(
      number: request.page, photos: stored.page.photos, totalCount: stored.page.totalCount,
      hasMorePages: stored.page.next == .number)
    page.storedAt = stored.storedAt
    return page
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    var wanted = request
    wanted.page = max(request.page, 1)
    wanted.pageSize = min(
      max(request.pageSize, PageRows.sizes.lowerBound), PageRows.sizes.upperBound)
    let list = try await list(
      ListKey(query: request.query.answered(by: capabilities), pageSize: wanted.pageSize),
      isRefresh: request.isRefresh)
    let index = try await index(of: list)
    let rows = PageRows.rows(of: wanted, photoCount: index.total)
    let loaded = rows.isEmpty ? [] : try await self.rows(ofPage: wanted.page, list, index)
    guard !Task.isCancelled else { throw .cancelled }
    var page = photoPage(loaded, from: rows.lowerBound, wanted)
    page.totalCount = index.total
    page.hasMorePages = rows.upperBound < index.total
    if let sections = list.statements.sections(index.buckets) {
      page.sections = .whole(sections)
    }
    if let key = pageKey(for: request) {
      let stored = FeedPage(
        title: title, photos: page.photos, skipped: SkippedItems(count: page.skipped.count),
        totalCount: page.totalCount, next: page.hasMorePages ? .number : .end)
      await store.save(StoredPage(page: stored, storedAt: now()), for: key)
    }
    return page
  }

  private func photoPage(_ rows: [Photo?], from start: Int, _ request: PageRequest) -> PhotoPage {
    var seen: Set<Photo.ID> = []
    let photos = rows.compactMap(\.self).filter { seen.insert($0.id).inserted }
    var page = PhotoPage(
      number: request.page, photos: photos,
      skipped: SkippedItems(count: rows.count - photos.count))
    page.skipped.items = rows.indices.lazy.filter { rows[$0] == nil }
      .prefix(SkippedItem.keptCount)
      .map { SkippedItem(name: "row \(start + $0 + 1)", reason: "no id") }
    page.anchorRow = request.anchor
      .flatMap { id in photos.firstIndex { $0.id == id } }.map { $0 + start }
    return page
  }

  /// nil for lists that are not stored: those with sections, which belong to the whole list.
  private func pageKey(for request: PageRequest) -> PageKey? {
    let query = request.query.answered(by: capabilities)
    guard query.grouping == nil else { return nil }
    return PageKey(
      sourceID: credentials.pagesID(of: address), query: query, pageSize: request.pageSize,
      page: max(request.page, 1))
  }

  // MARK: Lists

  /// A known list, else a new one; from now on the most recent one.
  private func list(_ key: ListKey, isRefresh: Bool) async throws(PhotoSourceError) -> List {
    if isRefresh {
      table = nil
      lists.removeAll { $0.key == key }
    }
    if table == nil {
      await recall()
      let answer = try await ask(ClickHouseQuery.description(of: address))
      if policy.wasPublic == true {
        await memory.remember(.init(format: Self.memoryName, wasPublic: true), at: now())
      }
      table = try ClickHouseTable(address, rows: answer.rows)
    }
    let known = lists.firstIndex { $0.key == key }.map { lists.remove(at: $0) }
    guard let list = known ?? table.map({ List(key, ClickHouseQuery($0, key.query, zone: zone)) })
    else { throw .cancelled }
    lists = lists.suffix(Self.listLimit - 1) + [list]
    return list
  }

  /// A server that was public is held to public addresses from the first request on.
  private func recall() async {
    if await memory.entry()?.wasPublic == true { policy.learn(true) }
  }

  /// Waits until the list is counted. If its count failed, it is counted again the next time.
  private func index(of list: List) async throws(PhotoSourceError) -> ClickHouseIndex {
    if let index = list.index { return index }
    let statements = list.statements
    // By list and not by key: a refreshed list has to be counted again.
    let index = try await counts.value(of: ObjectIdentifier(list)) {
      [self] () async throws(PhotoSourceError) in
      let answer = try await ask(statements.buckets)
      let total = answer.isFull ? statements.count(try await ask(statements.count)) : nil
      return ClickHouseIndex(statements.order, statements.buckets(answer), total: total)
    }
    guard !Task.isCancelled else { throw .cancelled }
    list.index = index
    return index
  }

  // MARK: Rows

  /// In the order of the list; nil for a row without an id.
  private func rows(
    ofPage page: Int, _ list: List, _ index: ClickHouseIndex
  ) async throws(PhotoSourceError) -> [Photo?] {
    let (window, pageOfWindow) = (page - 1).quotientAndRemainder(dividingBy: Self.pagesOfWindow)
    let positions = try await positions(ofWindow: window, list, index)
      .dropFirst(pageOfWindow * list.key.pageSize).prefix(list.key.pageSize)
    guard !positions.isEmpty else { return [] }
    let statements = list.statements
    let photos = statements.photos(try await ask(statements.photos(at: Array(positions))))
    return positions.map { photos[Array($0.suffix(2))] }
  }

  private func positions(
    ofWindow number: Int, _ list: List, _ index: ClickHouseIndex
  ) async throws(PhotoSourceError) -> [[ClickHouseValue]] {
    if let known = list.windows[number] { return known }
    let count = Self.pagesOfWindow * list.key.pageSize
    let (start, isTooFar) = number.multipliedReportingOverflow(by: count)
    guard !isTooFar, start < index.total else { return [] }
    let rows = start..<min(index.total, start + count)
    var part = index.part(rows)
    if let last = list.windows[number - 1]?.last {
      // It may be in another bucket than the next row.
      part = index.part(rows.lowerBound - 1..<rows.upperBound)?.after(last, count: rows.count)
    }
    guard let part else { return [] }
    let found = list.statements.positions(try await ask(list.statements.positions(part)))
    let positions = part.isReversed ? found.reversed() : found
    list.remember(positions, ofWindow: number)
    return positions
  }

  // MARK: Requests

  private func ask(_ query: String) async throws(PhotoSourceError) -> ClickHouseAnswer {
    guard !Task.isCancelled else { throw .cancelled }
    let request = request(query)
    let response = try await transport.send(policy.own(request))
    policy.learn(response.isFromPublicAddress)
    guard !Task.isCancelled else { throw .cancelled }
    do throws(PhotoSourceError) {
      return try await offActor { [address, credentials] () throws(PhotoSourceError) in
        try ClickHouseAnswer(response, of: address, hasUser: credentials.user != nil)
      }
    } catch {
      throw error.hidingSecrets(of: request)
    }
  }

  /// A query only reads, so it may be sent again. It is sent without settings, with one exception: with
  /// `wait_end_of_query` the server knows whether it failed before it answers.
  private func request(_ query: String) -> HTTPRequest {
    var headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]
    if let user = credentials.user { headers["X-ClickHouse-User"] = user }
    if let password = credentials.password { headers["X-ClickHouse-Key"] = password }
    var url = URLComponents(url: address.server, resolvingAgainstBaseURL: true)
    url?.queryItems = [URLQueryItem(name: "wait_end_of_query", value: "1")]
    return HTTPRequest(
      method: .post, url: url?.url ?? address.server, headers: headers, body: Array(query.utf8),
      secretNames: ["x-clickhouse-user", "x-clickhouse-key"], isSafePost: true,
      redirects: .sameHost)
  }
}
