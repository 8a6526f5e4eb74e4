import TerminalKit

/// Tracks whether the main thread still responds. A value: events go in, actions come out.
///
/// The main thread is checked only when it has something to do anyway: when input or a signal to exit has arrived.
/// While nothing happens, nothing runs.
nonisolated struct MainThreadWatch: Sendable {
  enum Phase: Hashable, Sendable {
    /// Waits for input or a signal.
    case idle
    /// The main thread was asked, and this many slices of time have passed without an answer.
    case asking(unanswered: Int)
    /// It has not answered for two seconds: the watchdog reads input in its place until it answers.
    case stuck
  }

  enum Step: Hashable, Sendable {
    /// Ask the main thread.
    case ask
    /// End the process now. `isStuck`: because the main thread does not answer; otherwise because it takes too long to
    /// exit.
    case end(TerminationReason, isStuck: Bool)
  }

  /// The two seconds consist of several slices: if the process was stopped, one of them may be over when it is
  /// continued, but the main thread still has the others.
  static let slice = Duration.milliseconds(500)
  private static let patience = 4
  /// How many slices a responding program has for exiting after a signal: ten seconds; it allows itself five.
  private static let endingSlices = 20

  private(set) var phase = Phase.idle
  /// The first signal to exit.
  private var reason: TerminationReason?
  private var slicesSinceSignal = 0

  /// The terminal has input, or is gone.
  mutating func inputArrived() -> Step? {
    guard phase == .idle else { return nil }
    phase = .asking(unanswered: 0)
    return .ask
  }

  /// - Parameter reasons: The reasons of the signals that arrived; may be empty.
  mutating func signalsArrived(_ reasons: [TerminationReason]) -> Step? {
    guard let first = reasons.first else { return nil }
    reason = reason ?? first
    switch phase {
    case .idle:
      phase = .asking(unanswered: 0)
      return .ask
    case .asking: return nil
    case .stuck: return .end(first, isStuck: true)
    }
  }

  /// A slice of time has passed since the main thread was asked, or since the previous slice.
  ///
  /// - Parameters:
  ///   - duration: How long the slice took; longer than planned if the process was stopped or the machine is busy.
  ///   - isAnswered: The main thread has answered all questions.
  ///   - isLent: The main thread has lent the terminal to another program, and is waiting for that on purpose.
  mutating func sliceEnded(after duration: Duration, isAnswered: Bool, isLent: Bool) -> Step? {
    guard case .asking(let unanswered) = phase else { return nil }
    let wasHeldUp = duration > Self.slice * 2
    if let reason, !wasHeldUp {
      slicesSinceSignal += 1
      if slicesSinceSignal >= Self.endingSlices { return .end(reason, isStuck: !isAnswered) }
    }
    if isAnswered {
      guard reason != nil else {
        phase = .idle
        return nil
      }
      // It has received the signal, but can still hang on its way out.
      phase = .asking(unanswered: 0)
      return .ask
    }
    // This thread was delayed, and so was the main thread.
    let count = wasHeldUp ? 0 : unanswered + 1
    phase = .asking(unanswered: count)
    guard count >= Self.patience else { return nil }
    if let reason { return .end(reason, isStuck: true) }
    phase = isLent ? .idle : .stuck
    return nil
  }

  /// The main thread responds again.
  mutating func answered() {
    if phase == .stuck { phase = .idle }
  }

  /// Input that was read in the main thread's place. Keys other than Ctrl-C wait until it responds.
  func typed(_ inputs: [TerminalInput]) -> Step? {
    guard phase == .stuck, inputs.contains(.key(.control("c"))) else { return nil }
    return .end(.interrupt, isStuck: true)
  }

  /// The terminal is gone, which was noticed in the main thread's place.
  func hungUp() -> Step? {
    phase == .stuck ? .end(.hangUp, isStuck: true) : nil
  }
}

/// The last message of a program that does not exit by itself.
nonisolated enum WatchdogText {
  static func ended(by reason: TerminationReason, isStuck: Bool) -> String {
    let cause =
      switch reason {
      case .interrupt: "Ctrl-C"
      case .terminate: "SIGTERM"
      case .quit: "SIGQUIT"
      case .hangUp: "SIGHUP"
      case .signal(let number): "signal \(number)"
      }
    return isStuck
      ? "vitrine: stopped responding; ended by \(cause)\n"
      : "vitrine: took too long to exit; ended by \(cause)\n"
  }
}
