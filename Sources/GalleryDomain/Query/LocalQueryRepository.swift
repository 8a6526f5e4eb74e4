import Foundation

/// A repository's photos, with the parts of a query applied that the repository cannot answer itself.
///
/// To sort, and to search and filter a source that is read whole (`SourceCapabilities.isReadWhole`), it is read to its end or to a
/// limit, and its photos are kept as rows for later pages and other queries; a refresh reads the source again, but only files that
/// have changed. `progress()` reports how far that has come. Otherwise nothing is kept, and pages arrive as the source delivers them,
/// filtered.
///
/// Until a source that remembers its photos has been read (`PhotoRepository.knownRows`), stored pages come from those. Each first
/// page is a new answer, of what is known by then; further ones are of the same answer, by its number (`PhotoPage.part`).
public final actor LocalQueryRepository: PhotoRepository {
  private let source: any PhotoRepository
  private nonisolated var repository: any PhotoRepository { source.answering }
  /// The time zone in which the days of a filter begin.
  private let zone: TimeZone
  /// Everything that the source has, once it has been read.
  private var whole: Snapshot?
  /// As far as everything has been read, page by page.
  private var partial: Snapshot?
  /// What was asked, the most recent answer last.
  private var answers: [Answer] = []
  private var answerCount = 0
  /// What the last stored pages were taken from, the most recent answer last.
  private var storedAnswers: [Answer] = []
  /// How often the source was read again.
  private var refreshCount = 0
  /// How often photos were marked.
  private var changeCount = 0
  private var watchers: [Int: AsyncStream<SourceProgress>.Continuation] = [:]
  private var watcherCount = 0
  /// The progress of what is read or compared now; nil if nothing is.
  private var step: SourceProgress?
  /// Numbers what is read or compared, so that progress of what was cancelled is ignored.
  private var readNumber = 0
  /// The photos with the states that filters have asked for and that are known of all photos together, such as `is:similar`.
  private var compared: [PhotoState: Set<Photo.ID>] = [:]

  /// Two, so that switching between a filter and all photos needs no request.
  private static let keptAnswers = 2
  /// How many photos of a source on this computer are sorted, unless it is read whole.
  package static let localLimit = 20_000
  /// The same on the network: ten pages of a hundred are ten requests to its server.
  package static let remoteLimit = 1_000
  /// How many matches are enough while the user is still typing.
  private static let previewLimit = 1_000

  /// One on the screen, the next one, and those that the user can go back to.
  private static let keptStoredAnswers = 6

  /// Photos per page of a source that is read whole; the most that a page may have.
  private static let longPageSize = 500

  /// Unreadable items that were already reported; a source may list the same item on several pages.
  private var skipped: Set<SkippedItem> = []
  private let skips: (@Sendable (SkippedItem) -> Void)?
  private static let skippedLimit = 1_000

  /// Everything that is being read, by how often the source had been read again before.
  private let everything = SharedLoads<Int, Void>()
  /// How much is being read at the same time.
  private var runningReads = 0
  /// Photos that were marked meanwhile.
  private var marked: [Photo.ID: Photo] = [:]

  /// Photos of the source as rows, and what its pages said beside them.
  private struct Snapshot {
    let rows: any PhotoRows
    var notes = SourceNotes()
    /// Whether there is no further page.
    var isWhole = false
    /// Whether the source has sections of its own.
    var hasSections = false
    /// Whether these are photos as they are listed, the first that were found.
    var isPreview = false
    /// How often the source had been read again before.
    let refreshCount: Int
    /// Whether a page came from the store.
    var isOffline: Bool { notes.storedAt != nil }

    init(_ rows: any PhotoRows, _ refreshCount: Int) {
      (self.rows, self.refreshCount) = (rows, refreshCount)
    }

    init(_ read: ReadRows, _ refreshCount: Int) {
      self.init(read.rows, refreshCount)
      add(read.page, count: read.count)
    }

    /// - Parameter count: How many photos the page has, if they aren't on it.
    mutating func add(_ page: PhotoPage, count: Int? = nil) {
      notes.add(page)
      notes.photoCount += count ?? page.photos.count
      notes.totalCount = page.totalCount ?? notes.totalCount
      notes.statedCount = page.statedCount
      hasSections = page.sections != .none
      isWhole = !page.hasMorePages || page.ending != nil
    }

    /// - Parameter limit: How many items are read at most.
    func progress(limit: Int) -> SourceProgress {
      let count = notes.readCount
      let known = notes.totalCount.map { min(max($0, count), max(limit, count)) }
      return SourceProgress(
        photoCount: count, completedSteps: count, knownSteps: known ?? 0, isComplete: false,
        activity: .sorting)
    }
  }

  /// The rows of a query, in the order that was last requested.
  private struct Answer {
    let number: Int
    /// The query, without its sort and grouping.
    let query: PhotoQuery
    let snapshot: Snapshot
    /// Whether the rows are more than those of the query.
    let isPart: Bool
    /// What the rows were asked.
    var question: PhotoQuery
    var found: RowAnswer
    /// How many rows there are, of which only the first may have been found; nil if that isn't known.
    var count: Int?
    /// Whether the user was still typing.
    let isPreview: Bool
    /// How often photos had been marked before.
    var changeCount: Int

    /// What is asked of the rows for a query with the same photos.
    func question(_ query: PhotoQuery) -> PhotoQuery {
      LocalQueryRepository.question(query, to: snapshot, isPart: isPart)
    }

    mutating func receive(_ found: RowAnswer, for query: PhotoQuery, changeCount: Int) {
      (self.found, question, self.changeCount) = (found, question(query), changeCount)
      count = found.numbers.count
    }
  }

  /// Whether photos have changed since, so that their rows may be different now, or they may be filtered out.
  private func isOutdated(_ answer: Answer) -> Bool { answer.changeCount != changeCount }

  /// Whether the source may have changed since, because it was read again. What is only listed is read by another request.
  private func isSuperseded(_ snapshot: Snapshot) -> Bool {
    snapshot.isPreview || snapshot.refreshCount != refreshCount
  }

  /// What is asked of rows for a query. What isn't sorted is in the source's own sections, but for the best matches of a search.
  ///
  /// - Parameter isPart: Whether the rows are more than those of the query.
  private static func question(
    _ query: PhotoQuery, to snapshot: Snapshot, isPart: Bool
  ) -> PhotoQuery {
    var question = isPart ? query : query.arrangement
    if question.grouping == .off { question.grouping = nil }
    if question.sort == nil, question.grouping == nil, question.search == nil,
      query.grouping != .off, snapshot.hasSections
    {
      question.grouping = .folder
    }
    return question
  }

  /// - Parameters:
  ///   - repository: The source; it answers the part of a query that its capabilities name.
  ///   - zone: The time zone in which the days of a filter begin.
  ///   - skips: Called once for every item that could not be read, for up to a thousand of them.
  public init(
    _ repository: any PhotoRepository, zone: TimeZone = .current,
    skips: (@Sendable (SkippedItem) -> Void)? = nil
  ) {
    self.skips = skips
    source = repository
    self.zone = zone
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
    try await reportingProgress { report async throws(PhotoSourceError) in
      try await repository.comparison(question) { files in
        progress(files)
        report(
          SourceProgress(
            photoCount: files.readCount, completedSteps: files.readCount,
            knownSteps: files.fileCount, isComplete: false, activity: .comparing))
      }
    }
  }

  /// Of a list that is answered from rows, from what is remembered of the source.
  public func storedPage(for request: PageRequest) async -> PhotoPage? {
    guard request.isAnsweredFromRows(knowing: capabilities) else {
      return request.match == nil ? await storedPart(for: request) : nil
    }
    guard request.query.isOfWhole(capabilities), !request.isRefresh else { return nil }
    guard let part = request.part else {
      let isRead = whole != nil
      guard let answer = await isRead ? firstAnswer(to: request) : storedAnswer(to: request)
      else { return isRead ? nil : nothingYet(for: request) }
      // Of a search that is being typed, only the last one can be on the screen.
      if request.isPreview { storedAnswers.removeAll(where: \.isPreview) }
      storedAnswers = storedAnswers.suffix(Self.keptStoredAnswers - 1) + [answer]
      return await storedPage(of: answer, for: request)
    }
    guard let answer = await storedAnswer(numbered: part, for: request.query) else { return nil }
    if let step = request.match { return await match(step, in: answer, for: request) }
    return await storedPage(of: answer, for: request)
  }

  /// All rows of an answer from which stored pages were taken; nil if it isn't kept any more.
  private func storedAnswer(numbered number: Int, for query: PhotoQuery) async -> Answer? {
    guard var answer = storedAnswers.first(where: { $0.number == number }) else { return nil }
    guard answer.found.numbers.count < answer.count ?? .max else { return answer }
    let first = answer.found.numbers
    guard let found = await answer.snapshot.rows.answer(answer.question(query)),
      found.numbers.starts(with: first)
    else { return nil }
    answer.receive(found, for: query, changeCount: changeCount)
    if let index = storedAnswers.firstIndex(where: { $0.number == number }) {
      storedAnswers[index] = answer
    }
    return answer
  }

  private func storedPage(of answer: Answer, for request: PageRequest) async -> PhotoPage? {
    guard !answer.found.numbers.isEmpty || hidesOthers(request) else { return nil }
    var page = await page(of: answer, for: request)
    page?.part = answer.number
    return page
  }

  /// Whether nothing is shown as long as nothing is known of the photos that a filter or a search leaves: the others aren't theirs.
  /// While a search is typed, its first matches come at once.
  private func hidesOthers(_ request: PageRequest) -> Bool {
    request.query.leavesPhotosOut && capabilities.holdsOwnFiles && !request.isPreview
  }

  private func nothingYet(for request: PageRequest) -> PhotoPage? {
    guard hidesOthers(request), request.page <= 1 else { return nil }
    answerCount += 1
    var page = PhotoPage(photos: [], totalCount: 0)
    page.part = answerCount
    page.sortReach = SortReach(readCount: 0, isWhole: false)
    return page
  }

  /// The first frame is there before all rows of a large folder are in order.
  private func storedAnswer(to request: PageRequest) async -> Answer? {
    guard let known = await repository.knownRows() else { return nil }
    let snapshot = Snapshot(known, refreshCount)
    // They say what was read before.
    if !marked.isEmpty { await known.rows.replace(Array(marked.values)) }
    let question = Self.question(request.query, to: snapshot, isPart: true)
    let isFirst =
      request.page <= 1 && question.unarranged == .everything && question.grouping == nil
    let staying = await staying(for: request.query)
    if isFirst,
      var first = await answer(
        of: snapshot, isPart: true, for: request, keeping: staying, limit: Self.longPageSize),
      await shows(first, request.anchor)
    {
      if first.count == Self.longPageSize { first.count = known.count }
      return first
    }
    return await answer(of: snapshot, isPart: true, for: request, keeping: staying)
  }

  /// Whether the photo that the focus returns to, if there is one, is among the rows that were found.
  private func shows(_ answer: Answer, _ anchor: Photo.ID?) async -> Bool {
    guard let anchor else { return true }
    guard let number = await answer.snapshot.rows.number(of: anchor) else { return false }
    return answer.found.numbers.contains(number)
  }

  /// The first page of what a search leaves of everything that was read, by date, where more is left: all of it is in order much later.
  private func firstAnswer(to request: PageRequest) async -> Answer? {
    guard let whole, !isSuperseded(whole), request.query.search != nil,
      request.query.sort?.key == .date, request.page <= 1, request.anchor == nil,
      request.query.arrangedGrouping == nil,
      !answers.contains(where: { $0.query == request.query.unarranged }),
      var answer = await answer(of: whole, isPart: true, for: request, limit: request.pageSize)
    else { return nil }
    guard answer.count == request.pageSize else {
      keep(answer)
      return nil
    }
    answer.count = nil
    return answer
  }

  /// Photos that were marked while everything was being read and they were among the rows on the screen: they stay there, as they do
  /// when it has been read. What has just been rated doesn't go away under the user's hand.
  private func staying(for query: PhotoQuery) async -> Set<Photo.ID> {
    guard let shown = storedAnswers.last(where: { $0.query == query.unarranged }) else { return [] }
    var ids: Set<Photo.ID> = []
    for id in marked.keys {
      if let number = await shown.snapshot.rows.number(of: id), shown.found.numbers.contains(number)
      {
        ids.insert(id)
      }
    }
    return ids
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    if let step = request.match { return try await matchPage(step, for: request) }
    guard request.isAnsweredFromRows(knowing: capabilities) else {
      if request.isRefresh { noteRefresh() }
      return try await part(for: request)
    }
    var request = request
    for _ in 0..<2 {
      let answer = try await answer(to: request)
      if let page = await page(of: answer, for: request) { return page }
      guard !Task.isCancelled else { break }
      // Rows have gone, and have to be read again.
      answers.removeAll { $0.number == answer.number }
      request.isRefresh = false
    }
    throw .cancelled
  }

  private func answer(to request: PageRequest) async throws(PhotoSourceError) -> Answer {
    if request.query.isOfWhole(capabilities), let answer = try await narrowedAnswer(to: request) {
      return answer
    }
    let query = request.query.unarranged
    // A list on the screen keeps its order while it is paged through; a new list is read again. The selection may have
    // changed, too.
    let isNew =
      request.beginsList && (query.filter.dependsOnSelection || query.dependsOnComparison)
    answers.removeAll {
      $0.query == query
        && (request.isRefresh || isNew || isOutdated($0) && request.beginsList
          || capabilities.isReadWhole && isSuperseded($0.snapshot) && request.beginsList)
    }
    if let known = answers.last(where: { $0.query == query }),
      let answer = try await arranged(known, for: request)
    {
      return answer
    }
    if request.isRefresh { noteRefresh() }
    var first = PageRequest(query, pageSize: request.pageSize, isRefresh: request.isRefresh)
    (first.selection, first.selectedPhotos) = (request.selection, request.selectedPhotos)
    let snapshot = try await keepingMarks { () async throws(PhotoSourceError) in
      try await readPages(from: first)
    }
    guard let answer = await keep(snapshot, isPart: false, for: request) else { throw .cancelled }
    return answer
  }

  /// Where a match is among rows that are in order here, or in the order of the source.
  private func matchPage(
    _ step: MatchStep, for request: PageRequest
  ) async throws(PhotoSourceError) -> PhotoPage {
    var rows = request
    rows.match = nil
    let isFromRows = request.isAnsweredFromRows(knowing: capabilities)
    let known: Answer?
    if isFromRows {
      // The first page would be in a new order after photos have changed.
      rows.page = 2
      known = try await answer(to: rows)
    } else {
      known = try await narrowedAnswer(to: rows)
    }
    guard let answer = known, var page = await match(step, in: answer, for: request) else {
      throw .cancelled
    }
    if !isFromRows, page.anchorRow != nil, let photo = page.photos.first {
      // The source may list what isn't among everything that was read.
      let request = PageRequest(request.query, pageSize: 1, anchor: photo.id)
      page.anchorRow = try await part(for: request).anchorRow
    }
    return page
  }

  /// - Returns: With the match alone, if there is one; nil if the task was cancelled, and if the rows can't be asked any more.
  private func match(
    _ step: MatchStep, in answer: Answer, for request: PageRequest
  ) async -> PhotoPage? {
    let (rows, numbers) = (answer.snapshot.rows, answer.found.numbers)
    var query = request.query
    query.search = step.search
    // All of its rows meet the rest, which may not be known of them: the selection.
    if !answer.isPart { query.filter = .everything }
    // In the order of the folders, which takes less time than that of the best matches.
    if query.sort == nil, query.arrangedGrouping == nil { query.grouping = .folder }
    guard let matches = await rows.answer(query)?.numbers else { return nil }
    var row = max(-1, min(step.row, numbers.count))
    if let anchor = request.anchor, let number = await rows.number(of: anchor),
      let current = numbers.firstIndex(of: number)
    {
      row = current
    }
    let others = step.count > 0 ? numbers[min(row + 1, numbers.count)...] : numbers[..<max(row, 0)]
    let isMatch = Set(matches).contains
    let found =
      step.count > 0
      ? Array(others.indices.lazy.filter { isMatch(numbers[$0]) }.prefix(step.count))
      : Array(others.indices.reversed().lazy.filter { isMatch(numbers[$0]) }.prefix(-step.count))
    var page = PhotoPage(number: 1, photos: [], totalCount: matches.count)
    guard let last = found.last else { return page }
    page.photos = await rows.photos([numbers[last]]).compactMap(\.self)
    page.anchorRow = last
    return page
  }

  /// The source is read again: what was read before may be out of date.
  private func noteRefresh() {
    refreshCount += 1
    compared = [:]
  }

  /// What a filter or a search leaves of everything that the source has, or all of it; it is read for that. At first what is found by
  /// what the source lists is enough, for a search that is being typed and for a filter that asks for nothing else.
  ///
  /// - Returns: nil if the rows can't be asked.
  private func narrowedAnswer(to request: PageRequest) async throws(PhotoSourceError) -> Answer? {
    let query = request.query.unarranged
    if !request.isRefresh,
      let known = answers.last(where: {
        $0.query == query && $0.isPart && (!isSuperseded($0.snapshot) || !request.beginsList)
      }),
      let answer = try await arranged(known, for: request)
    {
      return answer
    }
    runningReads += 1
    defer { endRead() }
    if whole.map(isSuperseded) ?? true || request.isRefresh {
      if request.isPreview, !request.query.isSortedHere(knowing: capabilities),
        !query.filter.needsDetails
      {
        // The first matches among what the source lists, as it lists it.
        let listed = try await readPages(
          from: PageRequest(query), reads: false, matchLimit: Self.previewLimit)
        return await keep(listed, isPart: true, for: request)
      }
      try await readEverything(isRefresh: request.isRefresh)
    }
    guard let whole, !isSuperseded(whole) else { return nil }
    let staying = await staying(for: request.query)
    if let answer = await keep(whole, isPart: true, for: request, keeping: staying) {
      return answer
    }
    guard !Task.isCancelled else { throw .cancelled }
    // What was remembered is gone.
    self.whole = nil
    return nil
  }

  /// - Returns: nil if rows have gone, which have to be read again.
  private func arranged(
    _ known: Answer, for request: PageRequest
  ) async throws(PhotoSourceError) -> Answer? {
    var answer = known
    // A list on the screen keeps its rows while it is paged through.
    if answer.question != answer.question(request.query)
      || isOutdated(answer) && request.beginsList
    {
      let count = changeCount
      let found = await answer.snapshot.rows.answer(answer.question(request.query))
      guard !Task.isCancelled else { throw .cancelled }
      let index = answers.firstIndex { $0.number == answer.number }
      guard let found else {
        if let index { answers.remove(at: index) }
        return nil
      }
      answer.receive(found, for: request.query, changeCount: count)
      if let index { answers[index] = answer }
    }
    return answer
  }

  /// Reads everything that the source has, and keeps it, once for all callers that wait for it. Those whose read a refresh has ended wait for
  /// the later one.
  private func readEverything(isRefresh: Bool = false) async throws(PhotoSourceError) {
    if isRefresh { noteRefresh() }
    while true {
      let count = refreshCount
      for earlier in everything.keys where earlier != count { everything.cancel(earlier) }
      do throws(PhotoSourceError) {
        return try await everything.value(of: count) { () async throws(PhotoSourceError) in
          try await self.keepEverything(isRefresh: isRefresh)
        }
      } catch {
        guard error == .cancelled, !Task.isCancelled, count != refreshCount else { throw error }
      }
    }
  }

  private func keepEverything(isRefresh: Bool) async throws(PhotoSourceError) {
    let snapshot = try await keepingMarks { () async throws(PhotoSourceError) in
      try await readWhole(isRefresh: isRefresh)
    }
    guard !Task.isCancelled else { throw .cancelled }
    // A later one knows more.
    if snapshot.isWhole, !isSuperseded(snapshot) { whole = snapshot }
  }

  /// - Parameters:
  ///   - isPart: Whether the rows are more than those of the query.
  ///   - limit: How many rows are enough.
  /// - Returns: nil if the rows can't be asked.
  private func answer(
    of snapshot: Snapshot, isPart: Bool, for request: PageRequest, keeping: Set<Photo.ID> = [],
    limit: Int? = nil
  ) async -> Answer? {
    let count = changeCount
    let question = Self.question(request.query, to: snapshot, isPart: isPart)
    guard let found = await snapshot.rows.answer(question, keeping: keeping, limit: limit)
    else { return nil }
    answerCount += 1
    return Answer(
      number: answerCount, query: request.query.unarranged, snapshot: snapshot, isPart: isPart,
      question: question, found: found, count: found.numbers.count, isPreview: request.isPreview,
      // What is kept goes with the next first page.
      changeCount: keeping.isEmpty ? count : -1)
  }

  private func keep(_ answer: Answer) {
    answers.removeAll { $0.query == answer.query }
    answers.append(answer)
    if answers.count > Self.keptAnswers { answers.removeFirst() }
  }

  private func keep(
    _ snapshot: Snapshot, isPart: Bool, for request: PageRequest, keeping: Set<Photo.ID> = []
  ) async -> Answer? {
    let answer = await answer(of: snapshot, isPart: isPart, for: request, keeping: keeping)
    if let answer { keep(answer) }
    return answer
  }

  /// - Returns: nil if what was remembered has been forgotten meanwhile, and has to be read again.
  private func page(of answer: Answer, for request: PageRequest) async -> PhotoPage? {
    let (numbers, snapshot, notes) = (answer.found.numbers, answer.snapshot, answer.snapshot.notes)
    let count = answer.count ?? numbers.count + 1
    let rows = PageRows.rows(of: request, photoCount: count)
    let photos = await snapshot.rows.photos(Array(numbers[rows.clamped(to: numbers.indices)]))
    guard !photos.contains(nil) else {
      // A cancelled question has no answer.
      guard !Task.isCancelled else { return nil }
      // All that was read may be out of date.
      refreshCount += 1
      return nil
    }
    var page = PhotoPage(
      number: request.page, photos: photos.compactMap(\.self),
      totalCount: answer.count, hasMorePages: rows.upperBound < count,
      // The first page has those of the whole list.
      skipped: request.page <= 1 ? notes.skipped : SkippedItems(),
      storedAt: notes.storedAt, ending: rows.upperBound < count ? nil : notes.ending)
    if !snapshot.isPreview {
      page.sortReach = SortReach(readCount: notes.readCount, isWhole: snapshot.isWhole)
    }
    if let anchor = request.anchor, let number = await snapshot.rows.number(of: anchor) {
      page.anchorRow = numbers.firstIndex(of: number)
    }
    if let grouping = answer.question.grouping,
      grouping != .folder || answer.question.sort != nil || snapshot.hasSections
    {
      page.sections = .whole(answer.found.sections)
    }
    if rows.upperBound >= count { page.statedCount = notes.statedCount }
    return page
  }

  /// Call after photos were marked: replaces the kept photos with the changed ones.
  public func photosChanged(_ photos: [Photo]) async {
    guard !photos.isEmpty else { return }
    changeCount += 1
    if runningReads > 0 { for photo in photos { marked[photo.id] = photo } }
    // The photos of a part are among everything, except those that were only listed.
    let others = answers.filter { !$0.isPart || $0.snapshot.isPreview }.map(\.snapshot)
    let snapshots = [whole].compactMap(\.self) + others
    for snapshot in snapshots + storedAnswers.map(\.snapshot) {
      await snapshot.rows.replace(photos)
    }
    // What was asked meanwhile may have been answered from what was there before.
    changeCount += 1
  }

  // MARK: Snapshot

  /// Everything, with the details of its photos.
  private func readWhole(isRefresh: Bool) async throws(PhotoSourceError) -> Snapshot {
    let count = refreshCount
    let read = try await reportingProgress { report async throws(PhotoSourceError) in
      try await repository.rows(isRefresh: isRefresh, progress: report)
    }
    guard let read else {
      return try await readPages(from: PageRequest(isRefresh: isRefresh))
    }
    note(read.page.skipped.items)
    return Snapshot(read, count)
  }

  /// The photos of a query, page after page.
  ///
  /// - Parameters:
  ///   - reads: Whether with the details of photos: most properties that they are sorted by are only in their files.
  ///   - matchLimit: How many photos are enough.
  private func readPages(
    from first: PageRequest, reads: Bool = true, matchLimit: Int = .max
  ) async throws(PhotoSourceError) -> Snapshot {
    // What is listed is there at once, and isn't reported.
    if reads { readNumber += 1 }
    let number = readNumber
    defer { if reads { report(nil, of: number) } }
    let isEverything = first.query == .everything && capabilities.isReadWhole
    let limit =
      capabilities.isReadWhole
      ? .max : capabilities.isRemote ? Self.remoteLimit : Self.localLimit
    if isEverything { partial = nil }
    defer { if isEverything, number == readNumber { partial = nil } }
    let rows = LoadedRows(zone: zone)
    var snapshot = Snapshot(rows, refreshCount)
    snapshot.isPreview = !reads
    var request = first
    request.readsAll = true
    if capabilities.isReadWhole { request.pageSize = Self.longPageSize }
    var emptyCount = 0
    while !snapshot.isWhole, emptyCount < Self.emptyPageLimit, snapshot.notes.readCount < limit,
      snapshot.notes.photoCount < matchLimit
    {
      if reads { report(snapshot.progress(limit: limit), of: number) }
      let page = try await page(for: request, isAfterStored: snapshot.isOffline, reads: reads)
      guard !Task.isCancelled else { throw .cancelled }
      guard let page else { break }
      let count = snapshot.notes.readCount
      snapshot.add(page)
      emptyCount = snapshot.notes.readCount == count ? emptyCount + 1 : 0
      await rows.add(page.photos)
      if isEverything { partial = snapshot }
      request.page += 1
      request.isRefresh = false
    }
    if emptyCount == Self.emptyPageLimit { snapshot.isWhole = true }
    return snapshot
  }

  /// Empty pages in a row after which a source counts as ended.
  private static let emptyPageLimit = 3

  /// What is read, with the photos as they were marked meanwhile.
  private func keepingMarks(
    _ read: () async throws(PhotoSourceError) -> Snapshot
  ) async throws(PhotoSourceError) -> Snapshot {
    runningReads += 1
    defer { endRead() }
    let snapshot = try await read()
    // Others may be marked while these are.
    var replaced: [Photo.ID: Photo] = [:]
    while replaced != marked {
      replaced = marked
      await snapshot.rows.replace(Array(replaced.values))
    }
    return snapshot
  }

  private func endRead() {
    runningReads -= 1
    if runningReads == 0 { marked = [:] }
  }

  /// The current page, otherwise the stored one; nil if an earlier page came from the store and this one is not stored.
  ///
  /// - Parameter isAfterStored: Whether an earlier page came from the store; the source is not asked again then.
  private func page(
    for request: PageRequest, isAfterStored: Bool, reads: Bool
  ) async throws(PhotoSourceError) -> PhotoPage? {
    if isAfterStored { return await storedPart(for: request) }
    do throws(PhotoSourceError) {
      return try await part(for: request, reads: reads)
    } catch {
      guard error.isUnreachable, let stored = await storedPart(for: request) else { throw error }
      return stored
    }
  }

  // MARK: Counting

  /// How many photos of the source have each value of some properties, of those that pass a query.
  ///
  /// The source is read for that unless it has been, and what was read is kept for other questions, for orders and filters. Until
  /// all is read, counts of the photos so far are emitted, four times a second at most. The stream ends after those that are
  /// complete, and if the source can't be read. Of a source that isn't read whole (`SourceCapabilities.isReadWhole`), nothing
  /// is emitted.
  public func counts(for request: CountRequest) async -> AsyncStream<FacetCounts> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FacetCounts.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      await count(for: request, continuation)
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func count(
    for request: CountRequest, _ counted: AsyncStream<FacetCounts>.Continuation
  ) async {
    guard canCount(request.query) else { return }
    if let (snapshot, query) = self.counted(for: request) {
      if let counts = await counts(for: request, of: snapshot, query) { counted.yield(counts) }
      return
    }
    guard capabilities.isReadWhole else { return }
    await countKnown(for: request, counted)
    let counting = Task {
      var last = ContinuousClock.now
      for await _ in await progress() where .now - last >= .milliseconds(250) {
        last = .now
        await countKnown(for: request, counted)
      }
    }
    do throws(PhotoSourceError) {
      defer { counting.cancel() }
      try await readEverything()
    } catch {
      // What can't be read isn't counted.
      return
    }
    if let whole, !isSuperseded(whole), let counts = await counts(for: request, of: whole) {
      counted.yield(counts)
    }
  }

  private func countKnown(
    for request: CountRequest, _ counted: AsyncStream<FacetCounts>.Continuation
  ) async {
    var known = partial
    if known == nil { known = await repository.knownRows().map { Snapshot($0, refreshCount) } }
    guard let known, let counts = await counts(for: request, of: known), !Task.isCancelled
    else { return }
    counted.yield(counts)
  }

  /// Whether it is known which photos to count: pictures are not compared for a count.
  private func canCount(_ query: PhotoQuery) -> Bool {
    query.similarTo == nil && query.filter.comparedStates.isSubset(of: compared.keys)
  }

  /// What is counted for a request: everything or, if the source isn't read whole, what is on the screen.
  private func counted(for request: CountRequest) -> (snapshot: Snapshot, query: PhotoQuery)? {
    if let whole, !isSuperseded(whole) { return (whole, request.query) }
    guard request.countsDays, !request.query.filter.dependsOnSelection else { return nil }
    return answers.last { $0.query == request.query.unarranged && !$0.isPart }.map {
      ($0.snapshot, $0.question(request.query))
    }
  }

  /// - Parameter query: The request's, as it is asked of these rows; nil if they are everything.
  private func counts(
    for request: CountRequest, of snapshot: Snapshot, _ query: PhotoQuery? = nil
  ) async -> FacetCounts? {
    var asked = request
    asked.query = query ?? request.query
    var states = compared
    states[.selected] = Set(request.selection)
    guard var counts = await snapshot.rows.counts(for: asked, photosOfState: states) else {
      return nil
    }
    counts.isComplete = snapshot.isWhole && !snapshot.isOffline
    let listedCount = counts.isComplete ? nil : step?.knownSteps
    counts.totalCount = max(snapshot.notes.totalCount ?? 0, listedCount ?? 0, counts.readCount)
    // Those on the screen have kept their rows.
    if answers.contains(where: { $0.query == request.query.unarranged && isOutdated($0) }) {
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
      compared: compared, zone: zone)
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
    let similar = request.query.similarTo
    // The selection is known, so there is no need to go through the source.
    if similar != nil || request.query.filter.isSelectedOnly {
      guard request.page <= 1 else {
        return PhotoPage(number: request.page, photos: [], hasMorePages: false)
      }
      if let similar {
        let photos = try await similarPhotos(to: similar, for: request)
        return await onlyPage(of: photos, for: request, reads: reads)
      }
      try await compare(for: request.query.filter)
      return await onlyPage(of: selectedPhotos(for: request), for: request, reads: reads)
    }
    let page = try await repository.page(for: answered(request))
    // After the page: a refresh has begun to read the source again.
    try await compare(for: request.query.filter)
    note(page.skipped.items)
    return await Self.filtered(
      page, filter(request), reads: reads, repository,
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
    for state in filter.comparedStates {
      while compared[state] == nil, let question = state.question {
        let count = refreshCount
        let groups = try await comparison(question).groups
        let found = state.leavesOutLargest ? await smaller(of: groups) : Set(groups.joined())
        // Not all of their sizes and dates have been read then.
        guard !Task.isCancelled else { throw .cancelled }
        // What is found before a refresh answers what was asked before it.
        if count == refreshCount { compared[state] = found }
      }
    }
  }

  /// The photos of groups without the largest of each, and without those with companions: the raw file of a pair is in no other of
  /// the group.
  private func smaller(of groups: [[Photo.ID]]) async -> Set<Photo.ID> {
    let found = await repository.photos(withIDs: groups.flatMap(\.self))
    var photos: [Photo.ID: Photo] = [:]
    for photo in await repository.details(of: found) { photos[photo.id] = photo }
    return groups.reduce(into: []) { others, group in
      // A file may have gone meanwhile.
      let members = group.compactMap { photos[$0] }
      guard let largest = Photo.indexOfLargest(among: members) else { return }
      others.formUnion(members.lazy.filter(\.companions.isEmpty).map(\.id))
      others.remove(members[largest].id)
    }
  }

  /// What looks like a photo, the nearest first.
  private func similarPhotos(
    to photo: Photo.ID, for request: PageRequest
  ) async throws(PhotoSourceError) -> [Photo] {
    if request.isRefresh {
      // The source begins to read itself again.
      _ = try await repository.page(for: PageRequest(pageSize: 1, isRefresh: true))
    }
    try await compare(for: request.query.filter)
    let found = try await comparison(.like(photo))
    return await repository.photos(
      withIDs: Array(found.groups.joined().prefix(Self.similarLimit)))
  }

  /// More than anyone looks through.
  private static let similarLimit = 1_000

  /// The selected photos as their source knows them now.
  private func selectedPhotos(for request: PageRequest) async -> [Photo] {
    let known = Set(request.selectedPhotos.lazy.map(\.id))
    let unknown = request.selection.filter { !known.contains($0) }
    let found = unknown.isEmpty ? [] : await repository.photos(withIDs: unknown)
    let photos = Dictionary(
      (request.selectedPhotos + found).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return request.selection.compactMap { photos[$0] }
  }

  /// Photos that are known, filtered, on the only page.
  private func onlyPage(
    of photos: [Photo], for request: PageRequest, reads: Bool
  ) async -> PhotoPage {
    let filter = LocalFilter(
      request.query, selection: request.selection, compared: compared, zone: zone)
    var page = await Self.filtered(PhotoPage(photos), filter, reads: reads, repository)
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    return page
  }

  @concurrent
  private static func filtered(
    _ page: PhotoPage, _ filter: LocalFilter, reads: Bool, _ repository: any PhotoRepository,
    grouping: PhotoGrouping? = nil, zone: TimeZone = .gmt
  ) async -> PhotoPage {
    var page = page
    if reads || filter.needsDetails {
      page.photos = await repository.details(of: page.photos)
    }
    var filtered = filter.filtered(page)
    if !filter.isOpen, page.sections != .none {
      filtered.sections = .page(
        PhotoSection.sections(of: filtered.photos) { $0.section(by: grouping ?? .folder, in: zone) }
      )
    }
    if grouping == .off { filtered.sections = .none }
    return filtered
  }

  // MARK: Progress

  /// The progress of the source, and of what is read to sort it. The stream ends only when the caller stops listening.
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

  /// Passes on what some work reports, until it has ended.
  private func reportingProgress<Result>(
    _ work: (_ report: @escaping @Sendable (SourceProgress) -> Void) async throws(PhotoSourceError)
      ->
      Result
  ) async throws(PhotoSourceError) -> Result {
    readNumber += 1
    let number = readNumber
    defer {
      report(nil, of: number)
      // Some of its progress comes after the end.
      if number == readNumber { readNumber += 1 }
    }
    return try await work { [weak self] progress in
      Task { await self?.report(progress, of: number) }
    }
  }

  private func report(_ progress: SourceProgress?, of number: Int) {
    guard number == readNumber else { return }
    let before = step
    step = progress
    var reported = step ?? before
    if step == nil { reported?.isComplete = true }
    guard let reported else { return }
    for watcher in watchers.values { watcher.yield(reported) }
  }
}
