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
/// page of a list in order of time does not wait for the count: its rows are looked for where time begins or ends
/// (`ClickHouseBeginning`).
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

  private struct List {
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
    var edges: [Int: (first: ClickHousePosition, last: ClickHousePosition)] = [:]
    /// As finely as it has been counted; nil before.
    var index: ClickHouseIndex?
  }

  /// The rows found at the end of time where a list starts.
  private struct FirstLook {
    var rows: [ClickHouseRow]
    var beginning: ClickHouseBeginning
  }

  /// A list whose rows are counted.
  private struct CountedList {
    let list: List
    var index: ClickHouseIndex
  }

  /// The maximum number of photos counted together, if they can be distinguished.
  public static let usualBucketSize = 20_000
  private static let listLimit = 4
  /// 300 bytes each.
  private static let edgeLimit = 10_000

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

  deinit {
    for list in lists {
      list.look?.cancel()
    }
    counts.cancelAll()
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
    let list = try await list(
      query, wanted.pageSize, isRefresh: request.isRefresh, looks: showsEarly)
    if showsEarly, list.isNew {
      let rows = await earlyRows(of: list.list)
      if Task.isCancelled {
        // The count has not been requested yet.
        let number = list.list.number
        if counts.waiterCount(of: number) == 0 { forget { $0.number == number } }
        throw .cancelled
      }
      if let rows { return earlyPage(rows, wanted, of: list.list) }
    }
    let counted = try await counted(list.list)
    let rows = PageRows.rows(of: wanted, photoCount: counted.index.total)
    let loaded = try await self.rows(rows, page: wanted.page, of: counted)
    guard !Task.isCancelled else { throw .cancelled }
    remember(loaded, page: wanted.page, of: counted.list)
    let page = photoPage(loaded, rows, wanted, of: counted)
    if let key = pageKey(for: request) {
      let stored = FeedPage(
        title: title, photos: page.photos, skipped: SkippedItems(count: page.skipped.count),
        totalCount: page.totalCount, next: page.hasMorePages ? .number : .end)
      await store.save(StoredPage(page: stored, storedAt: now()), for: key)
    }
    return page
  }

  /// Without anything that only the count determines.
  private func earlyPage(
    _ rows: [ClickHouseRow], _ request: PageRequest, of list: List
  ) -> PhotoPage {
    update(list) { $0.firstRows = rows }
    remember(rows, page: 1, of: list)
    var page = photoPage(rows, 0..<rows.count, request)
    (page.hasMorePages, page.isBeingCounted) = (true, true)
    if let sections = list.statements.sections(rows) { page.sections = .page(sections) }
    return page
  }

  private func photoPage(
    _ loaded: [ClickHouseRow], _ rows: Range<Int>, _ request: PageRequest, of list: CountedList
  ) -> PhotoPage {
    var page = photoPage(loaded, rows, request)
    page.totalCount = list.index.total
    page.hasMorePages = rows.upperBound < list.index.total
    if let sections = list.list.statements.sections(list.index) { page.sections = .whole(sections) }
    return page
  }

  private func photoPage(
    _ loaded: [ClickHouseRow], _ rows: Range<Int>, _ request: PageRequest
  ) -> PhotoPage {
    var seen: Set<Photo.ID> = []
    let photos = loaded.compactMap(\.photo).filter { seen.insert($0.id).inserted }
    var page = PhotoPage(
      number: request.page, photos: photos,
      skipped: SkippedItems(count: loaded.count - photos.count))
    for (offset, row) in loaded.enumerated() where page.skipped.items.count < SkippedItem.keptCount
    {
      guard row.photo == nil else { continue }
      page.skipped.items.append(
        SkippedItem(name: "row \(rows.lowerBound + offset + 1)", reason: "no id"))
    }
    page.anchorRow = request.anchor
      .flatMap { id in photos.firstIndex { $0.id == id } }.map { $0 + rows.lowerBound }
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
      table = try ClickHouseTable(address, try await ask(ClickHouseQuery.description(of: address)))
    }
    self.table = table
    // Another request may have started it meanwhile.
    if !isRefresh, let list = known(isSame) { return (list, false) }
    let statements = ClickHouseQuery(table, query, zone: zone)
    listCount += 1
    let look =
      looks && statements.beginsWithNewest != nil
      ? Task { [weak self] in try? await self?.firstLook(statements, pageSize) } : nil
    let (counting, ending) = AsyncStream.makeStream(of: Never.self)
    let list = List(
      query: query, pageSize: pageSize, number: listCount, statements: statements, look: look,
      counting: counting)
    forget(where: isSame)
    lists.append(list)
    // After the look for the first rows: on a server with few cores each would slow the other down.
    counts.start(list.number) { [weak self] () async throws(PhotoSourceError) in
      defer { ending.finish() }
      _ = await withTaskCancellationHandler {
        await look?.value
      } onCancel: {
        look?.cancel()
      }
      guard let self else { throw .cancelled }
      return try await self.count(list)
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
    for list in lists where isOver(list) {
      list.look?.cancel()
      counts.cancel(list.number)
    }
    lists.removeAll(where: isOver)
  }

  private func count(_ list: List) async throws(PhotoSourceError) -> ClickHouseIndex {
    let statements = list.statements
    let buckets = try await buckets(.all, statements)
    let total = buckets.isWhole ? nil : statements.count(try await ask(statements.count))
    let index = ClickHouseIndex(
      statements.order, buckets.buckets, total: total, isFiltered: statements.isFiltered,
      bucketSize: bucketSize)
    update(list) { $0.index = index }
    return index
  }

  /// Waits until the list is counted. If its count failed, it is started again the next time.
  private func counted(_ list: List) async throws(PhotoSourceError) -> CountedList {
    func current() -> List { lists.first { $0.number == list.number } ?? list }
    if let index = current().index { return CountedList(list: current(), index: index) }
    let index: ClickHouseIndex
    do throws(PhotoSourceError) {
      index = try await counts.value(of: list.number) {
        [weak self] () async throws(PhotoSourceError) in
        guard let self else { throw .cancelled }
        return try await self.count(list)
      }
    } catch {
      guard !Task.isCancelled else { throw .cancelled }
      forget { $0.number == list.number }
      throw error
    }
    guard !Task.isCancelled else { throw .cancelled }
    return CountedList(list: current(), index: current().index ?? index)
  }

  private func buckets(
    _ refinement: ClickHouseRefinement, _ statements: ClickHouseQuery
  ) async throws(PhotoSourceError) -> (buckets: [ClickHouseBucket], isWhole: Bool) {
    let answer = try await ask(statements.buckets(refinement))
    return (statements.buckets(answer, of: refinement), !answer.isFull)
  }

  private func update(_ list: List, _ change: (inout List) -> Void) {
    guard let index = lists.firstIndex(where: { $0.number == list.number }) else { return }
    change(&lists[index])
  }

  private func remember(_ rows: [ClickHouseRow], page: Int, of list: List) {
    guard let first = rows.first?.position, let last = rows.last?.position else { return }
    update(list) { list in
      if list.edges.count >= Self.edgeLimit { list.edges = [:] }
      list.edges[page] = (first, last)
    }
  }

  // MARK: Rows

  private func rows(
    _ wanted: Range<Int>, page: Int, of list: CountedList
  ) async throws(PhotoSourceError) -> [ClickHouseRow] {
    guard !wanted.isEmpty else { return [] }
    var list = list
    if page == 1, let rows = list.list.firstRows {
      update(list.list) { $0.firstRows = nil }
      return rows
    }
    let before = list.list.edges[page - 1]?.last
    if before == nil, let behind = list.list.edges[page + 1]?.first,
      let rows = try await rows(wanted, before: behind, of: &list)
    {
      return rows
    }
    var rows: [ClickHouseRow] = []
    // Starts where the previous page ended, whose last row may be in another bucket than the next one.
    var next = before == nil ? wanted.lowerBound : max(wanted.lowerBound - 1, 0)
    while next < wanted.upperBound, rows.count < wanted.count {
      guard let found = try await part(next..<wanted.upperBound, of: &list) else { break }
      var part = found
      next = part.rows.upperBound
      if let before {
        let first = max(part.rows.lowerBound, wanted.lowerBound)
        guard first < next else { continue }
        // The previous parts returned fewer rows than were counted: more are needed from this one.
        let missing = wanted.count - rows.count
        let count = next == wanted.upperBound ? missing : min(next - first, missing)
        part = part.at(before, rows: next - count..<next)
      }
      rows += try await self.rows(part, list.list.statements)
    }
    return rows
  }

  /// The rows of a page before one that was loaded.
  ///
  /// - Returns: nil if they are in more than one part, or if there are fewer now.
  private func rows(
    _ wanted: Range<Int>, before position: ClickHousePosition, of list: inout CountedList
  ) async throws(PhotoSourceError) -> [ClickHouseRow]? {
    let end = min(wanted.upperBound + 1, list.index.total)
    guard let part = try await part(wanted.lowerBound..<end, of: &list),
      part.rows.upperBound == end
    else { return nil }
    let rows = try await rows(
      part.at(position, rows: wanted, isReversed: true), list.list.statements)
    return rows.count == wanted.count ? rows : nil
  }

  /// The first part of rows, counted as finely as it needs.
  private func part(
    _ rows: Range<Int>, of list: inout CountedList
  ) async throws(PhotoSourceError) -> ClickHousePart? {
    while true {
      switch list.index.step(rows) {
      case nil: return nil
      case .part(let part): return part
      case .refine(let refinement):
        let buckets = try await buckets(refinement, list.list.statements).buckets
        list.index.refine(refinement, buckets)
        let index = list.index
        update(list.list) { $0.index = index }
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
    let found = await withTaskCancellationHandler {
      await list.look?.value
    } onCancel: {
      list.look?.cancel()
    }
    guard let look = found ?? nil else { return nil }
    if look.rows.count > list.pageSize { return Array(look.rows.prefix(list.pageSize)) }
    var beginning = look.beginning
    guard beginning.widen(found: look.rows.count, of: list.pageSize + 1) else { return nil }
    let (answers, answer) = AsyncStream.makeStream(of: [ClickHouseRow]?.self)
    let search = Task {
      let rows = try? await rows(beginning, list.statements, list.pageSize)
      if let rows, rows.count > list.pageSize { answer.yield(Array(rows.prefix(list.pageSize))) }
    }
    let wait = Task {
      for await _ in list.counting {}
      answer.yield(nil)
    }
    defer {
      search.cancel()
      wait.cancel()
    }
    // Ends without an answer if the request is cancelled.
    for await rows in answers { return rows }
    return nil
  }

  private func firstLook(
    _ statements: ClickHouseQuery, _ pageSize: Int
  ) async throws(PhotoSourceError) -> FirstLook? {
    guard let end = try await moment(statements), let beginning = statements.beginning(at: end)
    else { return nil }
    return FirstLook(
      rows: try await rows(beginning, statements, pageSize), beginning: beginning)
  }

  /// One more than a page shows whether another page follows.
  private func rows(
    _ beginning: ClickHouseBeginning, _ statements: ClickHouseQuery, _ pageSize: Int
  ) async throws(PhotoSourceError) -> [ClickHouseRow] {
    statements.photos(try await ask(statements.photos(beginning.part(rows: pageSize + 1))))
  }

  /// Approximately when the first photo was taken, in seconds since 1970: from another list if there is one, else now,
  /// or what the table has first.
  private func moment(_ statements: ClickHouseQuery) async throws(PhotoSourceError) -> Int? {
    let known = lists.last {
      $0.query.search == nil && $0.query.filter.isEmpty && $0.index != nil
        && $0.statements.beginsWithNewest == statements.beginsWithNewest
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
