import Foundation

/// The value between `a` (t = 0) and `b` (t = 1).
@inline(__always)
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// The colour between `a` (t = 0) and `b` (t = 1).
@inline(__always)
func mix(_ a: Vector3, _ b: Vector3, _ t: Float) -> Vector3 { a + (b - a) * t }

@inline(__always)
func clamp(_ value: Float, _ low: Float = 0, _ high: Float = 1) -> Float {
  max(low, min(high, value))
}

/// 0 below `low`, 1 above `high`, and smooth between; the edges may be given the other way round.
@inline(__always)
func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let t = clamp((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/// The part after the point, never negative.
@inline(__always)
func fraction(_ value: Float) -> Float { value - value.rounded(.down) }

/// The smaller of two distances with a rounded seam of the width `k`.
@inline(__always)
func smoothMinimum(_ a: Float, _ b: Float, _ k: Float) -> Float {
  let h = max(k - abs(a - b), 0) / k
  return min(a, b) - h * h * k * 0.25
}

/// A bell: 1 at 0, falling to both sides; `width` is the standard deviation.
@inline(__always)
func bell(_ value: Float, _ width: Float) -> Float {
  let t = value / width
  return exp(-0.5 * t * t)
}

/// The reflected part of the light at a boundary (Schlick's approximation).
@inline(__always)
func fresnel(_ cosine: Float, _ head: Float) -> Float {
  let m = clamp(1 - cosine)
  let m2 = m * m
  return head + (1 - head) * m2 * m2 * m
}

/// A palette along a line: stops in rising order of their places, smooth between.
struct Gradient: Sendable {
  let stops: [(place: Float, colour: Vector3)]

  init(_ stops: [(Float, Vector3)]) {
    self.stops = stops.map { (place: $0.0, colour: $0.1) }
  }

  func colour(at place: Float) -> Vector3 {
    guard let first = stops.first, let last = stops.last else { return .zero }
    if place <= first.place { return first.colour }
    for index in 1..<stops.count where place < stops[index].place {
      let (low, high) = (stops[index - 1], stops[index])
      return mix(low.colour, high.colour, smoothstep(low.place, high.place, place))
    }
    return last.colour
  }
}
