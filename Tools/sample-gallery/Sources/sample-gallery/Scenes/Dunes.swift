import Foundation

/// Sand dunes with sharp, winding crests under a low sun.
struct Dunes: Sendable {
  var sun = Vector3(-0.85, 0.24, 0.32)
  var eye = Vector3(0, 3.4, -6)
  var target = Vector3(0.6, 1.5, 8)
  var degrees: Float = 36
  var haze: Float = 2.2
  var sand = Vector3(0.62, 0.36, 0.17)
  var seed: Float = 0
  var samples = 4

  func render(width: Int, height: Int) -> Canvas {
    let seed = self.seed
    let field = HeightField(count: 1500, west: -40, south: -8, extent: 80) { x, z in
      Dunes.height(x, z, seed)
    }
    let atmosphere = Atmosphere(sun: sun, haze: haze)
    let ground = field.height(eye.x, eye.z)
    let camera = Camera(
      at: Vector3(eye.x, max(eye.y, ground + 0.9), eye.z), towards: target, degrees: degrees)
    return Canvas.render(width: width, height: height, samples: samples) { x, y, _ in
      let ray = Ray(origin: camera.position, direction: camera.direction(x, y))
      let veil = atmosphere.sky(Vector3(ray.direction.x, 0.04, ray.direction.z).normalized)
      guard let t = field.hit(ray, farthest: 90, detail: 0.0009) else {
        return atmosphere.sky(ray.direction) + atmosphere.disc(ray.direction, size: 2.5)
      }
      let p = ray.point(t)
      let lit = surface(p, t, ray.direction, field, atmosphere)
      return mix(lit, veil, 1 - exp(-pow(t * 0.013, 1.5)))
    }
  }

  private static func height(_ x: Float, _ z: Float, _ seed: Float) -> Float {
    var sum: Float = 0
    var (size, weight) = (Float(1), Float(1))
    for octave in 0..<2 {
      let warp = Noise.fractal(x * 0.05 * size + seed, z * 0.07 * size + Float(octave), octaves: 3)
      let line = x * 0.085 * size + z * 0.05 * size + warp * 0.95 + seed
      let s = fraction(line)
      // Up slowly with the wind, down quickly in the lee; a sharp crest between.
      let profile = s < 0.68 ? pow(s / 0.68, 1.35) : pow((1 - s) / 0.32, 1.25)
      let strength = 0.55 + 0.45 * Noise.gradient(x * 0.06 + 5, z * 0.06 + seed)
      sum += weight * profile * strength * 3.6
      size *= 2.7
      weight *= 0.16
    }
    return sum + Noise.fractal(x * 0.03, z * 0.03 + seed, octaves: 2) * 1.2
  }

  private func surface(
    _ p: Vector3, _ t: Float, _ view: Vector3, _ field: HeightField, _ atmosphere: Atmosphere
  ) -> Vector3 {
    let sun = atmosphere.sun
    let smooth = field.normal(p.x, p.z, step: 0.06 + t * 0.002)
    // Wind ripples, fading where they would be finer than a pixel.
    let warp = Noise.fractal(p.x * 0.9, p.z * 0.9, octaves: 3)
    let phase = (p.x * 1.0 + p.z * 0.45) * 26 + warp * 9
    let ripple = cos(phase) * 0.16 * smoothstep(26, 4, t) * smoothstep(0.7, 0.95, smooth.y)
    let fine = Noise.gradient(p.x * 60, p.z * 60) * 0.05 * smoothstep(12, 3, t)
    let n = (smooth + Vector3(ripple + fine, 0, ripple * 0.45)).normalized
    let shade = field.light(at: p + smooth * 0.03, towards: sun, softness: 40)
    let albedo = sand * (1 + 0.12 * Noise.fractal(p.x * 0.4, p.z * 0.4, octaves: 3))
    let facing = max(n.dot(sun), 0)
    let direct = atmosphere.sunlight * (13 * shade * pow(facing, 0.9))
    let ambient = atmosphere.sky(Vector3(0.2, 0.85, 0.3).normalized) * (2.3 * (0.5 + 0.5 * n.y))
    let bounce = sand * atmosphere.sunlight * (0.9 * (1 - n.y * 0.8))
    let sheen = pow(max(view.reflected(n).dot(sun), 0), 12) * shade * 0.5
    return albedo * (direct + ambient + bounce) * (1 / Float.pi)
      + atmosphere.sunlight * sheen * 0.6
  }
}
