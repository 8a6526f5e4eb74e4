import ExpectationSupport
import PictureProtocol
import Testing

/// Pictures beyond 100 %, by whole pixels.
final class EnlargementTests: WorkerTests {
  /// An uncompressed picture; each pixel has its own colour, unless it is a checkerboard.
  private struct Source {
    var width: Int
    var height: Int
    var isCheckerboard = false

    func color(_ column: Int, _ row: Int) -> [UInt8] {
      if isCheckerboard { return (column + row).isMultiple(of: 2) ? [255, 255, 255] : [0, 0, 0] }
      return [UInt8(column * 37 % 256), UInt8(row * 53 % 256), UInt8((column + row) * 11 % 256)]
    }

    var tiff: [UInt8] {
      KnownPicture.picture(width, height) { color($0, $1) + [255] }.tiff
    }
  }

  private func pixels(
    _ source: Source, _ enlargement: UInt32, region: PictureRegion? = nil,
    target: PictureTarget = WorkerProcess.smallTarget
  ) throws -> PixelPicture {
    let answer = try worker.send(
      source.tiff, target: target, region: region, enlargement: enlargement
    ).receivePicture()
    #expect(Int(answer.sourceWidth) == source.width && Int(answer.sourceHeight) == source.height)
    return try answer.pixels
  }

  /// The colour of a pixel of the answer.
  private func color(_ picture: PixelPicture, _ column: Int, _ row: Int) -> [UInt8] {
    Array(picture.pixel(column, row)[..<3])
  }

  @Test(arguments: [2, 4] as [UInt32])
  func `a pixel becomes a square of its colour, and nothing else`(enlargement: UInt32) throws {
    let source = Source(width: 2, height: 2, isCheckerboard: true)

    let picture = try pixels(source, enlargement)

    let side = Int(enlargement)
    #expect(Int(picture.width) == 2 * side && Int(picture.height) == 2 * side)
    for row in 0..<2 * side {
      for column in 0..<2 * side {
        expectEqual(color(picture, column, row), source.color(column / side, row / side))
      }
    }
  }

  /// A part, and the box; how many pixels are shown, from which one on.
  @Test(
    arguments: [
      // 16 × 16 of them, from the 10th and the 8th on.
      (
        PictureRegion(x: 10.0 / 40, y: 8.0 / 30, width: 16.0 / 40, height: 16.0 / 30), 64, 64, 10, 8
      ),
      // Cropped evenly on both sides.
      (nil, 64, 64, 12, 7),
    ] as [(PictureRegion?, Int, Int, Int, Int)])
  func `a part, or what fits the box, is cut at whole pixels`(
    part: PictureRegion?, width: Int, height: Int, column: Int, row: Int
  ) throws {
    let source = Source(width: 40, height: 30)

    let picture = try pixels(source, 4, region: part)

    #expect(picture.width == width && picture.height == height)
    for y in 0..<height {
      for x in 0..<width {
        expectEqual(color(picture, x, y), source.color(column + x / 4, row + y / 4))
      }
    }
  }

  @Test func `a box of less than a square shows one of fewer pixels`() throws {
    let source = Source(width: 40, height: 30)

    let picture = try pixels(source, 4, target: .pixels(3, 2))

    #expect(picture.width == 2 && picture.height == 2)
    for place in 0..<2 { expectEqual(color(picture, place, place), source.color(19, 14)) }
  }

  @Test func `if pictures are characters a pixel takes whole columns and half as many rows`()
    throws
  {
    let source = Source(width: 2, height: 2, isCheckerboard: true)

    let picture = try worker.send(
      source.tiff, target: PictureTarget(columns: 40, rows: 12), enlargement: 4,
      output: .symbols(SymbolOptions())
    ).receivePicture().cells
    #expect(picture.columns == 8 && picture.rows == 4)
    for (index, cell) in picture.cells.enumerated() {
      let isWhite = (index % 8 / 4 + index / 8 / 2).isMultiple(of: 2)
      expectEqual(cell.background.channels, (isWhite ? [255, 255, 255] : [0, 0, 0]))
    }
  }

  @Test func `a JPEG is decoded at its own size for it, and its thumbnail is not asked`() throws {
    let part = PictureRegion(x: 0, y: 0, width: 8.0 / 640, height: 8.0 / 480)

    try worker.send("thumbnail.jpg", region: part, enlargement: 4, steps: .roughOnly)
    try expectEqual(worker.receiveFailure(), .noRough)
    let answer = try worker.send("thumbnail.jpg", region: part, enlargement: 4).receivePicture()
    expectEqual(answer.isSharp, true)
    let picture = try answer.pixels
    #expect(picture.width == 32 && picture.height == 32)
    for row in 0..<32 {
      for column in 0..<32 {
        expectEqual(color(picture, column, row), color(picture, column / 4 * 4, row / 4 * 4))
      }
    }
  }
}
