import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore
import Glibc

/// Counts and sizes in what commands print.
enum CacheText {
  /// `120 pages and 1 picture of feeds, 4.5 MB`
  static func removed(_ store: StoreContents) -> String {
    let what =
      "\(count(store.pageCount, "page")) and \(count(store.imageCount, "picture")) from feeds"
    return "\(what), \(size(store.byteCount))"
  }

  /// `1 file`, `2,000 files`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(CountText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `0 B`, `999 B`, `1.5 kB`, `12 MB`: at least two digits, in units of 1,000.
  static func size(_ bytes: Int64) -> String {
    bytes < 1_000 ? "\(max(0, bytes)) B" : CountText.size(Int(clamping: bytes))
  }
}

/// A line on standard error that is overwritten with each update until it is cleared, if standard error is a terminal.
@MainActor
final class ProgressLine {
  private var isShown = isatty(STDERR_FILENO) == 1
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
    (isWritten, isShown) = (false, false)
  }
}
