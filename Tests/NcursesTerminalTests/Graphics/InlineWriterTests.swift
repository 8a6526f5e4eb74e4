import ExpectationSupport
import Glibc
import TerminalKit
import Testing

@testable import NcursesTerminal

/// The bytes of pictures that are drawn at the cursor, and when they are drawn again.
struct InlineWriterTests {
  private let size = Size(columns: 12, rows: 6)

  private func surface(_ placements: (Graphic, Int, Int)...) -> Surface {
    Surface(size: size, placing: placements)
  }

  private func graphic(_ id: UInt32, padding: Int = 0, subject: Int? = nil) -> Graphic {
    TestPicture(id: id, size: Size(columns: 3, rows: 2))
      .graphic(.sixel, padding: padding, subject: subject)
  }

  private static let drawn = "␛7␛[2;3H␛P0;1q1x3x2~!␛\\␛8"
  /// The cells that the first picture has.
  private static let erased = "␛[2;3H␛[m\u{A0}\u{A0}\u{A0}␛[3;3H␛[m\u{A0}\u{A0}\u{A0}"

  /// What is shown after a picture with the number 1, and ncurses' bytes; and the bytes of the frame.
  @Test func `a frame draws what isn't there any more or has changed, and erases what it leaves`() {
    var covered = surface((graphic(1), 2, 1))
    covered.fill(Rect(column: 0, row: 2, columns: 4, rows: 1), with: Cell(character: "#"))
    let small = TestPicture(id: 2, size: Size(columns: 2, rows: 1)).graphic(.sixel, padding: 0)
    let cases: [(name: String, Surface, text: String, expected: String)] = [
      ("the same", surface((graphic(1), 2, 1)), "\u{1B}[1;1Htext", ""),
      ("text on one of its cells", surface((graphic(1), 2, 1)), "\u{1B}[3;5H\u{A0}", Self.drawn),
      (
        "moved over its edge", surface((graphic(1), 3, 1)), "",
        "␛7\(Self.erased)␛[2;4H␛P0;1q1x3x2~!␛\\␛8"
      ),
      ("partly covered", covered, "\u{1B}[3;1H####", ""),
      // ncurses sees no-break spaces at both positions of the second row and writes nothing.
      (
        "a smaller one on its cells", surface((small, 2, 1)), "\u{1B}[2;5H ",
        "␛7␛[2;3H␛[m\u{A0}\u{A0}␛[3;3H␛[m\u{A0}\u{A0}\u{A0}␛[2;3H␛P0;1q2x2x1~!␛\\␛8"
      ),
    ]
    for (name, next, text, expected) in cases {
      var writer = InlineWriter(dialect: .sixel)
      expectEqual(writer.frame(surface((graphic(1), 2, 1))), Self.drawn)

      expectEqual(writer.frame(next, text: text), expected, "\(name)")
      guard name == "partly covered" else { continue }
      expectEqual(
        writer.frame(surface((graphic(1), 2, 1)), text: "\u{1B}[3;1H\u{1B}[K"), Self.drawn)
      // One that was never drawn waits until it is complete.
      writer = InlineWriter(dialect: .sixel)
      expectEqual(writer.frame(covered), "")
      #expect(!writer.isWaiting)
    }
  }

  @Test func `a picture on the same cells is drawn over another, whose edge is erased, or its own`()
  {
    let size = Size(columns: 4, rows: 3)
    let edge =
      "␛[2;3H␛[m\u{A0}\u{A0}\u{A0}\u{A0}␛[3;3H␛[m\u{A0}␛[3;6H␛[m\u{A0}"
      + "␛[4;3H␛[m\u{A0}\u{A0}\u{A0}\u{A0}"
    for (subject, erased) in [(nil, edge), (7, "")] {
      var writer = InlineWriter(dialect: .sixel)
      let frames = [1, 2].map { (id: UInt32) in
        writer.frame(
          surface(
            (TestPicture(id: id, size: size).graphic(.sixel, padding: 0, subject: subject), 2, 1)))
      }

      expectEqual(frames[1], "␛7\(erased)␛[2;3H␛P0;1q2x4x3~!␛\\␛8")
    }
  }

