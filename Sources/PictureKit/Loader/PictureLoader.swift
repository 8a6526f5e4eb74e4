import CLinux
import Glibc
import PictureProtocol

/// Loads pictures and metadata through worker processes, visible ones first.
///
/// Nothing here blocks: files are opened and workers are talked to on other threads, and what they answer
/// comes back in one wake of the main queue. With nothing to do it holds no timer and is never woken.
///
/// ```swift
/// let loader = PictureLoader()
/// loader.onChange = { navigator.setNeedsDisplay() }
/// loader.setVisible(keysOfVisibleRows, prefetch: keysOfNextRows)
/// PictureView(state: loader.picture(for: key)).draw(on: &surface, in: rect)
/// ```
public final class PictureLoader: PictureSource {
  public var onChange: (() -> Void)?

  let pool: WorkerPool
  /// For workers that others start.
  public let log: WorkerLog
  var queue = RequestQueue<PictureTask>()
  private var waiters = PendingCompletions()
  var cache: PictureCache
  private var failures = FailureMemory()
  private var largeJobs = LargeJobs()
  private var roughMemory = RoughMemory()
  private var recentSizes = RecentSizes()
  private var pace = ScrollPace()
  private let paceTimer: any DeadlineTimer
  private var isPaceTimerSet = false
  private let roughFirst: Bool
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDeclarationPending = false
  private let thumbnails: ThumbnailStore?
  /// The attempts that workers have and that count.
  private var jobIDs: [PictureTask: UInt32] = [:]
  private var visible: [PictureKey] = []
  private var visibleSet: Set<PictureKey> = []
  private var prefetch: [PictureKey] = []
  /// Grows with each refresh; answers from before are out of date.
  var generation: UInt32 = 0
  private var lastJobID: UInt32 = 0
  private var lastPictureID: Picture.ID = 0
  private var hasChanged = false

  /// - Parameters:
  ///   - launcher: Starts the workers, the first when something is wanted.
  ///   - log: Takes what is to be known of the workers, beside that of `launcher`.
  ///   - thumbnails: The desktop's thumbnail cache to read from and write to; nil for none.
  ///   - cacheByteLimit: The most bytes of ready pictures; visible ones are kept beyond it.
  ///   - roughFirst: Whether what is cheap is asked for all that is visible before the pictures are.
  ///   - timer: For the workers' deadlines.
  ///   - paceTimer: For the moment at which scrolling has come to rest; it must ring on time.
  ///   - enqueue: Puts a piece of work behind the frame that is being made: workers that wake up before
  ///     it is written delay it (2.7 ms from the key to the frame in place of 1).
  public init(
    launcher: any WorkerLauncher = ProcessLauncher(),
    log: WorkerLog = .none,
    limits: WorkerLimits = .forCores(availableCores()),
    thumbnails: ThumbnailCache? = nil,
    cacheByteLimit: Int = 32 << 20,
    roughFirst: Bool = true,
    timer: any DeadlineTimer = DispatchDeadlineTimer(),
    paceTimer: any DeadlineTimer = DispatchDeadlineTimer(leeway: .milliseconds(5)),
    enqueue: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = PictureLoader
      .onMainQueue
  ) {
    let store = thumbnails.map { ThumbnailStore($0) }
    self.thumbnails = store
    self.paceTimer = paceTimer
    self.roughFirst = roughFirst
    self.enqueue = enqueue
    self.log = log
    pool = WorkerPool(
      launcher: launcher, limits: limits, timer: timer, thumbnails: store, log: log)
    cache = PictureCache(byteLimit: cacheByteLimit)
    pool.delegate = self
  }

  public var problem: WorkerProblem? { pool.isUnavailable ? pool.problem : nil }

