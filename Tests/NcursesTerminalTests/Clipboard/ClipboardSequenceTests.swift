import ExpectationSupport
import Testing

@testable import NcursesTerminal

/// The bytes that copy a text to the clipboard, through whatever receives them first.
struct ClipboardSequenceTests {
  private func text(
    _ text: String, _ multiplexer: TerminalEnvironment.Multiplexer?, passesThrough: Bool = false
  ) -> String {
    String(
      decoding: ClipboardSequence.bytes(
        text, multiplexer: multiplexer, passesThrough: passesThrough), as: UTF8.self)
  }

  private let plain = "\u{1B}]52;c;w6Q=\u{7}"

  @Test func `a terminal gets OSC 52 in Base64`() {
    expectEqual(text("ä", nil), plain)
    expectEqual(text("", nil), "\u{1B}]52;c;\u{7}")
    expectEqual(text("ä", .zellij), plain)
  }

  @Test func `in tmux it is also sent wrapped if that is passed through`() {
    let tmux = TerminalEnvironment.Multiplexer.tmux(socket: "s", pane: nil)
    let wrapped = "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"

    expectEqual(text("ä", tmux), plain)
    expectEqual(text("ä", tmux, passesThrough: true), plain + wrapped)
    expectEqual(text("ä", .remoteTmux), plain + wrapped)
  }

  @Test(arguments: [1, 180, 181, 182, 183, 184, 1_000, 74_994])
  func `GNU screen gets pieces that it accepts, and passes all of them on`(_ count: Int) {
    let bytes = ClipboardSequence.bytes(
      String(repeating: "a", count: count), multiplexer: .screen, passesThrough: false)
    let whole = ClipboardSequence.bytes(
      String(repeating: "a", count: count), multiplexer: nil, passesThrough: false)

    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      expectEqual(rest.prefix(2), [0x1B, UInt8(ascii: "P")])
      guard let end = rest.firstRange(of: [0x1B, UInt8(ascii: "\\")]) else {
        Issue.record("a piece without an end")
        return
      }
      pieces.append(Array(rest[(rest.startIndex + 2)..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    #expect(pieces.allSatisfy { $0.count <= 768 })
    expectEqual(pieces.flatMap(\.self), whole)
  }

  @Test func `the longest text is a sequence of 100,000 bytes`() {
    let bytes = ClipboardSequence.bytes(
      String(repeating: "a", count: ClipboardSequence.byteLimit), multiplexer: nil,
      passesThrough: false)

    expectEqual(bytes.count, 100_000)
  }
}
