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
  var waiters = PendingCompletions()
  var cache: PictureCache
  var failures = FailureMemory()
  var roughMemory = RoughMemory()
  var recentSizes = RecentSizes()
  private var pace = ScrollPace()
  private let paceTimer: any DeadlineTimer
  private var isPaceTimerSet = false
  let roughFirst: Bool
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDeclarationPending = false
  private let thumbnails: ThumbnailStore?
  /// The attempts that workers have and that count.
  var jobIDs: [PictureTask: UInt32] = [:]
  private var visible: [PictureKey] = []
  var visibleSet: Set<PictureKey> = []
  private var prefetch: [PictureKey] = []
  /// Grows with each refresh; answers from before are out of date.
  var generation: UInt32 = 0
  var lastJobID: UInt32 = 0
  var lastPictureID: Picture.ID = 0
  var hasChanged = false

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
  func knownResult(of task: PictureTask) -> Result<TaskResult, PictureFailure>? {
    guard case .picture(let key) = task else { return nil }
    if let item = cache.item(for: key), !item.isStale { return .success(.picture(item.picture)) }
    return failures.failure(for: key).map { .failure($0) }
  }

  /// The task is done, one way or the other.
  func complete(_ task: PictureTask, _ result: Result<TaskResult, PictureFailure>) {
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
