import Foundation

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
