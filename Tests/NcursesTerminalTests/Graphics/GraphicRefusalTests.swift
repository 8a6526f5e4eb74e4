import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// What is shown in place of a picture that cannot be drawn.
struct GraphicRefusalTests {
  private let screen = Size(columns: 40, rows: 10)

  private func placement(
    _ size: Size, _ kind: TestPicture.Kind, row: Int = 0, padding: Int = 0
  ) -> GraphicPlacement {
    GraphicPlacement(
      graphic: TestPicture(id: 1, size: size).graphic(kind, padding: padding),
      origin: Point(column: 2, row: row))
  }

  private func surface(_ placement: GraphicPlacement) -> Surface {
    var surface = Surface(size: screen)
    surface.place(placement.graphic, at: placement.origin)
    return surface
  }

  private func text(_ surface: Surface, row: Int) -> String {
    (0..<surface.size.columns).map { String(surface[$0, row].character) }.joined()
  }

  @Test(arguments: [TestPicture.Kind.png, .jpeg])
  func `an iTerm2 picture of more than a megabyte is too large, smaller ones are drawn`(
    _ kind: TestPicture.Kind
  ) {
    let writer = InlineWriter(dialect: .iTerm2)
    let size = Size(columns: 30, rows: 4)
    // Four bytes of base64 are three bytes of the picture.
    let large = placement(size, kind, padding: 750_000)
    let fitting = placement(size, kind, padding: 749_900)

    #expect(writer.refuses(large, on: screen))
    expectEqual(InlineDialect.iTerm2.bytes(large.graphic), nil)
    #expect(!writer.refuses(fitting, on: screen))
    #expect(InlineDialect.iTerm2.bytes(fitting.graphic) != nil)
  }

  @Test func `sixel is refused only in the last row of the screen`() {
    let writer = InlineWriter(dialect: .sixel)

    for (rows, row, isRefused) in [(1, 9, true), (1, 8, false), (2, 8, true), (2, 7, false)] {
      let placement = placement(Size(columns: 30, rows: rows), .sixel, row: row)
      expectEqual(writer.refuses(placement, on: screen), isRefused)
    }
  }

  @Test func `a picture can have as many placeholder cells as there are marks`() {
    let writer = KittyWriter(sharesMemory: false, isPassedThrough: false)
    let limit = PlaceholderMarks.all.count
    expectEqual(GraphicsMethod.kittyPlaceholders.cellLimit, limit)

    let fitting = placement(Size(columns: limit, rows: 1), .png)
    let large = placement(Size(columns: limit + 1, rows: 1), .png)

    #expect(!writer.refuses(fitting, on: screen))
    #expect(writer.refuses(large, on: screen))
  }

  @Test func `words replace a refused picture, and what covers it stays`() {
    let placement = placement(Size(columns: 30, rows: 3), .png, row: 1)
    var surface = surface(placement)
    surface.write("help", at: Point(column: 4, row: 1))

    let said = surface.replacingGraphics { _ in true }

    expectEqual(text(said, row: 2), "    not shown by this terminal          ")
    expectEqual(text(said, row: 1), "    help                                ")
    expectEqual(text(said, row: 3), String(repeating: " ", count: 40))
    #expect(said.visibleParts(of: placement).isEmpty)
  }

  @Test(arguments: [
    (26, "not shown by this terminal"), (25, "not shown"), (9, "not shown"), (8, ""),
  ])
  func `the words are as long as there is room for`(_ columns: Int, _ words: String) {
    let said = surface(placement(Size(columns: columns, rows: 1), .png)).replacingGraphics { _ in
      true
    }

    expectEqual(text(said, row: 0).split(separator: " ").joined(separator: " "), words)
  }

  @Test func `under an alert no words get into its box`() {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    var surface = surface(placement)
    surface.fill(Rect(column: 10, row: 1, columns: 5, rows: 1), with: Cell(character: "#"))

    let said = surface.replacingGraphics { _ in true }

    expectEqual(text(said, row: 1).filter { $0 != " " }, "#####")
  }

  @Test func `accepted pictures stay`() {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    let surface = surface(placement)

    expectEqual(
      surface.replacingGraphics { _ in false }.visibleParts(of: placement), [placement.rect])
  }

  @Test
  func `a picture that kitty has lost three times counts as missing until it has left the screen`()
  {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    var writer = KittyWriter(numbers: 1...10, sharesMemory: false)
    func frame(_ surface: Surface) -> [UInt8] {
      let said = surface.replacingGraphics { writer.refuses($0, on: screen) }
      let before = writer.begin(said, byteLimit: 1 << 20).bytes
      return before + writer.finish(said, text: [], byteLimit: 1 << 20)
    }
    for _ in 0..<3 {
      #expect(!frame(surface(placement)).isEmpty)
      writer.lost(1)
    }
    #expect(writer.refuses(placement, on: screen))
    // Frame after frame.
    for _ in 0..<3 { #expect(frame(surface(placement)).isEmpty) }
    #expect(writer.refuses(placement, on: screen))

    _ = frame(Surface(size: screen))

    #expect(!writer.refuses(placement, on: screen))
  }
}
