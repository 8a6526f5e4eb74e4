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

    expectEqual(writer.refusal(of: large, on: screen), .tooLarge)
    expectEqual(InlineDialect.iTerm2.bytes(large.graphic), nil)
    expectEqual(writer.refusal(of: fitting, on: screen), nil)
    #expect(InlineDialect.iTerm2.bytes(fitting.graphic) != nil)
  }

  @Test func `sixel is refused only for a single row at the bottom of the screen`() {
    let writer = InlineWriter(dialect: .sixel)

    for (rows, row, refusal) in [
      (1, 9, GraphicRefusal.notTaken), (1, 8, nil), (2, 8, nil),
    ] as [(Int, Int, GraphicRefusal?)] {
      let placement = placement(Size(columns: 30, rows: rows), .sixel, row: row)
      expectEqual(writer.refusal(of: placement, on: screen), refusal)
      let isAtBottom = row + rows == 10
      expectEqual(
        (InlineDialect.sixel.bytes(placement.graphic, isAtBottom: isAtBottom) == nil),
        (refusal != nil))
    }
  }

  @Test func `a picture can have as many placeholder cells as there are marks`() {
    let writer = KittyWriter(sharesMemory: false, isPassedThrough: false)
    let limit = PlaceholderMarks.all.count
    expectEqual(GraphicsMethod.kittyPlaceholders.cellLimit, limit)

    let fitting = placement(Size(columns: limit, rows: 1), .png)
    let large = placement(Size(columns: limit + 1, rows: 1), .png)

    expectEqual(writer.refusal(of: fitting, on: screen), nil)
    expectEqual(writer.refusal(of: large, on: screen), .tooLarge)
  }

  @Test func `words replace a refused picture, and what covers it stays`() {
    let placement = placement(Size(columns: 30, rows: 3), .png, row: 1)
    var surface = surface(placement)
    surface.write("help", at: Point(column: 4, row: 1))

    let said = surface.saying { _ in .tooLarge }

    expectEqual(text(said, row: 2), "   too large for this terminal          ")
    expectEqual(text(said, row: 1), "    help                                ")
    expectEqual(text(said, row: 3), String(repeating: " ", count: 40))
    #expect(said.visibleParts(of: placement).isEmpty)
  }

  @Test(arguments: [
    (27, "too large for this terminal"), (26, "too large"), (9, "too large"), (8, ""),
  ])
  func `the words are as long as there is room for`(_ columns: Int, _ words: String) {
    let said = surface(placement(Size(columns: columns, rows: 1), .png)).saying { _ in .tooLarge }

    expectEqual(text(said, row: 0).split(separator: " ").joined(separator: " "), words)
  }

  @Test func `under an alert no words get into its box`() {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    var surface = surface(placement)
    surface.fill(Rect(column: 10, row: 1, columns: 5, rows: 1), with: Cell(character: "#"))

    let said = surface.saying { _ in .tooLarge }

    expectEqual(text(said, row: 1).filter { $0 != " " }, "#####")
  }

  @Test func `accepted pictures stay`() {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    let surface = surface(placement)

    expectEqual(surface.saying { _ in nil }.visibleParts(of: placement), [placement.rect])
  }

  @Test
  func `a picture that kitty has lost three times counts as missing until it has left the screen`()
  {
    let placement = placement(Size(columns: 30, rows: 3), .png)
    var writer = KittyWriter(numbers: 1...10, sharesMemory: false)
    func frame(_ surface: Surface) -> [UInt8] {
      let said = surface.saying { writer.refusal(of: $0, on: screen) }
      let before = writer.begin(said, byteLimit: 1 << 20).bytes
      return before + writer.finish(said, text: [], byteLimit: 1 << 20)
    }
    for _ in 0..<3 {
      #expect(!frame(surface(placement)).isEmpty)
      writer.lost(1)
    }
    expectEqual(writer.refusal(of: placement, on: screen), .notTaken)
    // Frame after frame.
    for _ in 0..<3 { #expect(frame(surface(placement)).isEmpty) }
    expectEqual(writer.refusal(of: placement, on: screen), .notTaken)

    _ = frame(Surface(size: screen))

    expectEqual(writer.refusal(of: placement, on: screen), nil)
  }
}
