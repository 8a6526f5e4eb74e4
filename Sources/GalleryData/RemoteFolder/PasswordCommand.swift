import CLinux
import Dispatch
import Foundation
import GalleryDomain
import Glibc

/// A program of the user's that prints a password, such as `pass show cloud`. No shell is involved.
public enum PasswordCommand {
  public enum Failure: Error, Hashable, Sendable {
    case notInstalled
    /// `reason` is the system's.
    case notStarted(reason: String)
    case status(Int32)
    case signal(Int32)
    case timedOut(seconds: Int)
    case printedNothing

    /// The text after the name of the setting.
    var words: String {
      switch self {
      case .notInstalled: "names a program that is not installed"
      case .notStarted(let reason): "can't be started (\(reason.lowercased()))"
      case .status(let status): "ended with status \(status)"
      case .signal(let number): "was ended by signal \(number)"
      case .timedOut(let seconds): "took longer than \(seconds) seconds"
      case .printedNothing: "printed nothing"
      }
    }
  }

  /// Time to type a passphrase into a window.
  public static let limit = Duration.seconds(30)
  /// A longer line can't be a password.
  private static let byteLimit = 4_096

  /// - Returns: What it prints before the first line break; not empty.
  public static func firstLine(
    of command: [String], within limit: Duration = limit
  ) async throws(Failure) -> [UInt8] {
    let output = try await output(of: command, isLine: true, within: limit)
    let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, line.count <= byteLimit else { throw .printedNothing }
    return Array(line)
  }

  /// - Parameter isLine: Whether to wait for the first line only; processes that the program has left running may keep
  ///   its output open.
  /// - Returns: What it prints, up to 16 kB.
  public static func output(
    of command: [String], isLine: Bool = false, within limit: Duration = limit
  ) async throws(Failure) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "vitrine.password").async {
        continuation.resume(
          returning: Result { () throws(Failure) in try run(command, isLine, within: limit) })
      }
    }
    return try result.get()
  }

  private static func run(
    _ command: [String], _ isLine: Bool, within limit: Duration
  ) throws(Failure) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted(reason: SystemError.reason(errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    var process: pid_t = 0
    let code = spawn(command, &process, output: writing)
    close(writing)
    guard code == 0 else {
      throw code == ENOENT ? .notInstalled : .notStarted(reason: SystemError.reason(code))
    }
    let deadline = ContinuousClock.now + limit
    let (output, isInTime) = read(reading, isLine, until: deadline)
    // It has printed what is needed, or never will; its child processes are ended with it.
    let status = reap(process, until: isInTime ? deadline : .now)
    guard let status, isInTime else { throw .timedOut(seconds: Int(limit.components.seconds)) }
    guard status & 0x7F == 0 else { throw .signal(status & 0x7F) }
    guard status == 0 else { throw .status(status >> 8 & 0xFF) }
    return output
  }

  /// Without a terminal, in a session of its own: it can ask the user only in a window.
  private static func spawn(_ command: [String], _ process: inout pid_t, output: Int32) -> Int32 {
    guard let program = command.first else { return ENOENT }
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    return vitrine_spawn(&process, program, words, nil, -1, output)
  }

  /// - Returns: What was printed until the end or the limit, and whether it ended in time.
  private static func read(
    _ descriptor: Int32, _ isLine: Bool, until deadline: ContinuousClock.Instant
  ) -> (output: [UInt8], isInTime: Bool) {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1_024)
    while true {
      let left = deadline - .now
      guard left > .zero else { return (output, false) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let (seconds, attoseconds) = left.components
      let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
      guard poll(&ready, 1, Int32(clamping: milliseconds)) > 0 else { continue }
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return (output, true) }
      output += piece[..<count].prefix(max(0, 4 * byteLimit - output.count))
      if isLine, output.contains(UInt8(ascii: "\n")) { return (output, true) }
    }
  }

  /// - Returns: A status of waitpid(2); nil if it had to be killed.
  private static func reap(_ process: pid_t, until deadline: ContinuousClock.Instant) -> Int32? {
    var status: Int32 = 0
    while true {
      let reaped = waitpid(process, &status, WNOHANG)
      if reaped == process {
        // Either in time, or child processes have kept its output open: those are ended as well.
        if ContinuousClock.now >= deadline { kill(-process, SIGKILL) }
        return status
      }
      if reaped < 0 && errno != EINTR { return nil }
      guard ContinuousClock.now < deadline else { break }
      usleep(5_000)
    }
    kill(-process, SIGKILL)
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return nil
  }
}