  @Test func `a large picture is sent in pieces, and is interrupted for text at most twice`() {
    var writer = InlineWriter(dialect: .sixel)
    let big = graphic(1, padding: 10_000)
    for _ in 0..<2 {
      #expect(writer.frame(surface((big, 2, 1)), byteLimit: 4096).hasSuffix(""))
      #expect(writer.isWaiting)
      expectEqual(writer.nextPiece(byteLimit: 4096).count, 4096)
      #expect(writer.frame(surface((big, 2, 1)), byteLimit: 100).hasPrefix("^24␛\\␛8"))
    }
    _ = writer.nextPiece(byteLimit: 4096)

    let rest = writer.frame(surface((big, 2, 1)), byteLimit: 100)

    #expect(rest.hasPrefix("?????"))
    #expect(rest.hasSuffix("!␛\\␛8"))
    #expect(!writer.isWaiting)
  }

  @Test func `a rough picture stays while the sharp one waits, another photo's does not`() {
    var writer = InlineWriter(dialect: .sixel)
    _ = writer.frame(surface((graphic(1, subject: 5), 2, 1)))

    let sharp = graphic(2, padding: 9000, subject: 5)
    expectEqual(writer.frame(surface((sharp, 2, 1)), byteLimit: 500), "")
    let other = graphic(3, padding: 9000, subject: 6)
    expectEqual(writer.frame(surface((other, 2, 1)), byteLimit: 500), "␛7\(Self.erased)␛8")
  }

  @Test func `iTerm2 gets the picture in cells and without moving the cursor`() {
    var writer = InlineWriter(dialect: .iTerm2)
    let picture = Graphic(
      id: 1, size: Size(columns: 3, rows: 2), pixelSize: PixelSize(width: 30, height: 40),
      content: .jpeg(base64: Array("QUJDRA==".utf8)))

    expectEqual(
      writer.frame(surface((picture, 2, 1))),
      "␛7␛[2;3H␛]1337;File=inline=1;size=4;width=3;height=2;preserveAspectRatio=1"
        + ";doNotMoveCursor=1:QUJDRA==␛\\␛8")
  }

  @Test func `what a terminal can't take is not drawn`() {
    var writer = InlineWriter(dialect: .iTerm2)
    let large = Graphic(
      id: 1, size: Size(columns: 3, rows: 2), pixelSize: PixelSize(width: 30, height: 40),
      content: .png(base64: [UInt8](repeating: 65, count: 1_000_000)))

    expectEqual(writer.frame(surface((large, 2, 1)), byteLimit: 1 << 22), "")
    expectEqual(writer.frame(surface((graphic(2), 2, 1))), "")
    #expect(!writer.isWaiting)
    // Nor sixel in the last row, because xterm would scroll.
    writer = InlineWriter(dialect: .sixel)
    expectEqual(writer.frame(surface((graphic(1), 2, 4))), "")
  }

  // MARK: - Which cells ncurses writes

  @Test(arguments: [
    ("\u{1B}[2;3Hab", ["..........", "..XX......", ".........."]),
    ("\u{1B}[2;9H\u{1B}[K", ["..........", "........XX", ".........."]),
    ("\u{1B}[2;9H\u{1B}[J", ["..........", "........XX", "XXXXXXXXXX"]),
    ("\u{1B}[3;9H日", ["..........", "..........", "........XX"]),
    ("\u{1B}[1;1He\u{301}x", ["XX........", "..........", ".........."]),
    ("\u{1B}[3;4Hx\rx", ["..........", "..........", "X..X......"]),
    ("\u{1B}[2;5H\u{1B}[1;31mx\u{1B}[Hy", ["X.........", "....X.....", ".........."]),
    ("\u{1B}[?7l\u{1B}[3;10Hab\u{1B}[?7h", ["..........", "..........", ".........X"]),
    ("\u{1B}M", ["XXXXXXXXXX", "XXXXXXXXXX", "XXXXXXXXXX"]),
    ("\u{1B}[2L", ["XXXXXXXXXX", "XXXXXXXXXX", "XXXXXXXXXX"]),
    ("\u{1B}[", ["XXXXXXXXXX", "XXXXXXXXXX", "XXXXXXXXXX"]),
  ])
  func `the bytes of ncurses show which cells they write`(_ bytes: String, _ expected: [String]) {
    setlocale(LC_CTYPE, "C.UTF-8")
    var written = WrittenCells(size: Size(columns: 10, rows: 3))
    written.feed(Array(bytes.utf8))

    let shown = (0..<3).map { row in
      (0..<10).map { written.contains(column: $0, row: row) ? "X" : "." }.joined()
    }
    expectEqual(shown, expected)
  }
}
