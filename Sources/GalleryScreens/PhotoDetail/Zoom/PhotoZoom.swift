import Foundation
import PictureProtocol
import TerminalKit

/// The magnification of a photo, and which part of it is visible.
///
/// It belongs to the user and not to a photo: the next photo has the same magnification and position, relative to its
/// sides. The steps are relative to 100 % and not to the window, with a factor of √2 between them, so that zooming in
/// and out again always returns to the same view. Above 100 % there are only the steps at which each pixel of the
/// picture is a square of whole pixels: 200 % and 400 %. Positions are whole half pixels of the picture, so that
/// rounding never makes it drift, however long the user pans to and fro.
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
  private static let leastGain = 1.15

  private static func magnification(step: Int) -> Double {
    pow(2, -Double(step) / 2)
  }

  /// 200 % and 400 %.
  private static let stepsAboveFull = [-2, -4]

  /// The steps that show a picture larger than fitted, the smallest first.
  private static func steps(in space: ZoomSpace) -> [Int] {
    let least = space.fit * leastGain
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
    return PictureRegion(
      x: Self.fraction(center.x - view.width, of: space.source.width),
      y: Self.fraction(center.y - view.height, of: space.source.height),
      width: Double(view.width) / Double(space.source.width),
      height: Double(view.height) / Double(space.source.height))
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
    let perPixel = 2 * (1 / old - 1 / new)
    set(
      x: center.x + Self.rounded(Double(pointer.x) * perPixel),
      y: center.y + Self.rounded(Double(pointer.y) * perPixel), in: space)
  }

  // MARK: Pan

  /// Moves the view over the picture, at most to its edge.
  ///
  /// - Parameter offset: In pixels of the terminal; right and down are positive.
  mutating func pan(by offset: PixelOffset, in space: ZoomSpace) {
    guard isZoomed(in: space) else { return }
    let scale = space.scale(magnification(in: space))
    let center = visibleCenter(in: space)
    set(
      x: center.x + 2 * Self.rounded(Double(offset.x) / scale),
      y: center.y + 2 * Self.rounded(Double(offset.y) / scale), in: space)
    // Moving starts from the edge where it stopped, so that the other direction responds immediately.
    let stopped = visibleCenter(in: space)
    set(x: stopped.x, y: stopped.y, in: space)
  }

  // MARK: Whole half pixels

  /// The centre of the view, in half pixels.
  private func visibleCenter(in space: ZoomSpace) -> (x: Int, y: Int) {
    let view = space.view(magnification(in: space))
    return (
      Self.clamped(centerX, source: space.source.width, view: view.width),
      Self.clamped(centerY, source: space.source.height, view: view.height)
    )
  }

  private static func clamped(_ center: Double, source: Int, view: Int) -> Int {
    // A fraction of this many half pixels gives exactly the number that it was made from.
    min(max(view, rounded(center * Double(2 * source))), 2 * source - view)
  }

  private mutating func set(x: Int, y: Int, in space: ZoomSpace) {
    centerX = Double(x) / Double(2 * space.source.width)
    centerY = Double(y) / Double(2 * space.source.height)
  }

  private static func fraction(_ doubledEdge: Int, of side: Int) -> Double {
    Double(doubledEdge) / Double(2 * side)
  }

  /// Rounds halves away from zero, so that there and back again is the same; bounded by far more than any picture has.
  private static func rounded(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int(min(max(value.rounded(), -1e12), 1e12))
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
