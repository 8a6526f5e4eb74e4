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
    let terminal = TerminalEnvironment { $0 == "TERM" ? type : environment($0) }
    switch terminal.multiplexer {
    // tmux always accepts 24-bit colours and reduces them itself. GNU screen before 5 interprets them as blinking and
    // worse, and passes on its outer terminal's COLORTERM.
    case .tmux, .remoteTmux: return .truecolor
    case .screen: return byNumber
    case .zellij, nil: break
    }
    if let colorTerm = value("COLORTERM"), ["truecolor", "24bit"].contains(colorTerm) {
      return .truecolor
    }
    // `xterm-mono` was chosen, whatever the terminal could do.
    guard byNumber != .monochrome, let name = terminal.name else { return byNumber }
    let isTruecolor =
      switch name.name {
      // 24-bit colour came with xterm 331 and VTE 0.36, which is 3600.
      case "xterm": name.isAtLeast(331)
      case "vte": name.numbers.isEmpty || name.isAtLeast(3600)
      case "apple_terminal", "mlterm": false
      default: true
      }
    return isTruecolor ? .truecolor : byNumber
  }

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
