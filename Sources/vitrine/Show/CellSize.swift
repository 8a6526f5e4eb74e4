import ArgumentParser
import Glibc

/// A size in cells on the command line: `80x24`.
struct CellSize: Equatable, ExpressibleByArgument {
  var columns: Int
  var rows: Int

  /// No terminal is larger, and a picture of this size can still be made in memory.
  private static let limits = 1...2000

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// - Parameter argument: Columns, `x`, rows; 1–2000 each.
  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      Self.limits.contains(columns), Self.limits.contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The terminal's size less one line for the prompt; 80×24 without a terminal.
  static func ofTerminal() -> CellSize {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var window = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
        window.ws_row > 0
      else { continue }
      return CellSize(
        columns: min(Int(window.ws_col), limits.upperBound),
        rows: min(max(1, Int(window.ws_row) - 1), limits.upperBound))
    }
    return CellSize(columns: 80, rows: 24)
  }
}
