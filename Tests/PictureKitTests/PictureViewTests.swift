import ExpectationSupport
import Glibc
import PictureProtocol
import TerminalKit
import TerminalTestSupport
import Testing

@testable import PictureKit

@Suite struct PictureViewTests {
  @Test func `a picture is drawn in its rectangle`() {
    let square = PictureState.ready(.cells(.stub("ab", "cd")))
    let cases: [(name: String, state: PictureState, expected: String)] = [
      (
        "centred", square,
        """
        |······|
        |··ab··|
        |··cd··|
        |······|
        """
      ),
      (
        "left and up if the centre is between two cells", square,
        """
        |·ab··|
        |·cd··|
        |·····|
        """
      ),
      ("cropped around its centre", .ready(.cells(.stub("abcde", "fghij", "klmno"))), "|ghi|"),
      (
        "with characters whose code points end in the same byte",
        .ready(.cells(.stub("a\u{2561}\u{4E61}a\u{2561}"))), "|a╡ a╡|"
      ), ("rough until it has arrived", .loading(rough: .cells(.stub("ab"))), "|·ab·|"),
      (
        "not there yet", .loading(rough: nil),
        """
        |░░░░░|
        |░░░░░|
        |░░░░░|
        """
      ), ("not there yet, in a cell", .loading(rough: nil), "|░|"),
      (
        "failed, with its reason", .failed(.notAPicture),
        """
        |·················|
        |········×········|
        |··not a picture··|
        |·················|
        """
      ),
      (
        "failed, with a long reason", .failed(.unreadable(errno: EIO)),
        """
        |······×······|
        |··can't be···|
        |····read:····|
        |Input/output·|
        |····error····|
        """
      ),
      (
        "failed, with a reason that is too long", .failed(.workerDied),
        """
        |····×····|
        |not shown|
        |·········|
        """
      ), ("failed, without room for a reason", .failed(.workerDied), "|····×····|"),
      ("failed, in a cell", .failed(.workerDied), "|×|"),
    ]
    for (name, state, expected) in cases {
      let lines = expected.split(separator: "\n")
      let size = Size(columns: lines[0].count - 2, rows: lines.count)
      var surface = Surface(size: size, filledWith: Cell(character: "·"))

      PictureView(state: state).draw(on: &surface, in: surface.bounds)

      expectEqual(surface.framedText, expected, "\(name)")
    }
  }

  @Test func `a picture never leaves its rectangle`() {
    var surface = Surface(size: Size(columns: 6, rows: 3), filledWith: Cell(character: "·"))

    PictureView(state: .ready(.cells(.stub("abcd", "efgh", "ijkl"))))
      .draw(on: &surface, in: Rect(column: 4, row: 1, columns: 4, rows: 1))

    expectEqual(
      surface.framedText,
      """
      |······|
      |····ef|
      |······|
      """)
  }

  @Test func `a picture far outside the surface draws nothing`() {
    var surface = Surface(size: Size(columns: 2, rows: 1), filledWith: Cell(character: "·"))

    for place in [-1000, 1000] {
      PictureView(state: .ready(.cells(.stub("ab"))))
        .draw(on: &surface, in: Rect(column: place, row: place, columns: 4, rows: 1))
    }

    expectEqual(surface.framedText, "|··|")
  }

  @Test(arguments: [
    (PictureColor.terminalDefault, Color.default), (.indexed(0), .ansi(0)),
    (.indexed(15), .ansi(15)), (.indexed(16), .indexed(16)),
    (.rgb(red: 1, green: 2, blue: 3), .rgb(1, 2, 3)),
  ])
  func `colours are unchanged`(from: PictureColor, to: Color) {
    expectEqual(Color(from), to)
  }

  @Test(arguments: [0x1F600, 0x4E00, 0x200B, 0x1B, 0x202E, 0xD800, 0x11_0000, UInt32.max])
  func `whatever a worker sends, a cell takes one column and contains no controls`(scalar: UInt32) {
    let cell = Cell(PictureCell(scalar: scalar))

    expectEqual(cell.width, 1)
    #expect([" ", "\u{FFFD}"].contains(cell.character))
  }

  @Test func `a wide glyph at the edge is not cut in half`() {
    var surface = Surface(size: Size(columns: 4, rows: 1))
    surface.write("漢字", at: .zero)

    PictureView(state: .ready(.cells(.stub("ab"))))
      .draw(on: &surface, in: Rect(column: 1, row: 0, columns: 2, rows: 1))

    expectEqual(surface.framedText, "| ab |")
  }

  @Test func `a picture that the terminal draws is placed on cells that ncurses leaves alone`() {
    var surface = Surface(size: Size(columns: 6, rows: 3), filledWith: Cell(character: "·"))
    let picture = Picture.stub(.encoded(.stub(columns: 2, rows: 2)), columns: 2, rows: 2)

    PictureView(state: .ready(picture))
      .draw(on: &surface, in: Rect(column: 1, row: 0, columns: 4, rows: 3))

    expectEqual(surface.graphics.map(\.graphic.id), [picture.id])
    expectEqual(surface.graphics.map(\.rect), [Rect(column: 2, row: 0, columns: 2, rows: 2)])
    expectEqual(surface[2, 0], .graphic)
    expectEqual(surface[3, 1], .graphic)
    expectEqual(surface[4, 1].character, "·")
  }

  @Test func `a picture that the terminal draws is not placed if it does not fit`() {
    var surface = Surface(size: Size(columns: 4, rows: 2))
    let picture = Picture.stub(.encoded(.stub(columns: 3, rows: 2)), columns: 3, rows: 2)

    for rect in [
      Rect(column: 0, row: 0, columns: 2, rows: 2), Rect(column: 2, row: 0, columns: 3, rows: 2),
    ] {
      PictureView(state: .ready(picture)).draw(on: &surface, in: rect)
      #expect(surface.graphics.isEmpty)
    }
  }
}
