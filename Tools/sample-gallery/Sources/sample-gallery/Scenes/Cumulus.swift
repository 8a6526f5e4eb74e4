import Foundation

/// Fair-weather clouds as a volume: fBm density in a slab, lit by one scattering of the sun.
struct Cumulus: Sendable {
  let atmosphere: Atmosphere
  var floor: Float = 1.3
  var ceiling: Float = 3.1
  var cover: Float = 0.5
  var drift = Vector3(3.1, 0, 7.7)

  /// The sky with its clouds in a direction above the horizon.
  func sky(_ direction: Vector3, jitter: Float) -> Vector3 {
    let clear = atmosphere.sky(direction)
    if direction.y < 0.02 { return clear }
    let start = floor / direction.y
    let end = min(ceiling / direction.y, start + 9)
    if start > 32 { return clear }
    let steps = 44
    let length = (end - start) / Float(steps)
    var (through, light) = (Float(1), Vector3.zero)
    let cosine = direction.dot(atmosphere.sun)
    let phase = 0.75 + 0.9 * pow(max(cosine, 0), 6)
    let ambient = atmosphere.sky(Vector3(0.3, 0.9, 0).normalized) * 1.15 + Vector3(0.10)
    for step in 0..<steps {
      let t = start + (Float(step) + jitter) * length
      let p = direction * t
      let dense = density(p, octaves: 6)
      if dense <= 0.002 { continue }
      var depth: Float = 0
      for tap in 1...5 {
        let reach = 0.09 * Float(tap * tap)
        depth += density(p + atmosphere.sun * reach, octaves: 3) * 0.09 * Float(2 * tap)
      }
      // Beer's law, with a slow tail for light that was scattered many times.
      let reached = exp(-depth * 7) * 0.75 + exp(-depth * 1.6) * 0.25
      let height = (p.y - floor) / (ceiling - floor)
      let colour =
        atmosphere.sunlight * (2.9 * phase * reached) + ambient * (0.35 + 0.65 * height)
      let absorbed = 1 - exp(-dense * length * 11)
      light += colour * (absorbed * through)
      through *= 1 - absorbed
      if through < 0.01 { break }
    }
    let air = exp(-start * 0.05)
    let veil = atmosphere.sky(Vector3(direction.x, 0.06, direction.z).normalized)
    return clear * through + mix(veil * (1 - through), light, air)
  }

  private func density(_ p: Vector3, octaves: Int) -> Float {
    let height = (p.y - floor) / (ceiling - floor)
    if height < 0 || height > 1 { return 0 }
    let q = p + drift
    let wide = Noise.gradient(q.x * 0.22, q.z * 0.22) * 0.55
    let shape = Noise.fractal(q * 1.05, octaves: octaves, gain: 0.5) * 0.5
    let profile = smoothstep(0, 0.10, height) * (1 - 0.9 * pow(height, 0.8))
    return clamp((wide + shape * 1.05 + cover - 0.62 + profile * 0.62 - 0.30) * 1.5)
      * smoothstep(0, 0.1, height)
  }

  /// A picture of the sky at half size, for scenes that look it up; clouds are soft enough.
  func backdrop(width: Int, height: Int, camera: Camera) -> Canvas {
    Canvas.render(width: width / 2, height: height / 2, samples: 2) { x, y, random in
      sky(camera.direction(x, y), jitter: random.unit())
    }
  }
}
