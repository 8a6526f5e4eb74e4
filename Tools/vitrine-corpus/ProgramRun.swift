import Foundation
import Glibc
import PseudoTerminalSupport

/// The program itself on the same folder: down the list a screen at a time, into a few photos, and out.
struct ProgramRun {
  let folder: String

  /// - Returns: Whether it ended normally and left no process behind.
  func run(photos: Int) -> Bool {
    do {
      let terminal = try PseudoTerminal(columns: 120, rows: 40)
      let program = try TerminalProgram(
        [try BuiltProgram.path("vitrine"), folder], in: terminal,
        environment: BuiltProgram.environment.merging(["COLORTERM": "truecolor"]) { $1 })
      try terminal.read("first frame") { !$0.isEmpty }
      // A screen shows about nine photos; every third one is opened and closed again.
      for page in 0..<(photos / 9 + 1) {
        terminal.send(page.isMultiple(of: 3) ? "\r\u{1B}\u{1B}[6~" : "\u{1B}[6~")
        pause(terminal, milliseconds: 150)
      }
      terminal.send("gG")
      pause(terminal, milliseconds: 500)
      let workers = Self.workers(of: program.pid)
      terminal.send("qqq")
      let end = try program.wait(reading: terminal)
      let left = Self.thoseLeft(of: workers)
      print("the program in the folder: \(end), \(left.count) of \(workers.count) workers left")
      return end == .exited(0) && left.isEmpty
    } catch {
      print("FAILED: the program in the folder: \(String("\(error)".prefix(300)))")
      return false
    }
  }

  private func pause(_ terminal: PseudoTerminal, milliseconds: Int) {
    for _ in 0..<(milliseconds / 10) {
      terminal.readAvailable()
      usleep(10_000)
    }
  }

  /// A worker notices the end of its input between two steps of its decoder; three seconds are plenty.
  private static func thoseLeft(of workers: [Int32]) -> [Int32] {
    for _ in 0..<60 where workers.contains(where: isAlive) { usleep(50_000) }
    return workers.filter(isAlive)
  }

  /// Whether it is running; a zombie is not.
  private static func isAlive(_ pid: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.first(where: { $0 != " " })
    else { return false }
    return state != "Z" && state != "X"
  }

  private static func workers(of pid: Int32) -> [Int32] {
    let path = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }
}
