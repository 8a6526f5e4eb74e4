import CTerminalRestore
import Glibc
import TerminalKit

extension NcursesTerminal {
  /// Writes what the terminal accepts now, and the rest when it accepts more.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isGone else { return }
    output.enqueue(bytes, at: .now)
    flush()
  }

  private func flush() {
    guard let count = device.write(output.waitingBytes) else {
      hangUp()
      return
    }
    output.drop(count)
    if output.isDrained {
      if let (count, start) = output.takeBurst(), !receipts.isAnswering {
        pace.drained(count, in: .now - start)
      }
      outputWatch?.cancel()
      outputWatch = nil
    } else if outputWatch == nil {
      outputWatch = loop.watch(device.fd, for: .output) { [weak self] in self?.terminalTakesMore() }
    }
  }

  private func terminalTakesMore() {
    guard state == .active else { return }
    flush()
    guard output.isDrained else { return }
    if let frame = output.waitingFrame {
      output.waitingFrame = nil
      show(frame.surface, cursor: frame.cursor)
    } else {
      feedPictures()
    }
  }

  /// Stores what a crash has to restore.
  func arm() {
    var former = device.formerModes
    let leave = writer.crashBytes + writer.leaveModes + modes.leave
    leave.withUnsafeBufferPointer {
      terminal_restore_arm(device.fd, &former, $0.baseAddress, $0.count)
    }
  }

  /// Takes over the terminal; the next frame is written completely.
  func enter() throws(TerminalError) {
    try device.enterRawMode(interrupts: true)
    state = .active
    output.removeAll()
    receipts.giveUp()
    screen.invalidate()
    writer.forget()
    updateWriter(isEntering: true)
    sentDragReports = reportsDrags
    send(
      modes.enter + (reportsDrags ? modes.beginDrags : []) + writer.enterModes + queryAtEntry())
  }

  /// Turns drag reports on or off, if that has changed.
  func dragModes() -> [UInt8] {
    guard reportsDrags != sentDragReports else { return [] }
    sentDragReports = reportsDrags
    return reportsDrags ? modes.beginDrags : modes.endDrags
  }

  /// Restores the terminal's original state.
  ///
  /// In the background the modes are already the shell's; only what is on the screen is ours.
  func leave() {
    awaitAnswers()
    output.removeAll()
    outputWatch?.cancel()
    outputWatch = nil
    leavePictures()
    terminal_restore_now(device.isForeground ? 1 : 0)
  }
}

/// The clipboard of the terminal, wherever it runs, even over ssh.
extension NcursesTerminal {
  public func copy(_ text: String) -> ClipboardResult {
    guard hasStrings else { return .unavailable }
    guard text.utf8.count <= ClipboardSequence.byteLimit else {
      return .tooLong(byteLimit: ClipboardSequence.byteLimit)
    }
    guard state == .active, !isGone else { return .unavailable }
    guard case .tmux(let socket, _)? = environment.multiplexer else {
      sendCopy(of: text)
      return .given
    }
    // By default tmux accepts no clipboard from the programs inside it (`set-clipboard external`), but it does from its
    // own command. A sequence that is passed through reaches the terminal outside as well.
    tmuxCopy?.cancel()
    tmuxCopy = TmuxCopy(text, socket: socket) { [weak self] isTaken in
      guard let self else { return }
      self.tmuxCopy = nil
      guard !isTaken, self.state == .active else { return }
      self.sendCopy(of: text)
    }
    return .given
  }

  private func sendCopy(of text: String) {
    waitingCopy = ClipboardSequence.bytes(
      text, multiplexer: environment.multiplexer,
      passesThrough: detection.tmux?.passesThrough == true)
    sendWaitingCopy()
  }

  /// Sends it between two frames, and never in the middle of a picture, which it would end.
  func sendWaitingCopy() {
    guard !waitingCopy.isEmpty, state == .active, !isGone, writer.isBetweenCommands else { return }
    let bytes = waitingCopy
    waitingCopy = []
    send(bytes)
  }
}
