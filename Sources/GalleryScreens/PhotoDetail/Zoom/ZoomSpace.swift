import TerminalKit

/// A picture and the box through which it is seen: the units of zooming.
///
/// A *dot* is the smallest thing that the terminal can show: a pixel if it draws pictures itself, half a cell for
/// pictures of characters (one column wide, two dots a row). At 100 % a pixel of the picture is as wide as a dot.
nonisolated struct ZoomSpace: Equatable {
  /// The box in pixels of the terminal.
  let box: PixelSize
  /// The picture in its own pixels, upright.
  let source: PixelSize
  /// The width of a dot in pixels of the terminal.
  private let dotWidth: Double
  /// The magnification that fits all of the picture, 1 being 100 %.
  let fit: Double

  /// No picture has larger sides; smaller ones keep all arithmetic exact.
  private static let sideLimit = 1_000_000

  /// nil if there is nothing to zoom: no box, no picture, or an impossible size.
  init?(box: Size, cell: PixelSize, source: PixelSize, method: GraphicsMethod) {
    let sides = 1...Self.sideLimit
    let width = box.columns.multipliedReportingOverflow(by: cell.width)
    let height = box.rows.multipliedReportingOverflow(by: cell.height)
    guard method != .none, !width.overflow, !height.overflow,
      sides.contains(width.partialValue), sides.contains(height.partialValue),
      sides.contains(source.width), sides.contains(source.height)
    else { return nil }
    self.box = PixelSize(width: width.partialValue, height: height.partialValue)
    self.source = source
    dotWidth = method == .symbols ? Double(cell.width) : 1
    let filling =
      min(
        Double(self.box.width) / Double(source.width),
        Double(self.box.height) / Double(source.height)) / dotWidth
    // Pictures of characters are enlarged to their box, those of pixels are not.
    fit = method == .symbols ? filling : min(1, filling)
  }

  /// Pixels of the terminal that a pixel of the picture takes.
  func scale(_ magnification: Double) -> Double { magnification * dotWidth }

  /// The part of the picture that fills the box, in its pixels; at most all of it. Above 100 % these are whole pixels, so
  /// that up to one of them stays free at the edge of the box.
  func view(_ magnification: Double) -> PixelSize {
    let rule: FloatingPointRoundingRule = magnification > 1 ? .down : .toNearestOrAwayFromZero
    return PixelSize(
      width: Self.pixels(Double(box.width) / scale(magnification), in: 1...source.width, rule),
      height: Self.pixels(Double(box.height) / scale(magnification), in: 1...source.height, rule))
  }

  private static func pixels(
    _ value: Double, in range: ClosedRange<Int>, _ rule: FloatingPointRoundingRule
  ) -> Int {
    guard value < Double(range.upperBound) else { return range.upperBound }
    return max(range.lowerBound, Int(value.rounded(rule)))
  }
}
