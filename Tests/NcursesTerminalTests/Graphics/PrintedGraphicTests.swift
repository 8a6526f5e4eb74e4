import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// Pictures among printed text.
struct PrintedGraphicTests {
  private static func text(_ content: Graphic.Content, by method: GraphicsMethod) -> String? {
    let graphic = Graphic(
      id: 1, size: Size(columns: 4, rows: 2), pixelSize: PixelSize(width: 40, height: 40),
      content: content)
    return PrintedGraphic.lines(graphic, by: method).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let start = "\n\n\r\u{1B}[2A\u{1B}7"
  private static let end = "\u{1B}8\u{1B}[2B\r"

  @Test func `kitty gets commands of at most 4096 bytes, and a place on the new lines`() throws {
    let base64 = [UInt8](repeating: UInt8(ascii: "A"), count: 10_000)

    let text = try #require(Self.text(.png(base64: base64), by: .kitty))

    #expect(text.hasPrefix("\(Self.start)\u{1B}_Ga=t,f=100,i=") && text.hasSuffix(Self.end))
    let commands = text.matches(of: /\u{1B}_G([^;\u{1B}]*);?([^\u{1B}]*)\u{1B}\\/)
    expectEqual(commands.map(\.2.utf8.count), [4096, 4096, 1808, 0])
    expectEqual(commands.map { $0.1.contains("m=1") }, [true, true, false, false])
    let number = try #require(commands.first?.1.firstMatch(of: /i=(\d+)/)?.1)
    expectEqual(commands.last.map { String($0.1) }, "a=p,i=\(number),p=1,c=4,r=2,C=1,q=2")
  }

  @Test func `two pictures of kitty have two numbers, so both stay`() {
    let content = Graphic.Content.png(base64: Array("QUJD".utf8))
    #expect(Self.text(content, by: .kitty) != Self.text(content, by: .kitty))
  }

  @Test func `sixel and iTerm2 are drawn at the saved cursor`() {
    expectEqual(
      Self.text(.sixel(Array("\"1;1;40;40#0~".utf8)), by: .sixel),
      "\(Self.start)\u{1B}P0;1q\"1;1;40;40#0~\u{1B}\\\(Self.end)")
    expectEqual(
      Self.text(.jpeg(base64: Array("QUJD".utf8)), by: .iTerm2),
      "\(Self.start)\u{1B}]1337;File=inline=1;size=3;width=4;height=2;preserveAspectRatio=1;"
        + "doNotMoveCursor=1:QUJD\u{1B}\\\(Self.end)")
  }

  @Test func `what a terminal doesn't take is not printed`() {
    expectEqual(Self.text(.sixel([]), by: .kitty), nil)
    expectEqual(Self.text(.png(base64: []), by: .symbols), nil)
  }
}
