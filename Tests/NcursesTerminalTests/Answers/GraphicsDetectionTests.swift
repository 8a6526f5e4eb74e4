import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// A terminal's answers, from the parser to the detected capabilities.
struct GraphicsDetectionTests {
  private struct Found {
    var detection: GraphicsDetection
    var cells: CellPixelSizes
    var size: Size
    var keys: [TerminalInput] = []

    init(_ terminal: RecordedTerminal, chosen: GraphicsMethod? = nil) {
      let window = WindowSize(
        columns: terminal.window.columns, rows: terminal.window.rows,
        pixelWidth: terminal.window.width, pixelHeight: terminal.window.height,
        last: WindowSize.fallback)
      detection = GraphicsDetection(
        environment: TerminalEnvironment { terminal.environment[$0] }, chosen: chosen)
      cells = CellPixelSizes(window: window.cellPixelSize)
      size = window.size
    }

    mutating func receive(_ inputs: [TerminalInput]) {
      for input in inputs {
        switch input {
        case .answer(let answer):
          detection.receive(answer)
          cells.receive(answer)
        case .privateMode, .ready, .focusGained: break
        case .key, .mouse, .paste: keys.append(input)
        }
      }
    }
  }

  @Test(arguments: RecordedTerminal.all)
  func `each terminal gets its best method, at once and byte by byte, and no answer is a key`(
    _ terminal: RecordedTerminal
  ) {
    var (found, slow) = (Found(terminal), Found(terminal))
    var (parser, slowParser) = (InputParser(), InputParser())
    slowParser.isAwaitingAnswers = true

    found.receive(parser.feed(terminal.sent.utf8))
    for byte in terminal.sent.utf8 { slow.receive(slowParser.feed([byte])) }

    expectEqual(found.detection.support.method, terminal.method)
    expectEqual(found.detection.support.sharesMemory, terminal.sharesMemory)
    expectEqual(found.cells.size(in: found.size), terminal.cell)
    #expect(!found.detection.support.isPassedThrough)
    expectEqual(slow.detection.support.method, terminal.method)
    expectEqual(found.keys + slow.keys, [])
    slow.receive(slowParser.feed("j".utf8))
    expectEqual(slow.keys, [.key(.character("j"))])
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], "", GraphicsMethod.symbols), ([:], "", .symbols),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "", .iTerm2),
      (["TERM": "xterm-kitty"], "", .kitty), (["TERM": "xterm-ghostty"], "", .kitty),
      // Inherited by a terminal that was started from kitty.
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], "", .symbols),
      (["TERM": "foot"], "", .symbols),
      (["TERM": "screen.xterm-kitty", "STY": "1.x", "TMUX": "/t,1,0"], "", .symbols),
      (["TERM": "tmux-256color", "LC_TERMINAL": "iTerm2"], "", .symbols),
      (["TERM": "screen", "STY": "1"], "\u{1B}[?62;4c", .symbols),
      (["TERM": "tmux", "TMUX": "/t,1,0"], "\u{1B}[?62;4c", .symbols),
      // What the terminal says of itself takes precedence.
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?63;1;2;4c", .sixel
      ),
    ] as [([String: String], String, GraphicsMethod)])
  func `without answers the environment decides, and in a multiplexer in any case`(
    _ environment: [String: String], _ answers: String, _ method: GraphicsMethod
  ) {
    var detection = GraphicsDetection(environment: TerminalEnvironment { environment[$0] })
    var parser = InputParser()
    for case .answer(let answer) in parser.feed(answers.utf8) { detection.receive(answer) }

    expectEqual(detection.support.method, method)
  }

  @Test(arguments: RecordedTerminal.all)
  func `cut anywhere and followed by the next answers, there is no key`(
    _ terminal: RecordedTerminal
  ) {
    let bytes = Array(terminal.sent.utf8)
    // Only a final ESC is the Esc key.
    for cut in bytes.indices where cut == 0 || bytes[cut - 1] != 0x1B {
      var parser = InputParser()
      var found = Found(terminal)

      // The line dropped the rest, and the terminal is asked again.
      found.receive(parser.feed(bytes[..<cut]))
      found.receive(parser.feed(bytes))

      expectEqual(found.keys, [], "cut at \(cut)")
    }
  }

  @Test func `colours and sixel limits are detected`() {
    var found = Found(RecordedTerminal.recorded[3])
    var parser = InputParser()

    found.receive(parser.feed(RecordedTerminal.recorded[3].sent.utf8))

    expectEqual(
      found.detection.support,
      GraphicsSupport(
        method: .sixel, foreground: RGBColor(red: 0, green: 0, blue: 0),
        background: RGBColor(red: 255, green: 255, blue: 255), sixelColorCount: 1024,
        sixelPixelLimit: PixelSize(width: 1000, height: 1000)))
  }

  @Test(arguments: GraphicsMethod.allCases)
  func `the user's choice applies, whatever the terminal says`(_ method: GraphicsMethod) {
    for terminal in RecordedTerminal.all {
      var found = Found(terminal, chosen: method)
      var parser = InputParser()
      found.receive(parser.feed(terminal.sent.utf8))

      let isInTmux = terminal.name.hasPrefix("tmux")
      expectEqual(
        found.detection.support.method,
        (isInTmux && method == .kitty ? .kittyPlaceholders : method), "\(terminal.name)")
      let isKitty = method == .kitty || method == .kittyPlaceholders
      expectEqual(
        found.detection.support.isPassedThrough, (isInTmux && isKitty), "\(terminal.name)")
    }
  }
}
