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

    sizes.receive(.textAreaSize(PixelSize(width: 720, height: 432)))
    expectEqual(sizes.size(in: cells), PixelSize(width: 9, height: 18))

    sizes.receive(.cellSize(small))
    expectEqual(sizes.size(in: cells), small)

    sizes.chosen = large
    expectEqual(sizes.size(in: cells), large)
  }

  @Test func `sizes that no font has are ignored`() {
    for (width, height, isReal) in [
      (0, 0, false), (2, 6, false), (3, 8, false), (81, 160, false), (8, 25, false),
      (20, 10, false), (9_999_999, 1, false), (4, 6, true), (8, 8, true), (6, 13, true),
      (24, 50, true), (64, 128, true), (80, 160, true), (7, 21, true),
    ] {
      let size = PixelSize(width: width, height: height)
      var sizes = CellPixelSizes(window: small)
      sizes.receive(.cellSize(size))
      expectEqual(sizes.size(in: cells), isReal ? size : small)
    }
  }

  @Test func `another font is noticed immediately if the system reports it`() {
    var sizes = CellPixelSizes(window: small)
    sizes.receive(.cellSize(small))

    sizes.windowChanged(to: large, cellsChanged: true)
    expectEqual(sizes.size(in: cells), large)

    sizes.receive(.cellSize(large))
    expectEqual(sizes.size(in: cells), large)
  }

  @Test func `if the system reports nothing the answer is valid until the next one`() {
    var sizes = CellPixelSizes()
    sizes.receive(.cellSize(small))
    sizes.receive(.textAreaSize(PixelSize(width: 640, height: 384)))

    sizes.windowChanged(to: nil, cellsChanged: true)
    expectEqual(sizes.size(in: Size(columns: 40, rows: 12)), small)

    sizes.receive(.cellSize(large))
    expectEqual(sizes.size(in: Size(columns: 40, rows: 12)), large)
  }

  @Test func `the size of all cells is invalid after their number changed`() {
    var sizes = CellPixelSizes()
    sizes.receive(.textAreaSize(PixelSize(width: 640, height: 384)))
    expectEqual(sizes.size(in: cells), small)

    sizes.windowChanged(to: nil, cellsChanged: true)

    expectEqual(sizes.size(in: Size(columns: 40, rows: 24)), nil)
  }
}
