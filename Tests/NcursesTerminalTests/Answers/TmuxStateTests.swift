import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct TmuxStateTests {
  @Test(
    arguments: [
      // As tmux 3.3a printed it, attached from a terminal that identifies itself.
      ("3.3a|0|kitty(0.35.1)\n", .symbols), ("3.3a|1|kitty(0.35.1)\n", .kittyPlaceholders),
      ("3.3a|1|kitty(0.26.5)\n", .symbols), ("3.3a|1|kitty(0.28.0)\n", .kittyPlaceholders),
      ("3.4|all|kitty(0.28.0)\n", .kittyPlaceholders),
      ("3.4|on|ghostty 1.0.0\n", .kittyPlaceholders), ("3.3a|1|\n", .symbols),
      ("3.3a|1|tmux 3.4\n", .symbols), ("3.3a|1|WezTerm 20240203-110809-5046fc22\n", .symbols),
      // Before 3.3 this option did not exist, and everything was passed on.
      ("3.2a||kitty(0.31.0)\n", .kittyPlaceholders), ("next-3.5|0|kitty(0.31.0)\n", .symbols),
      ("", .symbols), ("no server running on /tmp/x\n", .symbols), ("|||||\n", .symbols),
    ] as [(String, GraphicsMethod)])
  func `placeholders need pass-through and a terminal that supports them`(
    _ output: String, _ method: GraphicsMethod
  ) {
    var detection = GraphicsDetection(
      environment: TerminalEnvironment {
        ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0", "TMUX_PANE": "%0"][$0]
      })

    detection.tmux = TmuxState(output: output)

    expectEqual(detection.support.method, method)
    expectEqual(detection.support.isPassedThrough, (method == .kittyPlaceholders))
    expectEqual(
      detection.support.requiredVersion, (output.contains("1|kitty(0.26") ? "kitty 0.28" : nil))
  }

  @Test(
    arguments: [
      ("3.3a|0|kitty(0.35.1)\n", .notPassedThrough), ("3.3a|1|kitty(0.35.1)\n", .shown),
      ("3.3a|1|kitty(0.26.5)\n", .tooOld(requires: "kitty 0.28")),
      ("3.3a|1|\n", .unsupported(name: nil)),
      ("3.3a|1|WezTerm 20240203\n", .unsupported(name: "wezterm")),
    ] as [(String, TmuxPictures)])
  func `what becomes of pictures in tmux has a reason`(_ output: String, _ pictures: TmuxPictures)
    throws
  {
    expectEqual(try #require(TmuxState(output: output)).pictures, pictures)
  }

  @Test func `a missing tmux gives no answer and leaves no process`() {
    let process = TmuxProcess(socket: "/proc/nonexistent/socket", pane: "%0")

    expectEqual(process?.state(within: .seconds(5)), nil)
  }

  @Test func `a cancelled query gives no answer either`() {
    let process = TmuxProcess(socket: "/proc/nonexistent/socket", pane: nil)

    process?.cancel()

    #expect(process?.isCancelled != false)
    expectEqual(process?.state(within: .seconds(5)), nil)
  }
}
