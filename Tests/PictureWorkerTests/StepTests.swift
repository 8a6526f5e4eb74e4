import ExpectationSupport
import PictureProtocol
import Testing

/// The cheap picture comes first, the exact one last.
final class StepTests: WorkerTests {
  /// A rough picture, and the picture.
  private func both(
    of file: some WorkerFile, _ rough: PictureSteps = .roughOnly, target: PictureTarget,
    output: PictureOutput = .pixels
  ) throws -> (rough: Picture, sharp: Picture) {
    let rough = try worker.send(file, target: target, output: output, steps: rough).receivePicture()
    let sharp = try worker.send(file, target: target, output: output).receivePicture()
    #expect(!rough.isSharp && sharp.isSharp)
    return (rough, sharp)
  }

  @Test(arguments: [PictureSteps.roughOnly, .quick])
  func `the embedded thumbnail is a rough picture, in the same cells, and enough in passing`(
    _ steps: PictureSteps
  ) throws {
    let (rough, sharp) = try both(
      of: "thumbnail.jpg", steps, target: PictureTarget(columns: 40, rows: 12),
      output: .symbols(SymbolOptions()))

    #expect(rough.sourceWidth == 640 && rough.sourceHeight == 480)
    let (first, second) = (try rough.cells, try sharp.cells)
    #expect(first.columns == second.columns && first.rows == second.rows)
    // The fixture's thumbnail is yellow all over.
    #expect(first.cells.allSatisfy { isNear($0.background.channels, [255, 255, 0]) })
    #expect(isNear(try #require(second.cells.first).background.channels, [255, 0, 0]))
  }

  @Test func `the bars of a thumbnail are not shown`() throws {
    let (rough, sharp) = try both(of: "thumbnail-bars.jpg", target: .pixels(100, 60))

    let (first, second) = (try rough.pixels, try sharp.pixels)
    #expect(first.width == second.width && first.height == second.height)
    for y in [0.06, 0.5, 0.94] {
      #expect(isNear(first.color(0.5, y), [255, 255, 0, 255], by: 40), "\(first.color(0.5, y))")
    }
  }

  @Test func `in passing a photo without a thumbnail is decoded, and drawn as fast as possible`()
    throws
  {
    func answer(columns: UInt32, rows: UInt32, _ output: PictureOutput) throws -> Picture {
      try worker.send(
        "quarters.jpg", target: PictureTarget(columns: columns, rows: rows), output: output,
        steps: .quick
      ).receivePicture()
    }

    let preview = try answer(columns: 40, rows: 30, .symbols(SymbolOptions()))
    let photo = try answer(columns: 120, rows: 36, .symbols(SymbolOptions()))
    let pixels = try answer(columns: 40, rows: 30, .pixels)

    // A photo of the whole screen is made of half blocks, which are not what was asked for.
    expectEqual([preview, photo, pixels].map(\.isSharp), [true, false, true])
    let cells = try photo.cells
    #expect(cells.cells.allSatisfy { [0x20, 0x2580, 0x2584].contains($0.scalar) })
  }

  @Test(arguments: [PictureOutput.sixel(SixelOptions()), .iTerm2])
  func `in passing a large picture that is drawn like text has fewer pixels, on the same cells`(
    _ output: PictureOutput
  ) throws {
    func answer(
      columns: UInt32, rows: UInt32, _ steps: PictureSteps
    ) throws -> (isSharp: Bool, picture: EncodedPicture) {
      let answer = try worker.send(
        "../../../Sources/vitrine/Resources/sample-gallery/pictures/agate.jpg",
        target: PictureTarget(columns: columns, rows: rows), output: output, steps: steps
      ).receivePicture()
      return (answer.isSharp, try answer.encoded)
    }

    let sharp = try answer(columns: 90, rows: 36, .sharp)
    let passing = try answer(columns: 90, rows: 36, .quick)
    let small = try answer(columns: 12, rows: 6, .quick)

    expectEqual([sharp.isSharp, passing.isSharp, small.isSharp], [true, false, true])
    expectEqual(
      [passing.picture.columns, passing.picture.rows], [sharp.picture.columns, sharp.picture.rows])
    #expect(passing.picture.bytes.count < sharp.picture.bytes.count / 2)
    if output == .iTerm2 {
      // The terminal enlarges it.
      #expect(passing.picture.pixelWidth <= 320 && sharp.picture.pixelWidth > 640)
    } else {
      expectEqual(
        [passing.picture.pixelWidth, passing.picture.pixelHeight],
        [sharp.picture.pixelWidth, sharp.picture.pixelHeight])
    }
  }

  @Test func `the first scan of a progressive picture makes a rough picture`() throws {
    let (rough, sharp) = try both(
      of: "progressive.jpg", target: PictureTarget(columns: 20, rows: 10))

    for answer in [rough, sharp] { expectNear(try answer.pixels.quarters, upright, by: 12) }
  }

  @Test(arguments: [(10, 20), (9, 19)])
  func `for a slow connection a big picture is made in half the size first, in the same cells`(
    _ width: Int, _ height: Int
  ) throws {
    // It contains no rough picture, and its edges are within cells.
    let picture = KnownPicture.picture(251, 301) { _, row in
      row < 150 ? [200, 0, 0, 255] : [0, 0, 90, 255]
    }
    let (rough, sharp) = try both(
      of: picture.tiff, .quick,
      target: PictureTarget(
        columns: 40, rows: 20, cellPixelWidth: UInt32(width), cellPixelHeight: UInt32(height)),
      output: .kitty(.palette))

    let (first, second) = (try rough.encoded, try sharp.encoded)
    #expect(first.columns == second.columns && first.rows == second.rows)
    expectEqual(second.pixelWidth, second.columns * UInt32(width))
    #expect(
      first.pixelWidth == second.pixelWidth / 2 && first.pixelHeight == second.pixelHeight / 2)
    #expect(first.coding == .png && second.coding == .png)
    // With a palette, although the rest of the cells is transparent.
    try expectEqual(base64(first.bytes)[25], 3)
    let decoded = try worker.decoded(first)
    #expect(isNear(decoded.color(0.5, 0.2), [200, 0, 0, 255]))
    #expect(isNear(decoded.color(0.5, 0.8), [0, 0, 90, 255]))
  }

  @Test func `the thumbnail of a big picture for a line is half as large a side`() throws {
    let (rough, sharp) = try both(
      of: "thumbnail.jpg", target: PictureTarget(columns: 40, rows: 15), output: .kitty(.palette))

    try expectEqual([rough.encoded.pixelWidth, sharp.encoded.pixelWidth], [200, 400])
  }
}

extension PictureColor {
  /// Red, green and blue; empty for the others.
  var channels: [Int] {
    if case .rgb(let red, let green, let blue) = self {
      [Int(red), Int(green), Int(blue)]
    } else {
      []
    }
  }
}
