import Foundation

/// Three numbers: a point, a direction, or a linear colour (sRGB primaries, 1 is paper white).
///
/// A struct of its own and not `SIMD3<Float>`: the overloads of SIMD make long formulas slow to
/// type-check, and three scalars were as fast in the renders here.
struct Vector3: Equatable, Sendable {
  var x: Float
  var y: Float
  var z: Float

  @inline(__always)
  init(_ x: Float, _ y: Float, _ z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same value in all three places: a grey.
  @inline(__always)
  init(_ value: Float) {
    self.init(value, value, value)
  }

  /// A linear colour from the hexadecimal notation of an sRGB colour, as in `0xC86432`.
  init(srgb hex: UInt32) {
    func channel(_ shift: UInt32) -> Float {
      linearFromSRGB(Float((hex >> shift) & 0xFF) / 255)
    }
    self.init(channel(16), channel(8), channel(0))
  }

  static let zero = Vector3(0)
  static let up = Vector3(0, 1, 0)

  var length: Float { dot(self).squareRoot() }
  var normalized: Vector3 { self * (1 / max(length, 1e-20)) }
  /// How bright a colour is (Rec. 709 weights).
  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }
  var largest: Float { max(x, max(y, z)) }

  @inline(__always)
  func dot(_ other: Vector3) -> Float { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The direction after a mirror with this normal.
  func reflected(_ normal: Vector3) -> Vector3 { self - normal * (2 * dot(normal)) }

  /// The direction after a surface, or nil at total reflection. `ratio` is n1/n2.
  func refracted(_ normal: Vector3, ratio: Float) -> Vector3? {
    let cosine = -dot(normal)
    let k = 1 - ratio * ratio * (1 - cosine * cosine)
    if k < 0 { return nil }
    return self * ratio + normal * (ratio * cosine - k.squareRoot())
  }

  /// Each component by itself through a function.
  @inline(__always)
  func map(_ transform: (Float) -> Float) -> Vector3 {
    Vector3(transform(x), transform(y), transform(z))
  }

  /// Turned about the vertical axis.
  func turned(_ angle: Float) -> Vector3 {
    let (s, c) = (sin(angle), cos(angle))
    return Vector3(c * x + s * z, y, c * z - s * x)
  }

  @inline(__always)
  static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }
  @inline(__always)
  static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }
  @inline(__always)
  static func * (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x * b.x, a.y * b.y, a.z * b.z) }
  @inline(__always)
  static func * (a: Vector3, b: Float) -> Vector3 { Vector3(a.x * b, a.y * b, a.z * b) }
  @inline(__always)
  static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }
  @inline(__always)
  static func += (a: inout Vector3, b: Vector3) { a = a + b }
  @inline(__always)
  static func *= (a: inout Vector3, b: Vector3) { a = a * b }
  @inline(__always)
  static func *= (a: inout Vector3, b: Float) { a = a * b }
}
