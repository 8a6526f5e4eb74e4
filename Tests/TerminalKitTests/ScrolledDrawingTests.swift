import ExpectationSupport
import Foundation
import TerminalTestSupport
import Testing

@testable import TerminalKit

/// What `redraw` makes of the last frame is what `draw` makes of a blank surface, wherever the window moved.
struct ScrolledDrawingTests {
  private static let steps = 120

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a table that scrolls looks as if it were drawn whole`(_ seed: UInt64) {
    var random = LinearGenerator(state: seed)
    let source = PictureList(count: [7, 40, 1000][Int(seed % 3)], hasSections: seed % 4 == 3)
    let table = TableView(rowHeight: 1 + Int(seed / 3 % 4), margin: Int(seed % 2))
    table.dataSource = source
    table.header = { $1.write("section \($0)", at: .zero) }
    let rect = Rect(column: 2, row: 1, columns: 21, rows: 7 + Int(seed % 7))
    table.layout(size: rect.size)
    table.reloadData()

    expectSame(in: rect, &random, draw: table.draw, redraw: table.redraw) { step, random in
      switch step {
      case 0: table.movePages(Bool.random(using: &random) ? 1 : -1)
      case 1: table.moveHalfPages(Bool.random(using: &random) ? 1 : -1)
      case 2: table.scroll(by: Int.random(in: -4...4, using: &random))
      case 3: table.press(Int.random(in: table.visibleRows, using: &random))
      case 4: Bool.random(using: &random) ? table.moveToEnd() : table.moveToStart()
      case 5: table.release()
      default: table.moveSelection(by: step % 2 == 0 ? 1 : -1)
      }
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a grid that scrolls looks as if it were drawn whole`(_ seed: UInt64) {
    var random = LinearGenerator(state: seed)
    let source = PictureList(count: [7, 40, 1000][Int(seed % 3)], hasSections: seed % 4 == 3)
    let grid = GridView(
      itemSize: Size(columns: 9, rows: 1 + Int(seed / 3 % 4)))
    grid.dataSource = source
    grid.header = { $1.write("section \($0)", at: .zero) }
    let rect = Rect(column: 2, row: 1, columns: 31, rows: 7 + Int(seed % 7))
    grid.layout(size: rect.size)
    grid.reloadData()

    expectSame(in: rect, &random, draw: grid.draw, redraw: grid.redraw) { step, random in
      switch step {
      case 0: grid.movePages(Bool.random(using: &random) ? 1 : -1)
      case 1: grid.moveHalfPages(Bool.random(using: &random) ? 1 : -1)
      case 2: grid.scroll(byRows: Int.random(in: -3...3, using: &random))
      case 3: Bool.random(using: &random) ? grid.moveToEnd() : grid.moveToStart()
      case 4, 5: grid.moveSelection(by: Int.random(in: -5...5, using: &random))
      default: grid.moveSelection(byRows: step % 2 == 0 ? 1 : -1)
      }
    }
  }

  private func expectSame(
    in rect: Rect, _ random: inout LinearGenerator, draw: (inout Surface, Rect) -> Void,
    redraw: (inout Surface, Rect) -> Void, move: (Int, inout LinearGenerator) -> Void
  ) {
    let size = Size(columns: rect.maxColumn + 2, rows: rect.maxRow + 2)
    var blank = Surface(size: size, filledWith: Cell(character: "."))
    blank.fill(rect)
    var surface = blank
    draw(&surface, rect)
    var direction = 6
    for step in 0..<Self.steps {
      // Mostly a key that is held for a while.
      if step.isMultiple(of: 20) { direction = Bool.random(using: &random) ? 6 : 7 }
      let kind = Int.random(in: 0..<24, using: &random)
      move(kind < 6 ? kind : direction, &random)
      redraw(&surface, rect)
      let byParts = surface
      var whole = blank
      draw(&whole, rect)
      let order = { (one: GraphicPlacement, other: GraphicPlacement) in
        (one.origin.row, one.origin.column) < (other.origin.row, other.origin.column)
      }
      let isSame =
        (0..<size.rows).allSatisfy { byParts.isRow($0, sameAs: whole) }
        && byParts.graphics.sorted(by: order) == whole.graphics.sorted(by: order)
        && byParts.isSound
      #expect(isSame, "step \(step)\n\(byParts.framedText)\n\(whole.framedText)")
      guard isSame else { return }
    }
  }

