import Foundation

/// A small generator with a seed, so that every run makes the same pictures (PCG-XSH-RR 64/32,
/// O'Neill 2014).
struct Random: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 6_364_136_223_846_793_005 &+ 0x9E37_79B9_7F4A_7C15
    _ = bits()
    _ = bits()
  }

  mutating func bits() -> UInt32 {
    let old = state
    state = old &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let shifted = UInt32(truncatingIfNeeded: ((old >> 18) ^ old) >> 27)
    let turn = UInt32(truncatingIfNeeded: old >> 59)
    return (shifted >> turn) | (shifted << ((~turn &+ 1) & 31))
  }

  /// From 0 up to, but never, 1.
  mutating func unit() -> Float { Float(bits() >> 8) * (1 / 16_777_216) }

  mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

  /// Normally distributed: mean 0, deviation 1 (Box and Muller).
  mutating func normal() -> Float {
    let radius = (-2 * log(max(unit(), 1e-7))).squareRoot()
    return radius * cos(2 * .pi * unit())
  }

  /// A direction in the half space of `normal`, weighted by the cosine.
  mutating func hemisphere(_ normal: Vector3) -> Vector3 {
    (normal + sphere() * 0.999).normalized
  }

  /// A direction, all alike.
  mutating func sphere() -> Vector3 {
    let height = between(-1, 1)
    let ring = (1 - height * height).squareRoot()
    let angle = 2 * Float.pi * unit()
    return Vector3(ring * cos(angle), height, ring * sin(angle))
  }

  /// A point in the unit disc.
  mutating func disc() -> (x: Float, y: Float) {
    let radius = unit().squareRoot()
    let angle = 2 * Float.pi * unit()
    return (radius * cos(angle), radius * sin(angle))
  }
}
