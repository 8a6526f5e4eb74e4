import Glibc
import PictureProtocol
import Processes
import Synchronization

/// Receives messages about workers that a user may want to read later: sandbox features that this system lacks, and
/// what workers ran into. Each message is logged once.
nonisolated public final class WorkerLog: Sendable {
  /// Drops all messages.
  public static let none = WorkerLog { _ in }

  /// A compromised worker could make up any number of call numbers.
  private static let lineLimit = 32

  private let said = Mutex<Set<String>>([])
  private let write: @Sendable (String) -> Void

  /// - Parameter write: Receives a line, on any thread.
  public init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  func note(_ cell: WorkerCell) {
    for gap in cell.gaps { say(gap) }
  }

  func note(unlistedCall number: UInt32) {
    say(
      "a picture worker made system call \(number), which is not in its filter; the call failed"
    )
  }

  func note(_ end: ChildProcess.End) {
    guard end == .signal(SIGSYS) else { return }
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
  /// The sandbox features that this system lacks, a sentence for each.
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

  /// A description on one line, for users who ask.
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
