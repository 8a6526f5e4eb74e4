import Dispatch

/// Asks tmux what it passes on and which terminal it runs in, without touching the terminal.
///
/// `tmux display-message -p` talks to the server by its socket. It runs in a session of its own, without
/// a terminal, with nothing to read; it takes 3 ms, gets one second, and is killed when it is not wanted
/// any more. (The same questions through the terminal would be answered to tmux, which takes them for
/// keys.)
final class TmuxInquiry {
  private let process: TmuxProcess?

  /// - Parameter completion: Called once on the main actor, later; nil when tmux gave no answer. Not
  ///   called after `cancel()`.
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
