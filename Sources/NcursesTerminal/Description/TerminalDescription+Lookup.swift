import CNcurses

nonisolated extension TerminalDescription {
  /// What the system's terminfo says about a terminal type; nil if it doesn't know the type.
  ///
  /// - Parameter fd: Any descriptor; nothing is written to it.
  static func lookUp(_ type: String, fd: Int32) -> TerminalDescription? {
    guard !type.isEmpty, type.utf8.count < 256, curses_look_up(type, fd) != 0 else { return nil }
    defer { curses_forget_lookup() }
    // A type that isn't a specific terminal, such as `unknown`.
    if curses_flag("gn") > 0 { return nil }

    var description = TerminalDescription()
    for name in usedFlags where curses_flag(name) > 0 { description.flags.insert(name) }
    for name in usedNumbers {
      let value = curses_number(name)
      if value >= 0 { description.numbers[name] = value }
    }
    for name in usedStrings {
      guard let value = curses_string(name) else { continue }
      description.strings[name] = withoutPadding(String(cString: value))
    }
    // `RGB` may be a flag, a number or a string (user_caps(5)).
    if curses_flag("RGB") > 0 || curses_number("RGB") > 0 || curses_string("RGB") != nil {
      description.extendedFlags.insert("RGB")
    }
    if curses_flag("Tc") > 0 { description.extendedFlags.insert("Tc") }
    return description
  }

  /// Removes `$<5/>` and the like: they are for hardware of the 1980s, and cost NULs.
  static func withoutPadding(_ value: String) -> String {
    var result = ""
    var rest = Substring(value)
    while let start = rest.firstRange(of: "$<"),
      let end = rest[start.upperBound...].firstIndex(of: ">")
    {
      let inside = rest[start.upperBound..<end]
      result += rest[..<start.lowerBound]
      if !inside.allSatisfy({ $0.isNumber || ".*/".contains($0) }) {
        result += rest[start.lowerBound...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
