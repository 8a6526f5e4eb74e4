import ArgumentParser
import Glibc
import TerminalKit

/// A size in cells on the command line: `80x24`.
struct CellSize {
  let size: Size

  /// No terminal is larger, and a picture of this size can still be made in memory.
  private static let limits = 1...2000

  /// - Throws: `ValidationError`.
  init(option text: String) throws {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1],
      Self.limits.contains(columns), Self.limits.contains(rows)
    else { throw ValidationError("expected columns and rows, 1x1 to 2000x2000, e.g. 80x24") }
    size = Size(columns: columns, rows: rows)
  }

  /// That of the terminal less one line for the prompt; 80×24 without a terminal.
  static func ofTerminal() -> Size {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var window = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
        window.ws_row > 0
      else { continue }
      return Size(
        columns: min(Int(window.ws_col), limits.upperBound),
        rows: min(max(1, Int(window.ws_row) - 1), limits.upperBound))
    }
    return Size(columns: 80, rows: 24)
  }
}
