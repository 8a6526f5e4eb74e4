import Foundation

/// How work on many rows is cut into ranges, which some threads take one after the other: what is made of a range doesn't depend on
/// the others, nor on who takes it.
struct ParallelRanges: Sendable {
  /// Rows of a range; the last one may have fewer. What a filter needs of so many stays in the processor's nearest caches.
  var length = 8_192
  /// With how many rows a second thread is worth its beginning.
  var parallelCount = 20_000
  /// Whether the work ends between two ranges when the task that asked for it is cancelled.
  var stopsWhenCancelled = false

  /// On a machine with many processors, the memory is what they wait for.
  private static let threadLimit = 8

  // Its state is only touched under its lock.
  private final class Progress: @unchecked Sendable {
    private let lock = NSLock()
    private var next = 0
    private var isStopped = false

    /// - Parameter isStopping: Whether no range is to be begun any more.
    /// - Returns: The number of the next range; nil after the last one, and once the work is stopped.
    func begin(of count: Int, isStopping: Bool) -> Int? {
      lock.withLock {
        if isStopping { isStopped = true }
        guard !isStopped, next < count else { return nil }
        next += 1
        return next - 1
      }
    }

    var isWhole: Bool { lock.withLock { !isStopped } }
  }

  /// What is made of each range, in their order.
  ///
  /// - Parameters:
  ///   - rowCount: How many rows there are.
  ///   - state: Makes what a thread keeps from one of its ranges to the next.
  ///   - body: Called once for each range.
  /// - Returns: nil if the work was stopped.
  func map<State, Result>(
    _ rowCount: Int, state: @Sendable @autoclosure () -> State,
    _ body: @Sendable (inout State, Range<Int>) -> Result
  ) -> [Result]? {
    let rangeCount = (rowCount + length - 1) / length
    let progress = Progress()
    var results = [Result?](repeating: nil, count: rangeCount)
    results.withUnsafeMutableBufferPointer { results in
      // Each thread writes the elements of its ranges.
      nonisolated(unsafe) let results = results
      @Sendable func work() {
        var state = state()
        // The thread of the task is one of those that work.
        while let number = progress.begin(
          of: rangeCount, isStopping: stopsWhenCancelled && Task.isCancelled)
        {
          let start = number * length
          results[number] = body(&state, start..<min(start + length, rowCount))
        }
      }
      let processorCount = ProcessInfo.processInfo.activeProcessorCount
      let threadCount = min(processorCount, Self.threadLimit, rangeCount)
      if rowCount < parallelCount || threadCount < 2 {
        work()
      } else {
        DispatchQueue.concurrentPerform(iterations: threadCount) { _ in work() }
      }
    }
    return progress.isWhole ? results.compactMap(\.self) : nil
  }
}

extension CompactPhotos {
  /// What is made of each half of so many photos, on two threads.
  ///
  /// - Parameter parallelCount: With how many photos a second thread is worth its beginning.
  /// - Returns: One result for fewer photos.
  static func inHalves<Result>(
    of count: Int, parallelFrom parallelCount: Int = 20_000,
    _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    guard count >= max(parallelCount, 2) else { return [body(0..<count)] }
    let halves = ParallelRanges(length: (count + 1) / 2, parallelCount: 0)
    return halves.map(count, state: ()) { _, half in body(half) } ?? []
  }
}

extension [[UInt32]] {
  /// All of them, one after the other.
  var flattened: [UInt32] {
    guard count != 1 else { return self[0] }
    var all: [UInt32] = []
    all.reserveCapacity(reduce(0) { $0 + $1.count })
    for part in self { all += part }
    return all
  }
}
