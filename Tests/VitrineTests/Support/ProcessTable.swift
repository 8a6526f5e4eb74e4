import Foundation
import Glibc
import PseudoTerminalSupport

/// The running processes, according to `/proc`.
enum ProcessTable {
  /// What was expected and did not happen, and what was there instead.
  struct NotHappened: Error, CustomStringConvertible {
    let awaited: String
    var seen = ""

    var description: String { "no \(awaited)\(seen.isEmpty ? "" : "; saw \(seen)")" }
  }

  private struct Entry {
    var name: String
    var state: Character
    var parent: pid_t
  }

  /// The picture workers that a program has started.
  static func workers(of program: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      guard let entry = entry(pid) else { return false }
      // The kernel keeps 15 characters of a name.
      return entry.parent == program && entry.name == "vitrine-picture" && entry.state != "Z"
    }
  }

  /// Whether a process is running or could run; one that only waits to be reaped is not.
  static func isAlive(_ pid: pid_t) -> Bool {
    guard let entry = entry(pid) else { return false }
    return entry.state != "Z" && entry.state != "X"
  }

  /// Whether a signal has stopped a process, until it is continued.
  static func isStopped(_ pid: pid_t) -> Bool {
    entry(pid)?.state == "T"
  }

  /// Waits for a condition whose change is not announced.
  ///
  /// - Parameter seen: The state when the time is up.
  static func wait(
    for awaited: String, seen: () -> String = { "" }, until isTrue: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while try !isTrue() {
      guard ContinuousClock.now < deadline else {
        throw NotHappened(awaited: awaited, seen: seen())
      }
      poll(nil, 0, 5)
    }
  }

  /// The fields of `/proc/PID/stat` (proc(5)): the name is in parentheses and may contain any characters.
  private static func entry(_ pid: pid_t) -> Entry? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 1, let state = fields[0].first, let parent = pid_t(fields[1]) else {
      return nil
    }
    return Entry(
      name: String(text[text.index(after: open)..<close]), state: state, parent: parent)
  }
}
