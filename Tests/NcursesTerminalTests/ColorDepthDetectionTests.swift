import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct ColorDepthDetectionTests {
  private func detect(
    _ type: String, colors: Int32 = 256, isDirect: Bool = false,
    _ environment: [String: String] = [:]
  ) -> ColorDepth {
    var known = TerminalType()
    known.colors = colors
    known.hasDirectColor = isDirect
    return .detected(type: type, known: known) { environment[$0] }
  }

  @Test func `terminfo's number of colours is used if there is no other information`() {
    expectEqual(detect("xterm-256color"), .indexed256)
    expectEqual(detect("xterm", colors: 8), .ansi16)
    expectEqual(detect("vt100", colors: -1), .monochrome)
  }

  @Test func `indications of 24-bit colour`() {
    expectEqual(detect("xterm-256color", ["COLORTERM": "truecolor"]), .truecolor)
    expectEqual(detect("xterm-256color", ["COLORTERM": "24bit"]), .truecolor)
    expectEqual(detect("xterm-256color", ["COLORTERM": "yes"]), .indexed256)
    expectEqual(detect("anything", isDirect: true), .truecolor)
    for type in ["xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "xterm-direct"] {
      expectEqual(detect(type), .truecolor, "\(type)")
    }
    expectEqual(detect("xterm-256color", ["TERM_PROGRAM": "iTerm.app"]), .truecolor)
    expectEqual(detect("xterm-256color", ["LC_TERMINAL": "iTerm2"]), .truecolor)
    expectEqual(detect("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"]), .indexed256)
    expectEqual(detect("xterm", colors: 8, ["XTERM_VERSION": "XTerm(379)"]), .truecolor)
    expectEqual(detect("xterm", colors: 8, ["XTERM_VERSION": "XTerm(278)"]), .ansi16)
    expectEqual(detect("xterm-256color", ["VTE_VERSION": "7002"]), .truecolor)
  }

  @Test func `NO_COLOR takes precedence unless it is empty`() {
    expectEqual(detect("xterm-kitty", ["NO_COLOR": "1", "COLORTERM": "truecolor"]), .monochrome)
    expectEqual(detect("xterm-kitty", ["NO_COLOR": ""]), .truecolor)
  }

  @Test func `tmux accepts 24 bits, GNU screen does not, whatever it inherits`() {
    expectEqual(detect("screen-256color", ["TMUX": "/tmp/x"]), .truecolor)
    expectEqual(detect("tmux-256color"), .truecolor)
    expectEqual(detect("screen-256color", ["STY": "1.x", "COLORTERM": "truecolor"]), .indexed256)
  }

  @Test func `an unknown type is recognised by its name`() {
    func unknown(_ type: String) -> ColorDepth {
      .detected(type: type, known: nil) { _ in nil }
    }

    expectEqual(unknown(""), .ansi16)
    expectEqual(unknown("weird-256color"), .indexed256)
    expectEqual(unknown("xterm-ghostty"), .truecolor)
  }
}
