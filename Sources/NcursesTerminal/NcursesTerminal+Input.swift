import CTerminalRestore
import Dispatch
import Glibc
import TerminalKit

extension NcursesTerminal {
  func listen() {
    inputWatch = loop.watch(device.fd, for: .input) { [weak self] in
      self?.read()
      self?.deliver()
    }
  }

  /// Reads everything that is there, so that repeated keys are handled together.
  func read() {
    guard state == .active, !isGone else { return }
    var bytes: [UInt8] = []
    let outcome = device.read(into: &bytes)
    inputGeneration += 1
    take(parser.feed(bytes))
    let now = ContinuousClock.now
    parser.mayAnswerBegin = awaited.mayBegin(at: now)
    parser.isAwaitingAnswers = awaited.mayGoOn(at: now)
    if outcome == .hangUp {
      hangUp()
    } else if let delay = parser.pendingDelay {
      expire(after: delay, generation: inputGeneration)
    }
  }

  /// A lone ESC is a key if nothing follows it soon.
  private func expire(after delay: Duration, generation: Int) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.state == .active, self.inputGeneration == generation else { return }
        // The program may have been busy while the rest arrived.
        if self.device.waitForInput(milliseconds: 0) {
          self.read()
        } else {
          self.take(self.parser.expire())
        }
        self.deliver()
      }
    }
  }

  func take(_ inputs: [TerminalInput]) {
    for input in inputs {
      switch input {
      case .key(let key):
        clicks.keyCame()
        pendingEvents.append(.key(key))
      case .mouse(let report): take(report)
      case .paste(let text): pendingEvents.append(.paste(text))
      case .privateMode(TerminalModes.synchronizedUpdate, let value):
        output.isSynchronized = value == 1 || value == 2
        awaited.answered(at: .now)
      case .privateMode: break
      case .ready: pieceArrived()
      case .focusGained: terminalGainedFocus()
      case .answer(let answer): take(answer)
      }
    }
    updateCapabilities()
  }

  private func take(_ report: MouseReport) {
    let event = clicks.event(for: report, at: .now)
    pendingEvents.append(.mouse(event))
    guard event.action == .press else { return }
    let press = clicks.pressCount
    let (_, attoseconds) = ClickCounter.interval.components
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .nanoseconds(Int(attoseconds / 1_000_000_000))
    ) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.state == .active, !self.isGone else { return }
        // The second press may have arrived while the program was busy, and not have been read yet.
        if self.device.waitForInput(milliseconds: 0) { self.read() }
        if let event = self.clicks.expire(press: press) { self.pendingEvents.append(.mouse(event)) }
        self.deliver()
      }
    }
  }

  /// The terminal is gone: reported once, and nothing is read or written again.
  func hangUp() {
    guard !isGone else { return }
    isGone = true
    inputWatch?.cancel()
    outputWatch?.cancel()
    output.removeAll()
    append(.hangUp)
    loop.enqueue { [weak self] in self?.deliver() }
  }

  /// Adds a reason to exit; a hang-up shows in several ways and is reported once.
  func append(_ reason: TerminationReason) {
    if reason == .hangUp {
      guard !hasSaidHangUp else { return }
      hasSaidHangUp = true
    }
    isAskedToExit = true
    pendingEvents.append(.terminate(reason))
  }

  /// Passes on the events, if there is a handler.
  func deliver() {
    guard !pendingEvents.isEmpty, let onEvents else { return }
    terminal_restore_use_alternate_stack()
    let events = pendingEvents
    pendingEvents = []
    onEvents(events)
  }
}