  public func picture(for key: PictureKey) -> PictureState {
    if let item = cache.item(for: key) { return .ready(item.picture) }
    if let failure = failures.failure(for: key) { return .failed(failure) }
    if pool.isUnavailable { return .unavailable }
    return .loading(rough: pictureOfSimilarSize(key) ?? roughMemory.picture(of: key))
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey]) {
    guard visible != self.visible || prefetch != self.prefetch else { return }
    let shown = Set(visible)
    if !visibleSet.isSubset(of: shown) { noteMove() }
    self.visible = visible
    self.prefetch = prefetch
    visibleSet = shown
    cache.pin(visible)
    roughMemory.pin(visible)
    guard !isDeclarationPending else { return }
    isDeclarationPending = true
    enqueue { [weak self] in
      self?.isDeclarationPending = false
      self?.declare()
    }
  }

  /// The next turn of the main queue.
  public static func onMainQueue(_ work: @escaping @MainActor () -> Void) {
    Task { @MainActor in work() }
  }

  public func refresh() {
    generation &+= 1
    failures.doubtAll()
    roughMemory.forgetMissing()
    cache.markAllStale()
    for (task, id) in jobIDs {
      pool.cancel(jobID: id)
      queue.putBack(task)
    }
    jobIDs = [:]
    pool.reset()
    declare()
  }

  public func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    cache.rotationWasSaved(rotation, into: file)
    roughMemory.rotationWasSaved(rotation, into: file)
  }

  /// Starts a worker in the background, so that the first picture need not wait for that.
  public func warmUp() { pool.warmUp() }

  /// Ends the workers; whoever waits gets `cancelled`. For leaving.
  public func shutDown() {
    for task in waiters.tasks { complete(task, .failure(.cancelled)) }
    pool.shutDown()
    paceTimer.set(nil) {}
  }

  /// Waits until every thumbnail that was made is in the cache.
  public func finishWriting() async { await thumbnails?.finishWriting() }

  /// What stood there before the screen changed its size.
  private func pictureOfSimilarSize(_ key: PictureKey) -> Picture? {
    for other in recentSizes.similar(to: key) {
      if let item = cache.item(for: other), key.canShow(item.picture) { return item.picture }
    }
    return nil
  }

  // MARK: Wanting

  /// Puts what is declared and not there into the queue.
  private func declare() {
    let unwanted = queue.declare(
      rough: visible.filter(wantsRough).map(PictureTask.rough),
      visible: visible.filter(isMissing).map(PictureTask.picture),
      prefetch: prefetch.filter(isMissing).map(PictureTask.picture))
    for task in unwanted { cancel(task) }
    pool.dispatch()
  }

  /// Holds what is dear back until the screen has come to rest.
  private func noteMove() {
    pace.moved(at: paceTimer.now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
  }

  /// One timer for a whole run of moves: it looks again when it rings too early.
  private func setPaceTimer() {
    guard !isPaceTimerSet, let end = pace.end else { return }
    isPaceTimerSet = true
    paceTimer.set(end) { [weak self] in self?.paceTimerRang() }
  }

  private func paceTimerRang() {
    isPaceTimerSet = false
    pace.settle(at: paceTimer.now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
    if !queue.isHeld { pool.dispatch() }
  }

  private func wantsRough(_ key: PictureKey) -> Bool {
    roughFirst && key.mayHaveRough && isMissing(key) && cache.item(for: key) == nil
      && roughMemory.mayHave(key) && pictureOfSimilarSize(key) == nil
  }

  private func isMissing(_ key: PictureKey) -> Bool {
    if let item = cache.item(for: key) { return item.isStale }
    return failures.failure(for: key) == nil
  }

  /// Gives up the attempt that a worker has.
  func cancel(_ task: PictureTask) {
    guard let id = jobIDs.removeValue(forKey: task) else { return }
    pool.cancel(jobID: id)
  }

  /// What is known of a task without asking a worker.
  private func knownResult(of task: PictureTask) -> Result<TaskResult, PictureFailure>? {
    guard case .picture(let key) = task else { return nil }
    if let item = cache.item(for: key), !item.isStale { return .success(.picture(item.picture)) }
    return failures.failure(for: key).map { .failure($0) }
  }

  /// The task is done, one way or the other.
  private func complete(_ task: PictureTask, _ result: Result<TaskResult, PictureFailure>) {
    queue.finish(task)
    if case .picture(let key) = task {
      roughMemory.remove(key)
      giveUp(.rough(key))
      if visibleSet.contains(key) { hasChanged = true }
    }
    for waiter in waiters.take(task) { waiter.complete(result) }
  }

  /// It is not needed any more, by nobody.
  private func giveUp(_ task: PictureTask) {
    queue.finish(task)
    cancel(task)
  }
}

extension PictureKey {
  /// Whether a picture of another size may stand for this one: what is larger than its cells is cut where
  /// it is of characters and may be scaled in the Kitty protocol, but cannot be drawn in the others.
  fileprivate nonisolated func canShow(_ other: Picture) -> Bool {
    switch output {
    case .sixel, .iTerm2:
      other.size.columns <= Int(target.columns) && other.size.rows <= Int(target.rows)
    case .symbols, .pixels, .kitty, .histogram, .jpeg: true
    }
  }
}

/// How soon the metadata of a photo is read.
nonisolated public enum MetadataPriority: Hashable, Sendable {
  /// Before all else: somebody pressed ⏎ on it.
  case urgent
  /// Its row is visible.
  case visible
  /// After every picture: all are read for a sort or a filter.
  case background

  var lane: RequestLane {
    switch self {
    case .urgent: .urgent
    case .visible: .visibleMetadata
    case .background: .background
    }
  }
}

extension PictureLoader {
  /// One picture, sharp, however long it takes; before everything that screens want.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func picture(_ key: PictureKey) async throws(PictureFailure) -> Picture {
    let result = await result(of: .picture(key), in: .urgent)
    guard case .picture(let picture) = try result.get() else { throw .badRequest }
    return picture
  }

  /// What a file and its XMP sidecar say about a photo. Not remembered here.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Parameter details: Whether all that is worth reading is wanted (`PhotoMetadata.details`).
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func metadata(
    of file: PictureFile, details: Bool = false, priority: MetadataPriority = .visible
  ) async throws(PictureFailure) -> PhotoMetadata {
    let result = await result(of: .metadata(file, details: details), in: priority.lane)
    guard case .metadata(let metadata) = try result.get() else { throw .badRequest }
    return metadata
  }

  /// The same with a completion, for those who give up what scrolls out of sight.
  ///
  /// - Parameter completion: Called once, on the main actor, never before this function has returned.
  public func requestMetadata(
    of file: PictureFile, priority: MetadataPriority = .visible,
    completion: @escaping (Result<PhotoMetadata, PictureFailure>) -> Void
  ) -> PictureTicket {
    let task = PictureTask.metadata(file)
    let id = wait(for: task, in: priority.lane) { result in
      switch result {
      case .success(.metadata(let metadata)): completion(.success(metadata))
      case .success: completion(.failure(.badRequest))
      case .failure(let failure): completion(.failure(failure))
      }
    }
    return PictureTicket { [weak self] in self?.stopWaiting(id, for: task) }
  }

  private func result(
    of task: PictureTask, in lane: RequestLane
  ) async -> Result<TaskResult, PictureFailure> {
    if let known = knownResult(of: task) { return known }
    guard !Task.isCancelled else { return .failure(.cancelled) }
    var id: UInt64?
    let handle = CancellationHandle()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        id = wait(for: task, in: lane) { continuation.resume(returning: $0) }
        handle.begin { [weak self] in
          if let id { self?.stopWaiting(id, for: task) }
        }
      }
    } onCancel: {
      Task { @MainActor in handle.cancel() }
    }
  }

  private func wait(
    for task: PictureTask, in lane: RequestLane, complete: @escaping PendingCompletions.Completion
  ) -> UInt64 {
    let id = waiters.add(task, in: lane, complete: complete)
    if pool.isUnavailable {
      // Later, as everything else.
      Task { self.poolDidSettle() }
    } else {
      queue.add(task, to: lane)
      pool.dispatch()
    }
    return id
  }

  private func stopWaiting(_ id: UInt64, for task: PictureTask) {
    guard let (waiter, isLast) = waiters.remove(id, of: task) else { return }
    if isLast, queue.remove(task, from: waiter.lane) { cancel(task) }
    waiter.complete(.failure(.cancelled))
  }
}

