import GalleryDomain
import Glibc
import Synchronization

/// The programs that a source runs: ended when the source is closed, and with this program.
public final class RunningPrograms: Sendable {
  private struct State {
    var runs: [ObjectIdentifier: ProgramRun] = [:]
    var isClosed = false
    /// Those that are being started and are not among `runs` yet.
    var startingCount = 0
  }

  private let state = Mutex(State())
  /// Called with each line of their standard error.
  private let log: @Sendable (String) -> Void

  /// How long they have to end on request.
  private static let patience = Duration.milliseconds(300)

  /// - Parameter log: Called with each clean line of their standard error, on any thread.
  public init(log: @escaping @Sendable (String) -> Void = { _ in }) {
    self.log = log
  }

  /// - Returns: nil if the source was closed.
  func start(
    _ call: ProgramCall, variables: [String: [UInt8]?]
  ) throws(ProgramFault) -> ProgramRun? {
    let mayStart = state.withLock { state in
      if !state.isClosed { state.startingCount += 1 }
      return !state.isClosed
    }
    guard mayStart else { return nil }
    defer { state.withLock { $0.startingCount -= 1 } }
    let name = call.name
    let run = try ProgramRun(call, variables: variables) { [log] in log("\(name): \($0)") }
    let isClosed = state.withLock { state in
      state.runs = state.runs.filter { !$0.value.hasEnded }
      if !state.isClosed { state.runs[ObjectIdentifier(run)] = run }
      return state.isClosed
    }
    guard isClosed else { return run }
    run.kill()
    return nil
  }

  /// Call when nothing is read of a run any more. One that was asked to end and hasn't is kept, so that it doesn't outlive
  /// this program.
  func remove(_ run: ProgramRun) {
    guard run.hasEnded else { return }
    _ = state.withLock { $0.runs.removeValue(forKey: ObjectIdentifier(run)) }
  }

  /// Asks all of them to end, kills those that don't, and refuses to start others. Returns when they have ended.
  public func endAll() {
    let runs = state.withLock { state in
      state.isClosed = true
      defer { state.runs = [:] }
      return Array(state.runs.values)
    }
    for run in runs { run.stop() }
    let deadline = ContinuousClock.now + Self.patience
    // One that was started a moment ago and is not among them is killed by `start`; this process must not end before.
    while state.withLock({ $0.startingCount > 0 }), ContinuousClock.now < deadline { usleep(1_000) }
    for run in runs where !run.awaitEnd(until: deadline) { run.kill() }
  }
}
