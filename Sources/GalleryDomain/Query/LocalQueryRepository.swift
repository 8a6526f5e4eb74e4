import Foundation

/// How much of a source is read to sort it, unless that is read whole (`SourceCapabilities.isReadWhole`).
public struct SortLimits: Hashable, Sendable {
  /// Photos of a source on this computer.
  public var local: Int
  /// Photos of a source on the network: ten pages of a hundred are ten requests to its server.
  public var remote: Int
  /// Empty pages in a row after which the source counts as ended.
  public var emptyPages: Int

  public init(local: Int = 20_000, remote: Int = 1_000, emptyPages: Int = 3) {
    self.local = max(1, local)
    self.remote = max(1, remote)
    self.emptyPages = max(1, emptyPages)
  }
}

/// A repository's photos, with the parts of a query applied that the repository cannot answer itself: filtered page by
/// page, and sorted.
///
/// To sort, the source is read to its end or to a limit (`SortLimits`), and its photos are kept for later pages and
/// other orders, and for filters of a source that was read whole; a refresh reads the source again. `progress()` reports
/// how far that has come. If the source supports the order itself, nothing is kept, and pages arrive as the source
/// delivers them, filtered.
public actor LocalQueryRepository: PhotoRepository {
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
  /// The photos with states that filters have asked for, since the source was last read again.
  private var compared: [PhotoState: Set<Photo.ID>] = [:]
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

  /// - Parameters:
  ///   - repository: The source; it answers the part of a query that its capabilities name.
  ///   - limits: How much of the source is read to sort it.
  ///   - zone: The time zone in which the days of a filter begin.
  ///   - skips: Called once for every item that could not be read, for up to a thousand of them.
  public init(
    _ repository: any PhotoRepository, limits: SortLimits = SortLimits(),
    zone: TimeZone = .current, skips: (@Sendable (SkippedItem) -> Void)? = nil
  ) {
    self.skips = skips
    source = repository
    self.limits = limits
    self.zone = zone
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

  /// nil for a list that is sorted here, because its first rows may be on any stored page.
  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    guard !request.query.isSortedHere(knowing: capabilities) else { return nil }
    return await storedPart(for: request)
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard request.query.isSortedHere(knowing: capabilities) else {
      if request.query.isRanked(knowing: capabilities),
        let page = try await rankedPage(for: request)
      {
        return page
      }
      if request.isRefresh { noteRefresh() }
      return try await part(for: request)
    }
    let query = request.query.unarranged
    // A list on the screen keeps its order while it is paged through; a new list is read again. The selection may have
    // changed, too.
    let isNew =
      request.page <= 1
      && (query.filter.dependsOnSelection || !query.filter.comparedStates.isEmpty)
    let isWhole = capabilities.isReadWhole
    readings.removeAll {
      $0.query == query
        && (request.isRefresh || isNew
          || $0.isOutdated && request.page <= 1 && !(isWhole && query == .everything)
          || isWhole && $0.isSuperseded && request.page <= 1)
    }
    if let index = readings.lastIndex(where: { $0.query == query }) {
      return readings[index].page(for: request)
    }
    if request.isRefresh { noteRefresh() }
    if let reading = try await narrowed(to: query, for: request) {
      guard !Task.isCancelled else { throw .cancelled }
      return keep(reading, request)
    }
    var first = PageRequest(query, pageSize: request.pageSize, isRefresh: request.isRefresh)
    (first.selection, first.selectedPhotos) = (request.selection, request.selectedPhotos)
    if isWhole { first.pageSize = Self.longPageSize }
    let source = try await read(first)
    let reading = await SortReading(query, source, arrangedAs: request.query, zone: zone)
    guard !Task.isCancelled else { throw .cancelled }
    return keep(reading, request)
  }

  /// The source is read again: what was read before may be out of date.
  private func noteRefresh() {
    compared = [:]
    for index in readings.indices { readings[index].isSuperseded = true }
    partialReading = nil
  }

  /// The best matches of a search. The source is read whole for that, unless the user is still typing.
  ///
  /// - Returns: nil if the source answers the request: while its photos are not known, and for the further pages of such a list.
  private func rankedPage(
    for request: PageRequest
  ) async throws(PhotoSourceError) -> PhotoPage? {
    let query = request.query.unarranged
    let known = readings.lastIndex { $0.query == query }
    if request.page > 1 { return known.map { readings[$0].page(for: request) } }
    if let known, !request.isRefresh, !readings[known].isSuperseded, !readings[known].isOutdated {
      return readings[known].page(for: request)
    }
    readings.removeAll { $0.query == query }
    if wholeReading == nil || request.isRefresh {
      guard !request.isPreview else { return nil }
      if request.isRefresh { noteRefresh() }
      let first = PageRequest(pageSize: Self.longPageSize, isRefresh: request.isRefresh)
      let source = try await read(first)
      guard source.isWhole else { return nil }
      guard !Task.isCancelled else { throw .cancelled }
      keep(SortReading(whole: source, zone: zone))
    }
    guard let whole = wholeReading else { return nil }
    let count = changeCount
    let ranked = await SortReading(
      searching: readings[whole], for: query, by: LocalFilter(query, zone: zone))
    guard !Task.isCancelled else { throw .cancelled }
    // Photos may have been marked meanwhile.
    guard count == changeCount else { return nil }
    return keep(ranked, request)
  }

  private func keep(_ reading: SortReading, _ request: PageRequest) -> PhotoPage {
    var reading = reading
    let page = reading.page(for: request)
    keep(reading)
    return page
  }

  private func keep(_ reading: SortReading) {
    readings.removeAll { $0.query == reading.query }
    readings.append(reading)
    if readings.count > Self.keptReadings { readings.removeFirst() }
  }

  /// Everything that the source has, if it has been read and may not have changed since.
  private var wholeReading: Int? {
    readings.firstIndex { $0.query == .everything && $0.source.isWhole && !$0.isSuperseded }
  }

  /// What a filter leaves of all photos, if those are kept.
  ///
  /// - Parameter query: Without sort and grouping.
  private func narrowed(
    to query: PhotoQuery, for request: PageRequest
  ) async throws(PhotoSourceError) -> SortReading? {
    guard !request.isRefresh, capabilities.isReadWhole, query.search == nil,
      !query.filter.dependsOnSelection, query.similarTo == nil,
      query.filter.comparedStates.isEmpty,
      let index = readings.firstIndex(where: { $0.query == .everything && !$0.isSuperseded })
    else { return nil }
    // It is kept for the next filter, too.
    let whole = readings.remove(at: index)
    readings.append(whole)
    var listed = capabilities
    (listed.terms, listed.operations, listed.appliesFilters) = ([], [], false)
    let filter = LocalFilter(query, capabilities: listed, zone: zone)
    let count = changeCount
    let narrowed = await whole.narrowed(to: query, by: filter, arrangedAs: request.query)
    // Photos may have been marked meanwhile.
    return count == changeCount ? narrowed : nil
  }

  /// Call after photos were marked: replaces the kept photos with the changed ones.
  public func photosChanged(_ photos: [Photo]) {
    changeCount += 1
    guard !photos.isEmpty else { return }
    let changed = Dictionary(photos.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for index in readings.indices { readings[index].replace(changed) }
    partialReading?.source.replace(changed)
  }

  // MARK: Reading

  private func read(_ first: PageRequest) async throws(PhotoSourceError) -> SortSource {
    readingCount += 1
    let number = readingCount
    defer { tell(nil as SortSource?, of: number) }
    let limit =
      capabilities.isReadWhole ? .max : capabilities.isRemote ? limits.remote : limits.local
    var source = SortSource(limit: limit, emptyPageLimit: limits.emptyPages)
    var request = first
    request.readsAll = true
    while true {
      tell(source, of: number)
      let page = try await page(for: request, isAfterStored: source.isOffline)
      guard !Task.isCancelled else { throw .cancelled }
      guard let page else { break }
      source.add(page)
      guard source.wantsMore else { break }
      request.page += 1
      request.isRefresh = false
    }
    return source
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
      if let partialReading { continuation.yield(counts(for: request, of: partialReading.source)) }
      if countReading == nil { countReading = Task { await readToCount() } }
    } else {
      continuation.finish()
    }
    return stream
  }

  private func endCounting(_ number: Int) {
    counters[number] = nil
  }

  /// Whether it is known which photos to count: pictures are not compared for a count.
  private func canCount(_ query: PhotoQuery) -> Bool {
    query.similarTo == nil && query.filter.comparedStates.isSubset(of: compared.keys)
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
      let reading =
        partialReading
        ?? PartialReading(
          source: SortSource(limit: .max, emptyPageLimit: limits.emptyPages),
          next: PageRequest(pageSize: Self.longPageSize))
      partialReading = reading
      var request = reading.next
      request.readsAll = true
      let result = await Result { () async throws(PhotoSourceError) in
        try await part(for: request, reads: true)
      }
      // The source may be read again meanwhile.
      guard partialReading?.next == reading.next else { continue }
      guard case .success(let page) = result else { break }
      partialReading?.source.add(page)
      partialReading?.next.page += 1
      guard let source = partialReading?.source else { continue }
      guard source.wantsMore else {
        partialReading = nil
        let whole = SortReading(whole: source, zone: zone)
        keep(whole)
        for counter in counters.values {
          counter.counts.yield(counts(for: counter.request, of: whole))
        }
        break
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

  /// - Parameter rows: The photos by their rows, if all of them are on the screen.
  private func counts(
    for request: CountRequest, of source: SortSource, rows: [Int]? = nil
  ) -> FacetCounts {
    let query = rows == nil ? request.query : .everything
    let filter = LocalFilter(
      query.unarranged, selection: request.selection, compared: compared, zone: zone)
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
      request.query, capabilities: capabilities, selection: request.selection, compared: compared,
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
    if let skips, !page.skipped.isEmpty {
      for item in page.skipped
      where skipped.count < Self.skippedLimit && skipped.insert(item).inserted {
        skips(item)
      }
    }
    return await Self.filtered(
      page, filter(request), reads: reads, repository, details,
      grouping: request.query.grouping, zone: zone)
  }

  /// Finds the photos with the states that a filter asks for, unless they are known.
  private func compare(for filter: FilterExpression) async throws(PhotoSourceError) {
    for state in filter.comparedStates where compared[state] == nil {
      guard let question = state.question else { continue }
      let found = try await comparison(question)
      compared[state] = Set(found.groups.joined())
    }
  }

  /// What looks like a photo, filtered, the nearest first; all on the first page.
  private func similarPage(
    _ similar: SimilarPhotos, for request: PageRequest, reads: Bool
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
      query, selection: request.selection, compared: compared, zone: zone)
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
      request.query, selection: request.selection, compared: compared, zone: zone)
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
