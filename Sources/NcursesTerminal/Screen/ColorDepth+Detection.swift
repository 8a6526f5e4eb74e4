import Glibc
import TerminalKit

nonisolated extension ColorDepth {
  /// How many colours a terminal can show, according to the terminal and the environment.
  ///
  /// `NO_COLOR` (no-color.org) takes precedence; then indications of 24-bit colour: `COLORTERM`, terminfo's `RGB` and
  /// `Tc`, the names of terminals that have it; then terminfo's number of colours.
  ///
  /// - Parameters:
  ///   - type: `TERM`.
  ///   - known: nil if terminfo doesn't know the type.
  ///   - environment: Returns the value of a variable.
  static func detected(
    type: String, known: TerminalType?, environment: (String) -> String?
  ) -> ColorDepth {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("NO_COLOR") != nil { return .monochrome }
    let colors = known?.colors ?? 0
    let byNumber: ColorDepth =
      colors >= 256 || type.contains("256color")
      ? .indexed256 : colors >= 8 || known == nil ? .ansi16 : .monochrome

    if let known, known.hasDirectColor || type.contains("-direct") { return .truecolor }
    // tmux always accepts 24-bit colours and reduces them itself. GNU screen before 5 interprets them as blinking and
    // worse, and passes on its outer terminal's COLORTERM.
    let isTmux = value("TMUX") != nil || type.hasPrefix("tmux")
    if isTmux { return .truecolor }
    if value("STY") != nil { return byNumber }

    if let colorTerm = value("COLORTERM"), ["truecolor", "24bit"].contains(colorTerm) {
      return .truecolor
    }
    if truecolorTypes.contains(where: { type.hasPrefix($0) }) { return .truecolor }
    if type.hasPrefix("xterm") || type.isEmpty {
      if let program = value("TERM_PROGRAM"), truecolorPrograms.contains(program) {
        return .truecolor
      }
      // ssh passes on variables that start with LC_.
      if value("LC_TERMINAL") == "iTerm2" { return .truecolor }
      if ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].contains(where: { value($0) != nil })
      {
        return .truecolor
      }
      // `XTerm(379)` and `7002`: 24-bit colour came with xterm 331 and VTE 0.36.
      if number(in: value("XTERM_VERSION")) >= 331 || number(in: value("VTE_VERSION")) >= 3600 {
        return .truecolor
      }
    }
    return byNumber
  }

  private static func number(in text: String?) -> Int {
    Int((text ?? "").filter { ("0"..."9").contains($0) }) ?? 0
  }

  private static let truecolorTypes = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "foot", "alacritty", "wezterm", "iterm2", "iTerm2",
    "contour", "rio", "mintty", "konsole", "st-", "vte",
  ]

  private static let truecolorPrograms: Set<String> = [
    "iTerm.app", "WezTerm", "ghostty", "mintty", "rio", "vscode", "WarpTerminal", "Tabby", "Hyper",
  ]
}

nonisolated extension ColorDepth {
  /// How many colours are available for text on standard output according to the environment, whether that is a
  /// terminal or a pipe to one.
  ///
  /// Without `TERM`, and for `dumb` and others that don't speak ECMA-48, there are none: escape sequences would be shown
  /// literally.
  ///
  /// - Parameter environment: Returns the value of a variable.
  public static func ofStandardOutput(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> ColorDepth {
    let type = environment("TERM") ?? ""
    guard !type.isEmpty, type != "dumb" else { return .monochrome }
    let known = TerminalType.lookUp(type, fd: STDOUT_FILENO)
    if known?.isECMA48 == false { return .monochrome }
    return detected(type: type, known: known, environment: environment)
  }
}
