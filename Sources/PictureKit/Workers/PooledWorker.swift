/// A worker as the pool sees it.
struct PooledWorker {
  struct Flight {
    var job: WorkerJob
    var isCancelled = false
  }

  let id: UInt64
  /// Whether it has a job that takes long; nothing is to wait behind that.
  var hasLargeJob: Bool { flights.contains { $0.job.allowsLarge } }
  /// Whether it has nothing to do, and its deadline is nobody's fault.
  var isIdle: Bool { isReady && flights.isEmpty }
  /// nil while it is being started.
  var connection: WorkerConnection?
  /// Whether it has said hello.
  var isReady = false
  /// What it was asked and has not answered, in that order; it works on the first.
  private(set) var flights: [Flight] = []
  /// Whether it was told to load every decoder.
  let hasAllDecoders: Bool
  /// When it must have said hello, or be done with the first; without work, when it is let go.
  private(set) var deadline: Duration?

  init(id: UInt64, hasAllDecoders: Bool = false, startDeadline: Duration) {
    self.id = id
    self.hasAllDecoders = hasAllDecoders
    deadline = startDeadline
  }

  mutating func begin(now: Duration, limits: WorkerLimits) {
    isReady = true
    setDeadline(now: now, limits: limits)
  }

  mutating func add(_ job: WorkerJob, now: Duration) {
    flights.append(Flight(job: job))
    if flights.count == 1 { setDeadline(now: now, limits: nil) }
  }

  /// Takes one away; the next one's time begins when it becomes the first.
  mutating func remove(at index: Int, now: Duration, limits: WorkerLimits) -> Flight {
    let flight = flights.remove(at: index)
    if index == 0 { setDeadline(now: now, limits: limits) }
    return flight
  }

  /// - Returns: Whether there is such a job that was not cancelled before.
  mutating func cancel(jobID: UInt32, now: Duration, limits: WorkerLimits) -> Bool {
    guard let index = flights.firstIndex(where: { $0.job.id == jobID && !$0.isCancelled }) else {
      return false
    }
    flights[index].isCancelled = true
    if index == 0, let deadline { self.deadline = min(deadline, now + limits.cancelTime) }
    return true
  }

  /// Begins the time of the first anew, after this process itself was stopped.
  mutating func forgive(now: Duration, limits: WorkerLimits) {
    if isReady {
      setDeadline(now: now, limits: limits)
    } else {
      deadline = now + limits.startTime
    }
  }

  private mutating func setDeadline(now: Duration, limits: WorkerLimits?) {
    guard let first = flights.first else {
      deadline = limits.map { now + $0.idleTime }
      return
    }
    let limit = first.job.timeLimit
    deadline = now + (first.isCancelled ? min(limit, limits?.cancelTime ?? limit) : limit)
  }
}
