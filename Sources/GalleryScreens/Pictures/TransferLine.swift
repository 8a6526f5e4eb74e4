import GalleryDomain
import TerminalKit

/// The last line of a picture's box, while the picture is being downloaded or if that failed.
struct TransferLine {
  var transfer: PictureTransfer?
  var theme: Theme
  /// With a bar, and with a hint; else only numbers.
  var isLoud = false
  /// The key that fetches it again, if it is loud.
  var retryKey = "r"

  private static let barColumns = 44

  func draw(on surface: inout Surface, in rect: Rect) {
    guard let transfer, !rect.isEmpty else { return }
    switch transfer {
    case .fetching(let progress): draw(progress, on: &surface, in: rect)
    case .failed(let words):
      write(
        isLoud ? "full picture: \(words) · \(retryKey) to retry" : words, on: &surface, in: rect)
    }
  }

  private func draw(_ progress: ImageProgress, on surface: inout Surface, in rect: Rect) {
    let words = TransferText.words(progress)
    guard isLoud, let total = progress.expectedByteCount, total > 0 else {
      return write(words, on: &surface, in: rect)
    }
    let bar = ProgressBar(
      Double(progress.receivedByteCount) / Double(total), detail: words, theme: theme)
    bar.draw(on: &surface, in: clearedRect(columns: Self.barColumns, on: &surface, in: rect))
  }

  private func write(_ text: String, on surface: inout Surface, in rect: Rect) {
    let columns = GlyphWidth.columns(of: text, atMost: rect.size.columns)
    let bounds = clearedRect(columns: columns, on: &surface, in: rect)
    surface.write(text, in: bounds, style: theme.secondary, alignment: .left)
  }

  /// Clears the middle of the last line; a blank on each side separates it from the picture below.
  private func clearedRect(columns: Int, on surface: inout Surface, in rect: Rect) -> Rect {
    let columns = min(columns, rect.size.columns)
    let bounds = Rect(
      column: rect.minColumn + (rect.size.columns - columns) / 2, row: rect.maxRow - 1,
      columns: columns, rows: 1)
    let blank = Rect(
      column: bounds.minColumn - 1, row: bounds.minRow, columns: columns + 2, rows: 1)
    surface.fill(blank.intersection(rect), with: Cell(character: " "))
    return bounds
  }
}

/// What the user sees of a picture that is being downloaded.
nonisolated public enum PictureTransfer: Hashable, Sendable {
  /// It takes long enough to be shown.
  case fetching(ImageProgress)
  /// It failed, and another picture is shown in its place; with the reason in a few words.
  case failed(String)

  /// It is shown from this many bytes on, or after this much time.
  static let watchedByteCount = 1_000_000
  static let watchedAfter = Duration.seconds(1)
}

/// The progress of a download in words.
nonisolated public enum TransferText {
  /// `3.4 of 12.0 MB · 28 %`; `3.4 MB` if the server does not state the size, or states less than has arrived.
  public static func words(_ progress: ImageProgress) -> String {
    let received = progress.receivedByteCount
    guard let total = progress.expectedByteCount, total >= received, total > 0 else {
      return "\(megabytes(received)) MB"
    }
    let percent = Int(Double(received) / Double(total) * 100)
    return "\(megabytes(received)) of \(megabytes(total)) MB · \(percent)%"
  }

  private static func megabytes(_ byteCount: Int) -> String {
    let tenths = max(0, byteCount) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
