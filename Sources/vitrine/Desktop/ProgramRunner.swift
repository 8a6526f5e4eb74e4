import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// Runs the programs of `[commands]`, without a shell.
@MainActor
final class ProgramRunner: UserCommandRunning {
  private let terminal: any Terminal
  /// The running quiet programs, by the names of their commands.
  private var quiet: [String: ProgramSeries] = [:]
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(terminal: any Terminal) {
    self.terminal = terminal
  }

  func run(
    _ command: UserCommand, _ runs: [UserCommandRun],
    completion: @escaping (UserCommandOutcome) -> Void
  ) {
    let series = ProgramSeries(runs, mode: command.mode, pauses: command.pauses)
    guard command.mode != .foreground else { return runInForeground(series, completion) }
    if command.mode == .quiet { quiet[command.name] = series }
    let (outcomes, continuation) = AsyncStream.makeStream(of: UserCommandOutcome.self)
    series.start {
      continuation.yield($0)
      continuation.finish()
    }
    Task { @MainActor in
      for await outcome in outcomes {
        quiet[command.name] = nil
        completion(outcome)
      }
      guard quiet.isEmpty else { return }
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
  }

  private func runInForeground(
    _ series: ProgramSeries, _ completion: (UserCommandOutcome) -> Void
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let isOver = terminal.lend {
      series.start { _ in close(writing) }
      return reading
    }
    // Without an outcome, this program has been asked to exit, and the other one with it.
    guard isOver, let outcome = series.outcome else { return series.stop() }
    completion(outcome)
  }

  func stop(_ name: String) { quiet[name]?.stop() }

  /// The names of quiet commands that are still running.
  var runningNames: [String] { quiet.keys.sorted() }

  /// Returns when no quiet command is running.
  func finish() async {
    guard !quiet.isEmpty else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