  @Test func `a row that scrolls into the window is the only one whose cell is asked for`() {
    let list = RowList(count: 100)
    let table = table(list, columns: 12, rows: 8)
    var surface = Surface(size: Size(columns: 12, rows: 8))
    table.draw(on: &surface, in: surface.bounds)
    table.moveSelection(by: 7)
    table.redraw(on: &surface, in: surface.bounds)
    list.clear()

    table.moveSelection(by: 1)
    table.redraw(on: &surface, in: surface.bounds)
    expectEqual(list.askedRows, [8])

    list.clear()
    table.scroll(by: 2)
    table.redraw(on: &surface, in: surface.bounds)
    expectEqual(list.askedRows, [9, 10])
  }

  @Test func `the next rows are prepared, and drawn as they were then until all is drawn`() {
    let list = RowList(count: 9)
    let table = table(list, columns: 12, rows: 4)
    var surface = Surface(size: Size(columns: 12, rows: 4))
    table.draw(on: &surface, in: surface.bounds)
    list.clear()

    table.prepareNextRows()
    expectEqual(list.askedRows, [4])
    table.moveSelection(by: 4)
    table.redraw(on: &surface, in: surface.bounds)
    expectEqual(list.askedRows, [4])
    #expect(surface.framedText.contains("row 4"))

    // The ends of the list, and a reload.
    table.prepareNextRows()
    table.moveToEnd()
    table.redraw(on: &surface, in: surface.bounds)
    list.title = { "other \($0)" }
    list.count = 8
    table.reloadData()
    table.prepareNextRows()
    var whole = Surface(size: Size(columns: 12, rows: 4))
    table.draw(on: &whole, in: whole.bounds)
    #expect(!whole.framedText.contains("row"))
    #expect(whole.framedText.contains("other 7"))
    #expect(list.madeCells <= 8)
  }

  @Test func `the items that scroll into the window are the only ones whose cells are asked for`() {
    let items = ItemGrid(count: 100)
    let grid = grid(items, columns: 13, rows: 4)
    var surface = Surface(size: Size(columns: 13, rows: 4))
    grid.draw(on: &surface, in: surface.bounds)
    items.clear()

    grid.scroll(byRows: 1)
    grid.redraw(on: &surface, in: surface.bounds)
    expectEqual(items.askedItems, [12, 13, 14])

    items.clear()
    grid.prepareNextItems()
    expectEqual(items.askedItems, [15, 16, 17])
    grid.scroll(byRows: 1)
    grid.redraw(on: &surface, in: surface.bounds)
    expectEqual(items.askedItems, [15, 16, 17])
  }
}

private struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 32
  }
}

/// Rows and items of text, wide glyphs and pictures, as the list's: a picture that would be cut off is left out, with its
/// row.
private final class PictureList: TableViewDataSource, GridViewDataSource {
  let count: Int
  let starts: [Int]

  init(count: Int, hasSections: Bool) {
    self.count = count
    starts = hasSections ? Array(stride(from: 0, to: count, by: 9)) : []
  }

  func numberOfRows(in tableView: TableView) -> Int { count }
  func numberOfItems(in gridView: GridView) -> Int { count }
  func sectionStarts(in tableView: TableView) -> [Int] { starts }
  func sectionStarts(in gridView: GridView) -> [Int] { starts }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "") as? PictureRowCell ?? PictureRowCell()
    cell.number = indexPath.tableRow
    return cell
  }

  func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell {
    let cell =
      gridView.dequeueReusableCell(withIdentifier: "") as? PictureItemCell ?? PictureItemCell()
    cell.number = indexPath.tableRow
    return cell
  }

  static func draw(_ number: Int, isSelected: Bool, on surface: inout Surface) {
    let height = min(3, surface.size.rows)
    let picture = Rect(column: 1, row: 0, columns: 4, rows: height)
    if number % 3 > 0 {
      guard picture.intersection(surface.visibleBounds) == picture else { return }
      surface.place(
        Graphic(
          id: UInt32(number + 1), size: picture.size,
          pixelSize: PixelSize(width: 40, height: 20 * height), content: .png(base64: [])),
        at: picture.origin)
    }
    surface.write(
      ["日本語の写真", "words", "e\u{301}tude"][number % 3] + " \(number)",
      at: Point(column: 5, row: 0),
      style: Style(attributes: isSelected ? .bold : []), maxColumns: surface.size.columns - 5)
  }
}

private final class PictureRowCell: TableViewCell {
  var number = 0

  override func draw(on surface: inout Surface) {
    PictureList.draw(number, isSelected: isSelected, on: &surface)
  }
}

private final class PictureItemCell: GridViewCell {
  var number = 0

  override func draw(on surface: inout Surface) {
    PictureList.draw(number, isSelected: isSelected, on: &surface)
  }
}
