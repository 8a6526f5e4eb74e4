import FeedFormats
import FolderFormats
import GalleryDomain
import PictureProtocol
import Synchronization

/// The names of a folder's pictures, which arrive one after the other: what a walk has found so far, for callers that wait and
/// observers, on any thread.
final class FolderListing: Sendable {
  private struct Guarded {
    var state: FolderListingState
    /// Callers that read the state again after each change.
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var walk: Task<Void, Never>?
  }

  private let guarded: Mutex<Guarded>

  /// Observers are notified at most ten times a second.
  private static let pause = Duration.milliseconds(100)

  /// - Parameter indexByteLimit: How much room the photos' names have.
  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    guarded = Mutex(Guarded(state: FolderListingState(indexByteLimit: indexByteLimit)))
  }

  /// Runs a walk, which ends with the listing.
  func run(_ walk: @escaping @Sendable (FolderListing) async -> Void) {
    let task = Task(priority: .userInitiated) { await walk(self) }
    guarded.withLock { $0.walk = task }
  }

  /// Ends the listing and resumes all waiting callers with `cancelled`.
  func cancel() {
    finish(.failure(.cancelled))
    let walk = guarded.withLock(\.walk)
    walk?.cancel()
  }

  /// Changes the state, unless the listing has ended, and notifies waiting callers and observers.
  func update(_ change: (inout sending FolderListingState) -> Void) {
    let listeners = guarded.withLock { guarded -> [AsyncStream<Void>.Continuation] in
      guard guarded.state.outcome == nil else { return [] }
      change(&guarded.state)
      return Array(guarded.listeners.values)
    }
    // Never under the lock. Resuming a task takes the lock of that task's status record, and cancelling one calls its handlers with
    // that lock held, which come here for ours: two threads that take them in different orders deadlock.
    for listener in listeners { listener.yield() }
  }

  /// - Parameter ending: Why the source has more than the rows; nil if it hasn't.
  func finish(_ outcome: Result<Void, PhotoSourceError>, _ ending: FeedEnding? = nil) {
    update { ($0.outcome, $0.ending) = (outcome, ending) }
  }

  func read<Result: Sendable>(_ body: (FolderListingState) -> Result) -> Result {
    guarded.withLock { body($0.state) }
  }

  /// Now, and after each change or several.
  func changes() -> AsyncStream<Void> {
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

  /// Waits until what is wanted is known, or the listing is complete.
  func wait(for wanted: WantedRows) async throws(PhotoSourceError) {
    var wanted = wanted
    let count = wanted.count
    if read(\.wantedCount) < count { update { $0.wantedCount = max($0.wantedCount, count) } }
    for await _ in changes() {
      if let result = read({ $0.outcome(for: &wanted) }) { return try result.get() }
    }
    throw .cancelled
  }

  /// The progress of the walk, immediately and then at every change. A cancelled walk hasn't seen everything, and doesn't claim to.
  func progress() -> AsyncStream<SourceProgress> {
    let (stream, observer) = AsyncStream.makeStream(
      of: SourceProgress.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var last: (instant: ContinuousClock.Instant, activity: SourceProgress.Activity)?
      for await _ in changes() {
        let (progress, outcome) = read { ($0.progress, $0.outcome) }
        if case .failure(.cancelled) = outcome { break }
        if outcome == nil, let last, progress.activity == last.activity,
          .now - last.instant < Self.pause
        {
          continue
        }
        observer.yield(progress)
        if outcome != nil { break }
        last = (.now, progress.activity)
      }
      observer.finish()
    }
    observer.onTermination = { _ in task.cancel() }
    return stream
  }
}

/// What a caller waits for.
struct WantedRows {
  static let everything = WantedRows(count: .max)

  /// How many photos have to be known.
  var count: Int
  /// After the walk, photos from this row on are enough, however few; nil to wait for all.
  var enoughFromRow: Int?
  /// A relative path whose position is needed.
  var anchor: [UInt8]?
  /// How many directories were searched for the anchor.
  var searchedDirectories = 0
}

/// What a walk has found so far.
struct FolderListingState {
  private(set) var index: FolderIndex
  /// What a server's listing says of the file of each row; empty on a disk, where files are asked when their photos are read.
  private(set) var facts: [ListedFile] = []
  /// The versions of XMP sidecars on a server, by the hashes of their paths. If two hashes collided, a sidecar would only be read
  /// once too often, or once too rarely.
  var sidecars: [UInt64: UInt64] = [:]
  /// The most rows that a caller has waited for.
  fileprivate(set) var wantedCount = 0
  /// Why the source has more than the rows; nil if it hasn't, and before the end.
  fileprivate(set) var ending: FeedEnding?
  /// Whether all names are known; files whose names don't say what they are may still be added.
  var hasWalked = false
  fileprivate(set) var outcome: Result<Void, PhotoSourceError>?
  /// The file system that a folder on this computer was in when it was read; nil before that.
  private(set) var device: UInt64?
  private(set) var skipped = SkippedItems()
  /// Whether the source has more photos than there is room for.
  var isCut = false
  /// Whether the listing pauses until a caller waits for a row.
  var isWaiting = false
  /// How far a listing in parts is; later paths are still to come. Empty if its order isn't that of bytes, nil while directories arrive
  /// as a whole.
  var listedPath: [UInt8]?
  /// Whether the positions of photos that haven't been found are not waited for any more.
  var areAnchorsGivenUp = false
  private var completedSteps = 0
  private var knownSteps = 1

