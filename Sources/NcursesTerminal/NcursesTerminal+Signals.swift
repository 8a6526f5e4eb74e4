import CTerminalRestore
import Glibc
import TerminalKit

extension NcursesTerminal {
  func catchSignals() {
    let fd = terminal_signals_open()
    for signal in SignalSet.caught { terminal_signals_catch(signal) }
    terminal_signals_ignore_library()
    // Writing to a closed pipe is an error that is handled where it happens.
    terminal_signals_discard(SIGPIPE)
    guard fd >= 0 else { return }
    signalWatch = loop.watch(fd, for: .input) { [weak self] in self?.signalsArrived() }
  }

  /// Starts the thread that ends the program if this one doesn't, and has it take the signals.
  func startWatchdog() throws(TerminalError) {
    guard terminal_signals_open() >= 0 else { throw .system(call: "pipe2", code: errno) }
    let code = terminal_watch_start(
      device.fd, SignalSet(SignalSet.endings).bits, SignalSet(SignalSet.caught).bits)
    guard code == 0 else {
      throw code == EAGAIN ? .noThread : .system(call: "eventfd", code: code)
    }
  }

  func releaseSignals() {
    for signal in SignalSet.caught { terminal_signals_default(signal) }
    // A second Ctrl-C must not cut off what a program that was asked to exit is still writing.
    if isAskedToExit { terminal_signals_discard(SIGINT) }
  }

  private func signalsArrived() {
    let signals = SignalSet(bits: terminal_signals_take())
    guard state == .active else { return }
    take(signals)
    deliver()
  }

  private func take(_ signals: SignalSet) {
    if noteTerminations(in: signals) { return }
    if signals.contains(SIGCONT) { comeBack(after: signals) }
    if signals.contains(SIGWINCH) { resize() }
    if signals.contains(SIGTSTP) { suspend() }
  }

  /// In a burst of resizes the last size counts: signals that arrive together are one.
  private func resize() {
    // The font may have changed while the number of cells is the same; only the terminal knows.
    askForCellSize()
    askTmuxSoon()
    if followWindow() { pendingEvents.append(.resize(size)) }
  }

  /// Takes the size that the terminal has now.
  ///
  /// - Returns: Whether it is another one than before.
  @discardableResult
  func followWindow() -> Bool {
    let window = WindowSize(of: device.fd, last: size)
    let cellsChanged = window.size != size
    cellPixelSizes.windowChanged(to: window.cellPixelSize, cellsChanged: cellsChanged)
    let cell = cellPixelSizes.size(in: window.size)
    guard cellsChanged || cell != cellPixelSize else { return false }
    cellPixelSize = cell
    size = window.size
    output.waitingFrame = nil
    screen.resize(to: size)
    writer.invalidate()
    return true
  }

  // MARK: - Suspension

  public func suspend() {
    guard state == .active, !isGone, !noteTerminations(in: SignalSet(bits: terminal_signals_take()))
    else { return }
    leave()
    state = .suspended
    // The whole process group stops, as with Ctrl-Z. Workers are sessions of their own: they finish their current work
    // and then wait.
    comeBack(after: stopGroup(SIGTSTP))
    loop.enqueue { [weak self] in self?.deliver() }
  }

  public func lend(_ start: () -> Int32) -> Bool {
    guard state == .active, !isGone, !noteTerminations(in: SignalSet(bits: terminal_signals_take()))
    else { return false }
    leave()
    state = .suspended
    for signal in [SIGINT, SIGQUIT] { terminal_signals_discard(signal) }
    terminal_signals_default(SIGTSTP)
    let signals = awaitEnd(of: start())
    awaitDelivery(of: [SIGINT, SIGQUIT])
    for signal in [SIGINT, SIGQUIT, SIGTSTP] { terminal_signals_catch(signal) }
    device.takeFromEndedGroup()
    comeBack(after: signals)
    loop.enqueue { [weak self] in self?.deliver() }
    return signals.terminations.isEmpty
  }

  /// Waits until all sent signals have been delivered with their current action; a fifth of a second at most.
  ///
  /// Ctrl-C reaches both programs in one call, but the thread that takes signals here may get to it long after it has
  /// ended the other program. This thread blocks the signals (`startWatchdog`), and can therefore see what is pending.
  private func awaitDelivery(of numbers: [Int32]) {
    var pending = sigset_t()
    for _ in 0..<200 {
      guard sigpending(&pending) == 0, numbers.contains(where: { sigismember(&pending, $0) == 1 })
      else { return }
      usleep(1_000)
    }
  }

  /// Waits until a descriptor becomes readable, or something asks the program to exit.
  ///
  /// - Returns: The signals that arrived in the meantime.
  private func awaitEnd(of descriptor: Int32) -> SignalSet {
    var signals = SignalSet(bits: terminal_signals_take())
    var ready = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: terminal_signals_open(), events: Int16(POLLIN), revents: 0),
    ]
    while descriptor >= 0, ready[0].revents == 0, signals.terminations.isEmpty {
      poll(&ready, 2, -1)
      signals = SignalSet(bits: signals.bits | terminal_signals_take())
    }
    return signals
  }

  /// Takes over the terminal again after a stop, as soon as that is allowed.
  ///
  /// - Parameter signals: The signals that arrived with the end of the stop.
  private func comeBack(after signals: SignalSet) {
    var signals = signals
    while true {
      if noteTerminations(in: signals) { return }
      if device.isForeground { break }
      // It did not stop: an orphaned process group, which no shell will bring to the foreground.
      guard signals.contains(SIGCONT) else {
        hangUp()
        return
      }
      // `kill %1` sends SIGTERM and SIGCONT: if the process stopped again, SIGTERM would not be noticed.
      if noteTerminations(in: awaitSignals()) { return }
      // Continued in the background (`bg`): stops again, as programs that write to the terminal do.
      signals = stopGroup(SIGTTOU)
    }
    arm()
    do {
      try enter()
    } catch {
      hangUp()
      return
    }
    resize()
    pendingEvents.append(.resumed)
  }

  /// Whether something asked the program to exit; in that case the terminal is left to others.
  private func noteTerminations(in signals: SignalSet) -> Bool {
    for reason in signals.terminations { append(reason) }
    return !signals.terminations.isEmpty
  }

  /// Stops the process group with a signal's default action, and returns when it is continued.
  ///
  /// - Returns: The signals that arrived in the meantime: SIGCONT if it stopped. An orphaned group does not stop.
  private func stopGroup(_ signal: Int32) -> SignalSet {
    terminal_signals_default(signal)
    // This thread blocks it, and for SIGTTOU so do all others.
    var (own, former) = (sigset_t(), sigset_t())
    sigemptyset(&own)
    sigaddset(&own, signal)
    pthread_sigmask(SIG_UNBLOCK, &own, &former)
    kill(0, signal)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    // Another thread may take the signal a moment later.
    let signals = awaitSignals()
    if signal == SIGTSTP { terminal_signals_catch(SIGTSTP) }
    return signals
  }

  /// The signals that arrive within a fifth of a second.
  private func awaitSignals() -> SignalSet {
    // Time also passes during a stop: several short waits make sure that the last ones are after it.
    var ready = pollfd(fd: terminal_signals_open(), events: Int16(POLLIN), revents: 0)
    for _ in 0..<10 where ready.revents == 0 { poll(&ready, 1, 20) }
    return SignalSet(bits: terminal_signals_take())
  }
}
