import Foundation

/// Worn, snowy peaks above a valley, with or without a lake that mirrors them.
struct SnowMountains: Sendable {
  var sun = Vector3(-0.75, 0.42, 0.12)
  var haze: Float = 0.8
  var lake = false
  var eye = Vector3(0, 1.1, -9)
  var target = Vector3(0, 2.4, 6)
  var degrees: Float = 34
  /// Moves the mountains about: another value, other peaks.
  var place: (Float, Float) = (3.7, 1.9)
  var samples = 4
  var snowLine: Float = 1.25
  var fog: Float = 0.016
  var pines = true

  func render(width: Int, height: Int) -> Canvas {
    let place = self.place
    let isLake = lake
    let field = HeightField(count: 1500, west: -26, south: -10, extent: 52) { x, z in
      SnowMountains.height(x, z, place: place, isLake: isLake)
    }
    let atmosphere = Atmosphere(sun: sun, haze: haze)
    let camera = Camera(at: eye, towards: target, degrees: degrees)
    var canvas = Canvas.render(width: width, height: height, samples: samples) { x, y, _ in
      let ray = Ray(origin: camera.position, direction: camera.direction(x, y))
      return colour(ray, field, atmosphere, depth: 0)
    }
    if pines { paintPines(on: &canvas) }
    return canvas
  }

  /// Pyramids with worn flanks behind a valley.
  private static func height(_ x: Float, _ z: Float, place: (Float, Float), isLake: Bool) -> Float {
    let warpX = Noise.fractal(x * 0.16 + place.0, z * 0.16, octaves: 4) * 2.2
    let warpZ = Noise.fractal(x * 0.16, z * 0.16 + place.1, octaves: 4) * 2.2
    let peaks: [(x: Float, z: Float, height: Float, reach: Float)] = [
      (2.6, 13, 5.6, 8.5), (-5.8, 16, 4.9, 8), (9.5, 18, 4.6, 8), (-12, 20, 4.9, 9),
      (-2.0, 21, 5.2, 9), (15, 22, 5.0, 9), (5.8, 8.5, 2.3, 4.5), (-8.5, 9, 2.6, 5),
    ]
    var massif: Float = 0
    for peak in peaks {
      let (dx, dz) = (x + warpX - peak.x, z + warpZ - peak.z)
      let distance = (dx * dx + dz * dz).squareRoot() / peak.reach
      massif = max(massif, peak.height * pow(max(0, 1 - distance), 1.25))
    }
    let crags = Noise.ridged(x * 0.30 + place.0, z * 0.30 + place.1, octaves: 9)
    let worn = Noise.eroded(x * 0.19 + place.0, z * 0.19 + place.1, octaves: 10)
    let rugged = massif * (0.62 + 0.62 * crags) + worn * (0.35 + 0.22 * massif)
    if !isLake { return rugged }
    let shore = smoothstep(0.2, 4.5, z + abs(x) * 0.3 + warpX * 0.4)
    return rugged * (0.15 + 0.85 * shore) - 0.9 * (1 - shore) - 0.10
  }

