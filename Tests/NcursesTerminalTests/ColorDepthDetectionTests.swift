import TerminalKit
import Testing

@testable import NcursesTerminal

struct ColorDepthDetectionTests {
  private func detect(
    _ type: String, colors: Int32? = 256, extended: Set<String> = [],
    _ environment: [String: String] = [:]
  ) -> ColorDepth {
    var description = TerminalDescription.xterm
    description.numbers["colors"] = colors
    description.extendedFlags = extended
    return .detected(type: type, description: description) { environment[$0] }
  }

  @Test func `terminfo's number of colours is used if there is no other information`() {
    #expect(detect("xterm-256color") == .indexed256)
    #expect(detect("xterm", colors: 8) == .ansi16)
    #expect(detect("vt100", colors: nil) == .monochrome)
  }

  @Test func `indications of 24-bit colour`() {
    #expect(detect("xterm-256color", ["COLORTERM": "truecolor"]) == .truecolor)
    #expect(detect("xterm-256color", ["COLORTERM": "24bit"]) == .truecolor)
    #expect(detect("xterm-256color", ["COLORTERM": "yes"]) == .indexed256)
    #expect(detect("anything", extended: ["RGB"]) == .truecolor)
    #expect(detect("anything", extended: ["Tc"]) == .truecolor)
    for type in ["xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "xterm-direct"] {
      #expect(detect(type) == .truecolor, "\(type)")
    }
    #expect(detect("xterm-256color", ["TERM_PROGRAM": "iTerm.app"]) == .truecolor)
    #expect(detect("xterm-256color", ["LC_TERMINAL": "iTerm2"]) == .truecolor)
    #expect(detect("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"]) == .indexed256)
    #expect(detect("xterm", colors: 8, ["XTERM_VERSION": "XTerm(379)"]) == .truecolor)
    #expect(detect("xterm", colors: 8, ["XTERM_VERSION": "XTerm(278)"]) == .ansi16)
    #expect(detect("xterm-256color", ["VTE_VERSION": "7002"]) == .truecolor)
  }

  @Test func `NO_COLOR takes precedence unless it is empty`() {
    #expect(detect("xterm-kitty", ["NO_COLOR": "1", "COLORTERM": "truecolor"]) == .monochrome)
    #expect(detect("xterm-kitty", ["NO_COLOR": ""]) == .truecolor)
  }

  @Test func `tmux accepts 24 bits, GNU screen does not, whatever it inherits`() {
    #expect(detect("screen-256color", ["TMUX": "/tmp/x"]) == .truecolor)
    #expect(detect("tmux-256color") == .truecolor)
    #expect(detect("screen-256color", ["STY": "1.x", "COLORTERM": "truecolor"]) == .indexed256)
  }

  @Test func `an unknown type is recognised by its name`() {
    func unknown(_ type: String) -> ColorDepth {
      .detected(type: type, description: nil) { _ in nil }
    }

    #expect(unknown("") == .ansi16)
    #expect(unknown("weird-256color") == .indexed256)
    #expect(unknown("xterm-ghostty") == .truecolor)
  }
}
