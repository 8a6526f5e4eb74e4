import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// Runs the programs of `[commands]`, without a shell.
@MainActor
final class ProgramRunner: UserCommandRunning {
  private let terminal: any Terminal
  /// The running quiet programs, by the names of their commands.
  private var quiet: [String: (series: ProgramSeries, task: Task<Void, Never>)] = [:]

  init(terminal: any Terminal) {
    self.terminal = terminal
  }

  func run(
    _ command: UserCommand, _ runs: [UserCommandRun],
    completion: @escaping (UserCommandOutcome) -> Void
  ) {
    let series = ProgramSeries(runs, mode: command.mode, pauses: command.pauses)
    guard command.mode != .foreground else { return runInForeground(series, completion) }
    let task = Task {
      let outcome = await withCheckedContinuation { continuation in
        series.start { continuation.resume(returning: $0) }
      }
      quiet[command.name] = nil
      completion(outcome)
    }
    if command.mode == .quiet { quiet[command.name] = (series, task) }
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

  func stop(_ name: String) { quiet[name]?.series.stop() }

  /// The names of quiet commands that are still running.
  var runningNames: [String] { quiet.keys.sorted() }

  /// Returns when no quiet command is running.
  func finish() async {
    for running in quiet.values { await running.task.value }
  }
}
