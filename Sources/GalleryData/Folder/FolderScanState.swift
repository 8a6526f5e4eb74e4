import FeedFormats
import GalleryDomain
import Synchronization

/// Who waits for a row to be known.
struct FolderScanWaiter {
  var count: Int
  /// Where the walk is over, photos from this row on are enough, however few; nil for who reads all.
  var enoughFromRow: Int?
  /// A relative path whose place is wanted.
  var anchor: [UInt8]?
  var continuation: CheckedContinuation<Result<Void, PhotoSourceError>, Never>
  /// When it asked, in a scan that goes on when somebody does.
  var turn = Int.max
  /// Directories that were looked through for the anchor.
  var searchedDirectories = 0
}

/// What a scan has found so far, for those who wait and watch, on any thread.
final class FolderScanStatus: Sendable {
  private let state = Mutex(FolderScanState())

  func withLock<Result: Sendable>(_ body: (inout sending FolderScanState) -> sending Result)
    -> Result
  {
    state.withLock { body(&$0) }
  }

  /// Reads what is known, at once.
  func read<Result: Sendable>(_ body: (FolderScanState) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Waits until `count` photos are known and it is known where `anchor` is, or all is known.
  ///
  /// - Parameters:
  ///   - row: Once all names are known, photos from this row on are enough, and more may join them; nil waits.
  ///   - turn: When the caller asked, in a scan that goes on when somebody does (`FolderScanState.failWaiters`).
  func wait(
    forCount count: Int, enoughFromRow row: Int? = nil, anchor: [UInt8]?, turn: Int = .max
  ) async throws(PhotoSourceError) {
    let ticket = state.withLock { $0.nextTicket() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = FolderScanWaiter(
          count: count, enoughFromRow: row, anchor: anchor, continuation: continuation, turn: turn)
        state.withLock { $0.add(waiter, ticket: ticket, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      state.withLock { $0.cancel(ticket: ticket) }
    }
    try result.get()
  }

  /// How far the walk is, at once and then at every change.
  func progress() -> AsyncStream<SourceProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observe($0) }
  }

  /// Call before the walk is ended.
  func moveObservers(to next: FolderScanStatus) {
    for observer in state.withLock({ $0.takeObservers() }) { next.observe(observer) }
  }

  private func observe(_ observer: AsyncStream<SourceProgress>.Continuation) {
    let (ticket, goesOn) = state.withLock { state in
      let ticket = state.nextTicket()
      return (ticket, state.observe(observer, ticket: ticket))
    }
    guard goesOn else { return observer.finish() }
    observer.onTermination = { [weak self] _ in
      self?.state.withLock { $0.stopObserving(ticket: ticket) }
    }
  }

  func finish(_ outcome: Result<Void, PhotoSourceError>) {
    let observers = state.withLock { $0.finish(outcome) }
    for observer in observers { observer.finish() }
  }
}

/// What a scan has found so far, who waits for more, and who watches.
///
/// A continuation is resumed while the scan's lock is held; that only schedules its task.
struct FolderScanState {
  private(set) var index = FolderIndex()
  /// Whether all names are known; files whose names do not say what they are may still join.
  private(set) var hasWalked = false
  private(set) var outcome: Result<Void, PhotoSourceError>?
  private var progress = SourceProgress(
    photoCount: 0, completedSteps: 0, knownSteps: 1, isComplete: false)
  private var waiters: [Int: FolderScanWaiter] = [:]
  /// The last that the waiting were let go with.
  private var failure: (error: PhotoSourceError, turn: Int)?
  private var observers: [Int: AsyncStream<SourceProgress>.Continuation] = [:]
  private var lastTicket = 0
  private var lastAnnouncement: ContinuousClock.Instant?

  /// Ten announcements a second at the most.
  private static let announcementInterval = Duration.milliseconds(100)

  var isFinished: Bool { outcome != nil }

  mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// - Parameter goesOn: Whether its folders are read, too.
  mutating func append(_ contents: DirectoryContents, directory: [UInt8], goesOn: Bool = true) {
    guard !isFinished else { return }
    let left = index.append(contents.pictures, directory: directory)
    progress.photoCount = index.photoCount
    progress.completedSteps += 1
    progress.knownSteps +=
      (goesOn ? contents.folders.count : 0) + (contents.unnamed.count > 0 ? 1 : 0)
    progress.skippedCount += contents.skipped.count + left
    skipped += contents.skipped.items.prefix(SkippedItem.keptCount - skipped.count)
    announce()
    resumeReadyWaiters()
  }

  /// Photos that a server lists; of folders that are read later only how many there are.
  ///
  /// - Parameter isLast: Whether no more of the directory follow.
  /// - Returns: How many pictures there was no room for.
  mutating func append(
    listed pictures: NameList, directory: [UInt8], folderCount: Int, skippedCount: Int, isLast: Bool
  ) -> Int {
    guard !isFinished else { return 0 }
    let left = pictures.count > 0 ? index.append(pictures, directory: directory) : 0
    progress.photoCount = index.photoCount
    progress.knownSteps += folderCount
    if isLast { progress.completedSteps += 1 }
    progress.skippedCount += skippedCount + left
    announce()
    resumeReadyWaiters()
    return left
  }

  /// Puts the rows into another order; nobody may be shown both.
  mutating func replace(_ index: FolderIndex) {
    guard !isFinished else { return }
    self.index = index
  }