  init(indexByteLimit: Int = FolderIndex.byteLimit) {
    index = FolderIndex(byteLimit: indexByteLimit)
  }

  var progress: SourceProgress {
    SourceProgress(
      photoCount: index.photoCount, completedSteps: completedSteps, knownSteps: knownSteps,
      isComplete: outcome != nil, skippedCount: skipped.count,
      activity: isWaiting && outcome == nil ? .waiting : .scanning)
  }

  /// - Returns: How many of the rows there was room for.
  @discardableResult
  mutating func append(_ pictures: NameList, directory: [UInt8]) -> Int {
    let droppedCount = index.append(pictures, directory: directory)
    if droppedCount > 0 { isCut = true }
    return pictures.count - droppedCount
  }

  /// Adds rows of a server, as far as there is room.
  ///
  /// - Parameter limit: The most rows of all folders.
  mutating func append(
    _ pictures: NameList, _ facts: [ListedFile], directory: [UInt8], limit: Int
  ) {
    let room = max(limit - self.facts.count, 0)
    let count = append(
      room < pictures.count ? pictures.prefix(room) : pictures, directory: directory)
    self.facts += facts.prefix(count)
    for row in count..<pictures.count {
      leaveOut(FilePath.join(directory, PhotoPairs.shownName(ofRow: pictures[row])))
    }
  }

  func fact(ofRow row: Int) -> ListedFile? { facts.indices.contains(row) ? facts[row] : nil }

  /// The sidecar of a photo on a server, if it is listed: the first of those that readers look for.
  func sidecar(of photo: [UInt8]) -> (path: [UInt8], version: UInt64)? {
    guard !sidecars.isEmpty else { return nil }
    return SidecarName.paths(of: photo).lazy.compactMap { path in
      sidecars[StableHash.hash(path)].map { (path, $0) }
    }.first
  }

  /// - Parameter readsFolders: Whether its folders are read, too.
  mutating func append(_ contents: DirectoryContents, directory: [UInt8], readsFolders: Bool) {
    if directory.isEmpty { device = contents.identity.device }
    append(contents.pictures, directory: directory)
    let laterCount =
      (readsFolders ? contents.folders.count : 0) + (contents.unnamed.count > 0 ? 1 : 0)
    endPart(laterCount: laterCount, skipped: contents.skipped)
  }

  /// The end of a part of the walk.
  ///
  /// - Parameter laterCount: Parts that are read later because of it.
  mutating func endPart(laterCount: Int = 0, skipped others: SkippedItems = SkippedItems()) {
    knownSteps += laterCount
    completedSteps += 1
    skipped.add(others)
  }

  /// Something that isn't a picture and can't be read as a directory.
  ///
  /// - Parameter isUnreadable: Whether photos may be missing for it: it was named and is not there, or cannot be read.
  mutating func skip(
    _ path: [UInt8], _ reason: String, isUnreadable: Bool = false, isFolder: Bool = false
  ) {
    if isUnreadable { skipped.unreadableCount += 1 }
    if isUnreadable, isFolder { skipped.unreadableFolderCount += 1 }
    if skipped.items.count < SkippedItem.keptCount {
      skipped.add(
        TextCleaner.line(bytes: FeedAddress.withoutUser(path), limit: .field), reason)
    } else {
      skipped.count += 1
    }
  }

  /// Counts and names something for which there is no room.
  mutating func leaveOut(_ path: [UInt8], isFolder: Bool = false) {
    isCut = true
    skip(path, RemoteListing.noRoom, isUnreadable: true, isFolder: isFolder)
  }

  /// A directory that can't be read, or that was already read by another path.
  ///
  /// - Parameter isUnreadable: Whether photos may be missing for it.
  mutating func skipDirectory(_ path: [UInt8], _ reason: String, isUnreadable: Bool = false) {
    endPart()
    skip(path, reason, isUnreadable: isUnreadable, isFolder: true)
  }

  /// - Returns: nil if there is less than that yet.
  func outcome(for wanted: inout WantedRows) -> Result<Void, PhotoSourceError>? {
    outcome ?? (isReady(&wanted) ? .success(()) : nil)
  }

  private func isReady(_ wanted: inout WantedRows) -> Bool {
    if let anchor = wanted.anchor, !areAnchorsGivenUp, !isWaiting {
      let position = index.position(of: anchor, firstDirectory: wanted.searchedDirectories)
      wanted.searchedDirectories = index.directories.count
      switch position {
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
