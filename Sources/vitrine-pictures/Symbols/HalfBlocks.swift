import PictureProtocol

/// Two pixels a cell in their own colours, where there is nothing to choose.
///
/// libchafa returns the same cells from 64 pixels each, for which JPEG is decoded at twice the size.
enum HalfBlocks {
  static let samples = CellSamples(horizontal: 1, vertical: 2)

  static func cells(of pixels: PixelBuffer) -> CellPicture {
    let columns = pixels.width
    let rows = pixels.height / 2
    var cells: [PictureCell] = []
    cells.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let upper = color(pixels, (2 * row * columns + column) * 4)
        let lower = color(pixels, ((2 * row + 1) * columns + column) * 4)
        cells.append(cell(upper, lower))
      }
    }
    return CellPicture(columns: UInt32(columns), rows: UInt32(rows), cells: cells)
  }

  private static func cell(_ upper: PictureColor, _ lower: PictureColor) -> PictureCell {
    if upper == lower { return PictureCell(scalar: 0x20, background: upper) }
    // U+2580 is the upper half, U+2584 the lower one, for cells with the terminal's background above.
    return upper == .terminalDefault
      ? PictureCell(scalar: 0x2584, foreground: lower)
      : PictureCell(scalar: 0x2580, foreground: upper, background: lower)
  }

  private static func color(_ pixels: PixelBuffer, _ offset: Int) -> PictureColor {
    guard pixels.bytes[offset + 3] >= 128 else { return .terminalDefault }
    return .rgb(
      red: pixels.bytes[offset], green: pixels.bytes[offset + 1],
      blue: pixels.bytes[offset + 2])
  }
}
