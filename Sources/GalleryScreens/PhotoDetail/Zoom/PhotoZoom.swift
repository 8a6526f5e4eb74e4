import Foundation
import PictureProtocol
import TerminalKit

/// How near a photo is seen, and which part of it.
///
/// It belongs to the user and not to a photo: the next photo is seen at the same magnification and at
/// the same place of its sides. The steps hang on 100 % and not on the window, each √2 of the next, so
/// that zooming in and out again always comes back to where one was. Above 100 % there are only those at which each
/// pixel of the picture is a square of whole ones: 200 % and 400 %. Places are whole half pixels of the
/// picture, so that nothing drifts by rounding, however long one pans to and fro.
nonisolated struct PhotoZoom: Equatable {
  /// Steps below 100 %, negative above it; nil for all of the picture.
  private var step: Int?
  /// What is in the middle, in fractions of the picture's sides. May lie where the middle cannot be: a
  /// zoom out and in again comes back to it.
  private var centerX = 0.5
  private var centerY = 0.5

  /// Whether all of any picture is wanted.
  var isFit: Bool { step == nil }

  /// The first step makes a picture at least so much larger, unless it is 100 % already.
  private static let leastGain = 1.15

  private static func magnification(step: Int) -> Double {
    pow(2, -Double(step) / 2)
  }

  /// 200 % and 400 %.
  private static let stepsAboveFull = [-2, -4]

  /// The steps at which a picture is larger than all of it, the farthest first.
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

  // MARK: What is seen

  /// 1 for 100 %.
  func magnification(in space: ZoomSpace) -> Double {
    max(space.fit, step.map(Self.magnification) ?? 0)
  }

  /// Whether this picture is seen nearer than all of it is by itself.
  func isZoomed(in space: ZoomSpace) -> Bool {
    magnification(in: space) > space.fit * 1.000_001
  }

  /// Whether only a part of this picture is seen, so that there is somewhere to move: a small one may be all there at
  /// 400 %.
  func canPan(in space: ZoomSpace) -> Bool {
    isZoomed(in: space) && space.view(magnification(in: space)) != space.source
  }

  /// What each pixel of the picture takes a side, above 100 %; else 1.
  func enlargement(in space: ZoomSpace) -> Int {
    guard let step, step < 0, isZoomed(in: space) else { return 1 }
    return Int(Self.magnification(step: step))
  }

  /// The part that is seen, of the box's shape where it fills the box; nil for all of the picture as it fits.
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

  /// One step nearer, at most to 400 %.
  ///
  /// - Parameter pointer: What stays where it is, in pixels of the terminal from the box's middle.
  mutating func zoomIn(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    let now = magnification(in: space) * 1.000_001
    let nearer = Self.steps(in: space).first {
      !isZoomed(in: space) || Self.magnification(step: $0) > now
    }
    if let nearer { change(to: nearer, in: space, at: pointer) }
  }

  /// One step farther, at last to all of the picture.
  mutating func zoomOut(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    guard isZoomed(in: space) else {
      step = nil
      return
    }
    let now = magnification(in: space) * 0.999_999
    let farther = Self.steps(in: space).last { Self.magnification(step: $0) < now }
    change(to: farther, in: space, at: pointer)
  }

  /// 100 %: a pixel of the picture for each dot; all of a picture that is smaller than that.
  mutating func zoomToFull(in space: ZoomSpace, at pointer: PixelOffset = .zero) {
    change(to: space.fit < 1 ? 0 : nil, in: space, at: pointer)
  }

  /// All of the picture, and its middle in the middle.
  mutating func zoomToFit() { self = PhotoZoom() }

  /// A step, with what is under the pointer staying there.
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

  /// Moves what is seen over the picture, at most to its edge.
  ///
  /// - Parameter offset: In pixels of the terminal; right and down are positive.
  mutating func pan(by offset: PixelOffset, in space: ZoomSpace) {
    guard isZoomed(in: space) else { return }
    let scale = space.scale(magnification(in: space))
    let center = visibleCenter(in: space)
    set(
      x: center.x + 2 * Self.rounded(Double(offset.x) / scale),
      y: center.y + 2 * Self.rounded(Double(offset.y) / scale), in: space)
    // The edge is where it stops, and where it turns.
    let stopped = visibleCenter(in: space)
    set(x: stopped.x, y: stopped.y, in: space)
  }

  // MARK: Whole half pixels

  /// The middle of what is seen, in half pixels.
  private func visibleCenter(in space: ZoomSpace) -> (x: Int, y: Int) {
    let view = space.view(magnification(in: space))
    return (
      Self.clamped(centerX, source: space.source.width, view: view.width),
      Self.clamped(centerY, source: space.source.height, view: view.height)
    )
  }

  private static func clamped(_ center: Double, source: Int, view: Int) -> Int {
    // A fraction of so many half pixels gives exactly the number that it was made of.
    min(max(view, rounded(center * Double(2 * source))), 2 * source - view)
  }

  private mutating func set(x: Int, y: Int, in space: ZoomSpace) {
    centerX = Double(x) / Double(2 * space.source.width)
    centerY = Double(y) / Double(2 * space.source.height)
  }

  private static func fraction(_ doubledEdge: Int, of side: Int) -> Double {
    Double(doubledEdge) / Double(2 * side)
  }

  /// Away from zero at halves, so that there and back again is the same; bounded by far more than any
  /// picture has.
  private static func rounded(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int(min(max(value.rounded(), -1e12), 1e12))
  }
}

/// A way in pixels of the terminal; right and down are positive.
nonisolated struct PixelOffset: Equatable {
  var x: Int
  var y: Int

  static let zero = PixelOffset(x: 0, y: 0)
}
