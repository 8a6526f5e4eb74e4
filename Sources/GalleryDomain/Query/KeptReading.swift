import Foundation

/// What was read of one source: kept from a former run until the source has been read in this one, and kept for the next.
final class KeptReading {
  private let store: any ReadingStore
  private let source: any PhotoRepository
  private let zone: TimeZone
  private var state = State.unasked
  /// How the reading that the store has is ordered; nil if that isn't known.
  private(set) var storedArrangement: SortReading.Arrangement?
  /// Whether the first page came before the rest was there.
  private var isBeginningShown = false
  /// How long the processors are left to the screen then.
  private static let firstFrameTime = Duration.milliseconds(40)

  private enum State {
    case unasked
    case asked(Task<SortReading?, Never>)
    /// Everything, and what a filter or a search left of it last.
    case known(SortReading, part: SortReading?)
    case none
  }

  init(_ source: any PhotoRepository, store: any ReadingStore, zone: TimeZone) {
    (self.source, self.store, self.zone) = (source, store, zone)
  }

  private var key: ReadingKey? { source.answering.readingKey }

  /// Everything; nil if nothing is kept, or once the source has been read.
  nonisolated(nonsending) func reading() async -> SortReading? {
    switch state {
    case .none: return nil
    case .known(let reading, _): return reading
    case .asked(let task): return await task.value
    case .unasked: break
    }
    guard let key else { return nil }
    let task = Self.reading(
      key, of: store, zone, after: isBeginningShown ? Self.firstFrameTime : .zero)
    state = .asked(task)
    let reading = await task.value
    if case .asked = state {
      state = reading.map { .known($0, part: nil) } ?? .none
      storedArrangement = reading?.arrangement
    }
    return reading
  }

  private static func reading(
    _ key: ReadingKey, of store: any ReadingStore, _ zone: TimeZone, after pause: Duration
  ) -> Task<SortReading?, Never> {
    Task {
      if pause > .zero { try? await Task.sleep(for: pause) }
      return await read(key, of: store, zone)
    }
  }

  private static func read(
    _ key: ReadingKey, of store: any ReadingStore, _ zone: TimeZone
  ) async -> SortReading? {
    await store.read(key) { columns throws(DamagedBytes) in
      try SortReading(&columns, zone: zone)
    } ?? nil
  }

  /// A page of it.
  ///
  /// - Parameter filter: Applies the search and the filter of the request.
  nonisolated(nonsending) func page(for request: PageRequest, by filter: LocalFilter) async
    -> PhotoPage?
  {
    if let beginning = await beginning(for: request) { return beginning }
    guard var whole = await reading() else { return nil }
    let query = request.query.unarranged
    guard query != .everything else {
      let page = whole.page(for: request)
      if case .known(_, let part) = state { state = .known(whole, part: part) }
      return page
    }
    var part: SortReading
    if case .known(_, let known?) = state, known.query == query {
      part = known
    } else {
      let found = await SortReading(query, of: whole, by: filter, arrangedAs: request.query)
      guard let found else { return nil }
      part = found
    }
    let page = part.page(for: request)
    if case .known(let whole, _) = state { state = .known(whole, part: part) }
    return page
  }

  /// The first page, which is there before the rest: forty megabytes of 300,000 photos take as many milliseconds.
  nonisolated(nonsending) private func beginning(for request: PageRequest) async -> PhotoPage? {
    guard case .unasked = state, request.query.unarranged == .everything, let key,
      var beginning = await Self.read(key.ofBeginning, of: store, zone),
      beginning.answers(request)
    else { return nil }
    isBeginningShown = true
    return beginning.page(for: request)
  }

  /// Replaces photos that have changed.
  func replace(_ changed: [Photo.ID: Photo]) {
    guard case .known(var whole, _) = state else { return }
    whole.replace(changed)
    state = .known(whole, part: nil)
  }

  /// Keeps everything that the source has now, in its order, for the next run.
  ///
  /// - Parameter isNew: Whether photos were read that the store doesn't have.
  func keep(_ reading: SortReading, isNew: Bool) {
    guard reading.query == .everything, reading.source.isWhole, !reading.source.isOffline else {
      return
    }
    state = .none
    guard isNew || storedArrangement != reading.arrangement, let key else { return }
    storedArrangement = reading.arrangement
    store.keep({ reading.columns }, under: key)
    store.keep({ reading.beginning.columns }, under: key.ofBeginning)
  }
}
