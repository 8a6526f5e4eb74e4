import Foundation

/// How much of a source is read to sort it, unless that is read whole (`SourceCapabilities.isReadWhole`).
public struct SortLimits: Hashable, Sendable {
  /// Photos of a source on this computer.
  public var local: Int
  /// Photos of a source on the network: ten pages of a hundred are ten requests to its server.
  public var remote: Int

  public init(local: Int = 20_000, remote: Int = 1_000) {
    self.local = max(1, local)
    self.remote = max(1, remote)
  }
}

/// A repository's photos, with the parts of a query applied that the repository cannot answer itself: filtered page by
/// page, and sorted.
///
/// To sort, the source is read to its end or to a limit (`SortLimits`), and its photos are kept for later pages and
/// other orders, and for filters of a source that was read whole; a refresh reads the source again, but only files that
/// have changed. `progress()` reports how far that has come. If the source supports the order itself, nothing is kept, and
/// pages arrive as the source delivers them, filtered.
///
/// What was read whole is kept from one run to the next, too. Until the source has been read again, stored pages come from that.
public final actor LocalQueryRepository: PhotoRepository {
  private let source: any PhotoRepository
  private nonisolated var repository: any PhotoRepository { source.answering }
  private let limits: SortLimits
  private nonisolated let details = DetailsReader()
  /// The time zone in which the days of a filter begin.
  private let zone: TimeZone
  /// The photos that were read, the most recent reading last.
  private var readings: [SortReading] = []
  /// How often photos were marked.
  private var changeCount = 0
  private var watchers: [Int: AsyncStream<SourceProgress>.Continuation] = [:]
  private var watcherCount = 0
  /// The progress of the current reading; nil if there is none.
  private var step: SourceProgress?
  /// Numbers the readings, so that progress of a cancelled one is ignored.
  private var readingCount = 0
  private let compared = ComparedPhotos()
  /// The number of the comparison that is under way.
  private var comparing: Int?

  /// Two, so that switching between a filter and all photos needs no request.
  private static let keptReadings = 2

  /// Photos per page of a source that is read whole; the most that a page may have.
  private static let longPageSize = 500

  /// Unreadable items that were already reported; a source may list the same item on several pages.
  private var skipped: Set<SkippedItem> = []
  private let skips: (@Sendable (SkippedItem) -> Void)?
  /// Who counts photos that are still being read.
  private var counters: [Int: Counter] = [:]
  private var counterCount = 0
  /// What has been read to count it, and the next page.
  private var partialReading: PartialReading?
  private var countReading: Task<Void, Never>?
  private var offsets: ZoneOffsets
  private static let skippedLimit = 1_000

  /// nil if nothing is kept from one run to the next.
  private let kept: KeptReading?
  /// How many readings are under way.
  private var runningReadings = 0
  /// Photos that were marked meanwhile.
  private var marked: [Photo.ID: Photo] = [:]

  /// - Parameters:
  ///   - repository: The source; it answers the part of a query that its capabilities name.
  ///   - limits: How much of the source is read to sort it.
  ///   - zone: The time zone in which the days of a filter begin.
  ///   - skips: Called once for every item that could not be read, for up to a thousand of them.
  public init(
    _ repository: any PhotoRepository, limits: SortLimits = SortLimits(),
    zone: TimeZone = .current, skips: (@Sendable (SkippedItem) -> Void)? = nil
  ) {
    self.init(repository, store: nil, limits: limits, zone: zone, skips: skips)
  }

  /// - Parameter store: Keeps what was read for the next run; nil to read everything again.
  package init(
    _ repository: any PhotoRepository, store: (any ReadingStore)?,
    limits: SortLimits = SortLimits(), zone: TimeZone = .current,
    skips: (@Sendable (SkippedItem) -> Void)? = nil
  ) {
    self.skips = skips
    source = repository
    self.limits = limits
    self.zone = zone
    kept = store.map { KeptReading(repository, store: $0, zone: zone) }
    offsets = ZoneOffsets(zone)
  }

  public nonisolated var title: String {
    get async { await repository.title }
  }

  public nonisolated var capabilities: SourceCapabilities { repository.capabilities }

  public nonisolated var orderRoute: OrderRoute {
    get async { await repository.orderRoute }
  }

  public nonisolated func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    await repository.details(of: photo, urgency: urgency)
  }

  public nonisolated func knownDetails(of photos: [Photo]) async -> [Photo] {
    await repository.knownDetails(of: photos)
  }

  public nonisolated func photos(withIDs ids: [Photo.ID]) async -> [Photo] {
    await repository.photos(withIDs: ids)
  }

  public nonisolated func changes() async -> AsyncStream<SourceChange> {
    await repository.changes()
  }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    await repository.information(of: photo)
  }

  /// With `progress()`.
  public func comparison(
    _ question: ComparisonQuestion, progress: @escaping @Sendable (FileReading) -> Void = { _ in }
  ) async throws(PhotoSourceError) -> PhotoComparison {
    readingCount += 1
    let number = readingCount
    comparing = number
    defer {
      if comparing == number { comparing = nil }
      tell(nil as SourceProgress?, of: number)
    }
    return try await repository.comparison(question) { [weak self] reading in
      progress(reading)
      Task { await self?.tell(reading, of: number) }
    }
  }

  /// Of a list that is sorted here, nil unless the whole source was kept: its first rows may be on any stored page.
  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    guard
      request.query.isSortedHere(knowing: capabilities)
        || request.query.isRanked(knowing: capabilities)
    else { return await storedPart(for: request) }
    guard narrows(request.query), !request.isRefresh, wholeReading == nil else { return nil }
    return await kept?.page(for: request, by: filter(of: request.query.unarranged))
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let isSorted = request.query.isSortedHere(knowing: capabilities)
    if isSorted || request.query.isRanked(knowing: capabilities), narrows(request.query),
      let page = try await narrowedPage(for: request)
    {
      return page
    }
    guard isSorted else {
      if request.isRefresh { noteRefresh() }
      return try await part(for: request)
    }
    let query = request.query.unarranged
    // A list on the screen keeps its order while it is paged through; a new list is read again. The selection may have
    // changed, too.
    let isNew =
      request.page <= 1
      && (query.filter.dependsOnSelection || query.dependsOnComparison)
    readings.removeAll {
      $0.query == query
        && (request.isRefresh || isNew || $0.isOutdated && request.page <= 1
          || capabilities.isReadWhole && $0.isSuperseded && request.page <= 1)
    }
    if let index = readings.lastIndex(where: { $0.query == query }) {
      return readings[index].page(for: request)
    }
    if request.isRefresh { noteRefresh() }
    var first = PageRequest(query, pageSize: request.pageSize, isRefresh: request.isRefresh)
    (first.selection, first.selectedPhotos) = (request.selection, request.selectedPhotos)
    if capabilities.isReadWhole { first.pageSize = Self.longPageSize }
    runningReadings += 1
    defer { readingEnded() }
    guard let (source, _) = try await read(first, after: nil) else { throw .cancelled }
    let reading = await SortReading(query, source, arrangedAs: request.query, zone: zone)
    guard !Task.isCancelled else { throw .cancelled }
    return keep(reading, request)
  }

  public func rows(for request: PageRequest) async throws(PhotoSourceError) -> PhotoRows? {
    let query = request.query
    guard narrows(query) else { return nil }
    let needsAll =
      query.isSortedHere(knowing: capabilities) || query.isRanked(knowing: capabilities)
    if !needsAll {
      // A filter's photos come as they are found, unless nearly all files are known.
      guard !query.filter.isEmpty, let kept, await kept.reading() != nil else { return nil }
    }
    let unreadLimit = needsAll ? Int.max : Self.fewFiles
    guard let page = try await narrowedPage(for: request, unreadLimit: unreadLimit) else {
      return nil
    }
    let reading = readings.last {
      $0.query == query.unarranged && $0.isArranged(as: query)
    }
    return reading.map { $0.rows(beginningWith: page) }
  }

  /// So many are read in a third of a second.
  private static let fewFiles = 1_000

  /// The source is read again: what was read before may be out of date.
  private func noteRefresh() {
    compared.forget()
    for index in readings.indices { readings[index].isSuperseded = true }
    partialReading = nil
  }

  /// Whether the photos of a query are a part of everything that has been read of the source, whatever else it depends on.
  private func narrows(_ query: PhotoQuery) -> Bool {
    capabilities.isReadWhole && query.similarTo == nil && !query.filter.dependsOnSelection
      && query.filter.comparedStates.isEmpty
  }

  /// What a filter or a search leaves of everything that the source has, or all of it; it is read for that, unless the user is
  /// still typing.
  ///
  /// - Parameter unreadLimit: The most files that are read for it.
  /// - Returns: nil while the photos are not known.
  private func narrowedPage(
    for request: PageRequest, unreadLimit: Int = .max
  ) async throws(PhotoSourceError) -> PhotoPage? {
    let query = request.query.unarranged
    if !request.isRefresh,
      let known = readings.lastIndex(where: {
        $0.query == query && (!$0.isSuperseded || request.page > 1)
      })
    {
      defer { kept?.keep(readings[known], isNew: false) }
      return readings[known].page(for: request)
    }
    // The further pages of what the source has answered.
    if request.page > 1, !request.query.isSortedHere(knowing: capabilities) { return nil }
    if wholeReading == nil || request.isRefresh {
      guard !request.isPreview || request.query.isSortedHere(knowing: capabilities) else {
        return nil
      }
      try await readEverything(for: request, unreadLimit: unreadLimit)
    }
    guard let whole = wholeReading else { return nil }
    guard query != .everything else { return readings[whole].page(for: request) }
    let count = changeCount
    let wider = readings.last {
      $0.isPart(of: readings[whole]) && $0.isArranged(as: request.query)
        && (query.continues($0.query) || query.isWithin($0.query))
    }
    let part = await SortReading(
      query, of: readings[whole], narrowing: wider, by: filter(of: query),
      arrangedAs: request.query)
    guard let part, !Task.isCancelled else { throw .cancelled }
    // Photos may have been marked meanwhile.
    guard count == changeCount else {
      var request = request
      request.isRefresh = false
      return try await narrowedPage(for: request)
    }
    return keep(part, request)
  }

  /// Applies a query to all photos here.
  private func filter(of query: PhotoQuery) -> LocalFilter {
    LocalFilter(query, capabilities: .localList, zone: zone)
  }

  /// Reads everything that the source has, and keeps it, unless more files are unread than may be.
  private func readEverything(
    for request: PageRequest, unreadLimit: Int = .max
  ) async throws(PhotoSourceError) {
    runningReadings += 1
    defer { readingEnded() }
    let former = readings.last { $0.query == .everything && $0.source.isWhole }
    if request.isRefresh { noteRefresh() }
    let first = PageRequest(pageSize: Self.longPageSize, isRefresh: request.isRefresh)
    guard let (source, base) = try await read(first, after: former, unreadLimit: unreadLimit)
    else { return }
    let confirmed = base?.reading(confirmedBy: source)
    var arranged = request.query
    if !arranged.isSortedHere(knowing: capabilities), let stored = kept?.storedArrangement {
      (arranged.sort, arranged.grouping) = (stored.sort, stored.grouping)
    }
    let reading =
      if let confirmed, confirmed.isArranged(as: arranged) {
        confirmed
      } else {
        await SortReading(.everything, source, arrangedAs: arranged, zone: zone)
      }
    guard !Task.isCancelled else { throw .cancelled }
    kept?.keep(reading, isNew: confirmed == nil)
    keep(reading)
  }

  private func keep(_ reading: SortReading, _ request: PageRequest) -> PhotoPage {
    keep(reading)
    return readings[readings.count - 1].page(for: request)
  }

  private func keep(_ reading: SortReading) {
    var reading = reading
    if !marked.isEmpty { reading.replace(marked) }
    readings.removeAll { $0.query == reading.query }
    readings.append(reading)
    // Others are made of everything.
    if readings.count > Self.keptReadings,
      let oldest = readings.firstIndex(where: { $0.query != .everything })
    {
      readings.remove(at: oldest)
    }
  }

  /// Everything that the source has, if it has been read and may not have changed since.
  private var wholeReading: Int? {
    readings.firstIndex { $0.query == .everything && $0.source.isWhole && !$0.isSuperseded }
  }

  /// Call after photos were marked: replaces the kept photos with the changed ones.
  public func photosChanged(_ photos: [Photo]) {
    changeCount += 1
    guard !photos.isEmpty else { return }
    if runningReadings > 0 { for photo in photos { marked[photo.id] = photo } }
    let changed = Dictionary(photos.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let whole = readings.firstIndex { $0.query == .everything }
    if let whole { readings[whole].replace(changed) }
    for index in readings.indices where index != whole {
      if let whole, readings[index].isPart(of: readings[whole]) {
        readings[index].follow(readings[whole])
      } else {
        readings[index].replace(changed)
      }
    }
    partialReading?.source.replace(changed)
    kept?.replace(changed)
  }

  // MARK: Reading

  /// - Parameters:
  ///   - former: Everything, as it was read last in this run.
  ///   - unreadLimit: The most files of a folder that are read.
  /// - Returns: With what most of its photos were expected to be, if that was known. Nil if more files would have to be read.
  private func read(
    _ first: PageRequest, after former: SortReading?, unreadLimit: Int = .max
  ) async throws(PhotoSourceError) -> (SortSource, ReadingBase?)? {
    readingCount += 1
    let number = readingCount
    defer { tell(nil as SortSource?, of: number) }
    let limit =
      capabilities.isReadWhole ? .max : capabilities.isRemote ? limits.remote : limits.local
    var base: ReadingBase?
    if first.query == .everything { base = await self.base(after: former) }
    var source = SortSource(
      limit: limit, base: base?.reading.source.photos)
    var request = first
    request.readsAll = true
    var unreadCount = 0
    while true {
      tell(source, of: number)
      if first.query == .everything, capabilities.isReadWhole {
        let part = try await wholePart(for: request, &base, unreadLimit: unreadLimit - unreadCount)
        guard !Task.isCancelled else { throw .cancelled }
        guard let part else { return nil }
        unreadCount += part.page.photos.count
        source.add(part.page, versions: part.versions, known: part.known)
      } else {
        let page = try await page(for: request, isAfterStored: source.isOffline)
        guard !Task.isCancelled else { throw .cancelled }
        guard let page else { break }
        source.add(page)
      }
      guard source.wantsMore else { break }
      request.page += 1
      request.isRefresh = false
    }
    source.end()
    return (source, base)
  }

  /// As `SortSource.add` takes it.
  private struct WholePart {
    var page: PhotoPage
    var versions: [UInt64] = []
    var known: [Int?] = []
  }

  /// A page of everything, with the details of its photos: those that are as they were when they were read last are known, the
  /// others are read.
  ///
  /// - Returns: nil if those are more than may be read.
  private func wholePart(
    for request: PageRequest, _ base: inout ReadingBase?, unreadLimit: Int = .max
  ) async throws(PhotoSourceError) -> WholePart? {
    guard let listed = try await repository.files(for: answered(request)) else {
      var page = try await repository.page(for: answered(request))
      note(page.skipped.items)
      page.photos = await details.read(page.photos, of: repository)
      return WholePart(page: page)
    }
    var part = WholePart(page: listed.page)
    note(part.page.skipped.items)
    let versions = listed.files.versions
    var expected: [Int: Int] = [:]
    (part.known, expected) = base?.rows(of: listed.files) ?? (versions.map { _ in nil }, [:])
    let unknown = part.known.indices.filter { part.known[$0] == nil }
    guard !unknown.isEmpty else { return part }
    var (unread, places, dropped): ([Photo], [Int], Set<Int>) = ([], [], [])
    for (place, photo) in zip(unknown, await listed.photos(unknown)) {
      guard let photo else {
        dropped.insert(place)
        continue
      }
      if let expected = expected[place],
        let row = base?.row(
          of: photo, versions[place], expectedAt: expected,
          isLast: place == part.known.count - 1)
      {
        part.known[place] = row
      } else {
        unread.append(photo)
        places.append(place)
      }
    }
    guard unread.count <= unreadLimit else { return nil }
    part.page.photos = await details.read(unread, of: repository)
    // A file may change while it is read, or not be readable.
    let versionsNow = await repository.versions(of: part.page.photos)
    part.versions = places.indices.map { index in
      let version = versions[places[index]]
      return index < versionsNow.count && versionsNow[index] == version ? version : 0
    }
    if !dropped.isEmpty {
      part.known = part.known.indices.filter { !dropped.contains($0) }.map { part.known[$0] }
    }
    return part
  }

  private func readingEnded() {
    runningReadings -= 1
    guard runningReadings == 0 else { return }
    marked = [:]
    continueCounting()
  }

  /// What the next reading of everything will probably find; nil if that can't be compared with files.
  private func base(after former: SortReading?) async -> ReadingBase? {
    guard capabilities.isReadWhole else { return nil }
    var known = former
    if known == nil { known = await kept?.reading() }
    guard let known, !known.source.photos.isEmpty,
      await !repository.versions(of: [known.source.photos[0]]).isEmpty
    else { return nil }
    return ReadingBase(known)
  }

  /// The current page, otherwise the stored one; nil if an earlier page came from the store and this one is not stored.
  ///
  /// - Parameter isAfterStored: Whether an earlier page came from the store; the source is not asked again then.
  private func page(
    for request: PageRequest, isAfterStored: Bool
  ) async throws(PhotoSourceError) -> PhotoPage? {
    if isAfterStored { return await storedPart(for: request) }
    do throws(PhotoSourceError) {
      // Most properties that photos are sorted by are only in their files.
      return try await part(for: request, reads: true)
    } catch {
      guard error.isUnreachable, let stored = await storedPart(for: request) else { throw error }
      return stored
    }
  }

  // MARK: Counting

  private struct Counter {
    var request: CountRequest
    var counts: AsyncStream<FacetCounts>.Continuation
  }

  private struct PartialReading {
    var source: SortSource
    var next: PageRequest
  }

  /// How many photos of the source have each value of some properties, of those that pass a query.
  ///
  /// The source is read for that unless it has been, and what was read is kept for other questions, for orders and filters. Until
  /// all is read, counts of the photos so far are emitted, four times a second at most. The stream ends after those that are
  /// complete, and if the source can't be read. Of a source that isn't read whole (`SourceCapabilities.isReadWhole`), nothing
  /// is emitted.
  public func counts(for request: CountRequest) -> AsyncStream<FacetCounts> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FacetCounts.self, bufferingPolicy: .bufferingNewest(1))
    guard canCount(request.query) else {
      continuation.finish()
      return stream
    }
    if let reading = shownReading(of: request) ?? wholeReading {
      continuation.yield(counts(for: request, of: readings[reading]))
      continuation.finish()
    } else if capabilities.isReadWhole {
      counterCount += 1
      let number = counterCount
      counters[number] = Counter(request: request, counts: continuation)
      continuation.onTermination = { [weak self] _ in
        Task { await self?.endCounting(number) }
      }
      if let partialReading {
        continuation.yield(counts(for: request, of: partialReading.source))
      } else {
        Task { await tellKeptCounts(to: number) }
      }
      continueCounting()
    } else {
      continuation.finish()
    }
    return stream
  }

  /// What was kept says more than the photos that have been read so far.
  private func tellKeptCounts(to number: Int) async {
    guard let whole = await kept?.reading(), let counter = counters[number] else { return }
    var counts = counts(for: counter.request, of: whole)
    counts.isComplete = false
    counter.counts.yield(counts)
  }

  /// Not while the source is read for a list: that reading is counted when it ends.
  private func continueCounting() {
    guard !counters.isEmpty, countReading == nil, runningReadings == 0 else { return }
    countReading = Task { await readToCount() }
  }

  private func endCounting(_ number: Int) {
    counters[number] = nil
  }

  /// Whether it is known which photos to count: pictures are not compared for a count.
  private func canCount(_ query: PhotoQuery) -> Bool {
    query.similarTo == nil && query.filter.comparedStates.isSubset(of: compared.photos.keys)
  }

  /// What is on the screen, if the rows of days are asked for.
  private func shownReading(of request: CountRequest) -> Int? {
    guard request.countsDays, !request.query.filter.dependsOnSelection else { return nil }
    return readings.lastIndex {
      $0.query == request.query.unarranged && $0.isArranged(as: request.query)
    }
  }

  /// Reads pages as long as photos are being counted.
  private func readToCount() async {
    var told = ContinuousClock.now
    while !counters.isEmpty {
      if let wholeReading {
        for counter in counters.values {
          counter.counts.yield(counts(for: counter.request, of: readings[wholeReading]))
        }
        partialReading = nil
        break
      }
      let former = readings.last { $0.query == .everything && $0.source.isWhole }
      if partialReading == nil, await base(after: former) != nil {
        // Little has to be read, and what is known has been counted.
        do throws(PhotoSourceError) {
          try await readEverything(for: PageRequest())
          if wholeReading != nil { continue }
        } catch {
          // What can't be read isn't counted.
        }
        break
      }
      if partialReading == nil {
        partialReading = PartialReading(
          source: SortSource(limit: .max),
          next: PageRequest(pageSize: Self.longPageSize))
      }
      guard let next = partialReading?.next else { continue }
      var request = next
      request.readsAll = true
      var base: ReadingBase?
      let result = await Result { () async throws(PhotoSourceError) in
        try await wholePart(for: request, &base)
      }
      // The source may be read again meanwhile.
      guard partialReading?.next == next else { continue }
      guard case .success(let part?) = result else { break }
      partialReading?.source.add(part.page, versions: part.versions, known: part.known)
      partialReading?.next.page += 1
      guard let source = partialReading?.source else { continue }
      guard source.wantsMore else {
        partialReading = nil
        let whole = SortReading(whole: source, zone: zone)
        kept?.keep(whole, isNew: true)
        keep(whole)
        continue
      }
      if .now - told > .milliseconds(250) {
        told = .now
        for counter in counters.values {
          counter.counts.yield(counts(for: counter.request, of: source))
        }
      }
    }
    let ended = Array(counters.values)
    counters = [:]
    countReading = nil
    for counter in ended { counter.counts.finish() }
  }

  /// - Parameter reading: Everything, or what is on the screen.
  private func counts(for request: CountRequest, of reading: SortReading) -> FacetCounts {
    guard reading.query == request.query.unarranged, reading.isArranged(as: request.query) else {
      return counts(for: request, of: reading.source)
    }
    return counts(for: request, of: reading.source, rows: reading.order)
  }

  /// - Parameter rows: The photos by their rows, if they are on the screen.
  private func counts(
    for request: CountRequest, of source: SortSource, rows: [UInt32]? = nil
  ) -> FacetCounts {
    let filter = LocalFilter(
      request.query.unarranged, selection: request.selection, compared: compared.photos, zone: zone)
    var counts = source.photos.counts(request, matching: filter, rows: rows, &offsets)
    counts.totalCount = max(source.totalCount ?? 0, source.photos.count)
    counts.isComplete = source.isWhole
    // Where a photo is among others is only known of the source's own order.
    if rows == nil, request.query.isSortedHere(knowing: capabilities) {
      for index in counts.days.indices { counts.days[index].row = nil }
    }
    return counts
  }

  // MARK: Filtering

  /// The request with the part of its query that the source can answer.
  private func answered(_ request: PageRequest) -> PageRequest {
    var request = request
    request.query = request.query.answered(by: capabilities)
    return request
  }

  private func filter(_ request: PageRequest) -> LocalFilter {
    LocalFilter(
      request.query, capabilities: capabilities, selection: request.selection,
      compared: compared.photos,
      zone: zone)
  }

  private func storedPart(for request: PageRequest) async -> PhotoPage? {
    guard !request.query.filter.isSelectedOnly, request.query.similarTo == nil,
      request.query.filter.comparedStates.isEmpty
    else { return nil }
    return await repository.storedPage(for: answered(request)).map(filter(request).filtered)
  }

  /// The source's page, filtered.
  ///
  /// - Parameter reads: Whether to read photos even if the filter doesn't need that.
  private func part(
    for request: PageRequest, reads: Bool = false
  ) async throws(PhotoSourceError) -> PhotoPage {
    if let similar = request.query.similarTo {
      return try await similarPage(similar, for: request, reads: reads)
    }
    // The selection is known, so there is no need to go through the source.
    guard !request.query.filter.isSelectedOnly else {
      try await compare(for: request.query.filter)
      return await filteredPage(for: request, reads: reads)
    }
    let page = try await repository.page(for: answered(request))
    // After the page: a refresh has begun to read the source again.
    try await compare(for: request.query.filter)
    note(page.skipped.items)
    return await Self.filtered(
      page, filter(request), reads: reads, repository, details,
      grouping: request.query.grouping, zone: zone)
  }

  private func note(_ items: [SkippedItem]) {
    guard let skips else { return }
    for item in items where skipped.count < Self.skippedLimit && skipped.insert(item).inserted {
      skips(item)
    }
  }

  /// Finds the photos with the states that a filter asks for, unless they are known.
  private func compare(for filter: FilterExpression) async throws(PhotoSourceError) {
    try await compared.find(for: filter, in: repository, details) {
      question async throws(PhotoSourceError) in
      try await comparison(question)
    }
  }

  /// What looks like a photo, filtered, the nearest first; all on the first page.
  private func similarPage(
    _ similar: Photo.ID, for request: PageRequest, reads: Bool
  ) async throws(PhotoSourceError) -> PhotoPage {
    guard request.page <= 1 else {
      return PhotoPage(number: request.page, photos: [], hasMorePages: false)
    }
    if request.isRefresh {
      // The source begins to read itself again.
      _ = try await repository.page(for: PageRequest(pageSize: 1, isRefresh: true))
    }
    try await compare(for: request.query.filter)
    let found = try await comparison(.like(similar))
    let ids = Array(found.groups.joined().prefix(Self.similarLimit))
    var query = request.query
    query.similarTo = nil
    let filter = LocalFilter(
      query, selection: request.selection, compared: compared.photos, zone: zone)
    var page = await Self.filtered(
      PhotoPage(await repository.photos(withIDs: ids)), filter, reads: reads, repository, details)
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    return page
  }

  /// More than anyone looks through.
  private static let similarLimit = 1_000

  /// The selected photos as their source knows them now, filtered; all on the first page.
  private func filteredPage(for request: PageRequest, reads: Bool) async -> PhotoPage {
    guard request.page <= 1 else {
      return PhotoPage(number: request.page, photos: [], hasMorePages: false)
    }
    let filter = LocalFilter(
      request.query, selection: request.selection, compared: compared.photos, zone: zone)
    let known = Set(request.selectedPhotos.lazy.map(\.id))
    let unknown = request.selection.filter { !known.contains($0) }
    let found = unknown.isEmpty ? [] : await repository.photos(withIDs: unknown)
    let photos = Dictionary(
      (request.selectedPhotos + found).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var page = await Self.filtered(
      PhotoPage(request.selection.compactMap { photos[$0] }), filter, reads: reads, repository,
      details)
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    return page
  }

  @concurrent
  private static func filtered(
    _ page: PhotoPage, _ filter: LocalFilter, reads: Bool, _ repository: any PhotoRepository,
    _ details: DetailsReader,
    grouping: PhotoGrouping? = nil, zone: TimeZone = .gmt
  ) async -> PhotoPage {
    var page = page
    if reads || filter.needsDetails {
      page.photos = await details.read(page.photos, of: repository)
    }
    var filtered = filter.filtered(page)
    if !filter.isOpen, page.sections != .none {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      filtered.sections = .page(
        PhotoSection.sections(of: filtered.photos) {
          $0.section(by: grouping ?? .folder, in: calendar)
        })
    }
    if grouping == .off { filtered.sections = .none }
    return filtered
  }

  // MARK: Progress

  /// The progress of the source, and of each reading to sort it. The stream ends only when the caller stops listening.
  public func progress() async -> AsyncStream<SourceProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceProgress.self)
    watcherCount += 1
    let number = watcherCount
    watchers[number] = continuation
    let steps = await repository.progress()
    let forwarding = Task {
      for await step in steps { continuation.yield(step) }
    }
    continuation.onTermination = { [weak self] _ in
      forwarding.cancel()
      Task { await self?.endWatching(number) }
    }
    if let step { continuation.yield(step) }
    return stream
  }

  private func endWatching(_ number: Int) {
    watchers[number] = nil
  }

  private func tell(_ source: SortSource?, of number: Int) {
    tell(source?.progress, of: number)
  }

  private func tell(_ reading: FileReading, of number: Int) {
    // Some come after the end.
    guard comparing == number else { return }
    tell(
      SourceProgress(
        photoCount: reading.readCount, completedSteps: reading.readCount,
        knownSteps: reading.fileCount, isComplete: false, activity: .comparing),
      of: number)
  }

  private func tell(_ progress: SourceProgress?, of number: Int) {
    guard number == readingCount else { return }
    let before = step
    step = progress
    var told = step ?? before
    if step == nil { told?.isComplete = true }
    guard let told else { return }
    for watcher in watchers.values { watcher.yield(told) }
  }
}
