import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct CellPixelSizesTests {
  private let cells = Size(columns: 80, rows: 24)
  private let small = PixelSize(width: 8, height: 16)
  private let large = PixelSize(width: 16, height: 32)

  @Test
  func `the size of a cell takes precedence over that of all cells, and both over the system's`() {
    var sizes = CellPixelSizes(window: PixelSize(width: 7, height: 14))
    expectEqual(sizes.size(in: cells), PixelSize(width: 7, height: 14))

    sizes.take(.textAreaSize(PixelSize(width: 720, height: 432)))
    expectEqual(sizes.size(in: cells), PixelSize(width: 9, height: 18))

    sizes.take(.cellSize(small))
    expectEqual(sizes.size(in: cells), small)

    sizes.chosen = large
    expectEqual(sizes.size(in: cells), large)
  }

  @Test(arguments: [(0, 0), (2, 6), (3, 8), (81, 160), (8, 25), (20, 10), (9_999_999, 1)])
  func `sizes that no font has are ignored`(_ width: Int, _ height: Int) {
    var sizes = CellPixelSizes(window: small)

    sizes.take(.cellSize(PixelSize(width: width, height: height)))

    expectEqual(sizes.size(in: cells), small)
  }

  @Test(arguments: [(4, 6), (8, 8), (6, 13), (24, 50), (64, 128), (80, 160), (7, 21)])
  func `the sizes of real fonts are accepted`(_ width: Int, _ height: Int) {
    #expect(CellPixelSizes.isCredible(PixelSize(width: width, height: height)))
  }

  @Test func `another font is noticed immediately if the system reports it`() {
    var sizes = CellPixelSizes(window: small)
    sizes.take(.cellSize(small))

    sizes.windowChanged(to: large, cellsChanged: true)
    expectEqual(sizes.size(in: cells), large)

    sizes.take(.cellSize(large))
    expectEqual(sizes.size(in: cells), large)
  }

  @Test func `if the system reports nothing the answer is valid until the next one`() {
    var sizes = CellPixelSizes()
    sizes.take(.cellSize(small))
    sizes.take(.textAreaSize(PixelSize(width: 640, height: 384)))

    sizes.windowChanged(to: nil, cellsChanged: true)
    expectEqual(sizes.size(in: Size(columns: 40, rows: 12)), small)

    sizes.take(.cellSize(large))
    expectEqual(sizes.size(in: Size(columns: 40, rows: 12)), large)
  }

  @Test func `the size of all cells is invalid after their number changed`() {
    var sizes = CellPixelSizes()
    sizes.take(.textAreaSize(PixelSize(width: 640, height: 384)))
    expectEqual(sizes.size(in: cells), small)

    sizes.windowChanged(to: nil, cellsChanged: true)

    expectEqual(sizes.size(in: Size(columns: 40, rows: 24)), nil)
  }
}
