import Dispatch

/// Copies a text into tmux's paste buffer and, with `-w` (tmux 3.2), to the clipboard of the terminal outside.
///
/// Like `TmuxInquiry` it uses tmux's socket, but with a longer time limit: nothing waits for the answer, and a fallback
/// that is sent while a busy tmux is still working would copy the text twice, or not at all if tmux accepts no
/// clipboard from programs.
final class TmuxCopy {
  nonisolated private static let patience = Duration.seconds(15)

  private let process: TmuxProcess?

  /// - Parameter completion: Called once on the main actor, later, with whether tmux accepted the text; not called
  ///   after `cancel()`.
  init(_ text: String, socket: String, completion: @escaping @MainActor (Bool) -> Void) {
    let process = TmuxProcess(copying: text, socket: socket)
    self.process = process
    DispatchQueue.global(qos: .userInitiated).async {
      let isTaken = process?.succeeds(within: Self.patience) ?? false
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if process?.isCancelled != true { completion(isTaken) }
        }
      }
    }
  }

  func cancel() { process?.cancel() }
}
