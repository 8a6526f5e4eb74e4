import TerminalKit

/// A terminal's capabilities and their sequences, by terminfo's names (terminfo(5)).
///
/// ncurses is given a description that is made at run time from the user's terminal type: only what output needs,
/// without padding, with theme colours and 24-bit colours together.
nonisolated struct TerminalDescription: Hashable, Sendable {
  var flags: Set<String> = []
  var numbers: [String: Int32] = [:]
  var strings: [String: String] = [:]
  /// Non-standard flags: `RGB` (direct colour), `Tc` (tmux's name for it).
  var extendedFlags: Set<String> = []

  /// The flags, numbers and strings that drawing needs. Keys are omitted because `InputParser` knows them all; tabs and
  /// scrolling because terminals and users change them.
  static let usedFlags = ["am", "xenl", "msgr", "bce", "mir", "hs"]
  static let usedNumbers = ["colors", "ncv", "xmc"]
  static let usedStrings = [
    "cup", "home", "clear", "el", "ed", "ech", "vpa", "hpa", "cr",
    "cuu", "cud", "cuf", "cub", "cuu1", "cuf1", "cub1",
    "bold", "dim", "rev", "smul", "rmul", "smso", "rmso", "sitm", "ritm", "sgr0",
    "op", "setaf", "setab", "civis", "cnorm", "smcup", "rmcup", "smam", "rmam",
  ]

  /// A terminal that speaks ECMA-48 as xterm does: all of today's terminals, whatever their names.
  static let xterm = TerminalDescription(
    flags: ["am", "xenl", "msgr"],
    strings: [
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "home": "\u{1B}[H", "clear": "\u{1B}[H\u{1B}[2J",
      "el": "\u{1B}[K", "ed": "\u{1B}[J", "ech": "\u{1B}[%p1%dX",
      "vpa": "\u{1B}[%i%p1%dd", "hpa": "\u{1B}[%i%p1%dG", "cr": "\r",
      "cuu": "\u{1B}[%p1%dA", "cud": "\u{1B}[%p1%dB", "cuf": "\u{1B}[%p1%dC",
      "cub": "\u{1B}[%p1%dD", "cuu1": "\u{1B}[A", "cuf1": "\u{1B}[C", "cub1": "\u{8}",
      "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "rev": "\u{1B}[7m", "smul": "\u{1B}[4m",
      "rmul": "\u{1B}[24m", "sitm": "\u{1B}[3m", "ritm": "\u{1B}[23m", "sgr0": "\u{1B}[m",
      "op": "\u{1B}[39;49m",
      "civis": "\u{1B}[?25l", "cnorm": "\u{1B}[?25h",
      "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l",
    ])

  /// Whether the cursor can be positioned and the screen cleared; nothing can be drawn otherwise.
  var isSuitable: Bool { strings["cup"] != nil && strings["clear"] != nil }

  /// Whether it speaks ECMA-48, so that setting its private modes is safe.
  var isECMA48: Bool { strings["cup"] == Self.xterm.strings["cup"] }

  /// Whether it is a modern emulator, that is, has a second screen. A console or a VT has none.
  var isEmulator: Bool { isECMA48 && strings["smcup"]?.contains("\u{1B}[?") == true }

  /// The description without capabilities that the terminal is known to get wrong.
  func avoidingFaults(of terminal: TerminalVersion?) -> TerminalDescription {
    var description = self
    // If there are wide characters among those that ECH erases, mlterm 3.9.0 leaves the last one on the screen.
    if terminal?.name == "mlterm" { description.strings["ech"] = nil }
    return description
  }

  /// The description that ncurses draws with.
  ///
  /// - Parameter size: Written into the description, so that ncurses starts at the right size.
  func tuned(depth: ColorDepth, size: Size) -> TerminalDescription {
    var tuned = self
    // We change screens and restore modes ourselves, also in a crash.
    tuned.strings["smcup"] = nil
    tuned.strings["rmcup"] = nil
    tuned.numbers["lines"] = Int32(size.rows)
    tuned.numbers["cols"] = Int32(size.columns)
    if isECMA48 { tuned.useECMA48() }
    tuned.setColors(depth: depth, isECMA48: isECMA48)
    return tuned
  }

  private mutating func useECMA48() {
    // xterm's own sequences reset the character set (which is never changed here) and the cursor's blinking.
    for name in ["sgr0", "cnorm", "civis"] where strings[name] != nil {
      strings[name] = Self.xterm.strings[name]
    }
    // At ED 2, kitty frees all pictures that it has received (`grman_clear`); at ED 0, none.
    strings["clear"] = "\u{1B}[H\u{1B}[J"
    // The last cell of the last row is written with automatic margins off: the entries of screen and tmux lack the
    // strings, and the workaround of inserting characters splits wide glyphs.
    strings["smam"] = "\u{1B}[?7h"
    strings["rmam"] = "\u{1B}[?7l"
    // ECMA-48 8.3.117, concealed: for `Cell.isIsolator`.
    strings["invis"] = "\u{1B}[8m"
    // ncurses tries out several ways for each of its moves, each through terminfo's formats, which took half of its time for
    // a frame. It gets only positions; `CompactOutput` finds shorter moves.
    for name in ["cuu", "cud", "cuf", "cub", "cuu1", "cuf1", "cub1", "vpa", "hpa"] {
      strings[name] = nil
    }
    // Terminals with and without `bce` behave the same as long as ncurses erases with default colours only.
    flags.remove("bce")
  }

  private mutating func setColors(depth: ColorDepth, isECMA48: Bool) {
    guard depth > .monochrome else {
      for name in ["setaf", "setab", "op"] { strings[name] = nil }
      numbers["colors"] = nil
      return
    }
    if isECMA48 {
      strings["op"] = Self.xterm.strings["op"]
      strings["setaf"] = Self.colorString(basic: "3", bright: "9", extended: "38")
      strings["setab"] = Self.colorString(basic: "4", bright: "10", extended: "48")
      switch depth {
      case .monochrome, .ansi16: numbers["colors"] = 16
      case .indexed256: numbers["colors"] = 256
      case .truecolor:
        numbers["colors"] = 2 * ColorPalette.rgbFlag
        extendedFlags.insert("RGB")
      }
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
