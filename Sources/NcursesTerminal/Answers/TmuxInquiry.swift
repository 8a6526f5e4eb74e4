import Dispatch

/// Asks tmux what it passes on and which terminal it runs in, without using the terminal.
///
/// `tmux display-message -p` talks to the server through its socket. It runs in a session of its own, without a
/// terminal and without input; it takes 3 ms, may take one second, and is killed when it is no longer needed. (If the
/// same questions went through the terminal, the answers would go to tmux, which treats them as keys.)
final class TmuxInquiry {
  private let process: TmuxProcess?

  /// - Parameter completion: Called once on the main actor, later; with nil if tmux gave no answer. Not called after
  ///   `cancel()`.
  init(socket: String, pane: String?, completion: @escaping @MainActor (TmuxState?) -> Void) {
    let process = TmuxProcess(socket: socket, pane: pane)
    self.process = process
    DispatchQueue.global(qos: .userInitiated).async {
      let state = process?.state(within: .seconds(1))
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if process?.isCancelled != true { completion(state) }
        }
      }
    }
  }

  func cancel() {
    process?.cancel()
  }
}
