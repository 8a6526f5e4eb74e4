import GalleryDomain
import TerminalKit

/// The lowest line of a picture's place, while the picture is on its way or when it did not come.
struct TransferLine {
  var transfer: PictureTransfer?
  var theme: Theme
  /// With a bar, and with what to do; else only numbers.
  var isLoud: Bool

  init(_ transfer: PictureTransfer?, theme: Theme, isLoud: Bool = false) {
    self.transfer = transfer
    self.theme = theme
    self.isLoud = isLoud
  }

  private static let barColumns = 44

  func draw(on surface: inout Surface, in rect: Rect) {
    guard let transfer, !rect.isEmpty else { return }
    switch transfer {
    case .fetching(let progress): draw(progress, on: &surface, in: rect)
    case .failed(let words):
      write(
        isLoud ? "the large picture: \(words) · r to try again" : words, on: &surface, in: rect)
    }
  }

  private func draw(_ progress: ImageProgress, on surface: inout Surface, in rect: Rect) {
    let words = theme.glyphs.words(Self.words(progress))
    guard isLoud, let total = progress.expectedByteCount, total > 0 else {
      return write(words, on: &surface, in: rect)
    }
    let bar = ProgressBar(
      .count(progress.receivedByteCount, of: total), detail: words, theme: theme)
    bar.draw(on: &surface, in: line(columns: Self.barColumns, in: rect))
  }

  private func write(_ text: String, on surface: inout Surface, in rect: Rect) {
    surface.write(
      theme.glyphs.words(text), in: line(columns: rect.size.columns, in: rect),
      style: theme.secondary, alignment: .center, ellipsis: theme.glyphs.ellipsis)
  }

  /// In the middle of the lowest line.
  private func line(columns: Int, in rect: Rect) -> Rect {
    let columns = min(columns, rect.size.columns)
    return Rect(
      column: rect.minColumn + (rect.size.columns - columns) / 2, row: rect.maxRow - 1,
      columns: columns, rows: 1)
  }

  /// `3.4 of 12.0 MB · 28 %`; `3.4 MB` where the server does not say how much there is, or says less
  /// than came.
  static func words(_ progress: ImageProgress) -> String {
    let received = progress.receivedByteCount
    guard let total = progress.expectedByteCount, total >= received, total > 0 else {
      return "\(megabytes(received)) MB"
    }
    let percent = Int(Double(received) / Double(total) * 100)
    return "\(megabytes(received)) of \(megabytes(total)) MB · \(percent) %"
  }

  private static func megabytes(_ byteCount: Int) -> String {
    let tenths = max(0, byteCount) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
