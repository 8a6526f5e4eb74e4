import ExpectationSupport
import Glibc
import PictureProtocol
import TerminalKit
import TerminalTestSupport
import Testing

@testable import PictureKit

@Suite struct PictureViewTests {
  @Test func `a picture is centred in its rectangle`() {
    expectEqual(
      framed(.ready(.cells(.stub("ab", "cd"))), columns: 6, rows: 4),
      """
      |······|
      |··ab··|
      |··cd··|
      |······|
      """)
  }

  @Test func `characters whose code points end in the same byte are distinguished`() {
    let picture = CellPicture.stub("a\u{2561}\u{4E61}a\u{2561}")

    expectEqual(framed(.ready(.cells(picture)), columns: 5, rows: 1), "|a╡ a╡|")
  }

  @Test func `if the centre is between two cells the picture is placed left and up`() {
    expectEqual(
      framed(.ready(.cells(.stub("ab", "cd"))), columns: 5, rows: 3),
      """
      |·ab··|
      |·cd··|
      |·····|
      """)
  }

  @Test func `a picture that is too large is cropped around its centre`() {
    expectEqual(
      framed(.ready(.cells(.stub("abcde", "fghij", "klmno"))), columns: 3, rows: 1), "|ghi|")
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

  @Test func `a reversed cell is reversed`() {
    let cell = Cell(PictureCell(scalar: 0x2580, isReversed: true))

    expectEqual(cell, Cell(character: "▀", style: Style(attributes: .reverse)))
  }

  @Test(arguments: [0x1F600, 0x4E00, 0x200B, 0x1B, 0x202E, 0xD800, 0x11_0000, UInt32.max])
  func `whatever a worker sends, a cell takes one column and contains no controls`(scalar: UInt32) {
    let cell = Cell(PictureCell(scalar: scalar))

    expectEqual(cell.width, 1)
    #expect([" ", "\u{FFFD}"].contains(cell.character))
  }

  @Test func `a rough picture is shown until the picture has arrived`() {
    expectEqual(framed(.loading(rough: .cells(.stub("ab"))), columns: 4, rows: 1), "|·ab·|")
  }

  @Test func `a discreet sign is shown while it loads`() {
    expectEqual(
      framed(.loading(rough: nil), columns: 5, rows: 3),
      """
      |·····|
      |··…··|
      |·····|
      """)
    expectEqual(framed(.loading(rough: nil), columns: 1, rows: 1), "|…|")
  }

  @Test func `a failure shows its reason if there is room`() {
    expectEqual(
      framed(.failed(.notAPicture), columns: 17, rows: 4),
      """
      |·················|
      |········×········|
      |··not a picture··|
      |·················|
      """)
  }

  @Test func `a long reason is wrapped`() {
    expectEqual(
      framed(.failed(.unreadable(errno: EIO)), columns: 13, rows: 5),
      """
      |······×······|
      |··can't be···|
      |····read:····|
      |Input/output·|
      |····error····|
      """)
  }

  @Test func `a reason that is too long is shortened or dropped`() {
    expectEqual(
      framed(.failed(.workerDied), columns: 9, rows: 3),
      """
      |····×····|
      |not shown|
      |·········|
      """)
    expectEqual(framed(.failed(.workerDied), columns: 9, rows: 1), "|····×····|")
    expectEqual(framed(.failed(.workerDied), columns: 1, rows: 1), "|×|")
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
    let picture = Picture.stub(
      .encoded(.stub(columns: 2, rows: 2)), columns: 2, rows: 2)

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
    let picture = Picture.stub(
      .encoded(.stub(columns: 3, rows: 2)), columns: 3, rows: 2)

    for rect in [
      Rect(column: 0, row: 0, columns: 2, rows: 2), Rect(column: 2, row: 0, columns: 3, rows: 2),
    ] {
      PictureView(state: .ready(picture)).draw(on: &surface, in: rect)
      #expect(surface.graphics.isEmpty)
    }
  }

  /// A surface of dots with a view over all of it.
  private func framed(_ state: PictureState, columns: Int, rows: Int) -> String {
    var surface = Surface(
      size: Size(columns: columns, rows: rows), filledWith: Cell(character: "·"))
    PictureView(state: state).draw(on: &surface, in: surface.bounds)
    return surface.framedText
  }
}
