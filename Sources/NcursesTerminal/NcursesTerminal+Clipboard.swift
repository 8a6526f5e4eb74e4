import TerminalKit

/// The clipboard of the terminal, wherever that runs: also through ssh.
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
    // As it comes, tmux takes no clipboard from the programs inside it (`set-clipboard external`); from its own
    // command it does. What is passed through goes to the terminal outside as well.
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

  /// Between two frames, and never in the middle of a picture, which it would end.
  func sendWaitingCopy() {
    guard !waitingCopy.isEmpty, state == .active, !isGone, writer.isBetweenCommands else { return }
    let bytes = waitingCopy
    waitingCopy = []
    send(bytes)
  }
}
