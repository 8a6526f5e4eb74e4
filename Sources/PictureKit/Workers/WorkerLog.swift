import Glibc
import PictureProtocol
import Synchronization

/// Takes what a user may want to know of the workers afterwards: walls of their cell that this system does not have, and
/// what they ran into. The same is said once.
nonisolated public final class WorkerLog: Sendable {
  /// Says nothing.
  public static let none = WorkerLog { _ in }

  /// A worker that was taken over could make up as many numbers as there are.
  private static let lineLimit = 32

  private let said = Mutex<Set<String>>([])
  private let write: @Sendable (String) -> Void

  /// - Parameter write: Takes a line, on any thread.
  public init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  func note(_ cell: WorkerCell) {
    for gap in cell.gaps { say(gap) }
  }

  func note(unlistedCall number: UInt32) {
    say(
      "a picture worker made system call \(number), which its filter does not know; the call failed"
    )
  }

  /// - Parameter status: As waitpid(2) gives it.
  func note(end status: Int32) {
    guard status & 0x7F == SIGSYS else { return }
    say(
      "a picture worker was killed for a system call that no decoder makes; "
        + "its photo may be an attack")
  }

  private func say(_ line: String) {
    let isNew = said.withLock { said in
      said.count < Self.lineLimit && said.insert(line).inserted
    }
    if isNew { write(line) }
  }
}

extension WorkerCell {
  /// The walls that this system does not have, a sentence each.
  nonisolated public var gaps: [String] {
    var gaps: [String] = []
    if !filtersCalls {
      gaps.append("picture workers may make any system call: no seccomp filter here")
    }
    if landlockVersion == 0 {
      gaps.append("picture workers can read the user's files: no Landlock here")
    }
    return gaps
  }

  /// All of it on one line, for people who ask.
  nonisolated public var words: String {
    let calls =
      filtersCalls
      ? "system calls filtered (seccomp)" : "system calls not filtered (no seccomp here)"
    let files =
      landlockVersion == 0
      ? "files within reach (no Landlock here)" : "files out of reach (Landlock \(landlockVersion))"
    return "\(calls), \(files)"
  }
}
