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
/// one, and a page is a query with a bound on the table's sort key. A page next to a loaded one is requested by the
/// first or last row of that page, so that rows that come or go meanwhile neither repeat nor hide others. The first
/// page of a list in order of time does not wait for the count: its rows are looked for where time begins or ends.
public final actor ClickHouseRepository: PhotoRepository {
  private let address: ClickHouseAddress
  private let credentials: ClickHouseCredentials
  private let transport: any HTTPTransport
  private let store: any PageStore
  private let policy: HostPolicy
  private let zone: TimeZone
  private let bucketSize: Int
  private let now: @Sendable () -> Date
  private var table: ClickHouseTable?
  /// The most recently used lists, the latest at the end.
  private var lists: [List] = []
  /// By the numbers of the lists. A count ends when no caller waits for it any more.
  private let counts = SharedLoads<Int, ClickHouseIndex>()
  /// Numbers the lists, so that an answer for a list that was started again is dropped.
  private var listCount = 0

  private final class List {
    let query: PhotoQuery
    let pageSize: Int
    let number: Int
    let statements: ClickHouseQuery
    /// Looks for the first rows of a list in order of time; nil for others.
    let look: Task<FirstLook?, Never>?
    /// Ends with the count, for observers that do not start it.
    let counting: AsyncStream<Never>
    /// The rows of the first page if they came before the count, until they are requested with it.
    var firstRows: [ClickHouseRow]?
    /// The first and the last row of pages that were loaded.
    var edges: [Int: (first: [ClickHouseValue], last: [ClickHouseValue])] = [:]
    /// As finely as it has been counted; nil before.
    var index: ClickHouseIndex?

    init(
      _ query: PhotoQuery, _ pageSize: Int, number: Int, _ statements: ClickHouseQuery,
      look: Task<FirstLook?, Never>?, counting: AsyncStream<Never>
    ) {
      (self.query, self.pageSize, self.number) = (query, pageSize, number)
      (self.statements, self.look, self.counting) = (statements, look, counting)
    }

    func remember(_ rows: [ClickHouseRow], page: Int) {
      guard let first = rows.first?.position, let last = rows.last?.position else { return }
      if edges.count >= ClickHouseRepository.edgeLimit { edges = [:] }
      edges[page] = (first, last)
    }
  }

  /// The rows found at the end of time where a list starts.
  private struct FirstLook {
    let rows: [ClickHouseRow]
    /// Approximately when the first photo was taken, in seconds since 1970.
    let end: Int
  }

  /// The maximum number of photos counted together, if they can be distinguished.
  public static let usualBucketSize = 20_000
  private static let listLimit = 4
  /// 300 bytes each.
  fileprivate static let edgeLimit = 10_000

  /// - Parameters:
  ///   - zone: The time zone in which days and months begin.
  ///   - bucketSize: The maximum number of photos counted together, if they can be distinguished.
  ///   - now: The clock.
  public init(
    _ address: ClickHouseAddress, credentials: ClickHouseCredentials,
    transport: any HTTPTransport, store: any PageStore,
    zone: TimeZone = .current, bucketSize: Int = usualBucketSize,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.bucketSize = bucketSize
    self.address = address
    self.credentials = credentials
    self.transport = transport
    self.store = store
    self.zone = zone
    self.now = now
    policy = HostPolicy(source: address.server)
  }

  // Ends the looks for first rows, too, which the counts wait for.
  deinit { counts.cancelAll() }

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
    guard let key = pageKey(for: request), let stored = await store.page(for: key) else {
      return nil
    }
    var page = PhotoPage(
      number: request.page, photos: stored.page.photos, totalCount: stored.page.totalCount,
      hasMorePages: stored.page.next == .number)
    page.storedAt = stored.storedAt
    return page
  }

  /// The first page of a list in order of time comes before its photos are counted, unless it is a refresh, or all
  /// pages are read; other pages come with the count.
  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let query = request.query.answered(by: capabilities)
    var wanted = request
    wanted.page = max(request.page, 1)
    wanted.pageSize = min(
      max(request.pageSize, PageRows.sizes.lowerBound), PageRows.sizes.upperBound)
    let showsEarly = wanted.page == 1 && !request.isRefresh && !request.readsAll
    let (list, isNew) = try await list(
      query, wanted.pageSize, isRefresh: request.isRefresh, looks: showsEarly)
    if showsEarly, isNew {
      let rows = await earlyRows(of: list)
      if Task.isCancelled {
        // The count has not been requested yet.
        let number = list.number
        if counts.waiterCount(of: number) == 0 { forget { $0.number == number } }
        throw .cancelled
      }
      if let rows {
        list.firstRows = rows
        list.remember(rows, page: 1)
        // Without anything that only the count determines.
        var page = photoPage(rows, from: 0, wanted)
        (page.hasMorePages, page.isBeingCounted) = (true, true)
        if let sections = list.statements.sections(rows) { page.sections = .page(sections) }
        return page
      }
    }
    let index = try await index(of: list)
    let rows = PageRows.rows(of: wanted, photoCount: index.total)
    let loaded = try await self.rows(rows, page: wanted.page, of: list)
    guard !Task.isCancelled else { throw .cancelled }
    list.remember(loaded, page: wanted.page)
    var page = photoPage(loaded, from: rows.lowerBound, wanted)
    page.totalCount = index.total
    page.hasMorePages = rows.upperBound < index.total
    if let sections = list.statements.sections(index.firstLevel) {
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

  private func photoPage(
    _ rows: [ClickHouseRow], from start: Int, _ request: PageRequest
  ) -> PhotoPage {
    var seen: Set<Photo.ID> = []
    let photos = rows.compactMap(\.photo).filter { seen.insert($0.id).inserted }
    var page = PhotoPage(
      number: request.page, photos: photos,
      skipped: SkippedItems(count: rows.count - photos.count))
    page.skipped.items = rows.indices.lazy.filter { rows[$0].photo == nil }
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

  /// A known list, else a new one, which is being counted.
  ///
  /// - Parameter looks: Whether the first rows are looked for first.
  private func list(
    _ query: PhotoQuery, _ pageSize: Int, isRefresh: Bool, looks: Bool
  ) async throws(PhotoSourceError) -> (list: List, isNew: Bool) {
    func isSame(_ list: List) -> Bool { list.query == query && list.pageSize == pageSize }
    if isRefresh {
      table = nil
      forget(where: isSame)
    } else if let list = known(isSame) {
      return (list, false)
    }
    let table: ClickHouseTable
    if let known = self.table {
      table = known
    } else {
      let answer = try await ask(ClickHouseQuery.description(of: address))
      table = try ClickHouseTable(address, rows: answer.rows)
    }
    self.table = table
    // Another request may have started it meanwhile.
    if !isRefresh, let list = known(isSame) { return (list, false) }
    let statements = ClickHouseQuery(table, query, zone: zone)
    listCount += 1
    let look =
      looks && statements.order.beginsWithNewest != nil
      ? Task { [weak self] in try? await self?.firstLook(statements, pageSize) } : nil
    let (counting, ending) = AsyncStream.makeStream(of: Never.self)
    let number = listCount
    let list = List(
      query, pageSize, number: number, statements, look: look, counting: counting)
    forget(where: isSame)
    lists.append(list)
    // After the look for the first rows: on a server with few cores each would slow the other down.
    counts.start(number) { [weak self] () async throws(PhotoSourceError) in
      defer { ending.finish() }
      _ = await withTaskCancellationHandler {
        await look?.value
      } onCancel: {
        look?.cancel()
      }
      guard let self else { throw .cancelled }
      return try await self.count(number, statements)
    }
    if let oldest = lists.first?.number, lists.count > Self.listLimit {
      forget { $0.number == oldest }
    }
    return (list, true)
  }

  /// A list that is being counted, or has been; from now on the most recent one.
  private func known(_ isSame: (List) -> Bool) -> List? {
    lists.removeAll { isSame($0) && $0.index == nil && !counts.isUnderWay($0.number) }
    guard let index = lists.firstIndex(where: isSame) else { return nil }
    let list = lists.remove(at: index)
    lists.append(list)
    return list
  }

  private func forget(where isOver: (List) -> Bool) {
    for list in lists where isOver(list) { counts.cancel(list.number) }
    lists.removeAll(where: isOver)
  }

  /// - Parameter number: That of the list, which may have been forgotten meanwhile.
  private func count(
    _ number: Int, _ statements: ClickHouseQuery
  ) async throws(PhotoSourceError) -> ClickHouseIndex {
    let answer = try await ask(statements.buckets(.all))
    let total = answer.isFull ? statements.count(try await ask(statements.count)) : nil
    let index = ClickHouseIndex(
      statements.order, statements.buckets(answer, of: .all), total: total,
      isFiltered: statements.isFiltered, bucketSize: bucketSize)
    lists.first { $0.number == number }?.index = index
    return index
  }

  /// Waits until the list is counted. If its count failed, it is started again the next time.
  private func index(of list: List) async throws(PhotoSourceError) -> ClickHouseIndex {
    if let index = list.index { return index }
    let (number, statements) = (list.number, list.statements)
    do throws(PhotoSourceError) {
      let index = try await counts.value(of: number) {
        [weak self] () async throws(PhotoSourceError) in
        guard let self else { throw .cancelled }
        return try await self.count(number, statements)
      }
      guard !Task.isCancelled else { throw .cancelled }
      list.index = list.index ?? index
      return index
    } catch {
      guard !Task.isCancelled else { throw .cancelled }
      forget { $0.number == number }
      throw error
    }
  }

  // MARK: Rows

  private func rows(
    _ wanted: Range<Int>, page: Int, of list: List
  ) async throws(PhotoSourceError) -> [ClickHouseRow] {
    guard !wanted.isEmpty else { return [] }
    if page == 1, let rows = list.firstRows {
      list.firstRows = nil
      return rows
    }
    let before = list.edges[page - 1]?.last
    if before == nil, let behind = list.edges[page + 1]?.first,
      let rows = try await rows(wanted, before: behind, of: list)
    {
      return rows
    }
    var rows: [ClickHouseRow] = []
    // Starts where the previous page ended, whose last row may be in another bucket than the next one.
    var next = before == nil ? wanted.lowerBound : max(wanted.lowerBound - 1, 0)
    while next < wanted.upperBound, rows.count < wanted.count {
      guard var part = try await part(next..<wanted.upperBound, of: list) else { break }
      next = part.rows.upperBound
      if let before {
        let first = max(part.rows.lowerBound, wanted.lowerBound)
        guard first < next else { continue }
        // The previous parts returned fewer rows than were counted: more are needed from this one.
        let missing = wanted.count - rows.count
        let count = next == wanted.upperBound ? missing : min(next - first, missing)
        part = part.at(before, rows: next - count..<next)
      }
      rows += try await self.rows(part, list.statements)
    }
    return rows
  }

  /// The rows of a page before one that was loaded.
  ///
  /// - Returns: nil if they are in more than one part, or if there are fewer now.
  private func rows(
    _ wanted: Range<Int>, before position: [ClickHouseValue], of list: List
  ) async throws(PhotoSourceError) -> [ClickHouseRow]? {
    let end = min(wanted.upperBound + 1, list.index?.total ?? 0)
    guard let part = try await part(wanted.lowerBound..<end, of: list), part.rows.upperBound == end
    else { return nil }
    let rows = try await rows(
      part.at(position, rows: wanted, isReversed: true), list.statements)
    return rows.count == wanted.count ? rows : nil
  }

  /// The first part of rows, counted as finely as it needs.
  private func part(
    _ rows: Range<Int>, of list: List
  ) async throws(PhotoSourceError) -> ClickHousePart? {
    while true {
      switch list.index?.step(rows) {
      case nil: return nil
      case .part(let part): return part
      case .refine(let refinement):
        let answer = try await ask(list.statements.buckets(refinement))
        list.index?.refine(refinement, list.statements.buckets(answer, of: refinement))
      }
    }
  }

  /// In the order of the list.
  private func rows(
    _ part: ClickHousePart, _ statements: ClickHouseQuery
  ) async throws(PhotoSourceError) -> [ClickHouseRow] {
    let rows: [ClickHouseRow]
    if part.isSmall {
      rows = statements.photos(try await ask(statements.photos(part)))
    } else {
      let places = statements.places(try await ask(statements.places(part)))
      guard !places.isEmpty else { return [] }
      let photos = statements.photosByPlace(
        try await ask(statements.photos(at: places.map(\.place))))
      rows = places.map { ClickHouseRow(position: $0.position, photo: photos[$0.place]) }
    }
    return part.isReversed ? rows.reversed() : rows
  }

  // MARK: The first rows

  /// The rows of the first page of a list in order of time, if another page follows; nil if they are not found before
  /// they are counted.
  private func earlyRows(of list: List) async -> [ClickHouseRow]? {
    let lookUp = list.look
    let found = await withTaskCancellationHandler {
      await lookUp?.value
    } onCancel: {
      lookUp?.cancel()
    }
    guard let look = found ?? nil else { return nil }
    let (pageSize, statements, counting) = (list.pageSize, list.statements, list.counting)
    if look.rows.count > pageSize { return Array(look.rows.prefix(pageSize)) }
    let period = ClickHouseQuery.secondPeriod(found: look.rows.count, of: pageSize + 1)
    return await withTaskGroup(of: [ClickHouseRow]?.self) { group in
      group.addTask {
        let rows = try? await self.firstRows(statements, pageSize, from: look.end, period: period)
        return rows.flatMap { $0.count > pageSize ? Array($0.prefix(pageSize)) : nil }
      }
      group.addTask {
        for await _ in counting {}
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  private func firstLook(
    _ statements: ClickHouseQuery, _ pageSize: Int
  ) async throws(PhotoSourceError) -> FirstLook? {
    guard let end = try await moment(statements) else { return nil }
    return FirstLook(
      rows: try await firstRows(
        statements, pageSize, from: end, period: ClickHouseQuery.firstPeriod), end: end)
  }

  /// One more than a page shows whether another page follows.
  private func firstRows(
    _ statements: ClickHouseQuery, _ pageSize: Int, from end: Int, period: Int
  ) async throws(PhotoSourceError) -> [ClickHouseRow] {
    guard let part = statements.beginning(period, from: end, rows: pageSize + 1) else { return [] }
    return statements.photos(try await ask(statements.photos(part)))
  }

  /// Approximately when the first photo was taken, in seconds since 1970: from another list if there is one, else now,
  /// or what the table has first.
  private func moment(_ statements: ClickHouseQuery) async throws(PhotoSourceError) -> Int? {
    let known = lists.last {
      $0.query.search == nil && $0.query.filter.isEmpty && $0.index != nil
        && $0.statements.order.beginsWithNewest == statements.order.beginsWithNewest
    }
    if let moment = known?.index?.firstMoment { return moment }
    guard let question = statements.earlyMoment else { return Int(now().timeIntervalSince1970) }
    return statements.moment(try await ask(question))
  }

  // MARK: Requests

  private func ask(_ query: String) async throws(PhotoSourceError) -> ClickHouseAnswer {
    guard !Task.isCancelled else { throw .cancelled }
    let request = request(query)
    let response = try await transport.send(policy.own(request))
    policy.learn(response.isFromPublicAddress)
    guard !Task.isCancelled else { throw .cancelled }
    do throws(PhotoSourceError) {
      return try await Self.answer(response, of: address, hasUser: credentials.user != nil)
    } catch {
      throw error.hidingSecrets(of: request)
    }
  }

  @concurrent
  private static func answer(
    _ response: HTTPResponse, of address: ClickHouseAddress, hasUser: Bool
  ) async throws(PhotoSourceError) -> ClickHouseAnswer {
    try ClickHouseAnswer(response, of: address, hasUser: hasUser)
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
