import GalleryData
import Glibc

/// A line on standard error that is overwritten with each update, if standard error is a terminal.
@MainActor
final class ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var isWritten = false
  private var lastTime: ContinuousClock.Instant?

  init() {}

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
    isWritten = false
  }
}
