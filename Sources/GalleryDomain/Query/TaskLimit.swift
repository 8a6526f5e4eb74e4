/// Lets a few pieces of work run at the same time; the others wait, in the order in which they came.
public final actor TaskLimit {
  private var pace: ReadPace
  private var runningCount = 0
  private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
  private let now: @Sendable () -> ContinuousClock.Instant

  public init(_ count: Int) {
    self.init(max(1, count)...max(1, count))
  }

  /// - Parameters:
  ///   - bounds: How many run at first, which is also the minimum, and the maximum (`ReadPace`).
  ///   - now: Measures how long each one takes.
  init(
    _ bounds: ClosedRange<Int>, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    pace = ReadPace()
    pace.bounds = bounds
    self.now = now
  }

  func setBounds(_ bounds: ClosedRange<Int>) {
    guard bounds != pace.bounds else { return }
    pace.bounds = bounds
    resumeWaiting()
  }

  /// Runs also what was cancelled while it waited.
  public nonisolated func run<Result: Sendable>(
    _ work: @concurrent @Sendable () async -> Result
  ) async -> Result {
    await enter()
    let start = now()
    let result = await work()
    await leave(after: now() - start)
    return result
  }

  private func enter() async {
    if runningCount < pace.width {
      runningCount += 1
    } else {
      // The one that leaves hands over its place.
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave(after duration: Duration) {
    pace.photoRead(in: duration)
    runningCount -= 1
    resumeWaiting()
  }

  private func resumeWaiting() {
    while runningCount < pace.width, let next = waiting.popFirst() {
      runningCount += 1
      next.resume()
    }
  }
}

/// How many photos are read at the same time: more while each one takes as long as before, fewer when they start to
/// wait for each other.
///
/// The time is measured over as many photos as are read at a time. The minimum width gives the time that a photo takes
/// on its own. The width doubles while the mean stays below 1.5 times that, and halves from twice that time on. At the
/// minimum width, the measurement is repeated, so that a source that became slower, or whose first photos came from a
/// cache, is not judged by old figures.
struct ReadPace {
  /// The limits of the source (`SourceCapabilities.parallelReads`).
  var bounds = SourceCapabilities.localReads {
    didSet { width = min(max(width, bounds.lowerBound), bounds.upperBound) }
  }
  private(set) var width = SourceCapabilities.localReads.lowerBound
  /// How long a photo takes at the minimum width.
  private var alone: Duration?
  /// Photos since the width was last adjusted.
  private var count = 0
  private var time = Duration.zero

  mutating func photoRead(in duration: Duration) {
    guard bounds.lowerBound < bounds.upperBound else { return }
    count += 1
    time += duration
    guard count >= width else { return }
    let mean = time / count
    (count, time) = (0, .zero)
    if width == bounds.lowerBound { alone = mean }
    let alone = alone ?? mean
    if mean * 2 <= alone * 3 {
      width = min(width * 2, bounds.upperBound)
    } else if mean >= alone * 2 {
      width = max(width / 2, bounds.lowerBound)
    }
  }
}
