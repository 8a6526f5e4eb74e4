/// The bounds of the pool.
nonisolated public struct WorkerLimits: Hashable, Sendable {
  /// The most workers at a time: one a core, at least 1, at most 4. More of them decode faster than
  /// anyone scrolls, and each takes memory.
  public var workers: Int
  /// The most requests that one worker has: the one in work and one behind it, so that it never waits for
  /// this process and cancelling still reaches most.
  public var requestsPerWorker: Int
  /// How long a worker may take to say its first word.
  public var startTime: Duration
  /// How long a worker may go on with what was cancelled before it is ended.
  public var cancelTime: Duration
  /// How long a worker without work is kept, so that a program that nobody uses holds no memory for it.
  public var idleTime: Duration
  /// After so many workers in a row that ended before their first word, no more are started.
  public var failedStarts: Int
  /// After so many workers in a row that ended at work with no answer given in between, no more are
  /// started. More than one screen's bad photos, because each of these ends costs its photo anyway.
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

  /// The limits for a machine with so many cores.
  public static func forCores(_ count: Int) -> WorkerLimits {
    WorkerLimits(workers: min(4, max(1, count)))
  }
}
