import TerminalKit

/// The clipboard of the terminal, wherever it runs, even over ssh.
final class TerminalClipboard {
  private let multiplexer: TerminalEnvironment.Multiplexer?
  /// Whether the terminal handles ECMA-48 strings; a console may print them.
  private let hasStrings: Bool
  private var waiting: [UInt8] = []
  private var copying: TmuxProcess?

  /// Nothing waits for tmux's answer, and a fallback that is sent while a busy tmux is still working would copy the text
  /// twice, or not at all if tmux accepts no clipboard from programs.
  nonisolated private static let tmuxPatience = Duration.seconds(15)

  init(multiplexer: TerminalEnvironment.Multiplexer?, hasStrings: Bool) {
    self.multiplexer = multiplexer
    self.hasStrings = hasStrings
  }

  /// - Parameters:
  ///   - tmuxPassesThrough: Whether tmux passes wrapped sequences on.
  ///   - onWaiting: Called when there is something to send.
  func copy(
    _ text: String, tmuxPassesThrough: @escaping () -> Bool, onWaiting: @escaping () -> Void
  ) -> ClipboardResult {
    guard hasStrings else { return .unavailable }
    guard text.utf8.count <= ClipboardSequence.byteLimit else {
      return .tooLong(byteLimit: ClipboardSequence.byteLimit)
    }
    let send = { [self] in
      waiting = ClipboardSequence.bytes(
        text, multiplexer: multiplexer, passesThrough: tmuxPassesThrough())
      onWaiting()
    }
    copying?.cancel()
    // By default tmux accepts no clipboard from the programs inside it (`set-clipboard external`), but it does from its
    // own command. A sequence that is passed through reaches the terminal outside as well.
    guard case .tmux(let socket, _)? = multiplexer,
      let process = TmuxProcess(copying: text, socket: socket)
    else {
      send()
      return .given
    }
    copying = process
    process.wait(
      for: { $0.succeeds(within: Self.tmuxPatience) },
      completion: { [weak self] isTaken in
        self?.copying = nil
        if !isTaken { send() }
      })
    return .given
  }

  /// What has to be sent, once.
  func take() -> [UInt8] {
    defer { waiting = [] }
    return waiting
  }
}
