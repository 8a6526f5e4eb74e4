import Foundation

/// A pinhole or, with an aperture, a lens that blurs what is not in focus.
struct Camera: Sendable {
  let position: Vector3
  private let forward: Vector3
  private let right: Vector3
  private let above: Vector3
  private let scale: Float
  private let aperture: Float
  private let focus: Float

  /// - Parameters:
  ///   - degrees: The angle from the bottom to the top of the picture.
  ///   - aperture: The radius of the lens; 0 is a pinhole.
  ///   - focus: The distance that is sharp; nil is the target's.
  init(
    at position: Vector3, towards target: Vector3, degrees: Float, aperture: Float = 0,
    focus: Float? = nil, roll: Float = 0
  ) {
    self.position = position
    forward = (target - position).normalized
    let level = Vector3(sin(roll), cos(roll), 0).cross(forward).normalized
    right = level
    above = forward.cross(level)
    scale = tan(degrees * .pi / 360)
    self.aperture = aperture
    self.focus = focus ?? (target - position).length
  }

  /// The direction through a place of the picture, as in `Canvas.render`.
  func direction(_ x: Float, _ y: Float) -> Vector3 {
    (forward + right * (x * scale) + above * (y * scale)).normalized
  }

  /// A ray through the lens.
  func ray(_ x: Float, _ y: Float, _ random: inout Random) -> Ray {
    let straight = forward + right * (x * scale) + above * (y * scale)
    if aperture == 0 { return Ray(origin: position, direction: straight.normalized) }
    let lens = random.disc()
    let offset = right * (lens.x * aperture) + above * (lens.y * aperture)
    let sharp = position + straight * focus
    return Ray(origin: position + offset, direction: (sharp - position - offset).normalized)
  }
}

struct Ray: Sendable {
  var origin: Vector3
  var direction: Vector3

  @inline(__always)
  func point(_ distance: Float) -> Vector3 { origin + direction * distance }
}
