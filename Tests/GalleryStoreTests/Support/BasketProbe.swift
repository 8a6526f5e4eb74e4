import Foundation
import Glibc
import PseudoTerminalSupport

/// Another program at the same basket.
final class BasketProbe {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []

  init(_ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: try BuiltProgram.path("basket-probe"))
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func say(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits for a line; nil at the end.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      unread += data
    }
  }

  /// Ends it in the middle of whatever it does.
  ///
  /// - Returns: The lines that had been written and not been read.
  func killed() -> [String] {
    kill(process.processIdentifier, SIGKILL)
    return rest()
  }

  /// Waits for its end.
  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }
}
