import FeedFormats
import GalleryDomain
import Synchronization

/// What a scan has found so far, for callers that wait and observers, on any thread.
final class FolderScanStatus: Sendable {
  private struct Guarded {
    var state: FolderScanState
    /// Callers that read the state again after each change.
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    /// What observers follow from now on.
    var next: FolderScanStatus?
  }

  private let guarded: Mutex<Guarded>

  /// Observers are told at most ten times a second.
  private static let pause = Duration.milliseconds(100)

  /// - Parameter indexByteLimit: How much room the photos' names have.
  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    guarded = Mutex(Guarded(state: FolderScanState(indexByteLimit: indexByteLimit)))
  }

  /// Changes the state, and tells all who wait or observe.
  @discardableResult
  func update<Result: Sendable>(
    _ change: (inout sending FolderScanState) -> sending Result
  ) -> Result {
    let result = guarded.withLock { change(&$0.state) }
    tell()
    return result
  }

  /// Never under the lock. Resuming a task takes the lock of that task's status record, and cancelling one calls its
  /// handlers with that lock held, which come here for ours: two threads that take them in different orders deadlock.
  private func tell() {
    let listeners = guarded.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }

  /// Reads the state immediately.
  func read<Result: Sendable>(_ body: (FolderScanState) -> Result) -> Result {
    guarded.withLock { body($0.state) }
  }

  /// Now, and after each change or several.
  private func changes() -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = guarded.withLock { guarded in
      guarded.lastListener += 1
      guarded.listeners[guarded.lastListener] = listener
      return guarded.lastListener
    }
    listener.onTermination = { [weak self] _ in
      // Returned from the lock, so that the last reference to a stream is not dropped inside it.
      _ = self?.guarded.withLock { $0.listeners.removeValue(forKey: number) }
    }
    listener.yield()
    return stream
  }

  /// Waits until `count` photos and the position of `anchor` are known, or the scan is complete.
  ///
  /// - Parameters:
  ///   - row: Once all names are known, photos from this row on are enough, and more may join them; nil waits.
  func wait(
    forCount count: Int, enoughFromRow row: Int? = nil, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    var wanted = WantedRows(count: count, enoughFromRow: row, anchor: anchor)
    for await _ in changes() {
      if let result = read({ $0.outcome(for: &wanted) }) { return try result.get() }
    }
    throw .cancelled
  }

  /// The progress of the walk, immediately and then at every change, and that of the scans that follow it.
  func progress() -> AsyncStream<SourceProgress> {
    let (stream, observer) = AsyncStream.makeStream(
      of: SourceProgress.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var status: FolderScanStatus? = self
      while let current = status { status = await current.report(to: observer) }
      observer.finish()
    }
    observer.onTermination = { _ in task.cancel() }
    return stream
  }

  /// - Returns: The scan that follows.
  private func report(
    to observer: AsyncStream<SourceProgress>.Continuation
  ) async -> FolderScanStatus? {
    var last: (instant: ContinuousClock.Instant, progress: SourceProgress)?
    for await _ in changes() {
      let (progress, outcome, next) = guarded.withLock {
        ($0.state.progress, $0.state.outcome, $0.next)
      }
      if let next { return next }
      // A cancelled walk hasn't seen everything, and doesn't claim to.
      if case .failure(.cancelled) = outcome { return nil }
      if outcome == nil, let last, progress.activity == last.progress.activity,
        .now - last.instant < Self.pause
      {
        continue
      }
      observer.yield(progress)
      if outcome != nil { return nil }
      last = (.now, progress)
    }
    return nil
  }

  /// Call before the walk is ended.
  func moveObservers(to next: FolderScanStatus) {
    guarded.withLock { $0.next = next }
    tell()
  }

  func finish(_ outcome: Result<Void, PhotoSourceError>) {
    update { $0.end(with: outcome) }
  }
}

/// What a caller waits for.
struct WantedRows {
  var count: Int
  /// After the walk, photos from this row on are enough, however few; nil to wait for all.
  var enoughFromRow: Int?
  /// A relative path whose position is needed.
  var anchor: [UInt8]?
  /// How many directories were searched for the anchor.
  var searchedDirectories = 0
}

/// What a scan has found so far.
struct FolderScanState {
  private(set) var index: FolderIndex
  /// Whether all names are known; files whose names don't say what they are may still be added.
  private(set) var hasWalked = false
  private(set) var outcome: Result<Void, PhotoSourceError>?
  /// The file system that a folder on this computer was in when it was read; nil before that.
  private(set) var device: UInt64?
  private(set) var progress = SourceProgress(
    photoCount: 0, completedSteps: 0, knownSteps: 1, isComplete: false)
  /// How far a listing in parts is; later paths are still to come. Empty if its order isn't that of bytes, nil while directories arrive
  /// as a whole.
  var listedPath: [UInt8]?
  /// Whether the positions of photos that haven't been found are not waited for any more.
  private var areAnchorsGivenUp = false

  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    index = FolderIndex(byteLimit: indexByteLimit)
  }

  var isFinished: Bool { outcome != nil }

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
  }

  /// Photos that a server lists.
  ///
  /// - Returns: How many of them there was room for.
  mutating func append(listed pictures: NameList, directory: [UInt8], room: Int) -> Int {
    guard !isFinished else { return pictures.count }
    let fitting = room < pictures.count ? pictures.prefix(room) : pictures
    let droppedCount = index.append(fitting, directory: directory)
    progress.photoCount = index.photoCount
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
  }

  /// Call when the scan pauses until a caller waits for a row, and when it resumes.
  mutating func setWaiting(_ isWaiting: Bool) {
    guard !isFinished, isWaiting != (progress.activity == .waiting) else { return }
    progress.activity = isWaiting ? .waiting : .scanning
  }

  /// Stops waiting for the positions of photos that have not been found.
  mutating func giveUpAnchors() {
    areAnchorsGivenUp = true
  }

  /// All directories were read.
  mutating func endWalk() {
    guard !isFinished else { return }
    hasWalked = true
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
    }
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
  }

  /// Call when photos were dropped for lack of space.
  mutating func cut() {
    guard !isFinished else { return }
    isCut = true
  }

  /// Whether the source has more photos than there is room for.
  private(set) var isCut = false
  private(set) var skipped = SkippedItems()

  /// - Returns: nil if there is less than that yet.
  func outcome(for wanted: inout WantedRows) -> Result<Void, PhotoSourceError>? {
    outcome ?? (isReady(&wanted) ? .success(()) : nil)
  }

  private func isReady(_ wanted: inout WantedRows) -> Bool {
    if let anchor = wanted.anchor, !areAnchorsGivenUp, progress.activity != .waiting {
      let place = index.place(of: anchor, firstDirectory: wanted.searchedDirectories)
      wanted.searchedDirectories = index.directoryCount
      switch place {
      case .gone where FileNameKind(FilePath.lastComponent(anchor)).isSniffed: return false
      case .gone where listedPath?.lexicographicallyPrecedes(anchor) ?? false: return false
      case .row, .gone: wanted.anchor = nil
      // The listing has passed it, whichever directories were searched before.
      case .unknown where listedPath?.lexicographicallyPrecedes(anchor) == false:
        wanted.anchor = nil
      case .unknown: return false
      }
    }
    if hasWalked, let row = wanted.enoughFromRow, index.photoCount > row { return true }
    return index.photoCount >= wanted.count
  }
}
