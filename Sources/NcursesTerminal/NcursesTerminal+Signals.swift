import CTerminalRestore
import Dispatch
import Glibc
import TerminalKit

extension NcursesTerminal {
  private static let caughtSignals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  func catchSignals() {
    let fd = terminal_signals_open()
    for signal in Self.caughtSignals { terminal_signals_catch(signal) }
    // Writing into a closed pipe is an error to be handled where it happens.
    terminal_signals_discard(SIGPIPE)
    guard fd >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: fd, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.signalsArrived() }
    }
    signalSource = source
    source.resume()
  }

  func releaseSignals() {
    for signal in Self.caughtSignals { terminal_signals_default(signal) }
  }

  private func signalsArrived() {
    let signals = SignalSet(bits: terminal_signals_take())
    guard state == .active else { return }
    take(signals)
    deliver()
  }

  private func take(_ signals: SignalSet) {
    pendingEvents += signals.terminations.map { .terminate($0) }
    if !signals.terminations.isEmpty { return }
    if signals.contains(SIGCONT) { comeBack() }
    if signals.contains(SIGWINCH) { resize() }
    if signals.contains(SIGTSTP) { suspend() }
  }

  /// The storm's last size counts: signals that arrive together are one.
  private func resize() {
    let window = WindowSize(of: device.fd, last: size)
    guard window.size != size || window.cellPixelSize != cellPixelSize else { return }
    cellPixelSize = window.cellPixelSize
    size = window.size
    output.waitingFrame = nil
    screen.resize(to: size)
    pendingEvents.append(.resize(size))
  }

  // MARK: - Suspension

  public func suspend() {
    guard state == .active, !isGone else { return }
    leave()
    state = .suspended
    // The whole group stops, as at Ctrl-Z: workers must not go on in the background.
    stopGroup(SIGTSTP)
    comeBack()
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.deliver() }
    }
  }

  /// Takes the terminal again after a stop, as soon as it may be used.
  private func comeBack() {
    // Continued in the background (`bg`): stops again until it is brought to the front.
    while !device.isForeground {
      let signals = SignalSet(bits: terminal_signals_take())
      pendingEvents += signals.terminations.map { .terminate($0) }
      if !signals.terminations.isEmpty { return }
      guard stopGroup(SIGTTOU) else {
        // Nobody will ever bring an orphaned group to the front.
        hangUp()
        return
      }
    }
    let signals = SignalSet(bits: terminal_signals_take())
    pendingEvents += signals.terminations.map { .terminate($0) }
    if !signals.terminations.isEmpty { return }
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

  /// Stops the process group with a signal's default action, and returns when it goes on.
  ///
  /// - Returns: Whether it stopped: an orphaned group never does.
  @discardableResult
  private func stopGroup(_ signal: Int32) -> Bool {
    _ = terminal_signals_take()
    terminal_signals_default(signal)
    defer { if signal == SIGTSTP { terminal_signals_catch(SIGTSTP) } }
    kill(0, signal)
    // Another thread may take the signal, a moment later; SIGCONT tells that it is over.
    var ready = pollfd(fd: terminal_signals_open(), events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 200) < 0 && errno == EINTR {}
    return ready.revents != 0
  }
}
