import Foundation

/// The tiled floor of a pool under moving water: light gathered by the waves, seen through them.
struct Pool: Sendable {
  private static let side = 512
  private static let period: Float = 4

  func render(width: Int, height: Int) -> Canvas {
    let light = gathered()
    let camera = Camera(at: Vector3(0, 5.4, -4.4), towards: Vector3(0.1, 0, 0.1), degrees: 40)
    return Canvas.render(width: width, height: height, samples: 5) { x, y, _ in
      let direction = camera.direction(x, y)
      let t = (1.3 - camera.position.y) / direction.y
      let p = camera.position + direction * t
      let slope = Pool.slope(p.x, p.z)
      let n = Vector3(-slope.0, 1, -slope.1).normalized
      guard let down = direction.refracted(n, ratio: 1 / 1.33) else { return .zero }
      let depth: Float = 1.3
      let floor = p + down * (depth / -down.y)
      // Blue goes deepest: a little different bending for each colour makes the fringes.
      let shine = Vector3(
        sample(light, floor.x, floor.z), sample(light, floor.x + 0.007, floor.z + 0.005),
        sample(light, floor.x + 0.014, floor.z + 0.010))
      let (u, v) = (floor.x * 2.6, floor.z * 2.6)
      let (fu, fv) = (abs(fraction(u) - 0.5), abs(fraction(v) - 0.5))
      let joint = smoothstep(0.455, 0.48, max(fu, fv))
      let shade = Noise.unit(Noise.cell(u), Noise.cell(v), 4)
      let isLine = abs(floor.x + 0.9) < 0.385
      let tile =
        isLine
        ? Vector3(0.012, 0.035, 0.16)
        : mix(Vector3(0.22, 0.66, 0.74), Vector3(0.34, 0.78, 0.80), shade)
      let base = mix(tile, Vector3(0.62, 0.78, 0.78), joint * (isLine ? 0.35 : 0.8))
      let water = Vector3(0.50, 0.90, 0.97)
      var colour = base * water * (Vector3(0.30, 0.36, 0.40) + shine * 0.62)
      let mirror = direction.reflected(n)
      let part = fresnel(-direction.dot(n), 0.02)
      let sky = mix(Vector3(0.75, 0.88, 1.0), Vector3(0.22, 0.46, 0.85), clamp(mirror.y))
      colour = mix(colour, sky, part)
      let sun = Vector3(-0.30, 0.72, 0.62).normalized
      return colour + Vector3(9, 8.5, 7.5) * smoothstep(0.9975, 0.9995, mirror.dot(sun))
    }
  }

  private static func slope(_ x: Float, _ z: Float) -> (Float, Float) {
    var (dx, dz) = (Float(0), Float(0))
    // Whole numbers of waves a period, so that the light map has no seam.
    let waves: [(Float, Float, Float, Float)] = [
      (2, 1, 0.030, 0.3), (1, -3, 0.026, 1.9), (-3, 2, 0.022, 4.1), (4, 3, 0.014, 2.2),
      (-2, -5, 0.013, 0.7), (5, -3, 0.011, 5.2), (6, 4, 0.008, 3.3), (-7, 3, 0.007, 1.1),
      (3, 8, 0.006, 2.8), (9, -5, 0.004, 0.2), (-6, -9, 0.004, 4.4),
    ]
    let unit = 2 * Float.pi / period
    for (i, j, amplitude, phase) in waves {
      let bend = 0.7 * sin(unit * (x * 1 + z * 2) + phase * 2)
      let c = cos(unit * (i * x + j * z) + phase + bend)
      dx += amplitude * unit * i * c
      dz += amplitude * unit * j * c
    }
    return (dx * 1.1, dz * 1.1)
  }

  /// How much sunlight reaches each place of the floor: many thin rays, bent and counted.
  private func gathered() -> [Float] {
    let side = Pool.side
    var map = [Float](repeating: 0, count: side * side)
    let rays = side * 4
    let sun = Vector3(0.30, -0.82, -0.35).normalized
    for row in 0..<rays {
      for column in 0..<rays {
        let x = (Float(column) + 0.5) / Float(rays) * Pool.period
        let z = (Float(row) + 0.5) / Float(rays) * Pool.period
        let slope = Pool.slope(x, z)
        let n = Vector3(-slope.0, 1, -slope.1).normalized
        guard let down = sun.refracted(n, ratio: 1 / 1.33) else { continue }
        let reach = 1.3 / -down.y
        let u = fraction((x + down.x * reach) / Pool.period) * Float(side)
        let v = fraction((z + down.z * reach) / Pool.period) * Float(side)
        map[(Int(v) % side) * side + Int(u) % side] += 1.0 / 16
      }
    }
    return map
  }

  private func sample(_ map: [Float], _ x: Float, _ z: Float) -> Float {
    let side = Pool.side
    let u = fraction(x / Pool.period) * Float(side)
    let v = fraction(z / Pool.period) * Float(side)
    let (i, j) = (Int(u) % side, Int(v) % side)
    let (i1, j1) = ((i + 1) % side, (j + 1) % side)
    let (fu, fv) = (u - u.rounded(.down), v - v.rounded(.down))
    return mix(
      mix(map[j * side + i], map[j * side + i1], fu),
      mix(map[j1 * side + i], map[j1 * side + i1], fu), fv)
  }
}