extension PictureLoader: WorkerPoolDelegate {
  var waitingJobCount: Int { queue.waitingCount + (largeJobs.canBegin ? 1 : 0) }

  func takeJob(fillsThePipe: Bool) -> WorkerJob? {
    let large = fillsThePipe ? nil : largeJobs.take { queue.isTaken($0) }
    guard let task = large ?? queue.take(fillsThePipe: fillsThePipe) else { return nil }
    lastJobID &+= 1
    jobIDs[task] = lastJobID
    var job = WorkerJob(id: lastJobID, generation: generation, task: task)
    if large != nil {
      job.allowsLarge = true
      largeJobs.begin(job.id)
    }
    job.ignoresNotedFailure = failures.doubted.contains(task.file)
    switch task {
    case .picture(let key):
      job.knownStamp = cache.item(for: key)?.stamp
      // A rough picture that is wanted has a request of its own, and one ahead of the screen is for nobody.
      // What goes through a line comes half as large first, unless there is a rough picture already.
      if key.isForLine, visibleSet.contains(key), roughMemory.picture(of: key) == nil {
        job.steps = .halfThenSharp
      } else if roughFirst {
        job.steps = .sharp
      }
    case .rough: job.steps = .roughOnly
    case .metadata: break
    }
    return job
  }