  private func colour(
    _ ray: Ray, _ field: HeightField, _ atmosphere: Atmosphere, depth: Int
  ) -> Vector3 {
    let far = field.hit(ray, farthest: 60, detail: depth == 0 ? 0.0008 : 0.004)
    if lake, depth == 0, ray.direction.y < 0 {
      let t = -ray.origin.y / ray.direction.y
      if t < far ?? 1e9 { return water(ray, t, field, atmosphere) }
    }
    guard let far else { return sky(ray.direction, atmosphere) }
    let p = ray.point(far)
    let sun = atmosphere.sun
    var n = field.normal(p.x, p.z, step: 0.012 + far * 0.0012)
    let grain = Noise.fractal(p.x * 9, p.z * 9 + p.y * 6, octaves: 4)
    n =
      (n + Vector3(grain * 0.18, 0, Noise.fractal(p.z * 8, p.x * 8, octaves: 3) * 0.18))
      .normalized
    let height = p.y + grain * 0.25
    let cover =
      smoothstep(0.40, 0.62, n.y + grain * 0.10)
      * smoothstep(snowLine - 0.5, snowLine + 0.5, height)
    let strata = Noise.fractal(p.x * 0.7, p.y * 7 + p.x * 0.8, octaves: 4)
    let rock = mix(
      Vector3(0.10, 0.085, 0.075), Vector3(0.21, 0.18, 0.155), clamp(0.5 + strata))
    let forest = mix(Vector3(0.012, 0.022, 0.012), Vector3(0.03, 0.045, 0.02), clamp(0.5 + grain))
    let low = mix(forest, rock, smoothstep(snowLine - 0.9, snowLine - 0.1, height))
    let albedo = mix(low, Vector3(0.86, 0.88, 0.92), cover)
    let shade = field.light(at: p + n * 0.02, towards: sun)
    let direct = atmosphere.sunlight * (9 * max(n.dot(sun), 0) * shade)
    let ambient = atmosphere.sky(Vector3(n.x * 0.5, 0.75, n.z * 0.5).normalized)
    let bounce = atmosphere.sunlight * (0.35 * max(0, 0.5 - 0.5 * n.y + 0.2))
    let lit = albedo * (direct + ambient * (1.9 * (0.55 + 0.45 * n.y)) + bounce) * (1 / Float.pi)
    // Blue air in front, thicker low down.
    let air = 1 - exp(-far * fog * exp(-max(p.y, 0) * 0.18))
    let veil = atmosphere.sky(
      Vector3(ray.direction.x, 0.05, ray.direction.z).normalized)
    return mix(lit, veil, air)
  }

  private func water(
    _ ray: Ray, _ t: Float, _ field: HeightField, _ atmosphere: Atmosphere
  ) -> Vector3 {
    let p = ray.point(t)
    let calm = 0.012 / (1 + t * 0.08)
    let n = Vector3(
      Noise.fractal(p.x * 5, p.z * 14, octaves: 3) * calm, 1,
      Noise.fractal(p.x * 4 + 9, p.z * 16, octaves: 3) * calm * 1.6
    ).normalized
    var direction = ray.direction.reflected(n)
    direction.y = abs(direction.y)
    let mirrored = colour(
      Ray(origin: p + Vector3(0, 0.01, 0), direction: direction), field, atmosphere, depth: 1)
    let part = fresnel(-ray.direction.y, 0.25)
    return mix(Vector3(0.01, 0.03, 0.035), mirrored, part)
  }

  private func sky(_ direction: Vector3, _ atmosphere: Atmosphere) -> Vector3 {
    var colour = atmosphere.sky(direction) + atmosphere.disc(direction, size: 2)
    // High, thin, streaked cloud.
    if direction.y > 0.01 {
      let (u, v) = (direction.x / (direction.y + 0.15), direction.z / (direction.y + 0.15))
      let streak = Noise.fractal(u * 0.6 + 2, v * 1.6 + u * 0.5, octaves: 6, gain: 0.55)
      let cover = smoothstep(0.05, 0.9, streak) * smoothstep(0.02, 0.25, direction.y) * 0.6
      let glow = atmosphere.sunlight * 1.1 + atmosphere.sky(Vector3(0, 0.4, 1).normalized) * 0.5
      colour = mix(colour, glow, cover)
    }
    return colour
  }

  private func paintPines(on canvas: inout Canvas) {
    var random = Random(seed: 41)
    let aspect = canvas.aspect
    for layer in 0..<3 {
      let depth = Float(layer)
      let tone = mix(Vector3(0.028, 0.038, 0.05), Vector3(0.008, 0.011, 0.012), depth / 2)
      let count = Int(aspect * (46 - depth * 11))
      for _ in 0..<count {
        let x = random.between(-aspect * 1.02, aspect * 1.02)
        let rise = 0.14 * pow(abs(x) / aspect, 1.6) + 0.05 * Noise.gradient(x * 2.2, depth)
        let base = -0.93 - depth * 0.06 + rise * (1 + depth * 0.8)
        let size = random.between(0.10, 0.17) * (1 + depth * 0.55) * (0.8 + 0.5 * abs(x) / aspect)
        Pine(x: x, base: base - 0.03, height: size).paint(
          on: &canvas, colour: tone * random.between(0.7, 1.3), random: &random)
      }
    }
  }
}
