import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import Synchronization

/// What commands print.
enum StandardOutput {
  /// - Throws: `ExitCode`, after an error message; nothing if the reader exited.
  static func write(_ text: String) throws(ExitCode) {
    signal(SIGPIPE, SIG_IGN)
    guard !LineOutput().write(text), let reason = failure(code: errno) else { return }
    StandardError.complain(reason)
    throw ExitCode(1)
  }

  /// Writes on a thread of its own, since a reader may take its time.
  ///
  /// - Returns: Why it failed, in words; nil if it succeeded.
  static func failure(writing bytes: [UInt8]) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "vitrine.output").async {
        continuation.resume(
          returning: LineOutput().write(bytes: bytes) ? nil : failure(code: errno))
      }
    }
  }

  /// Why standard output could not be written, in words; nil if its reader exited, which is not a failure (`| head`).
  ///
  /// - Parameter code: `errno`, right after writing.
  static func failure(code: Int32) -> String? {
    guard code != EPIPE else { return nil }
    return "can't write to standard output: \(SystemError.reason(code))"
  }
}

/// Standard input, output and error, which the caller may have closed (`>&-`).
enum StandardDescriptors {
  /// Opens a substitute for closed ones. Otherwise a file that the program opens would get the number, and output would
  /// end up in that file, such as the store. Writing to the substitute fails, just as writing to a closed descriptor
  /// does.
  static func fill() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is this one.
      _ = open("/dev/null", flags)
    }
  }
}

/// The program's error messages.
enum StandardError {
  /// What has been said while the terminal shows the gallery; nil if it doesn't.
  private static let held = Mutex<[String]?>(nil)

  /// One line, after the program's name; names in it are clean.
  static func complain(_ message: String) {
    let isHeld = held.withLock { held in
      held?.append(message)
      return held != nil
    }
    if !isHeld { _ = LineOutput(descriptor: STDERR_FILENO).write("vitrine: \(message)\n") }
  }

  /// Keeps what is said from now on until `release()`: it would be written across the screen.
  static func hold() { held.withLock { $0 = $0 ?? [] } }

  /// Call when the terminal is as it was.
  static func release() {
    let messages = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for message in messages { complain(message) }
  }

  /// Why a source has more than it returned, and then what was left out, which can be long; nothing if it returned everything.
  ///
  /// - Returns: Whether photos are missing.
  @discardableResult static func complain(_ notes: SourceNotes) -> Bool {
    let reasons = notes.ending.map { SourceText.stopped($0, after: notes.photoCount) } ?? []
    for line in reasons + SourceText.skipped(notes.skipped) { complain(line) }
    return notes.lacksPhotos
  }
}

/// A line on standard error that is overwritten with each update until it is cleared, if standard error is a terminal.
@MainActor
final class ProgressLine {
  private var isShown = isatty(STDERR_FILENO) == 1
  private var isWritten = false
  private var lastTime: ContinuousClock.Instant?

  /// Shows a text in place of the previous one; at most ten times a second.
  func show(_ text: @autoclosure () -> String) {
    let now = ContinuousClock.now
    if let lastTime, now - lastTime < .milliseconds(100) { return }
    guard isShown else { return }
    lastTime = now
    isWritten = true
    _ = LineOutput(descriptor: STDERR_FILENO).write("\r\(text())\u{1B}[K")
  }

  func clear() {
    if isWritten { _ = LineOutput(descriptor: STDERR_FILENO).write("\r\u{1B}[K") }
    (isWritten, isShown) = (false, false)
  }
}

/// A variable of this process, for what takes an environment.
func processVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
