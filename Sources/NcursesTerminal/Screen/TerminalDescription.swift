import CNcurses
import TerminalKit

/// What terminfo says about a terminal type (terminfo(5)), as far as terminals that speak ECMA-48 differ.
nonisolated struct TerminalType: Hashable, Sendable {
  /// Whether it speaks ECMA-48; nothing can be drawn otherwise.
  var isECMA48 = true
  /// `smcup` and `rmcup`: to the second screen and back. nil if it has none, as a console or a VT.
  var secondScreen: String?
  var firstScreen: String?
  var colors: Int32 = 0
  /// `ncv`: the attributes that it can't show in colour, as a set of bits.
  var colorlessAttributes: Int32?
  /// `RGB`, or `Tc`, which is tmux's name for it: 24-bit colour.
  var hasDirectColor = false

  /// For a type that terminfo doesn't know: it speaks ECMA-48 as xterm does, like all of today's terminals.
  static let unknown = TerminalType(
    secondScreen: "\u{1B}[?1049h", firstScreen: "\u{1B}[?1049l")

  /// nil if the system's terminfo doesn't know the type.
  ///
  /// - Parameter fd: Any descriptor; nothing is written to it.
  static func lookUp(_ name: String, fd: Int32) -> TerminalType? {
    guard !name.isEmpty, name.utf8.count < 256, curses_look_up(name, fd) != 0 else { return nil }
    defer { curses_forget_lookup() }
    // A type that isn't a specific terminal, such as `unknown`.
    if curses_flag("gn") > 0 { return nil }
    func string(_ name: String) -> String? { curses_string(name).map { String(cString: $0) } }

    var type = TerminalType()
    // CUP (ECMA-48 8.3.21); padding may follow.
    type.isECMA48 = string("cup")?.hasPrefix("\u{1B}[%i%p1%d;%p2%dH") == true
    if let second = string("smcup"), second.contains("\u{1B}[?") {
      type.secondScreen = second
      type.firstScreen = string("rmcup")
    }
    type.colors = curses_number("colors")
    let colorless = curses_number("ncv")
    if colorless >= 0 { type.colorlessAttributes = colorless }
    // `RGB` may be a flag, a number or a string (user_caps(5)).
    type.hasDirectColor =
      curses_flag("RGB") > 0 || curses_number("RGB") > 0 || curses_string("RGB") != nil
      || curses_flag("Tc") > 0
    return type
  }
}

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
  /// The non-standard flag `RGB`: direct colour.
  var hasDirectColor = false

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
      hasDirectColor = true
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

nonisolated extension TerminalDescription {
  /// The name under which ncurses finds the description in `environmentValue`.
  static let compiledName = "vitrine"

  /// The value of `TERMINFO` that contains the whole description (ncurses 6.1 and later).
  var environmentValue: String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("hex:".utf8)
    for byte in compiled() {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The compiled entry, in the extended number format (term(5), magic 01036: 32-bit numbers).
  private func compiled() -> [UInt8] {
    let name = Array(Self.compiledName.utf8) + [0]
    let flagBytes = Self.names(curses_boolean_name).map { UInt8(flags.contains($0) ? 1 : 0) }
    let numberValues = Self.names(curses_number_name).map { numbers[$0] ?? -1 }
    var table: [UInt8] = []
    let offsets = Self.names(curses_string_name).map { name -> Int16 in
      guard let value = strings[name], let offset = Int16(exactly: table.count) else { return -1 }
      table.append(contentsOf: value.utf8)
      table.append(0)
      return offset
    }

    var entry: [UInt8] = []
    for count in [0o1036, name.count, flagBytes.count, numberValues.count, offsets.count] {
      entry.append(Int16(truncatingIfNeeded: count))
    }
    entry.append(Int16(truncatingIfNeeded: table.count))
    entry += name + flagBytes
    entry.pad()
    for value in numberValues { entry.append(value) }
    for offset in offsets { entry.append(offset) }
    entry += table
    entry.pad()
    entry += compiledExtension()
    return entry
  }

  /// The section for non-standard capabilities: a flag, which is set, and the offset of its name.
  private func compiledExtension() -> [UInt8] {
    guard hasDirectColor else { return [] }
    let table = Array("RGB".utf8) + [0]
    var section: [UInt8] = []
    for count in [1, 0, 0, 1, table.count] { section.append(Int16(truncatingIfNeeded: count)) }
    section.append(UInt8(1))
    section.pad()
    section.append(Int16(0))
    return section + table
  }

  private static func names(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = name(Int32(names.count)) { names.append(String(cString: next)) }
    return names
  }
}

nonisolated extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Numbers have to be at even offsets.
  fileprivate mutating func pad() {
    if count % 2 == 1 { append(UInt8(0)) }
  }
}
