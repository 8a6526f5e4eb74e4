import TerminalKit

/// The capabilities that ncurses draws with, by terminfo's names (terminfo(5)).
///
/// They are made at run time: the sequences of ECMA-48 that all of today's terminals know, without padding, with theme
/// colours and 24-bit colours together.
nonisolated struct TerminalDescription: Hashable, Sendable {
  // `xenl`: ncurses doesn't know where the cursor is after the last column, so it uses absolute moves.
  var flags: Set<String> = ["am", "xenl", "msgr"]
  var numbers: [String: Int32] = [:]
  /// Keys are omitted because `InputParser` knows them all; tabs and scrolling because terminals and users change them;
  /// the second screen because we change screens and restore modes ourselves, also in a crash.
  ///
  /// ECH is omitted because mlterm 3.9.0 leaves the last one of wide characters on the screen, and so are relative moves:
  /// ncurses tries out several ways for each of its moves, each through terminfo's formats, which took half of its time
  /// for a frame. It gets only positions.
  var strings = [
    "cup": "\u{1B}[%i%p1%d;%p2%dH", "home": "\u{1B}[H", "cr": "\r",
    // At ED 2, kitty frees all pictures that it has received (`grman_clear`); at ED 0, none.
    "clear": "\u{1B}[H\u{1B}[J",
    "el": "\u{1B}[K", "ed": "\u{1B}[J",
    "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "rev": "\u{1B}[7m", "smul": "\u{1B}[4m",
    "rmul": "\u{1B}[24m", "sgr0": Self.plainText,
    // 8.3.117, concealed: for `Cell.isIsolator`.
    "invis": "\u{1B}[8m",
    "civis": Self.hideCursor, "cnorm": Self.showCursor,
    // The last cell of the last row is written with automatic margins off: the entries of screen and tmux lack the
    // strings, and the workaround of inserting characters splits wide glyphs.
    "smam": "\u{1B}[?7h", "rmam": "\u{1B}[?7l",
  ]
  /// Non-standard flags: `RGB` (direct colour).
  var extendedFlags: Set<String> = []

  static let plainText = "\u{1B}[m"
  static let defaultColors = "\u{1B}[39;49m"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// - Parameter size: Written into the description, so that ncurses starts at the right size.
  init(of type: TerminalType, depth: ColorDepth, size: Size) {
    numbers["lines"] = Int32(size.rows)
    numbers["cols"] = Int32(size.columns)
    numbers["ncv"] = type.colorlessAttributes
    guard depth > .monochrome else { return }
    strings["op"] = Self.defaultColors
    strings["setaf"] = Self.colorString(basic: "3", bright: "9", extended: "38")
    strings["setab"] = Self.colorString(basic: "4", bright: "10", extended: "48")
    switch depth {
    case .monochrome, .ansi16: numbers["colors"] = 16
    case .indexed256: numbers["colors"] = 256
    case .truecolor:
      numbers["colors"] = 2 * ColorPalette.rgbFlag
      extendedFlags.insert("RGB")
    }
    numbers["pairs"] = 0x10_0000
  }

  /// A single string for theme colours, indexed colours, and 24-bit colours marked by `ColorPalette.rgbFlag` (ECMA-48
  /// SGR as in xterm's *ctlseqs*; with semicolons, which all terminals understand).
  private static func colorString(basic: String, bright: String, extended: String) -> String {
    "\u{1B}[%?%p1%{8}%<%t\(basic)%p1%d"
      + "%e%p1%{16}%<%t\(bright)%p1%{8}%-%d"
      + "%e%p1%{256}%<%t\(extended);5;%p1%d"
      + "%e\(extended);2;%p1%{65536}%/%{255}%&%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
  }
}
