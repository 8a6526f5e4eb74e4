import FeedFormats
import GalleryDomain
import Synchronization

/// A caller that waits for a row.
struct FolderScanWaiter {
  var count: Int
  /// After the walk, photos from this row on are enough, however few; nil to wait for all.
  var enoughFromRow: Int?
  /// A relative path whose position is needed.
  var anchor: [UInt8]?
  var continuation: CheckedContinuation<Result<Void, PhotoSourceError>, Never>
  /// How many directories were searched for the anchor.
  var searchedDirectories = 0
}

/// What a scan has found so far, for callers that wait and observers, on any thread.
final class FolderScanStatus: Sendable {
  private let state: Mutex<FolderScanState>

  /// - Parameter indexByteLimit: How much room the photos' names have.
  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    state = Mutex(FolderScanState(indexByteLimit: indexByteLimit))
  }

  /// Changes the state; then, outside the lock, resumes the callers that waited for that and passes progress to all
  /// observers.
  @discardableResult
  func update<Result: Sendable>(
    _ change: (inout sending FolderScanState) -> sending Result
  ) -> Result {
    let (result, effects) = state.withLock { state in
      let result = change(&state)
      return (result, state.takeEffects())
    }
    effects.carryOut()
    return result
  }

  /// Reads the state immediately.
  func read<Result: Sendable>(_ body: (FolderScanState) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Waits until `count` photos and the position of `anchor` are known, or the scan is complete.
  ///
  /// - Parameters:
  ///   - row: Once all names are known, photos from this row on are enough, and more may join them; nil waits.
  func wait(
    forCount count: Int, enoughFromRow row: Int? = nil, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    let ticket = update { $0.nextTicket() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = FolderScanWaiter(
          count: count, enoughFromRow: row, anchor: anchor, continuation: continuation)
        update { $0.add(waiter, ticket: ticket, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      update { $0.removeWaiter(ticket: ticket) }
    }
    try result.get()
  }

  /// The progress of the walk, immediately and then at every change.
  func progress() -> AsyncStream<SourceProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observe(ScanObserver($0)) }
  }

  /// Call before the walk is ended.
  func moveObservers(to next: FolderScanStatus) {
    for observer in update({ $0.takeObservers() }) { next.observe(observer) }
  }

  private func observe(_ observer: ScanObserver) {
    guard let ticket = update({ $0.observe(observer) }) else { return }
    observer.setTerminationHandler { [weak self] in self?.removeObserver(ticket: ticket) }
  }

  private func removeObserver(ticket: Int) {
    // Returned from the lock, so that the last reference to a stream is not dropped inside it.
    _ = state.withLock { $0.removeObserver(ticket: ticket) }
  }

  func finish(_ outcome: Result<Void, PhotoSourceError>) {
    update { $0.end(with: outcome) }
  }
}

/// A stream of the progress of scans.
///
/// News is noted while the scan's lock is held, and so in the order in which it happened. It is delivered outside the
/// lock, by one thread at a time: a late thread delivers the newest state.
final class ScanObserver: Sendable {
  private struct State {
    var progress: SourceProgress?
    var isAtEnd = false
    var isDelivering = false
  }

  private enum Step {
    case progress(SourceProgress)
    case end
  }

  private let continuation: AsyncStream<SourceProgress>.Continuation
  private let state = Mutex(State())

  init(_ continuation: AsyncStream<SourceProgress>.Continuation) {
    self.continuation = continuation
  }

  /// Call with the scan's lock held; `deliver` hands it over.
  func note(_ progress: SourceProgress) {
    state.withLock { $0.progress = progress }
  }

  /// As `note`: nothing follows what was noted so far.
  func noteEnd() {
    state.withLock { $0.isAtEnd = true }
  }

  /// Call with no lock held: it resumes the task that watches.
  func deliver() {
    let isFirst = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    // The delivering thread checks again before it stops.
    guard isFirst else { return }
    while let step = nextStep() {
      switch step {
      case .progress(let progress): continuation.yield(progress)
      case .end: continuation.finish()
      }
    }
  }

  private func nextStep() -> Step? {
    state.withLock { state in
      if let progress = state.progress {
        state.progress = nil
        return .progress(progress)
      }
      if state.isAtEnd {
        state.isAtEnd = false
        return .end
      }
      state.isDelivering = false
      return nil
    }
  }

  /// - Parameter ended: Called when the stream has lost its consumer.
  func setTerminationHandler(_ ended: @escaping @Sendable () -> Void) {
    continuation.onTermination = { _ in ended() }
  }
}

