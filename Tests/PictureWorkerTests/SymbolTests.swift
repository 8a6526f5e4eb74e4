import ExpectationSupport
import PictureProtocol
import Testing

final class SymbolTests: WorkerTests {
  /// 64×48 pixels are 4:3; cells of 10×20 make that 8×3.
  static let target = PictureTarget(columns: 8, rows: 8)

  @Test func `half blocks show two pixels a cell in their own colours`() throws {
    // A photo of the whole screen in passing, two of its pixels a cell: the middle is in one.
    let halves =
      "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='62'>"
      + "<rect width='60' height='31' fill='red'/>"
      + "<rect y='31' width='60' height='31' fill='blue'/></svg>"
    let picture = try worker.send(
      Array(halves.utf8), target: PictureTarget(columns: 100, rows: 31),
      output: .symbols(SymbolOptions()), steps: .quick
    ).receivePicture().cells

    expectEqual(picture.rows, 31)
    let middle = picture.cells[15 * Int(picture.columns)]
    expectEqual(picture.cells[0].scalar, 0x20)
    #expect(isNear(picture.cells[0].background.channels, [255, 0, 0]))
    expectEqual(middle.scalar, 0x2580)
    #expect(isNear(middle.foreground.channels, [255, 0, 0], by: 24))
    #expect(isNear(middle.background.channels, [0, 0, 255], by: 24))
  }

  @Test(arguments: SymbolOptions.ColorDepth.allCases)
  func `each depth gives the colours and characters that it may`(
    depth: SymbolOptions.ColorDepth
  ) throws {
    let picture = try worker.cells(
      of: "quarters.jpg", target: Self.target, options: SymbolOptions(colorDepth: depth))

    expectEqual(picture.cells.count, 24)
    for cell in picture.cells {
      #expect(
        cell.scalar == 0x20 || (0x2580...0x259F).contains(cell.scalar),
        "U+\(String(cell.scalar, radix: 16))")
      for color in [cell.foreground, cell.background] {
        #expect(Self.isAllowed(color, in: depth), "\(color)")
      }
    }
    #expect(Set(picture.cells).count > 1)
  }

  @Test(arguments: [(0xFFFFFF, 0), (0, 0xFFFFFF)] as [(UInt32, UInt32)])
  func `without colours what is like the terminal's background is paper, and the rest is ink`(
    foreground: UInt32, background: UInt32
  ) throws {
    let picture = try worker.cells(
      of: "quarters.png", target: Self.target,
      options: SymbolOptions(
        colorDepth: .monochrome, foregroundHint: foreground, backgroundHint: background))

    // Blue below left is dark, white below right is light.
    let (dark, light) = (picture.cells[16], picture.cells[23])
    expectEqual(light, PictureCell(scalar: background == 0 ? 0x2588 : 0x20))
    #expect(dark.scalar != light.scalar)
  }

  /// From black at the left to white at the right, without a visible step.
  private static let ramp = PixelPicture(
    width: 320, height: 60,
    bytes: (0..<320 * 60).flatMap { pixel -> [UInt8] in
      let gray = UInt8(pixel % 320 * 255 / 319)
      return [gray, gray, gray, 255]
    })

  @Test(arguments: [(SymbolOptions.ColorDepth.ansi16, 12), (.indexed256, 30), (.monochrome, 10)])
  func `a ramp of greys keeps its steps with few colours`(
    depth: SymbolOptions.ColorDepth, leastSteps: Int
  ) throws {
    let picture = try worker.cells(
      of: Self.ramp.tiff,
      target: PictureTarget(columns: 40, rows: 10), options: SymbolOptions(colorDepth: depth))

    let columns = Int(picture.columns)
    let cells = picture.cells.prefix(columns)
    expectEqual(columns, 40)
    // Without dithering: 5 of 16 colours, 24 of 256, black and white.
    #expect(Set(cells).count >= leastSteps)
    if depth != .monochrome {
      #expect(cells.contains { (0x2591...0x2593).contains($0.scalar) })
    }
  }

  @Test func `the still parts of an animation do not flicker in colours`() throws {
    var other = Self.ramp
    // Another upper left corner, the rest as it was.
    for row in 0..<20 {
      for place in row * 320 * 4..<(row * 320 + 40) * 4 { other.bytes[place] = 255 }
    }
    func cells(_ picture: PixelPicture, _ depth: SymbolOptions.ColorDepth) throws -> CellPicture {
      try worker.cells(
        of: picture.tiff,
        target: PictureTarget(columns: 32, rows: 3), options: SymbolOptions(colorDepth: depth))
    }

    for depth in [SymbolOptions.ColorDepth.ansi16, .indexed256] {
      let (one, two) = (try cells(Self.ramp, depth), try cells(other, depth))
      let changed = zip(one.cells, two.cells).enumerated().filter { $0.element.0 != $0.element.1 }
      #expect(one.columns == 32 && one.rows == 3)
      #expect(!changed.isEmpty)
      #expect(changed.allSatisfy { $0.offset % 32 < 5 && $0.offset / 32 < 2 })
    }
  }

  @Test func `transparent cells show the terminal's background`() throws {
    let picture = try worker.cells(of: "alpha.png", target: Self.target, options: SymbolOptions())

    #expect(picture.columns == 8 && picture.rows == 2)
    expectEqual(picture.cells[0], PictureCell(scalar: 0x20))
    #expect(isNear(picture.cells[7].background.channels, [255, 0, 0]))
  }

  @Test(arguments: [
    (PictureTarget(columns: 100, rows: 9, cellPixelWidth: 8, cellPixelHeight: 8), 12, 9),
    (PictureTarget(columns: 1, rows: 1), 1, 1),
  ])
  func `the size of a cell decides how many a picture takes, and one is enough`(
    target: PictureTarget, columns: Int, rows: Int
  ) throws {
    let picture = try worker.cells(of: "quarters.png", target: target, options: SymbolOptions())

    expectEqual([Int(picture.columns), Int(picture.rows)], [columns, rows])
    expectEqual(picture.cells.count, columns * rows)
  }

  private static func isAllowed(_ color: PictureColor, in depth: SymbolOptions.ColorDepth) -> Bool {
    switch (color, depth) {
    case (.terminalDefault, _): true
    case (.rgb, .truecolor): true
    case (.indexed(let index), .indexed256): index >= 16
    case (.indexed(let index), .ansi16): index < 16
    default: false
    }
  }
}
