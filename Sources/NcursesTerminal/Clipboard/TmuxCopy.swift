import CLinux
import Dispatch
import Glibc

/// Puts a text into tmux's paste buffer and, by `-w` (tmux 3.2), on the clipboard of the terminal outside.
///
/// As `TmuxInquiry`, by tmux's socket, but with more patience: nothing waits for the answer, and a fallback that is sent while a
/// busy tmux is still at it would copy the text twice, or not at all where tmux takes no clipboard from programs.
final class TmuxCopy {
  nonisolated private static let patience = Duration.seconds(15)

  private let process: TmuxProcess?

  /// - Parameter completion: Called once on the main actor, later, with whether tmux took it; not after
  ///   `cancel()`.
  init(_ text: String, socket: String, completion: @escaping @MainActor (Bool) -> Void) {
    let input = Self.descriptor(holding: Array(text.utf8))
    let process = input.flatMap { TmuxProcess(copying: $0, socket: socket) }
    if let input { close(input) }
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

  /// A file in memory, to be read from its beginning: a pipe may be too small for the text.
  private static func descriptor(holding bytes: [UInt8]) -> Int32? {
    let fd = memfd_create("vitrine-copy", VITRINE_MEMFD_CLOEXEC)
    guard fd >= 0 else { return nil }
    guard write(fd, bytes, bytes.count) == bytes.count, lseek(fd, 0, SEEK_SET) == 0 else {
      close(fd)
      return nil
    }
    return fd
  }

  func cancel() { process?.cancel() }
}
