import ExpectationSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import PictureKit

/// Cells that stand for others.
struct RoughCellsTests {
  private func roughCells(
    of region: PictureRegion, columns: Int, rows: Int, from sources: [(CellPicture, PictureRegion)]
  ) -> [String]? {
    RoughCells.picture(
      of: region, size: Size(columns: columns, rows: rows),
      from: sources.map { RoughCells.Source(cells: $0.0, region: $0.1) }
    ).map { picture in
      (0..<rows).map { row in
        String(
          picture.cells[row * columns..<(row + 1) * columns].compactMap {
            Unicode.Scalar($0.scalar).map(Character.init)
          })
      }
    }
  }

  @Test func `a part of a picture is enlarged to where it will stand`() {
    let whole = CellPicture.stub("abcd", "efgh")

    expectEqual(
      roughCells(
        of: PictureRegion(x: 0.5, y: 0, width: 0.5, height: 1), columns: 4, rows: 2,
        from: [(whole, .whole)]), ["ccdd", "gghh"])
    expectEqual(roughCells(of: .whole, columns: 2, rows: 1, from: [(whole, .whole)]), ["fh"])
  }

  @Test func `the visible part is moved, and the rest comes from the whole`() {
    let whole = CellPicture.stub("....", "....")
    let seen = CellPicture.stub("abcd")
    let before = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5)
    let after = PictureRegion(x: 0.25, y: 0, width: 0.5, height: 0.5)

    expectEqual(
      roughCells(of: after, columns: 4, rows: 1, from: [(whole, .whole), (seen, before)]), ["cd.."])
    expectEqual(roughCells(of: after, columns: 4, rows: 1, from: [(seen, before)]), ["cd  "])
  }

  @Test func `there are none without a picture that shows part of it`() {
    let corner = PictureRegion(x: 0, y: 0, width: 0.1, height: 0.1)
    let other = PictureRegion(x: 0.5, y: 0.5, width: 0.1, height: 0.1)

    expectEqual(
      roughCells(of: other, columns: 4, rows: 1, from: [(CellPicture.stub("abcd"), corner)]), nil)
    expectEqual(
      roughCells(
        of: .whole, columns: 4, rows: 1,
        from: [(CellPicture(columns: 9, rows: 9, cells: []), .whole)]), nil)
    expectEqual(roughCells(of: .whole, columns: 4, rows: 1, from: []), nil)
  }

  @Test func `enlarged by whole pixels it covers as many cells as they take`() {
    let size = RoughCells.extent(
      of: .whole, source: PixelSize(width: 16, height: 8), enlargement: 4,
      box: Size(columns: 80, rows: 20), cell: PixelSize(width: 10, height: 20))

    expectEqual(size, Size(columns: 64, rows: 16))
  }

  @Test(arguments: [
    (PictureRegion.whole, Size(columns: 60, rows: 20)),
    (PictureRegion(x: 0, y: 0, width: 0.5, height: 1), Size(columns: 30, rows: 20)),
    (PictureRegion(x: 0, y: 0, width: 1, height: 0.25), Size(columns: 80, rows: 7)),
    (PictureRegion(x: 0, y: 0, width: 1, height: 0.000_001), Size(columns: 80, rows: 1)),
  ])
  func `it covers the cells that the picture will cover`(region: PictureRegion, size: Size) {
    expectEqual(
      RoughCells.extent(
        of: region, source: PixelSize(width: 6000, height: 4000), box: Size(columns: 80, rows: 20),
        cell: PixelSize(width: 10, height: 20)), size)
  }
}