/// The effects of a change of a scan's state, to be carried out after the lock is released.
///
/// Resuming a task takes the lock of that task's status record, and cancelling one calls its handlers with that lock
/// held, which come here for the scan's lock: two threads that take them in different orders deadlock.
struct FolderScanEffects: Sendable {
  fileprivate var resumptions:
    [(waiter: FolderScanWaiter, outcome: Result<Void, PhotoSourceError>)] = []
  fileprivate var observers: [ScanObserver] = []

  func carryOut() {
    for (waiter, outcome) in resumptions { waiter.continuation.resume(returning: outcome) }
    for observer in observers { observer.deliver() }
  }
}

/// What a scan has found so far, who waits for more, and who observes it.
///
/// It lives in a mutex, and so neither resumes nor yields: it collects effects, which `FolderScanStatus.update` carries
/// out.
struct FolderScanState {
  private(set) var index: FolderIndex
  /// Whether all names are known; files whose names don't say what they are may still be added.
  private(set) var hasWalked = false
  private(set) var outcome: Result<Void, PhotoSourceError>?
  /// The file system that a folder on this computer was in when it was read; nil before that.
  private(set) var device: UInt64?
  private var progress = SourceProgress(
    photoCount: 0, completedSteps: 0, knownSteps: 1, isComplete: false)
  private var waiters: [Int: FolderScanWaiter] = [:]
  private var observers: [Int: ScanObserver] = [:]
  private var lastTicket = 0
  /// Whether a directory that was read may have more photos.
  var isListedInParts = false
  private var lastAnnouncement: ContinuousClock.Instant?
  /// Whether something has changed since the last announcement.
  private var isAnnouncementDue = false

  private var effects = FolderScanEffects()