  /// Call when the scan goes on only if somebody waits for a row, and when it does.
  mutating func setWaiting(_ isWaiting: Bool) {
    guard !isFinished, isWaiting != (progress.activity == .waiting) else { return }
    progress.activity = isWaiting ? .waiting : .scanning
    lastAnnouncement = nil
    announce()
  }

  /// Nobody waits any longer for the place of a photo that has not been found.
  mutating func giveUpAnchors() {
    for ticket in waiters.keys { waiters[ticket]?.anchor = nil }
    resumeReadyWaiters()
  }

  /// Lets everyone who waits go with an error, after which the scan may go on.
  ///
  /// - Parameter turn: Who asked in that turn or before, and has not come here yet, gets the error, too.
  mutating func failWaiters(_ error: PhotoSourceError, turn: Int) {
    failure = (error, turn)
    for waiter in waiters.values { waiter.continuation.resume(returning: .failure(error)) }
    waiters = [:]
  }

  /// All directories were read.
  mutating func endWalk() {
    guard !isFinished else { return }
    hasWalked = true
    resumeReadyWaiters()
  }

  /// Pictures that their content gave away; they stand behind all that their names did.
  ///
  /// - Parameter isLast: Whether no more of the directory follow.
  mutating func append(found pictures: NameList, directory: [UInt8], isLast: Bool) {
    guard !isFinished else { return }
    if isLast { progress.completedSteps += 1 }
    if pictures.count > 0 {
      progress.skippedCount += index.append(pictures, directory: directory)
      progress.photoCount = index.photoCount
      resumeReadyWaiters()
    }
    announce()
  }

  /// What is no picture and cannot be read as a directory.
  mutating func skip(_ path: [UInt8], _ reason: String) {
    guard !isFinished else { return }
    if skipped.count < SkippedItem.keptCount {
      skipped.append(
        SkippedItem(name: TextCleaner.line(bytes: path, limit: .field), reason: reason))
    }
    progress.skippedCount += 1
    announce()
  }

  /// A directory that cannot be read, or that was read by another way.
  mutating func skipDirectory(_ path: [UInt8], _ reason: String) {
    guard !isFinished else { return }
    progress.completedSteps += 1
    skip(path, reason)
  }

  /// - Returns: Whom to tell that nothing more comes, once the lock is free: ending a stream calls
  ///   back at once.
  mutating func finish(
    _ outcome: Result<Void, PhotoSourceError>
  ) -> [AsyncStream<SourceProgress>.Continuation] {
    guard !isFinished else { return [] }
    self.outcome = outcome
    progress.isComplete = true
    progress.activity = .scanning
    for waiter in waiters.values { waiter.continuation.resume(returning: outcome) }
    waiters = [:]
    // A walk that was called off has not seen everything, and does not say so.
    if case .failure(.cancelled) = outcome { return takeObservers() }
    for observer in observers.values { observer.yield(progress) }
    return takeObservers()
  }

  var skippedCount: Int { progress.skippedCount }
  /// The first that were skipped.
  private(set) var skipped: [SkippedItem] = []

  mutating func add(_ waiter: FolderScanWaiter, ticket: Int, isCancelled: Bool) {
    var waiter = waiter
    if let outcome {
      waiter.continuation.resume(returning: outcome)
    } else if isCancelled {
      waiter.continuation.resume(returning: .failure(.cancelled))
    } else if isReady(&waiter) {
      waiter.continuation.resume(returning: .success(()))
    } else if let failure, waiter.turn <= failure.turn {
      waiter.continuation.resume(returning: .failure(failure.error))
    } else {
      waiters[ticket] = waiter
    }
  }

  mutating func cancel(ticket: Int) {
    waiters.removeValue(forKey: ticket)?.continuation.resume(returning: .failure(.cancelled))
  }

  /// - Returns: Whether more will come.
  mutating func observe(
    _ observer: AsyncStream<SourceProgress>.Continuation, ticket: Int
  ) -> Bool {
    observer.yield(progress)
    if !isFinished { observers[ticket] = observer }
    return !isFinished
  }

  mutating func takeObservers() -> [AsyncStream<SourceProgress>.Continuation] {
    defer { observers = [:] }
    return Array(observers.values)
  }

  mutating func stopObserving(ticket: Int) {
    observers.removeValue(forKey: ticket)
  }

  private mutating func announce() {
    guard !observers.isEmpty else { return }
    let now = ContinuousClock.now
    if let last = lastAnnouncement, now - last < Self.announcementInterval { return }
    lastAnnouncement = now
    for observer in observers.values { observer.yield(progress) }
  }

  private mutating func resumeReadyWaiters() {
    for ticket in waiters.keys {
      guard var waiter = waiters[ticket] else { continue }
      if isReady(&waiter) {
        waiters.removeValue(forKey: ticket)
        waiter.continuation.resume(returning: .success(()))
      } else {
        waiters[ticket] = waiter
      }
    }
  }

  private func isReady(_ waiter: inout FolderScanWaiter) -> Bool {
    if let anchor = waiter.anchor {
      let place = index.place(of: anchor, firstDirectory: waiter.searchedDirectories)
      waiter.searchedDirectories = index.directoryCount
      switch place {
      case .gone where FileNameKind(FilePath.lastComponent(anchor)).isSniffed: return false
      case .row, .gone: waiter.anchor = nil
      case .unknown: return false
      }
    }
    if hasWalked, let row = waiter.enoughFromRow, index.photoCount > row { return true }
    return index.photoCount >= waiter.count
  }
}