  func job(_ job: WorkerJob, cameTo outcome: JobOutcome, wasCancelled: Bool) -> Bool {
    if !wasCancelled, isLast(outcome, of: job) { jobIDs[job.task] = nil }
    if isLast(outcome, of: job) { largeJobs.end(job.id) }
    switch outcome {
    case .returned:
      if !wasCancelled { queue.putBack(job.task) }
    case .unchanged:
      if !wasCancelled { finishUnchanged(job) }
    case .failed(let failure):
      if !wasCancelled { fail(job.task, failure) }
    case .answered(.failure(let answer), _):
      // Only what was cancelled is given up.
      if wasCancelled { return true }
      if answer.failure == .cancelled { return false }
      if answer.failure == .large {
        // It was allowed to be large.
        if job.allowsLarge { return false }
        largeJobs.add(job.task)
        return true
      }
      fail(job.task, answer.failure)
    case .answered(.metadata(let answer), _):
      guard case .metadata = job.task else { return false }
      if !wasCancelled { complete(job.task, .success(.metadata(answer.metadata))) }
    case .answered(.picture(let answer), let stamp):
      guard let key = job.task.key else { return false }
      return receive(answer, for: key, job: job, stamp: stamp, wasCancelled: wasCancelled)
    case .answered(.hello, _), .answered(.thumbnail, _), .answered(.sheet, _),
      .answered(.unlistedCall, _), .answered(.cell, _), .answered(.needsDecoder, _):
      return false
    }
    return true
  }

  func poolDidSettle() {
    if pool.isUnavailable {
      for task in waiters.tasks { complete(task, .failure(.workerDied)) }
      hasChanged = true
    }
    guard hasChanged else { return }
    hasChanged = false
    onChange?()
  }

  private func isLast(_ outcome: JobOutcome, of job: WorkerJob) -> Bool {
    if case .answered(let answer, _) = outcome { answer.isLast(of: job.steps) } else { true }
  }

  private func fail(_ task: PictureTask, _ failure: PictureFailure) {
    if case .rough(let key) = task, !failure.concernsPicture {
      roughMemory.noteMissing(key)
      return queue.finish(task)
    }
    guard let key = task.key else { return complete(task, .failure(failure)) }
    failures.remember(failure, for: key)
    cache.remove(key)
    queue.finish(task)
    cancel(.picture(key))
    complete(.picture(key), .failure(failure))
  }

  /// The file is the one that the picture was made of.
  private func finishUnchanged(_ job: WorkerJob) {
    guard case .picture(let key) = job.task else { return }
    guard let item = cache.item(for: key) else {
      // It went from memory meanwhile.
      return queue.putBack(job.task)
    }
    cache.markFresh(key)
    complete(job.task, .success(.picture(item.picture)))
  }

