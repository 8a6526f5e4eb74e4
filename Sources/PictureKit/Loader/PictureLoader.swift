import CLinux
import Glibc
import PictureProtocol

/// Loads pictures and metadata through worker processes, visible ones first.
///
/// Nothing here blocks: opening files and talking to workers happens on other threads, and their answers arrive
/// together in one wake-up of the main queue. When idle, it has no timer and is never woken.
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
  var queue = RequestQueue<PictureTask>()
  private var waiters = PendingCompletions()
  var cache: PictureCache
  private var failures = FailureMemory()
  private var largeJobs = LargeJobs()
  private var roughMemory = RoughMemory()
  private var recentSizes = RecentSizes()
  private var pace = ScrollPace()
  private let paceTimer: any DeadlineTimer
  /// When `paceTimer` rings.
  private var paceTimerDeadline: Duration?
  /// The job that makes what the user looks at, and when others no longer wait for it.
  private var focusJob: (id: UInt32, deadline: Duration)?
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDeclarationPending = false
  private let thumbnails: ThumbnailStore?
  /// The current attempts that workers are processing.
  private(set) var jobIDs: [PictureTask: UInt32] = [:]
  /// When those of them began that may decode a photo for its preview.
  private var quickJobs: [PictureTask: Duration] = [:]
  private var aheadOrder = AheadOrder()
  private var visible: [PictureKey] = []
  private var visibleSet: Set<PictureKey> = []
  private var prefetch: [PictureKey] = []
  private var ahead: [PictureKey] = []
  private var lastJobID: UInt32 = 0
  /// The last job before a refresh: what it and earlier ones answer is outdated.
  private var lastOutdatedJobID: UInt32 = 0
  private var lastPictureID: Picture.ID = 0
  private var hasChanged = false

  /// Longer than the photos of a camera take. A decoder that hangs holds no other pictures up.
  private static let focusTime = Duration.seconds(1)

  /// - Parameters:
  ///   - launcher: Starts the workers, the first one when something is requested.
  ///   - log: Receives messages about the workers, in addition to that of `launcher`.
  ///   - thumbnails: The desktop's thumbnail cache to read from and write to; nil for none.
  ///   - cacheByteLimit: The maximum size of finished pictures in memory; visible ones are kept beyond it.
  ///   - timer: For the workers' deadlines.
  ///   - paceTimer: Detects the end of scrolling; it must fire on time.
  ///   - enqueue: Schedules work after the frame that is being made: workers that wake up before it is written delay it
  ///     (2.7 ms from key to frame rather than 1).
  public init(
    launcher: any WorkerLauncher = ProcessLauncher(),
    log: WorkerLog = .none,
    limits: WorkerLimits = .forCores(availableCores()),
    thumbnails: ThumbnailCache? = nil,
    cacheByteLimit: Int = 32 << 20,
    timer: any DeadlineTimer = DispatchDeadlineTimer(),
    paceTimer: any DeadlineTimer = DispatchDeadlineTimer(leeway: .milliseconds(5)),
    enqueue: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = PictureLoader
      .onMainQueue
  ) {
    let store = thumbnails.map { ThumbnailStore($0) }
    self.thumbnails = store
    self.paceTimer = paceTimer
    self.enqueue = enqueue
    pool = WorkerPool(
      launcher: launcher, limits: limits, timer: timer, thumbnails: store, log: log)
    cache = PictureCache(byteLimit: cacheByteLimit)
    pool.work = WorkerPool.Work(
      waitingCount: { [weak self] in self?.waitingJobCount ?? 0 },
      take: { [weak self] in self?.takeJob(fillsThePipe: $0) },
      finish: { [weak self] in self?.finish($0, $1, wasCancelled: $2) ?? true },
      settled: { [weak self] in self?.poolDidSettle() })
  }

  public var problem: WorkerProblem? { pool.isUnavailable ? pool.problem : nil }

  public var isHurried: Bool { queue.isHeld }

  public func picture(for key: PictureKey) -> PictureState {
    if let item = cache.item(for: key) { return .ready(item.picture) }
    if let failure = failures.failure(for: key) { return .failed(failure) }
    if pool.isUnavailable { return .unavailable }
    return .loading(
      rough: pictureOfSimilarSize(key) ?? roughMemory.picture(of: key) ?? pictureOfOtherSize(key))
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey], ahead: [PictureKey]) {
    guard visible != self.visible || prefetch != self.prefetch || ahead != self.ahead else {
      return
    }
    let shown = Set(visible)
    if !visibleSet.isSubset(of: shown) { noteMove() }
    self.visible = visible
    self.prefetch = prefetch
    self.ahead = ahead
    visibleSet = shown
    cache.pin(visible)
    roughMemory.pin(visible + ahead)
    guard !isDeclarationPending else { return }
    isDeclarationPending = true
    enqueue { [weak self] in
      self?.isDeclarationPending = false
      self?.declare()
    }
  }

  /// Runs work in the next turn of the main queue.
  public static func onMainQueue(_ work: @escaping @MainActor () -> Void) {
    Task { @MainActor in work() }
  }

  public func refresh() {
    lastOutdatedJobID = lastJobID
    failures.doubtAll()
    roughMemory.forgetMissing()
    roughMemory.removeUnstamped()
    cache.markAllStale()
    for (task, id) in jobIDs {
      pool.cancel(jobID: id)
      queue.putBack(task)
    }
    jobIDs = [:]
    quickJobs = [:]
    pool.reset()
    declare()
  }

  public func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    cache.rotationWasSaved(rotation, into: file)
    roughMemory.rotationWasSaved(rotation, into: file)
  }

  /// Starts a worker in the background, so that the first picture need not wait for it.
  public func warmUp() { pool.warmUp() }

  /// Ends the workers; pending requests get `cancelled`. Call before exiting.
  public func shutDown() {
    for task in waiters.tasks { complete(task, .failure(.cancelled)) }
    pool.shutDown()
    paceTimer.set(nil) {}
  }

  /// Waits until every new thumbnail is in the cache.
  ///
  /// - Returns: The number (errno) of the first error since the start; nil if all thumbnails are written.
  @discardableResult
  public func finishWriting() async -> Int32? { await thumbnails?.finishWriting() }

  /// The picture that was shown before the screen changed its size.
  private func pictureOfSimilarSize(_ key: PictureKey) -> Picture? {
    for other in recentSizes.similar(to: key) {
      if let item = cache.item(for: other), key.canShow(item.picture) { return item.picture }
    }
    return nil
  }

  /// The picture of a row in the preview, or the preview's in a row: anything of the photo is better than nothing.
  private func pictureOfOtherSize(_ key: PictureKey) -> Picture? {
    guard key.look.mayHaveRough else { return nil }
    for other in recentSizes.others(than: key) {
      let picture = cache.item(for: other)?.picture ?? roughMemory.picture(of: other)
      if let picture, key.canShow(picture) { return picture }
    }
    return nil
  }

  // MARK: Requests

  /// Queues the pictures that are declared but not available yet.
  private func declare() {
    queue.aheadLimit = queue.isHeld ? aheadOrder.concurrency(interval: pace.interval) : .max
    let missing = visible.filter(isMissing)
    let focus = focusedKey
    let unwanted = queue.declare(
      focusRough: [focus].compactMap(\.self).filter(wantsRough).map(PictureTask.rough),
      focus: [focus].compactMap(\.self).filter(isMissing).map(PictureTask.picture),
      rough: visible.filter { wantsRough($0) && !isPassing($0) }.map(PictureTask.rough),
      visible: missing.map(PictureTask.picture),
      ahead: (queue.isHeld ? aheadOrder.order(ahead, interval: pace.interval) : ahead)
        .filter(wantsAhead).map(PictureTask.rough),
      prefetch: prefetch.filter(isMissing).map(PictureTask.picture))
    for task in unwanted { cancel(task) }
    pool.dispatch()
  }

  /// The largest picture of the photo that the user looks at, if it is larger than those of other photos: then it is
  /// decoded before them, and by itself.
  private var focusedKey: PictureKey? {
    guard let file = visible.first?.file else { return nil }
    let largest = visible.filter { $0.file == file }.max {
      $0.look.target.cellCount < $1.look.target.cellCount
    }
    guard let largest else { return nil }
    let isLargest = visible.allSatisfy {
      $0.file == file || $0.look.target.cellCount < largest.look.target.cellCount
    }
    return isLargest ? largest : nil
  }

  /// While a key is held, workers decode what has no preview that costs little.
  private func wantsAhead(_ key: PictureKey) -> Bool {
    guard key.look.mayHaveRough, isMissing(key), cache.item(for: key) == nil else {
      return false
    }
    let hasLarger = recentSizes.others(than: key).contains {
      $0.look.target.cellCount >= key.look.target.cellCount && cache.item(for: $0) != nil
    }
    return !hasLarger && roughMemory.mayHave(key, decodes: queue.isHeld)
  }

  /// How the preview of a picture is made: of what is already on the screen first what costs little.
  private func roughSteps(of key: PictureKey) -> PictureSteps {
    let isVisible = [RequestLane.focusRough, .rough].contains {
      queue.isWanted(.rough(key), in: $0)
    }
    return queue.isHeld && !isVisible && ahead.contains(key) ? .quick : .roughOnly
  }

  /// Scrolling has ended: only what the user looks at is decoded now.
  private func stopDecodingAhead() {
    guard let focus = focusedKey, isMissing(focus) else { return }
    for key in ahead where key != focus && queue.isTaken(.rough(key)) {
      guard quickJobs[.rough(key)] != nil else { continue }
      cancel(.rough(key))
      queue.putBack(.rough(key))
    }
  }

  /// Holds expensive work back until scrolling has stopped.
  private func noteMove() {
    pace.moved(at: paceTimer.now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
  }

  /// One timer for a whole series of moves: if it fires too early, it is set again.
  private func setPaceTimer() {
    guard let next = [pace.end, focusJob?.deadline].compactMap(\.self).min(),
      paceTimerDeadline.map({ next < $0 }) ?? true
    else { return }
    paceTimerDeadline = next
    paceTimer.set(next) { [weak self] in self?.paceTimerRang() }
  }

  private func paceTimerRang() {
    paceTimerDeadline = nil
    let now = paceTimer.now
    if let focusJob, focusJob.deadline <= now {
      self.focusJob = nil
      for task in jobIDs.keys where queue.isWanted(task, in: .focus) { queue.letOthersPass(task) }
      pool.dispatch()
    }
    let wasQuick = pace.isQuick
    pace.settle(at: now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
    guard wasQuick, !queue.isHeld else { return }
    stopDecodingAhead()
    declare()
    onChange?()
  }

  /// An idle program has no timer.
  private func focusEnded() {
    focusJob = nil
    guard paceTimerDeadline != nil, pace.end == nil else { return }
    paceTimerDeadline = nil
    paceTimer.set(nil) {}
  }

  private func wantsRough(_ key: PictureKey) -> Bool {
    key.look.mayHaveRough && isMissing(key) && cache.item(for: key) == nil
      && roughMemory.mayHave(key) && pictureOfSimilarSize(key) == nil
  }

  /// Whether a row goes by that shows its photo already: the preview that was made ahead for the bar, shrunk to the row.
  /// When it stays it gets its own picture.
  private func isPassing(_ key: PictureKey) -> Bool {
    queue.isHeld && pictureOfOtherSize(key) != nil
  }

  private func isMissing(_ key: PictureKey) -> Bool {
    if let item = cache.item(for: key) { return item.isStale }
    return failures.failure(for: key) == nil
  }

  /// Cancels the attempt that a worker is processing.
  func cancel(_ task: PictureTask) {
    guard let id = jobIDs.removeValue(forKey: task) else { return }
    endQuickJob(task)
    pool.cancel(jobID: id)
  }

  private func endQuickJob(_ task: PictureTask) {
    guard let start = quickJobs.removeValue(forKey: task) else { return }
    aheadOrder.took(paceTimer.now - start)
  }

  /// The result of a task if it is known without asking a worker.
  private func knownResult(of task: PictureTask) -> Result<TaskResult, PictureFailure>? {
    guard case .picture(let key) = task else { return nil }
    if let item = cache.item(for: key), !item.isStale { return .success(.picture(item.picture)) }
    return failures.failure(for: key).map { .failure($0) }
  }

  /// Completes the task, successfully or not.
  private func complete(_ task: PictureTask, _ result: Result<TaskResult, PictureFailure>) {
    queue.finish(task)
    if case .picture(let key) = task {
      roughMemory.remove(key)
      roughMemory.fileWasDecoded(key.file)
      giveUp(.rough(key))
      if isShown(key) { hasChanged = true }
    }
    for waiter in waiters.take(task) { waiter.complete(result) }
  }

  /// Whether a picture is on the screen, or may be shown in place of one that is.
  private func isShown(_ key: PictureKey) -> Bool {
    visibleSet.contains(key)
      || visible.contains { $0.file == key.file && cache.item(for: $0) == nil }
  }

  /// No caller needs it any more.
  private func giveUp(_ task: PictureTask) {
    queue.finish(task)
    cancel(task)
  }
}

extension PictureKey {
  /// Whether a picture of another size can be shown in place of this one. A larger one made of characters is cropped,
  /// and the Kitty protocol can scale it; other protocols cannot draw it.
  fileprivate nonisolated func canShow(_ other: Picture) -> Bool {
    switch look.output {
    case .sixel, .iTerm2:
      other.size.columns <= Int(look.target.columns) && other.size.rows <= Int(look.target.rows)
    case .symbols, .pixels, .kitty, .histogram, .jpeg, .fingerprint, .thumbnail: true
    }
  }
}

/// How urgently the metadata of a photo is read.
nonisolated public enum MetadataPriority: Hashable, Sendable {
  /// Before everything else: the user pressed a key on it.
  case urgent
  /// Its row is visible.
  case visible
  /// After all pictures: read for a sort or a filter.
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
  /// One picture, sharp, however long it takes; before everything that screens request.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func picture(_ key: PictureKey) async throws(PictureFailure) -> Picture {
    let result = await result(of: .picture(key), in: .urgent)
    guard case .picture(let picture) = try result.get() else { throw .badRequest }
    return picture
  }

  /// What a file and its XMP sidecar say about a photo. Not cached here.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter details: Whether to read everything (`PhotoMetadata.details`).
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func metadata(
    of file: PictureFile, details: Bool = false, priority: MetadataPriority = .visible
  ) async throws(PictureFailure) -> PhotoMetadata {
    let result = await result(of: .metadata(file, details: details), in: priority.lane)
    guard case .metadata(let metadata) = try result.get() else { throw .badRequest }
    return metadata
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
      // Called later, like all other completions.
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

extension PictureLoader {
  var waitingJobCount: Int { queue.waitingCount + (largeJobs.canBegin ? 1 : 0) }

  private func takeJob(fillsThePipe: Bool) -> WorkerJob? {
    let large = fillsThePipe ? nil : largeJobs.take { queue.isTaken($0) }
    guard let task = large ?? queue.take(fillsThePipe: fillsThePipe) else { return nil }
    lastJobID &+= 1
    jobIDs[task] = lastJobID
    var job = WorkerJob(id: lastJobID, task: task)
    if large != nil {
      job.allowsLarge = true
      largeJobs.begin(job.id)
    }
    job.ignoresNotedFailure = failures.doubted.contains(task.file)
    job.isAlone = queue.isWanted(task, in: .focus)
    if job.isAlone {
      focusJob = (job.id, paceTimer.now + Self.focusTime)
      setPaceTimer()
    }
    switch task {
    case .picture(let key):
      job.knownStamp = cache.item(for: key)?.stamp
      // A requested rough picture has its own request, and prefetched pictures don't need one. Pictures for a slow line
      // come in half size first, unless there is already a rough picture.
      if key.look.isForLine, visibleSet.contains(key), roughMemory.picture(of: key) == nil {
        job.steps = .halfThenSharp
      }
    case .rough(let key):
      job.steps = roughSteps(of: key)
      if job.steps == .quick { quickJobs[task] = paceTimer.now }
    case .metadata: break
    }
    return job
  }

  /// - Returns: Whether the outcome may be one of this job.
  private func finish(_ job: WorkerJob, _ outcome: JobOutcome, wasCancelled: Bool) -> Bool {
    if outcome.isLast(of: job.steps) {
      if !wasCancelled {
        jobIDs[job.task] = nil
        endQuickJob(job.task)
      }
      largeJobs.end(job.id)
      if focusJob?.id == job.id { focusEnded() }
    }
    switch outcome {
    case .returned:
      if !wasCancelled { queue.putBack(job.task) }
    case .unchanged:
      if !wasCancelled { finishUnchanged(job) }
    case .failed(let failure):
      if !wasCancelled { fail(job.task, failure, wasDecoding: job.steps == .quick) }
    case .refused(let failure):
      // Only a cancelled request may be given up.
      if wasCancelled { return true }
      if failure == .cancelled { return false }
      if failure == .large {
        // The attempt was already allowed to be large.
        if job.allowsLarge { return false }
        largeJobs.add(job.task)
        queue.letOthersPass(job.task)
        return true
      }
      fail(job.task, failure, wasDecoding: job.steps == .quick)
    case .metadata(let metadata):
      guard case .metadata = job.task else { return false }
      if !wasCancelled { complete(job.task, .success(.metadata(metadata))) }
    case .picture(let answer, let stamp):
      guard let key = job.task.key else { return false }
      return receive(answer, for: key, job: job, stamp: stamp)
    }
    return true
  }

  private func poolDidSettle() {
    if pool.isUnavailable {
      for task in waiters.tasks { complete(task, .failure(.workerDied)) }
      hasChanged = true
    }
    guard hasChanged else { return }
    hasChanged = false
    onChange?()
  }

  /// - Parameter wasDecoding: Whether the worker might have decoded the picture for its preview.
  private func fail(
    _ task: PictureTask, _ failure: PictureFailure, wasDecoding: Bool = false
  ) {
    if case .rough(let key) = task, !failure.concernsPicture {
      roughMemory.noteMissing(key, decodes: wasDecoding)
      queue.finish(task)
      // A key has been held since: it is worth a decode now.
      if failure == .noRough, !wasDecoding, queue.isHeld, ahead.contains(key) {
        queue.add(task, to: .ahead)
      }
      return
    }
    guard let key = task.key else { return complete(task, .failure(failure)) }
    failures.remember(failure, for: key)
    cache.remove(key)
    queue.finish(task)
    cancel(.picture(key))
    complete(.picture(key), .failure(failure))
  }

  /// The file has not changed since the picture was made.
  private func finishUnchanged(_ job: WorkerJob) {
    guard case .picture(let key) = job.task else { return }
    guard let item = cache.item(for: key) else {
      // It was removed from memory in the meantime.
      return queue.putBack(job.task)
    }
    cache.markFresh(key)
    complete(job.task, .success(.picture(item.picture)))
  }

  /// Whether a refresh came after it was begun.
  private func isOutdated(_ job: WorkerJob) -> Bool { job.id <= lastOutdatedJobID }

  /// - Returns: Whether it is a picture that was requested.
  private func receive(
    _ answer: PictureAnswer, for key: PictureKey, job: WorkerJob, stamp: PictureFileStamp
  ) -> Bool {
    lastPictureID &+= 1
    guard let picture = Picture(id: lastPictureID, answer: answer, for: key) else { return false }
    guard picture.isSharp else {
      // One that is no longer needed is still good, unless it is from before a refresh.
      guard !isOutdated(job) else { return true }
      // A rough picture may have arrived after the half-size one was requested; the first one stays.
      let isLate = job.steps == .halfThenSharp && roughMemory.picture(of: key) != nil
      if cache.item(for: key) == nil, !isLate {
        roughMemory.insert(picture, for: key)
        recentSizes.note(key)
        if isShown(key) { hasChanged = true }
      }
      if job.task == .rough(key) { queue.finish(job.task) }
      return true
    }
    // If it was cancelled too late, it is still good, unless it is from before a refresh.
    guard !isOutdated(job) else { return true }
    // A picture for a file is not shown, and would displace pictures that are.
    if key.look.isForScreen {
      cache.insert(PictureCache.Item(picture: picture, stamp: stamp), for: key)
      recentSizes.note(key)
    }
    failures.noteSuccess(of: key.file)
    queue.finish(job.task)
    // Another attempt may be running; it is not needed any more.
    cancel(.picture(key))
    complete(.picture(key), .success(.picture(picture)))
    return true
  }
}

extension PictureFailure {
  /// Whether there can't be a picture either if there is no rough picture.
  fileprivate nonisolated var concernsPicture: Bool {
    switch self {
    case .noRough, .timedOut, .workerDied, .outOfMemory, .unsupportedOutput: false
    default: true
    }
  }
}

extension PictureLoader {
  /// The distribution of brightness in a file's picture, computed after everything that screens show.
  ///
  /// Like all pictures it is cached; the next request for it is answered from memory.
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
    let result = await result(
      of: .picture(PictureKey(file: file, look: PictureLook(side: 1, output: .histogram))),
      in: .background)
    guard case .picture(let picture) = try result.get(),
      case .histogram(let histogram) = picture.payload
    else { throw .badRequest }
    return histogram
  }
}

extension PictureLoader {
  /// A photo's picture as a JPEG for other files, made after everything that screens request. Not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter side: The maximum length of its longer side in pixels; smaller pictures are not enlarged.
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func jpeg(of file: PictureFile, side: UInt32) async throws(PictureFailure) -> JPEGPicture {
    try await jpeg(
      of: PictureKey(file: file, look: PictureLook(side: side, output: .jpeg)), in: .background)
  }

  /// The small picture that a camera has put into a file. Not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter file: The file, or its beginning.
  /// - Throws: `noRough` or `noPreview` if there is none; `workerDied` also if no worker can be started.
  public func thumbnail(in file: PictureFile) async throws(PictureFailure) -> JPEGPicture {
    // Larger than any row, and smaller than most previews in raw files.
    try await jpeg(
      of: PictureKey(file: file, look: PictureLook(side: 512, output: .thumbnail)),
      in: .visibleMetadata)
  }

  private func jpeg(
    of key: PictureKey, in lane: RequestLane
  ) async throws(PictureFailure) -> JPEGPicture {
    let result = await result(of: .picture(key), in: lane)
    guard case .picture(let picture) = try result.get(), case .jpeg(let jpeg) = picture.payload
    else { throw .badRequest }
    return jpeg
  }
}

extension PictureLoader {
  /// What a file's picture looks like, from the thumbnail in the file or in the desktop's cache if there is one. Read after
  /// everything that screens request; not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: `noRough` if the file has no thumbnail and would have to be decoded as a whole; `workerDied` also if no
  ///   worker can be started.
  public func fingerprint(
    of file: PictureFile
  ) async throws(PictureFailure) -> PhotoFingerprint {
    // So that the smallest thumbnail of the cache is large enough.
    let key = PictureKey(file: file, look: PictureLook(side: 64, output: .fingerprint))
    let result = await result(of: .picture(key), in: .background)
    guard case .picture(let picture) = try result.get(),
      case .fingerprint(let fingerprint) = picture.payload
    else { throw .badRequest }
    return fingerprint
  }
}

/// How many processors this process may use, at least 1.
///
/// Not the number in the machine (`sched_getaffinity`): in a container or under `taskset` there may be fewer.
nonisolated public func availableCores() -> Int {
  var set = cpu_set_t()
  guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
  return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
}
