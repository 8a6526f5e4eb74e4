import Dispatch
import Glibc
import TerminalKit

/// The questions to the terminal, and the consequences of its answers.
extension NcursesTerminal {
  /// All questions that are asked when the terminal is taken over. Nothing waits for the answers.
  func queryAtEntry() -> [UInt8] {
    guard queryScope != .nothing else { return [] }
    let isKittyWanted = detection.isKittyWanted
    memoryProbe?.remove()
    memoryProbe = queryScope == .all && isKittyWanted ? SharedMemoryProbe() : nil
    awaited.asked(at: .now)
    askTmux()
    return TerminalQuery.bytes(
      queryScope, isKittyWanted: isKittyWanted, sharedMemory: memoryProbe?.name)
  }

  /// Asks for the cell size again, because the font may have changed. Only one question is pending at a time, so that
  /// dragging a window does not flood a slow line, and none is sent in the middle of a picture.
  func askForCellSize() {
    guard queryScope == .all || queryScope == .withoutStrings else { return }
    guard awaited.endCount == 0, writer.isBetweenCommands else {
      isCellSizeWanted = true
      return
    }
    isCellSizeWanted = false
    awaited.asked(at: .now)
    send(Array((TerminalQuery.cellSize + TerminalQuery.end).utf8))
  }

  func take(_ answer: TerminalAnswer) {
    detection.take(answer)
    cellPixelSizes.take(answer)
    awaited.answered(at: .now)
    switch answer {
    case .attributes:
      awaited.ended()
      guard awaited.endCount == 0 else { return }
      memoryProbe?.remove()
      memoryProbe = nil
      if isCellSizeWanted, state == .active { askForCellSize() }
    case .kitty(let answer) where !answer.isOK: terminalLost(id: answer.id)
    default: break
    }
  }

  /// Applies what is known now, and announces it if it is new.
  func updateCapabilities() {
    let support = detection.support
    let cell = cellPixelSizes.size(in: size)
    guard support != graphics || cell != cellPixelSize else { return }
    graphics = support
    cellPixelSize = cell
    pendingEvents.append(.capabilitiesChanged)
  }

  /// Asks tmux, through its socket, which terminal it runs in; does nothing elsewhere.
  private func askTmux() {
    guard detection.chosen == nil, case .tmux(let socket, let pane)? = environment.multiplexer,
      tmuxInquiry == nil
    else { return }
    tmuxInquiry = TmuxInquiry(socket: socket, pane: pane) { [weak self] tmux in
      guard let self else { return }
      self.tmuxInquiry = nil
      guard self.state == .active, let tmux else { return }
      self.detection.tmux = tmux
      self.updateCapabilities()
      self.deliver()
    }
  }

  /// Asks tmux again after the window has changed: it may have been attached from another terminal.
  ///
  /// This happens after a short delay: a terminal that was just attached has not identified itself to tmux yet, and a
  /// window that is being dragged changes many times.
  func askTmuxSoon() {
    guard case .tmux? = environment.multiplexer, !isTmuxDue else { return }
    isTmuxDue = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isTmuxDue = false
        if self.state == .active, !self.isGone { self.askTmux() }
      }
    }
  }

  /// Waits for the end mark, because a pending answer would be typed into the shell: a fifth of a second if the
  /// terminal has answered before and will again, a tenth if it may never answer, and not at all if the answer is long
  /// overdue.
  func awaitAnswers() {
    defer {
      memoryProbe?.remove()
      memoryProbe = nil
      tmuxInquiry?.cancel()
      tmuxInquiry = nil
    }
    guard !isGone, awaited.mayBegin(at: .now) || receipts.isExpected(at: .now) else { return }
    var bytes: [UInt8] = []
    let deadline = ContinuousClock.now + .milliseconds(detection.hasAnswered ? 200 : 100)
    isCellSizeWanted = false
    while awaited.endCount > 0 || receipts.isUnderWay {
      let left = deadline - ContinuousClock.now
      guard left > .zero, device.waitForInput(milliseconds: left.pollMilliseconds),
        device.read(into: &bytes) == .bytes
      else { break }
      take(parser.feed(bytes))
      bytes.removeAll()
    }
    // Answers that are still missing are not expected when the terminal is taken over again.
    awaited.giveUp()
  }
}
