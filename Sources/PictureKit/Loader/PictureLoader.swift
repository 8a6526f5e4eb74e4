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
  var queue = RequestQueue<PictureTask>()
  var waiters = Waiters()
  private var cache: PictureCache
  private var failures = FailureMemory()
  private var likenesses: [PictureKey: Picture] = [:]
  private var recentSizes = RecentSizes()
  /// The attempts that workers have and that count.
  private var jobIDs: [PictureTask: UInt32] = [:]
  private var visible: [PictureKey] = []
  private var visibleSet: Set<PictureKey> = []
  private var prefetch: [PictureKey] = []
  /// Grows with each refresh; answers from before are out of date.
  private var generation: UInt32 = 0
  private var lastJobID: UInt32 = 0
  private var lastPictureID: Picture.ID = 0
  private var hasChanged = false

  /// - Parameters:
  ///   - launcher: Starts the workers, the first when something is wanted.
  ///   - cacheByteLimit: The most bytes of ready pictures; visible ones are kept beyond it.
  public init(
    launcher: any WorkerLauncher = ProcessLauncher(),
    limits: WorkerLimits = .forCores(availableCores()),
    cacheByteLimit: Int = 32 << 20,
    timer: any DeadlineTimer = DispatchDeadlineTimer()
  ) {
    pool = WorkerPool(launcher: launcher, limits: limits, timer: timer)
    cache = PictureCache(byteLimit: cacheByteLimit)
    pool.delegate = self
  }

  public var problem: WorkerProblem? { pool.isUnavailable ? pool.problem : nil }

  public func picture(for key: PictureKey) -> PictureState {
    if let item = cache.item(for: key) { return .ready(item.picture) }
    if let failure = failures.failure(for: key) { return .failed(failure) }
    if pool.isUnavailable { return .unavailable }
    return .loading(rough: pictureOfSimilarSize(key) ?? likenesses[key])
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey]) {
    guard visible != self.visible || prefetch != self.prefetch else { return }
    self.visible = visible
    self.prefetch = prefetch
    visibleSet = Set(visible)
    cache.pin(visible)
    declare()
  }

  public func refresh() {
    generation &+= 1
    failures.forgetAll()
    cache.markAllStale()
    for (task, id) in jobIDs {
      pool.cancel(jobID: id)
      queue.putBack(task)
    }
    jobIDs = [:]
    pool.reset()
    declare()
  }

  /// Ends the workers; whoever waits gets `cancelled`. For leaving.
  public func shutDown() {
    for task in waiters.tasks { complete(task, .failure(.cancelled)) }
    pool.shutDown()
  }

  /// What stood there before the screen changed its size.
  private func pictureOfSimilarSize(_ key: PictureKey) -> Picture? {
    for other in recentSizes.similar(to: key) {
      if let item = cache.item(for: other) { return item.picture }
    }
    return nil
  }

  // MARK: Wanting

  /// Puts what is declared and not there into the queue.
  private func declare() {
    let unwanted = queue.declare(
      visible: visible.filter(isMissing).map(PictureTask.picture),
      prefetch: prefetch.filter(isMissing).map(PictureTask.picture))
    for task in unwanted { cancel(task) }
    pool.dispatch()
  }

  private func isMissing(_ key: PictureKey) -> Bool {
    if let item = cache.item(for: key) { return item.isStale }
    return failures.failure(for: key) == nil
  }

  /// Gives up the attempt that a worker has.
  func cancel(_ task: PictureTask) {
    if case .picture(let key) = task { likenesses[key] = nil }
    guard let id = jobIDs.removeValue(forKey: task) else { return }
    pool.cancel(jobID: id)
  }

  /// What is known of a task without asking a worker.
  func knownResult(of task: PictureTask) -> Result<TaskResult, PictureFailure>? {
    guard case .picture(let key) = task else { return nil }
    if let item = cache.item(for: key), !item.isStale { return .success(.picture(item.picture)) }
    return failures.failure(for: key).map { .failure($0) }
  }

  /// The task is done, one way or the other.
  private func complete(_ task: PictureTask, _ result: Result<TaskResult, PictureFailure>) {
    queue.finish(task)
    if case .picture(let key) = task {
      likenesses[key] = nil
      if visibleSet.contains(key) { hasChanged = true }
    }
    for waiter in waiters.take(task) { waiter.complete(result) }
  }
}

extension PictureLoader: WorkerPoolDelegate {
  var waitingJobCount: Int { queue.waitingCount }

  func takeJob(fillsThePipe: Bool) -> WorkerJob? {
    guard let task = queue.take(fillsThePipe: fillsThePipe) else { return nil }
    lastJobID &+= 1
    jobIDs[task] = lastJobID
    var job = WorkerJob(id: lastJobID, generation: generation, task: task)
    if case .picture(let key) = task { job.knownStamp = cache.item(for: key)?.stamp }
    return job
  }

  func job(_ job: WorkerJob, cameTo outcome: JobOutcome, wasCancelled: Bool) -> Bool {
    if !wasCancelled, !isRough(outcome) { jobIDs[job.task] = nil }
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
      fail(job.task, answer.failure)
    case .answered(.metadata(let answer), _):
      guard case .metadata = job.task else { return false }
      if !wasCancelled { complete(job.task, .success(.metadata(answer.metadata))) }
    case .answered(.picture(let answer), let stamp):
      guard case .picture(let key) = job.task else { return false }
      return receive(answer, for: key, job: job, stamp: stamp, wasCancelled: wasCancelled)
    case .answered(.hello, _):
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

  private func isRough(_ outcome: JobOutcome) -> Bool {
    if case .answered(let answer, _) = outcome { !answer.isLast } else { false }
  }

  private func fail(_ task: PictureTask, _ failure: PictureFailure) {
    if case .picture(let key) = task {
      failures.remember(failure, for: key)
      cache.remove(key)
    }
    complete(task, .failure(failure))
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
    _ answer: PictureAnswer, for key: PictureKey, job: WorkerJob, stamp: FileStamp?,
    wasCancelled: Bool
  ) -> Bool {
    lastPictureID &+= 1
    guard let picture = Picture(id: lastPictureID, answer: answer, for: key) else { return false }
    guard picture.isSharp else {
      if !wasCancelled, cache.item(for: key) == nil {
        likenesses[key] = picture
        if visibleSet.contains(key) { hasChanged = true }
      }
      return true
    }
    // One that was cancelled too late is as good as any, but for one from before a refresh.
    guard job.generation == generation else { return true }
    cache.insert(PictureCache.Item(picture: picture, stamp: stamp), for: key)
    recentSizes.note(key)
    guard wasCancelled, jobIDs[job.task] != nil else {
      complete(job.task, .success(.picture(picture)))
      return true
    }
    // Another attempt is under way already; it is not needed any more.
    cancel(job.task)
    complete(job.task, .success(.picture(picture)))
    return true
  }
}
