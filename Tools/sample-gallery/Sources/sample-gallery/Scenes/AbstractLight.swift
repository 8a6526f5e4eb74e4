import Foundation

/// Light for its own sake.
enum AbstractLight {
  /// Where the points of a strange attractor (Peter de Jong's) fall most often.
  static func attractor(width: Int, height: Int) -> Canvas {
    let (a, b, c, d): (Double, Double, Double, Double) = (1.4, -2.3, 2.4, -2.1)
    var hits = [Vector3](repeating: .zero, count: width * height)
    var (x, y) = (0.1, 0.1)
    let scale = Double(min(width, height)) * 0.235
    for step in 0..<14_000_000 {
      let nextX = sin(a * y) - cos(b * x)
      let nextY = sin(c * x) - cos(d * y)
      let speed = Float(abs(nextX - x) + abs(nextY - y)) * 0.28
      (x, y) = (nextX, nextY)
      if step < 100 { continue }
      let column = Int(Double(width) * 0.5 + x * scale * 1.35)
      let row = Int(Double(height) * 0.5 + y * scale)
      if column < 0 || column >= width || row < 0 || row >= height { continue }
      hits[row * width + column] += mix(
        Vector3(0.10, 0.42, 1.0), Vector3(1.0, 0.36, 0.10), clamp(speed))
    }
    var canvas = Canvas(width: width, height: height)
    for index in hits.indices {
      let hit = hits[index]
      let strength = hit.luminance
      // A logarithm keeps the faint veils beside the bright seams.
      let tone = log(1 + strength * 0.5) * 0.145
      canvas.pixels[index] =
        hit * (tone * tone / max(strength, 1e-3)) + Vector3(0.002, 0.003, 0.008)
    }
    return canvas
  }

  /// The full moon, large.
  static func fullMoon(width: Int, height: Int) -> Canvas {
    let craters = (0..<700).map { index -> (Vector3, Float, Float) in
      var random = Random(seed: UInt64(index) + 400)
      let size = 0.010 + 0.075 * pow(random.unit(), 7)
      return (random.sphere(), size, random.between(0.4, 1))
    }
    return Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      let (u, v) = (x / 0.74, y / 0.74)
      let d2 = u * u + v * v
      if d2 > 1 {
        return .zero
      }
      let p = Vector3(u, v, (1 - d2).squareRoot())
      let seas = Noise.fractal(p * 1.5 + Vector3(4.2, 1.1, 7.7), octaves: 5, gain: 0.52)
      let rough = Noise.fractal(p * 9, octaves: 5, gain: 0.6)
      var tone = mix(0.60, 0.24, smoothstep(-0.12, 0.42, seas + rough * 0.20))
      tone *= 1 + 0.16 * rough
      var relief: Float = 0
      for (centre, size, strength) in craters where centre.z > 0 {
        let distance = (p - centre).length / size
        if distance > 9 { continue }
        if distance < 1.35 {
          let rim = bell(distance - 1, 0.16)
          let side = (p.x - centre.x) / size
          relief += strength * (rim * side * 0.12 - (distance < 1 ? 0.06 * side : 0) + rim * 0.03)
        }
        if size > 0.055 {
          let angle = atan2(p.y - centre.y, p.x - centre.x)
          let rays = pow(max(Noise.fractal(angle * 5, size * 90, octaves: 3), 0), 1.5)
          tone += strength * rays * 0.55 * exp(-distance * 0.42) * smoothstep(1, 1.6, distance)
        }
      }
      let lit = pow(clamp(p.dot(Vector3(0.26, 0.10, 0.96)) + 0.03), 0.45)
      return Vector3(max(tone + relief, 0.02) * lit * smoothstep(1, 0.985, d2))
    }
  }
}
