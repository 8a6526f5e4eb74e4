import Foundation
import PictureProtocol
import TerminalKit

/// The magnification of a photo, and which part of it is visible.
///
/// It belongs to the user and not to a photo: the next photo has the same magnification and position, relative to its
/// sides. The steps are relative to 100 % and not to the window, with a factor of √2 between them, so that zooming in
/// and out again always returns to the same view. Above 100 % there are only the steps at which each pixel of the
/// picture is a square of whole pixels: 200 % and 400 %. What is visible starts at a half pixel of the picture, so that
/// it is found again; the position itself isn't rounded, so that it doesn't drift, however long the user pans to and fro.
nonisolated struct PhotoZoom: Equatable {
  /// Steps below 100 %, negative above it; nil to fit the box.
  private var step: Int?
  /// The centre of the view, in fractions of the picture's sides. May be where the picture cannot be centred: zooming
  /// out and in again returns to it.
  private var centerX = 0.5
  private var centerY = 0.5

  /// Whether any picture is fitted to the box.
  var isFit: Bool { step == nil }

  /// The first step enlarges a picture at least this much, unless it is 100 % already.
  private static let minimumGain = 1.15

  private static func magnification(step: Int) -> Double {
    pow(2, -Double(step) / 2)
  }

  /// 200 % and 400 %.
  private static let stepsAboveFull = [-2, -4]

  /// The steps that show a picture larger than fitted, the smallest first.
  private static func steps(in space: ZoomSpace) -> [Int] {
    let least = space.fit * minimumGain
    var steps = stepsAboveFull.filter { magnification(step: $0) >= least }
    if space.fit < 0.999_999 { steps.insert(0, at: 0) }
    var step = 1
    while magnification(step: step) >= least {
      steps.insert(step, at: 0)
      step += 1
    }
    return steps
  }

  // MARK: What is visible

  /// 1 for 100 %.
  func magnification(in space: ZoomSpace) -> Double {
    max(space.fit, step.map(Self.magnification) ?? 0)
  }

  /// Whether this picture is shown larger than fitted.
  func isZoomed(in space: ZoomSpace) -> Bool {
    magnification(in: space) > space.fit * 1.000_001
  }

  /// Whether only a part of this picture is visible, so that it can be moved: a small one may be visible as a whole at
  /// 400 %.
  func canPan(in space: ZoomSpace) -> Bool {
    isZoomed(in: space) && space.view(magnification(in: space)) != space.source
  }

  /// How many dots each pixel of the picture takes per side, above 100 %; else 1.
  func enlargement(in space: ZoomSpace) -> Int {
    guard let step, step < 0, isZoomed(in: space) else { return 1 }
    return Int(Self.magnification(step: step))
  }

  /// The visible part, in the shape of the box if it fills the box; nil for all of the picture as it fits.
  func region(in space: ZoomSpace) -> PictureRegion? {
    guard isZoomed(in: space) else { return nil }
    let view = space.view(magnification(in: space))
    let center = visibleCenter(in: space)
    let (width, height) = (Double(space.source.width), Double(space.source.height))
    func start(_ center: Double, _ view: Int, of side: Double) -> Double {
      ((center * 2 * side).rounded() - Double(view)) / (2 * side)
    }
    return PictureRegion(
      x: start(center.x, view.width, of: width), y: start(center.y, view.height, of: height),
      width: Double(view.width) / width, height: Double(view.height) / height)
  }

  /// `50%`, `400%`, `fit`.
  func label(in space: ZoomSpace) -> String {
    guard isZoomed(in: space) else { return "fit" }
    let percent = magnification(in: space) * 100
    return percent < 10 ? "\((percent * 10).rounded() / 10)%" : "\(Int(percent.rounded()))%"
  }

  // MARK: Zoom

  /// One step in, up to 400 %.
  ///
  /// - Parameter pointer: The point that stays where it is, in pixels of the terminal from the box's middle.
  mutating func zoomIn(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    let now = magnification(in: space) * 1.000_001
    let nearer = Self.steps(in: space).first {
      !isZoomed(in: space) || Self.magnification(step: $0) > now
    }
    if let nearer { change(to: nearer, in: space, at: pointer) }
  }

  /// One step out, at last to the fitted picture.
  mutating func zoomOut(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    guard isZoomed(in: space) else {
      step = nil
      return
    }
    let now = magnification(in: space) * 0.999_999
    let farther = Self.steps(in: space).last { Self.magnification(step: $0) < now }
    change(to: farther, in: space, at: pointer)
  }

  /// 100 %: a pixel of the picture for each dot; a smaller picture is shown as a whole.
  mutating func zoomToFull(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    change(to: space.fit < 1 ? 0 : nil, in: space, at: pointer)
  }

  /// Fits all of the picture, centred.
  mutating func zoomToFit() { self = PhotoZoom() }

  /// Changes the step; the point under the pointer stays there.
  private mutating func change(to step: Int?, in space: ZoomSpace, at pointer: PixelOffset) {
    let old = space.scale(magnification(in: space))
    let center = visibleCenter(in: space)
    self.step = step
    guard pointer != .zero, step != nil else { return }
    let new = space.scale(magnification(in: space))
    move(from: center, by: pointer, 1 / old - 1 / new, in: space)
  }

  // MARK: Pan

  /// Moves the view over the picture, at most to its edge.
  ///
  /// - Parameter offset: In pixels of the terminal; right and down are positive.
  mutating func pan(by offset: PixelOffset, in space: ZoomSpace) {
    guard isZoomed(in: space) else { return }
    move(
      from: visibleCenter(in: space), by: offset, 1 / space.scale(magnification(in: space)),
      in: space)
    // Moving starts from the edge where it stopped, so that the other direction responds immediately.
    (centerX, centerY) = visibleCenter(in: space)
  }

  /// - Parameter length: That of a pixel of the terminal, in pixels of the picture.
  private mutating func move(
    from center: (x: Double, y: Double), by offset: PixelOffset, _ length: Double,
    in space: ZoomSpace
  ) {
    centerX = center.x + Double(offset.x) * length / Double(space.source.width)
    centerY = center.y + Double(offset.y) * length / Double(space.source.height)
  }

  /// The centre of the view where it doesn't reach over an edge.
  private func visibleCenter(in space: ZoomSpace) -> (x: Double, y: Double) {
    let view = space.view(magnification(in: space))
    func clamped(_ center: Double, _ view: Int, of side: Int) -> Double {
      let half = Double(view) / Double(2 * side)
      return min(max(half, center), 1 - half)
    }
    return (
      clamped(centerX, view.width, of: space.source.width),
      clamped(centerY, view.height, of: space.source.height)
    )
  }
}

/// A distance in pixels of the terminal; right and down are positive.
nonisolated struct PixelOffset: Equatable {
  var x: Int
  var y: Int

  static let zero = PixelOffset(x: 0, y: 0)
}

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
      [width.partialValue, height.partialValue, source.width, source.height]
        .allSatisfy(sides.contains)
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
