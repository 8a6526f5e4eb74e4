import CNcurses

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
