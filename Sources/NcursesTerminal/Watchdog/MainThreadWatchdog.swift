import CTerminalRestore
import Dispatch
import Glibc
import Synchronization
import TerminalKit

/// A thread that ends the program on a signal or Ctrl-C if the main thread does not.
///
/// In raw mode Ctrl-C is a byte like any other, which only the main thread reads, and signals wait for that thread as
/// well. This thread watches both: it asks the main queue for an answer when something has arrived. After two seconds
/// without an answer it reads the terminal itself until the main thread responds. It keeps the keys for the main
/// thread, except Ctrl-C: Ctrl-C and signals restore the terminal and end the process immediately.
///
/// It has no timer while nothing happens, and doesn't touch the terminal while another program has it.
nonisolated final class MainThreadWatchdog: Sendable {
  private enum Ownership {
    case own
    /// Belongs to another program, or to the shell during a suspension.
    case lent
    /// Restored for good.
    case restored
  }

  private struct State {
    var ownership = Ownership.own
    /// The number of questions to the main thread, and of the last one that it has answered.
    var askedCount = 0
    var answeredCount = 0
    /// Whether the watchdog reads the terminal, and has to be woken when the main thread responds.
    var isReading = false
    /// What it has read, for the main thread.
    var input: [UInt8] = []
    var takeInput: (@MainActor @Sendable () -> Void)?

    var isAnswered: Bool { answeredCount >= askedCount }
  }

  /// Keys beyond this many bytes are dropped.
  private static let inputLimit = 1 << 16

  private let device: TerminalDevice
  private let state = Mutex(State())
  /// Runs work on the main thread as soon as that is free.
  private let enqueue: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  init(
    device: TerminalDevice,
    enqueue: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void =
      MainThreadWatchdog.onMainQueue
  ) {
    self.device = device
    self.enqueue = enqueue
  }

  static let onMainQueue: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void = { work in
    DispatchQueue.main.async { MainActor.assumeIsolated { work() } }
  }

  /// Starts the thread, which runs until the process ends. Call it before the terminal is changed: without it a program
  /// that hangs can't be left.
  ///
  /// - Parameter takeInput: Called on the main thread when there is input that was read in its place.
  func start(takeInput: @escaping @MainActor @Sendable () -> Void) throws(TerminalError) {
    state.withLock { $0.takeInput = takeInput }
    let descriptor = terminal_watch_open(SignalSet(SignalSet.endings).bits)
    guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Context(self, descriptor))
    let code = pthread_create(&thread, nil, Self.main, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw .noThread
    }
    pthread_detach(thread)
    Self.leaveSignalsToWatchdog()
  }

  /// Signals interrupt no system call of the main thread, and none stops it for using the terminal in the background; the
  /// watchdog runs their handlers. libdispatch's threads block signals, too.
  private static func leaveSignalsToWatchdog() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in SignalSet.caught + [SIGTTIN, SIGTTOU] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: The main thread

  /// Appends what has arrived, starting with what was read in its place; never blocks.
  func read(into buffer: inout [UInt8]) -> TerminalDevice.ReadOutcome {
    // Both threads read under the lock, so that keys stay in order.
    var bytes: [UInt8] = []
    let outcome = state.withLock { state in
      bytes = state.input
      state.input = []
      let outcome = device.read(into: &bytes)
      return outcome == .nothing && !bytes.isEmpty ? .bytes : outcome
    }
    buffer += bytes
    return outcome
  }

  /// Call before the terminal is given to another program, or to the shell.
  func lend() { setOwnership(.lent) }

  /// Call when it is taken over again.
  func reclaim() { setOwnership(.own) }

  /// Call when the terminal is restored for good. A program that was asked to exit is still ended if it doesn't.
  func restored() { setOwnership(.restored) }

  private func setOwnership(_ ownership: Ownership) {
    let isNew = state.withLock { state in
      defer { state.ownership = ownership }
      return state.ownership != ownership
    }
    if isNew { terminal_watch_wake() }
  }

  private func ask() {
    let number = state.withLock { state in
      state.askedCount += 1
      return state.askedCount
    }
    enqueue { [self] in answer(number) }
  }

  @MainActor private func answer(_ number: Int) {
    let (isReading, takeInput) = state.withLock { state in
      state.answeredCount = max(state.answeredCount, number)
      return (state.isReading, state.input.isEmpty ? nil : state.takeInput)
    }
    if isReading { terminal_watch_wake() }
    takeInput?()
  }

  // MARK: The thread

  private final class Context {
    let watchdog: MainThreadWatchdog
    let descriptor: Int32

    init(_ watchdog: MainThreadWatchdog, _ descriptor: Int32) {
      self.watchdog = watchdog
      self.descriptor = descriptor
    }
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    guard let context = $0.map({ Unmanaged<Context>.fromOpaque($0).takeRetainedValue() }) else {
      return nil
    }
    terminal_restore_use_alternate_stack()
    takeSignals()
    context.watchdog.run(context.descriptor)
  }

  /// This thread always takes them; all others may block them.
  private static func takeSignals() {
    var (caught, terminal) = (sigset_t(), sigset_t())
    sigemptyset(&caught)
    sigemptyset(&terminal)
    for signal in SignalSet.caught { sigaddset(&caught, signal) }
    // Otherwise, reading or writing in the background would stop the process.
    for signal in [SIGTTIN, SIGTTOU] { sigaddset(&terminal, signal) }
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
    pthread_sigmask(SIG_BLOCK, &terminal, nil)
  }

  private func run(_ descriptor: Int32) -> Never {
    var watch = MainThreadWatch()
    var parser = InputParser()
    var sliceStart = ContinuousClock.now
    while true {
      var step: MainThreadWatch.Step?
      switch watch.phase {
      case .idle:
        let ready = wait(descriptor, forInput: true, milliseconds: -1)
        step = ready.wasWoken ? watch.signalsArrived(takeSignals()) : nil
        if ready.hasInput { step = step ?? watch.inputArrived() }
        sliceStart = .now
      case .asking:
        let left = sliceStart + MainThreadWatch.slice - .now
        if left > .zero,
          wait(descriptor, forInput: false, milliseconds: left.pollMilliseconds).wasWoken
        {
          step = watch.signalsArrived(takeSignals())
        }
        let duration = ContinuousClock.now - sliceStart
        guard step == nil, duration >= MainThreadWatch.slice else { break }
        let (isAnswered, isLent) = state.withLock { ($0.isAnswered, $0.ownership != .own) }
        step = watch.sliceEnded(after: duration, isAnswered: isAnswered, isLent: isLent)
        sliceStart = .now
        parser = InputParser()
      case .stuck:
        guard beginReading() else {
          watch.answered()
          break
        }
        // A background process can't read, and gets no signal when it moves to the foreground.
        let isForeground = device.isForeground
        wait(
          descriptor, forInput: isForeground,
          milliseconds: isForeground ? -1 : MainThreadWatch.slice.pollMilliseconds)
        step = watch.signalsArrived(takeSignals())
        let (outcome, bytes) = readInPlaceOfMainThread()
        step = step ?? watch.typed(parser.feed(bytes))
        if outcome == .hangUp { step = step ?? watch.hungUp() }
      }
      switch step {
      case .ask: ask()
      case .end(let reason, let isStuck): end(reason, isStuck: isStuck)
      case nil: break
      }
    }
  }

  private func takeSignals() -> [TerminationReason] {
    SignalSet(bits: terminal_watch_take()).terminations
  }

  /// Waits until the descriptor can be read, or the terminal if that is wanted and it is ours.
  ///
  /// - Returns: Whether the descriptor can be read, and whether the terminal can.
  @discardableResult
  private func wait(
    _ descriptor: Int32, forInput: Bool, milliseconds: Int32
  ) -> (wasWoken: Bool, hasInput: Bool) {
    let isOwn = state.withLock { $0.ownership == .own }
    var ready = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if forInput, isOwn { ready.append(pollfd(fd: device.fd, events: Int16(POLLIN), revents: 0)) }
    let count = poll(&ready, nfds_t(ready.count), milliseconds)
    guard count > 0 else { return (false, false) }
    return (ready[0].revents != 0, ready.count > 1 && ready[1].revents != 0)
  }

  /// - Returns: Whether the main thread still hasn't answered.
  private func beginReading() -> Bool {
    state.withLock { state in
      state.isReading = !state.isAnswered && state.ownership == .own
      return state.isReading
    }
  }

  private func readInPlaceOfMainThread() -> (TerminalDevice.ReadOutcome, [UInt8]) {
    state.withLock { state in
      guard !state.isAnswered, state.ownership == .own, device.isForeground else {
        return (.nothing, [])
      }
      var bytes: [UInt8] = []
      let outcome = device.read(into: &bytes)
      if state.input.count + bytes.count <= Self.inputLimit { state.input += bytes }
      return (outcome, bytes)
    }
  }

  private func end(_ reason: TerminationReason, isStuck: Bool) -> Never {
    // Nothing is printed on another program's terminal.
    let isLent = state.withLock { $0.ownership == .lent }
    let words = isLent ? "" : WatchdogText.ended(by: reason, isStuck: isStuck)
    terminal_end_now(reason.exitStatus, device.isForeground ? 1 : 0, words)
  }
}
