import Foundation

/// A repository's photos with what a query asks of them that it does not do itself: sorted out page by page, and
/// put in another order.
///
/// To sort, the source is read to its end or to a limit (`SortLimits`), and what was read is kept for the pages that
/// follow and for another order; a refresh reads again. How far that has come is told by `progress()`. In the
/// source's own order nothing is kept, and pages come as the source gives them.
public actor SortedRepository: PhotoRepository {
  private let sifted: SiftedRepository
  private let limits: SortLimits
  /// What was read, the latest last.
  private var readings: [SortReading] = []
  private var watchers: [Int: AsyncStream<SourceProgress>.Continuation] = [:]
  private var watcherCount = 0
  /// Of the reading under way; nil while there is none.
  private var step: SourceProgress?
  /// Counts readings: what a cancelled one still says is not heard.
  private var readingCount = 0

  /// Two: going back and forth between a filter and all photos asks nobody.
  private static let keptReadings = 2

  /// - Parameter zone: In which the days of a filter begin.
  public init(
    _ repository: any PhotoRepository, limits: SortLimits = SortLimits(),
    zone: TimeZone = .current
  ) {
    sifted = SiftedRepository(repository: repository, zone: zone)
    self.limits = limits
  }

  public var title: String {
    get async { await sifted.repository.title }
  }

  public nonisolated var capabilities: SourceCapabilities { sifted.repository.capabilities }

  public var orderRoute: OrderRoute {
    get async { await sifted.repository.orderRoute }
  }

  public func details(of photo: Photo) async -> Photo {
    await sifted.repository.details(of: photo)
  }

  public func information(of photo: Photo) async -> PhotoInformation {
    await sifted.repository.information(of: photo)
  }

  /// nil for a sorted list: its first page may be anywhere in the store.
  public func storedPage(for query: PhotoQuery) async -> PhotoPage? {
    guard query.sort == nil else { return nil }
    return await sifted.storedPage(for: query)
  }

  public func page(for query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
    guard let sort = query.sort else { return try await sifted.page(for: query) }
    let key = SortReading.Key(query)
    // The pages of a list that is on the screen stay in their order; a new list is read anew.
    readings.removeAll {
      $0.key == key && (query.isRefresh || $0.isOutdated && query.page <= 1)
    }
    if let index = readings.lastIndex(where: { $0.key == key }) {
      return readings[index].page(for: query, sort)
    }
    let source = try await read(query)
    var reading = await SortReading(key, source, sort)
    guard !Task.isCancelled else { throw .cancelled }
    let page = reading.page(for: query, sort)
    readings.removeAll { $0.key == key }
    readings.append(reading)
    if readings.count > Self.keptReadings { readings.removeFirst() }
    return page
  }

  /// Call when photos were marked: what was read of them before is not what they are.
  public func photosChanged(_ photos: [Photo]) {
    guard !readings.isEmpty, !photos.isEmpty else { return }
    let changed = Dictionary(photos.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for index in readings.indices { readings[index].replace(changed) }
  }

  // MARK: Reading

  private func read(_ query: PhotoQuery) async throws(PhotoSourceError) -> SortSource {
    readingCount += 1
    let number = readingCount
    defer { tell(nil, of: number) }
    let limit = capabilities.isRemote ? limits.remote : limits.local
    var source = SortSource(limit: limit, emptyPageLimit: limits.emptyPages)
    var query = query
    query.sort = nil
    query.anchor = nil
    query.page = 1
    query.readsAll = true
    while true {
      tell(source, of: number)
      let page = try await page(for: query, isAfterStored: source.isOffline)
      guard !Task.isCancelled else { throw .cancelled }
      guard let page else { break }
      source.add(page)
      guard source.wantsMore else { break }
      query.page += 1
      query.isRefresh = false
    }
    return source
  }

  /// The page as it is now, else as it was stored; nil where the rest was not stored.
  ///
  /// - Parameter isAfterStored: Whether the source could not be reached before: it is asked once.
  private func page(
    for query: PhotoQuery, isAfterStored: Bool
  ) async throws(PhotoSourceError) -> PhotoPage? {
    if isAfterStored { return await sifted.storedPage(for: query) }
    do throws(PhotoSourceError) {
      // All that photos are sorted by only their files tell.
      return try await sifted.page(for: query, readsAll: true)
    } catch {
      guard error.isUnreachable, let stored = await sifted.storedPage(for: query) else {
        throw error
      }
      return stored
    }
  }

  // MARK: Progress

  /// That of the source, and that of each reading to sort it; ends when nobody listens.
  public func progress() async -> AsyncStream<SourceProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceProgress.self)
    watcherCount += 1
    let number = watcherCount
    watchers[number] = continuation
    let steps = await sifted.repository.progress()
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
    guard number == readingCount else { return }
    let before = step
    step = source?.progress
    var told = step ?? before
    if step == nil { told?.isComplete = true }
    guard let told else { return }
    for watcher in watchers.values { watcher.yield(told) }
  }
}
