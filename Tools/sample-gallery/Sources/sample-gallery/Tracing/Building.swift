import Foundation

/// Walls and columns as a distance function, under sun and sky: one ray, its shadow, its corner
/// darkness and, on polished stone, its mirror image.
struct Building: Sendable {
  let camera: Camera
  let sun: Vector3
  let sunlight: Vector3
  let sky: @Sendable (Vector3) -> Vector3
  let ambient: Vector3
  let distance: @Sendable (Vector3) -> Float
  /// Colour and polish (0 to 1) at a point with its normal.
  let surface: @Sendable (Vector3, Vector3) -> (colour: Vector3, polish: Float)
  var farthest: Float = 60
  var samples = 4
  /// Sunlight in the air along the way, per unit; makes beams.
  var dust: Float = 0
  var penumbra: Float = 40
  var fog: Float = 0
  /// Soft light from one side that throws no shadows, such as from large windows.
  var fill: (from: Vector3, light: Vector3) = (.up, .zero)

  func render(width: Int, height: Int) -> Canvas {
    Canvas.render(width: width, height: height, samples: samples) { x, y, random in
      let ray = camera.ray(x, y, &random)
      return colour(ray, mirrors: true, &random)
    }
  }

  private func march(_ ray: Ray, farthest: Float) -> Float? {
    var t: Float = 0.01
    for _ in 0..<170 {
      let d = distance(ray.point(t))
      if d < 0.0007 * max(t, 0.6) { return t }
      t += d * 0.92
      if t > farthest { return nil }
    }
    return t < farthest ? t : nil
  }

  private func shadow(_ p: Vector3, jitter: Float) -> Float {
    var (t, light) = (0.02 + 0.02 * jitter, Float(1))
    for _ in 0..<80 {
      let d = distance(p + sun * t)
      light = min(light, penumbra * d / t)
      if light < 0.002 { return 0 }
      t += clamp(d, 0.015, 1.5)
      if t > 30 { break }
    }
    return smoothstep(0, 1, light)
  }

  private func openness(_ p: Vector3, _ n: Vector3) -> Float {
    var (hidden, weight) = (Float(0), Float(1))
    for tap in 1...5 {
      let reach = 0.02 + 0.14 * Float(tap * tap) * 0.42
      hidden += (reach - min(distance(p + n * reach), reach)) * weight
      weight *= 0.62
    }
    return clamp(1 - hidden * 0.62)
  }

  private func colour(_ ray: Ray, mirrors: Bool, _ random: inout Random) -> Vector3 {
    let found = march(ray, farthest: farthest)
    var result: Vector3
    if let t = found {
      let p = ray.point(t)
      let n = gradient(p, distance, 0.0008 + 0.0006 * t)
      let (albedo, polish) = surface(p, n)
      let facing = max(n.dot(sun), 0)
      let lit = facing > 0 ? facing * shadow(p + n * 0.004, jitter: random.unit()) : 0
      let open = openness(p, n)
      let above = 0.62 + 0.38 * n.y
      // Sunlight that the floor throws back.
      let bounce = sunlight * (0.085 * clamp(0.55 - 0.45 * n.y + 0.2 * abs(n.x)) * open)
      result =
        albedo
        * (sunlight * lit + ambient * (above * open) + bounce
          + fill.light * (open * max(0.5 + 0.5 * n.dot(fill.from), 0)))
      if polish > 0, mirrors {
        let part = fresnel(-ray.direction.dot(n), 0.04) * polish
        let mirror = ray.direction.reflected(n) + random.sphere() * 0.012
        let seen = colour(
          Ray(origin: p + n * 0.01, direction: mirror.normalized), mirrors: false, &random)
        result = mix(result, seen, part)
      }
      if fog > 0 { result = mix(result, sky(ray.direction), 1 - exp(-t * fog)) }
    } else {
      result = sky(ray.direction)
    }
    if dust > 0, mirrors { result += beams(ray, min(found ?? farthest, farthest), &random) }
    return result
  }

  private func beams(_ ray: Ray, _ length: Float, _ random: inout Random) -> Vector3 {
    let steps = 6
    let step = length / Float(steps)
    var sum: Float = 0
    for index in 0..<steps {
      let p = ray.point((Float(index) + random.unit()) * step)
      sum += shadow(p, jitter: 0.5) * step
    }
    let towards = pow(clamp(0.5 + 0.5 * ray.direction.dot(sun)), 3)
    return sunlight * (sum * dust * (0.35 + towards))
  }
}

/// Distances to simple bodies (after Quilez, *distance functions*).
enum Body {
  static func box(_ p: Vector3, _ half: Vector3) -> Float {
    let q = Vector3(abs(p.x) - half.x, abs(p.y) - half.y, abs(p.z) - half.z)
    let outside = q.map { max($0, 0) }.length
    return outside + min(q.largest, 0)
  }

  /// Upright, about the y axis, from y = 0 to a height.
  static func cylinder(_ p: Vector3, radius: Float, height: Float) -> Float {
    let ring = (p.x * p.x + p.z * p.z).squareRoot() - radius
    let ends = abs(p.y - height * 0.5) - height * 0.5
    let outside = Vector3(max(ring, 0), max(ends, 0), 0).length
    return outside + min(max(ring, ends), 0)
  }

  /// An arched opening: a wall of any depth with a round top; measured in the wall's plane.
  static func arch(_ x: Float, _ y: Float, half: Float, spring: Float) -> Float {
    if y < spring { return abs(x) - half }
    return (x * x + (y - spring) * (y - spring)).squareRoot() - half
  }

  /// A coordinate repeated every `period`, centred.
  static func repeated(_ value: Float, _ period: Float) -> Float {
    value - period * (value / period).rounded()
  }
}
