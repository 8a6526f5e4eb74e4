import PictureProtocol

/// A worker from the pool's point of view.
struct PooledWorker {
  struct Flight {
    var request: PictureRequest
    var isCancelled = false
  }

  let id: UInt64
  /// Whether it has a long-running job, behind which nothing should wait.
  var hasLongJob: Bool {
    flights.contains { $0.request.allowsLarge || ($0.request.isAlone && !$0.isCancelled) }
  }
  /// Whether it has nothing to do, so that its deadline is not a failure.
  var isIdle: Bool { isReady && flights.isEmpty }
  /// nil while the worker is being started.
  var connection: WorkerConnection?
  /// Whether it has sent its hello.
  var isReady = false
  /// The unanswered requests in order; it is working on the first one.
  private(set) var flights: [Flight] = []
  /// When the hello, or the answer to the first request, is due; without work, when the worker is released.
  private(set) var deadline: Duration?

  init(id: UInt64, startDeadline: Duration) {
    self.id = id
    deadline = startDeadline
  }

  mutating func begin(now: Duration, limits: WorkerLimits) {
    isReady = true
    setDeadline(now: now, limits: limits)
  }

  mutating func add(_ request: PictureRequest, now: Duration) {
    flights.append(Flight(request: request))
    if flights.count == 1 { setDeadline(now: now, limits: nil) }
  }

  /// Removes a request; the time of the next one starts when it becomes the first.
  mutating func remove(at index: Int, now: Duration, limits: WorkerLimits) -> Flight {
    let flight = flights.remove(at: index)
    if index == 0 { setDeadline(now: now, limits: limits) }
    return flight
  }

  /// - Returns: Whether there is such a request that had not been cancelled before.
  mutating func cancel(_ id: UInt32, now: Duration, limits: WorkerLimits) -> Bool {
    guard let index = flights.firstIndex(where: { $0.request.id == id && !$0.isCancelled }) else {
      return false
    }
    flights[index].isCancelled = true
    if index == 0, let deadline { self.deadline = min(deadline, now + limits.cancelTime) }
    return true
  }

  /// Restarts the time of the first request after this process itself was stopped.
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
    let limit = first.request.timeLimit
    deadline = now + (first.isCancelled ? min(limit, limits?.cancelTime ?? limit) : limit)
  }
}