  /// At most ten announcements a second.
  private static let announcementInterval = Duration.milliseconds(100)

  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    index = FolderIndex(byteLimit: indexByteLimit)
  }

  var isFinished: Bool { outcome != nil }

  mutating func takeEffects() -> FolderScanEffects {
    defer { effects = FolderScanEffects() }
    return effects
  }

  mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// - Parameter goesOn: Whether its folders are read, too.
  mutating func append(_ contents: DirectoryContents, directory: [UInt8], goesOn: Bool = true) {
    guard !isFinished else { return }
    if directory.isEmpty { device = contents.identity.device }
    if index.append(contents.pictures, directory: directory) > 0 { isCut = true }
    progress.photoCount = index.photoCount
    progress.completedSteps += 1
    progress.knownSteps +=
      (goesOn ? contents.folders.count : 0) + (contents.unnamed.count > 0 ? 1 : 0)
    skipped.add(contents.skipped)
    progress.skippedCount = skipped.count
    announce()
    resumeReadyWaiters()
  }

  /// Photos that a server lists.
  ///
  /// - Returns: How many of them there was room for.
  mutating func append(listed pictures: NameList, directory: [UInt8], room: Int) -> Int {
    guard !isFinished else { return pictures.count }
    let fitting = room < pictures.count ? pictures.prefix(room) : pictures
    let droppedCount = index.append(fitting, directory: directory)
    progress.photoCount = index.photoCount
    announce()
    resumeReadyWaiters()
    return fitting.count - droppedCount
  }

  /// The end of a part of what a server lists.
  ///
  /// - Parameter folderCount: Folders, and parts, that are read later.
  mutating func endPart(folderCount: Int, skipped others: SkippedItems, isCut: Bool) {
    guard !isFinished else { return }
    if isCut { self.isCut = true }
    progress.knownSteps += folderCount
    progress.completedSteps += 1
    skipped.add(others)
    progress.skippedCount = skipped.count
    announce()
    resumeReadyWaiters()
  }

  /// Call when the scan pauses until a caller waits for a row, and when it resumes.
  mutating func setWaiting(_ isWaiting: Bool) {
    guard !isFinished, isWaiting != (progress.activity == .waiting) else { return }
    progress.activity = isWaiting ? .waiting : .scanning
    lastAnnouncement = nil
    announce()
  }

  /// Stops waiting for the positions of photos that have not been found.
  mutating func giveUpAnchors() {
    for ticket in waiters.keys { waiters[ticket]?.anchor = nil }
    resumeReadyWaiters()
  }

  /// All directories were read.
  mutating func endWalk() {
    guard !isFinished else { return }
    hasWalked = true
    resumeReadyWaiters()
  }

  /// Pictures recognised by their content; they follow all those recognised by name.
  ///
  /// - Parameter isLast: Whether this is the directory's last part.
  mutating func append(found pictures: NameList, directory: [UInt8], isLast: Bool) {
    guard !isFinished else { return }
    if isLast { progress.completedSteps += 1 }
    if pictures.count > 0 {
      if index.append(pictures, directory: directory) > 0 { isCut = true }
      progress.photoCount = index.photoCount
      resumeReadyWaiters()
    }
    announce()
  }

  /// Something that isn't a picture and can't be read as a directory.
  ///
  /// - Parameter isUnreadable: Whether photos may be missing for it: it was named and is not there, or cannot be read.
  mutating func skip(
    _ path: [UInt8], _ reason: String, isUnreadable: Bool = false, isFolder: Bool = false
  ) {
    guard !isFinished else { return }
    if isUnreadable { skipped.unreadableCount += 1 }
    if isUnreadable, isFolder { skipped.unreadableFolderCount += 1 }
    if skipped.items.count < SkippedItem.keptCount {
      skipped.add(
        TextCleaner.line(bytes: FeedAddress.withoutUser(path), limit: .field), reason)
    } else {
      skipped.count += 1
    }
    progress.skippedCount = skipped.count
    announce()
  }

  /// A directory that can't be read, or that was already read by another path.
  ///
  /// - Parameter isUnreadable: Whether photos may be missing for it.
  mutating func skipDirectory(_ path: [UInt8], _ reason: String, isUnreadable: Bool = false) {
    guard !isFinished else { return }
    progress.completedSteps += 1
    skip(path, reason, isUnreadable: isUnreadable, isFolder: true)
  }

  /// Nothing more follows.
  mutating func end(with outcome: Result<Void, PhotoSourceError>) {
    guard !isFinished else { return }
    self.outcome = outcome
    progress.isComplete = true
    progress.activity = .scanning
    releaseWaiters(with: outcome)
    // A cancelled walk hasn't seen everything, and doesn't claim to.
    let isCancelled = if case .failure(.cancelled) = outcome { true } else { false }
    if !isCancelled { noteProgress() }
    for observer in takeObservers() {
      observer.noteEnd()
      effects.observers.append(observer)
    }
  }

  /// Call when photos were dropped for lack of space.
  mutating func cut() {
    guard !isFinished else { return }
    isCut = true
  }

  /// Whether the source has more photos than there is room for.
  private(set) var isCut = false
  private(set) var skipped = SkippedItems()

  mutating func add(_ waiter: FolderScanWaiter, ticket: Int, isCancelled: Bool) {
    var waiter = waiter
    // Nothing more is listed until a row is needed.
    if progress.activity == .waiting { waiter.anchor = nil }
    if let outcome {
      release(waiter, with: outcome)
    } else if isCancelled {
      release(waiter, with: .failure(.cancelled))
    } else if isReady(&waiter) {
      release(waiter, with: .success(()))
    } else {
      waiters[ticket] = waiter
    }
  }

  mutating func removeWaiter(ticket: Int) {
    guard let waiter = waiters.removeValue(forKey: ticket) else { return }
    release(waiter, with: .failure(.cancelled))
  }

  /// - Returns: The observer's ticket; nil if nothing more will follow.
  mutating func observe(_ observer: ScanObserver) -> Int? {
    observer.note(progress)
    effects.observers.append(observer)
    guard !isFinished else {
      observer.noteEnd()
      return nil
    }
    let ticket = nextTicket()
    observers[ticket] = observer
    return ticket
  }

  mutating func takeObservers() -> [ScanObserver] {
    defer { observers = [:] }
    return Array(observers.values)
  }

  mutating func removeObserver(ticket: Int) -> ScanObserver? {
    observers.removeValue(forKey: ticket)
  }

  /// Announces what came too soon after the last announcement; call while nothing more is found for now.
  mutating func announceRest() {
    if isAnnouncementDue, !isFinished { announce() }
  }

  private mutating func announce() {
    guard !observers.isEmpty else { return }
    let now = ContinuousClock.now
    if let last = lastAnnouncement, now - last < Self.announcementInterval {
      isAnnouncementDue = true
      return
    }
    lastAnnouncement = now
    isAnnouncementDue = false
    noteProgress()
  }

  private mutating func noteProgress() {
    for observer in observers.values {
      observer.note(progress)
      effects.observers.append(observer)
    }
  }

  private mutating func release(
    _ waiter: FolderScanWaiter, with outcome: Result<Void, PhotoSourceError>
  ) {
    effects.resumptions.append((waiter, outcome))
  }

  private mutating func releaseWaiters(with outcome: Result<Void, PhotoSourceError>) {
    for waiter in waiters.values { release(waiter, with: outcome) }
    waiters = [:]
  }

  private mutating func resumeReadyWaiters() {
    for ticket in waiters.keys {
      guard var waiter = waiters[ticket] else { continue }
      if isReady(&waiter) {
        waiters.removeValue(forKey: ticket)
        release(waiter, with: .success(()))
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
      case .gone where isListedInParts: return false
      case .row, .gone: waiter.anchor = nil
      case .unknown: return false
      }
    }
    if hasWalked, let row = waiter.enoughFromRow, index.photoCount > row { return true }
    return index.photoCount >= waiter.count
  }
}