  /// - Returns: Whether it is a picture that was asked for.
  private func receive(
    _ answer: PictureAnswer, for key: PictureKey, job: WorkerJob, stamp: PictureFileStamp?,
    wasCancelled: Bool
  ) -> Bool {
    lastPictureID &+= 1
    guard let picture = Picture(id: lastPictureID, answer: answer, for: key) else { return false }
    guard picture.isSharp else {
      guard !wasCancelled else { return true }
      // A rough picture may have come after half of the picture was asked for: the first one stands.
      let isLate = job.steps == .halfThenSharp && roughMemory.picture(of: key) != nil
      if cache.item(for: key) == nil, !isLate {
        roughMemory.insert(picture, for: key)
        if visibleSet.contains(key) { hasChanged = true }
      }
      if job.task == .rough(key) { queue.finish(job.task) }
      return true
    }
    // One that was cancelled too late is as good as any, but for one from before a refresh.
    guard job.generation == generation else { return true }
    // What goes into a file is for nobody's screen, and would push out what is.
    if key.output != .jpeg {
      cache.insert(PictureCache.Item(picture: picture, stamp: stamp), for: key)
      recentSizes.note(key)
    }
    failures.noteSuccess(of: key.file)
    queue.finish(job.task)
    // Another attempt may be under way; it is not needed any more.
    cancel(.picture(key))
    complete(.picture(key), .success(.picture(picture)))
    return true
  }
}

extension PictureFailure {
  /// Whether there will be no picture either when there is no rough picture.
  fileprivate nonisolated var concernsPicture: Bool {
    switch self {
    case .noRough, .timedOut, .workerDied, .outOfMemory, .unsupportedOutput: false
    default: true
    }
  }
}

extension PictureLoader {
  /// How bright a file's picture is where, made after all that screens want to show.
  ///
  /// It stays in memory as every picture does; the next request for it is answered from there.
  ///
  /// - Parameter completion: Called once, on the main actor, never before this function has returned.
  public func requestHistogram(
    of file: PictureFile, completion: @escaping (Result<PictureHistogram, PictureFailure>) -> Void
  ) -> PictureTicket {
    let task = Task {
      let result: Result<PictureHistogram, PictureFailure>
      do throws(PictureFailure) {
        result = .success(try await histogram(of: file))
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
    return PictureTicket { task.cancel() }
  }

  private func histogram(
    of file: PictureFile
  ) async throws(PictureFailure) -> PictureHistogram {
    let result = await result(of: .picture(.histogram(of: file)), in: .background)
    guard case .picture(let picture) = try result.get(),
      case .histogram(let histogram) = picture.payload
    else { throw .badRequest }
    return histogram
  }
}

extension PictureKey {
  /// The histogram of a file; the target is but a form.
  nonisolated static func histogram(of file: PictureFile) -> PictureKey {
    PictureKey(file: file, target: PictureTarget(columns: 1, rows: 1), output: .histogram)
  }
}

extension PictureLoader {
  /// A photo's picture as a JPEG for other files, made after all that screens want. Not remembered.
  ///
  /// Cancelling the task gives it up.
  ///
  /// - Parameter side: The most pixels of its longer side; smaller pictures are not enlarged.
  /// - Throws: `workerDied` also when no worker can be started; `problem` says why then.
  public func jpeg(of file: PictureFile, side: UInt32) async throws(PictureFailure) -> JPEGPicture {
    let key = PictureKey(
      file: file,
      // Cells of one pixel.
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      output: .jpeg)
    let result = await result(of: .picture(key), in: .background)
    guard case .picture(let picture) = try result.get(), case .jpeg(let jpeg) = picture.payload
    else { throw .badRequest }
    return jpeg
  }
}

/// How many processors this process may use, at least 1.
///
/// Not the machine's (`sched_getaffinity`): in a container, or under `taskset`, there may be fewer.
nonisolated public func availableCores() -> Int {
  var set = cpu_set_t()
  guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
  return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
}
