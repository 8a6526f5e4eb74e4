/// The limits of the pool.
nonisolated public struct WorkerLimits: Hashable, Sendable {
  /// The maximum number of workers: one per core, at least 1, at most 4. More would decode faster than anyone scrolls,
  /// and each one takes memory.
  public var workers: Int
  /// The maximum number of requests per worker: the one in progress and one behind it, so that it never waits for this
  /// process and most requests can still be cancelled.
  public var requestsPerWorker: Int
  /// How long a worker may take to send its hello.
  public var startTime: Duration
  /// How long a worker may continue with a cancelled request before it is ended.
  public var cancelTime: Duration
  /// How long an idle worker is kept, so that an unused program takes no memory for it.
  public var idleTime: Duration
  /// After this many workers in a row that ended before their hello, no more are started.
  public var failedStarts: Int
  /// After this many workers in a row that ended while working, without any answer in between, no more are started.
  /// More than the bad photos on one screen, because each of these ends costs its photo anyway.
  public var endsWithoutAnswer: Int

  public init(
    workers: Int = 1, requestsPerWorker: Int = 2, startTime: Duration = .seconds(10),
    cancelTime: Duration = .seconds(2), idleTime: Duration = .seconds(30), failedStarts: Int = 5,
    endsWithoutAnswer: Int = 20
  ) {
    self.workers = max(1, workers)
    self.requestsPerWorker = max(1, requestsPerWorker)
    self.startTime = startTime
    self.cancelTime = cancelTime
    self.idleTime = idleTime
    self.failedStarts = max(1, failedStarts)
    self.endsWithoutAnswer = max(1, endsWithoutAnswer)
  }

  /// The limits for a machine with this many cores.
  public static func forCores(_ count: Int) -> WorkerLimits {
    WorkerLimits(workers: min(4, max(1, count)))
  }
}
