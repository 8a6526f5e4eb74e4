import Foundation
import Glibc
import PseudoTerminalSupport

/// The `sqlite3` program: another process at the same database.
struct SQLiteShell {
  private static let path = "/usr/bin/sqlite3"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(path: String) throws {
    process.executableURL = URL(fileURLWithPath: Self.path)
    // Another connection may just be closing, which locks the file for a moment.
    process.arguments = ["-batch", "-cmd", ".timeout 30000", path]
    process.standardInput = input
    process.standardOutput = output
    // A statement that fails must not look done.
    process.standardError = output
    try process.run()
  }

  /// Runs statements.
  ///
  /// - Returns: `done`, or what it said instead.
  func say(_ statements: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(statements)\n.print done\n".utf8))
    let answer = output.fileHandleForReading.availableData
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

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
