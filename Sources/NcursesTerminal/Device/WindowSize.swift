import Glibc
import TerminalKit

/// The size of a terminal in cells and pixels, from `TIOCGWINSZ`, with implausible values corrected.
nonisolated struct WindowSize: Hashable, Sendable {
  let size: Size
  let cellPixelSize: PixelSize?

  /// If nothing is known: the size of a VT100, which every program must support.
  static let fallback = Size(columns: 80, rows: 24)
  /// A larger size is not credible, and would waste memory on cells.
  static let limit = Size(columns: 1000, rows: 500)

  /// - Parameters:
  ///   - columns: 0 if unknown, as for serial lines and new pseudo-terminals.
  ///   - last: Replaces unknown values.
  init(columns: UInt16, rows: UInt16, pixelWidth: UInt16, pixelHeight: UInt16, last: Size) {
    size = Size(
      columns: min(columns == 0 ? last.columns : Int(columns), Self.limit.columns),
      rows: min(rows == 0 ? last.rows : Int(rows), Self.limit.rows))
    cellPixelSize = Self.cellPixelSize(
      columns: Int(columns), rows: Int(rows), width: Int(pixelWidth), height: Int(pixelHeight))
  }

  /// Asks the terminal; returns `last` if it doesn't know.
  init(of fd: Int32, last: Size = fallback) {
    var window = winsize()
    if ioctl(fd, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
    self.init(
      columns: window.ws_col, rows: window.ws_row,
      pixelWidth: window.ws_xpixel, pixelHeight: window.ws_ypixel, last: last)
  }

  private static func cellPixelSize(columns: Int, rows: Int, width: Int, height: Int)
    -> PixelSize?
  {
    guard columns > 0, rows > 0 else { return nil }
    let cell = PixelSize(width: width / columns, height: height / rows)
    return CellPixelSizes.isCredible(cell) ? cell : nil
  }
}
