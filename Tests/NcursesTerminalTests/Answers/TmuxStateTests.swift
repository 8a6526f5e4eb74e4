import ExpectationSupport
import Testing

@testable import NcursesTerminal

struct TmuxStateTests {
  /// What becomes of pictures in tmux; nil for no answer.
  @Test(
    arguments: [
      // As tmux 3.3a printed it, attached from a terminal that identifies itself.
      ("3.3a|0|kitty(0.35.1)\n", .notPassedThrough), ("3.3a|1|kitty(0.35.1)\n", .shown),
      ("3.3a|1|kitty(0.26.5)\n", .tooOld(requires: "kitty 0.28")),
      ("3.3a|1|kitty(0.28.0)\n", .shown), ("3.4|all|kitty(0.28.0)\n", .shown),
      ("3.4|on|ghostty 1.0.0\n", .shown), ("3.3a|1|\n", .unsupported(name: nil)),
      ("3.3a|1|tmux 3.4\n", .unsupported(name: "tmux")),
      ("3.3a|1|WezTerm 20240203-110809-5046fc22\n", .unsupported(name: "wezterm")),
      // Before 3.3 this option did not exist, and everything was passed on.
      ("3.2a||kitty(0.31.0)\n", .shown), ("next-3.5|0|kitty(0.31.0)\n", .notPassedThrough),
      ("", nil), ("no server running on /tmp/x\n", nil), ("|||||\n", nil),
    ] as [(String, TmuxPictures?)])
  func `placeholders need pass-through and a terminal that supports them, and else have a reason`(
    _ output: String, _ pictures: TmuxPictures?
  ) {
    var detection = GraphicsDetection(
      environment: TerminalEnvironment {
        ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0", "TMUX_PANE": "%0"][$0]
      })

    detection.tmux = TmuxState(output: output)

    expectEqual(TmuxState(output: output)?.pictures, pictures)
    expectEqual(detection.support.method, pictures == .shown ? .kittyPlaceholders : .symbols)
    expectEqual(detection.support.isPassedThrough, pictures == .shown)
    let isTooOld = pictures == .tooOld(requires: "kitty 0.28")
    expectEqual(detection.support.requiredVersion, isTooOld ? "kitty 0.28" : nil)
  }

  @Test(arguments: [false, true])
  func `a missing tmux, and a cancelled query, give no answer and leave no process`(
    isCancelled: Bool
  ) {
    let process = TmuxProcess(socket: "/proc/nonexistent/socket", pane: "%0")

    if isCancelled {
      process?.cancel()
      #expect(process?.isCancelled != false)
    }

    expectEqual(process?.state(within: .seconds(5)), nil)
  }
}
