import Foundation

/// Skies with clouds, for scenes that only need light from a direction.
enum Skies {
  /// Evening clouds in one high layer, lit from below where the sun is near.
  static func evening(
    sun: Vector3, haze: Float = 1.4, cover: Float = 0.5, warm: Vector3 = Vector3(1.0, 0.36, 0.13),
    disc: Float = 4
  ) -> @Sendable (Vector3) -> Vector3 {
    let atmosphere = Atmosphere(sun: sun, haze: haze)
    let towards = atmosphere.sun
    return { direction in
      let near = clamp(direction.dot(towards))
      var colour = atmosphere.sky(direction)
      colour += warm * (0.35 * pow(near, 18) + 0.55 * pow(near, 180))
      colour += atmosphere.disc(direction, size: disc, strength: 60)
      guard direction.y > 0.004 else { return colour }
      let lift = 1 / (direction.y + 0.06)
      let (u, v) = (direction.x * lift, direction.z * lift)
      let shape = Noise.fractal(u * 0.9 + 3, v * 0.45 + 8, octaves: 6, gain: 0.52)
      // The same layer a little nearer to the sun tells which side is lit.
      let ahead = Noise.fractal(
        u * 0.9 + 3 + towards.x * 0.25, v * 0.45 + 8 + towards.z * 0.25, octaves: 4, gain: 0.52)
      let thick = smoothstep(0.5 - cover, 1.15 - cover * 0.6, shape + 0.35)
      let edge = clamp(0.55 - (ahead - shape * 0.2) * 0.9)
      let lit = warm * (0.55 + 2.6 * pow(near, 3)) * edge + Vector3(0.10, 0.06, 0.09)
      let shaded = mix(Vector3(0.10, 0.085, 0.13), warm * 0.35, pow(near, 2))
      let cloud = mix(lit, shaded, clamp(thick * 0.75))
      return mix(colour, cloud, thick * smoothstep(0.004, 0.09, direction.y) * 0.92)
    }
  }

  /// A clear night with the moon and a thin veil of cloud about it.
  static func moonlit(moon: Vector3, size: Float = 0.035) -> @Sendable (Vector3) -> Vector3 {
    let towards = moon.normalized
    return { direction in
      let angle = acos(clamp(direction.dot(towards), -1, 1))
      let height = clamp(direction.y)
      var colour = mix(Vector3(0.030, 0.055, 0.095), Vector3(0.004, 0.009, 0.026), pow(height, 0.5))
      colour += Vector3(0.10, 0.14, 0.18) * exp(-angle * 5)
      let lift = 1 / (height + 0.12)
      let cloud = Noise.fractal(direction.x * lift * 1.1, direction.z * lift * 0.5 + 4, octaves: 6)
      let veil = smoothstep(-0.1, 0.9, cloud) * smoothstep(0.0, 0.2, height)
      colour += Vector3(0.20, 0.24, 0.29) * veil * (0.12 + 1.7 * exp(-angle * 4.2))
      let disc = smoothstep(size, size * 0.95, angle)
      if disc > 0 {
        let side = direction - towards
        let seas = Noise.fractal(side.x / size * 1.3 + 2, side.y / size * 1.3, octaves: 4)
        colour = mix(
          colour, Vector3(5.2, 5.0, 4.5) * (1 - 0.35 * smoothstep(-0.1, 0.5, seas)), disc)
      } else if veil < 0.4 {
        colour += Stars.light(direction, density: 0.16) * (1 - veil) * smoothstep(0.02, 0.3, height)
      }
      return colour
    }
  }

  /// Rows of dark, low cloud over a bright strip, as before a thunderstorm.
  static func storm() -> @Sendable (Vector3) -> Vector3 {
    { direction in
      let height = max(direction.y, 0)
      let lift = 1 / (height + 0.09)
      let (u, v) = (direction.x * lift, direction.z * lift)
      let warp = Noise.fractal(u * 0.4, v * 0.4, octaves: 3)
      let a = Noise.fractal(u * 0.55 + warp * 0.8, v * 0.8 + warp, octaves: 7, gain: 0.55)
      let b = Noise.fractal(
        u * 0.55 + warp * 0.8 + 0.05, v * 0.8 + warp + 0.12, octaves: 6, gain: 0.55)
      let relief = clamp(0.5 + (a - b) * 1.5)
      let dark = Vector3(0.028, 0.036, 0.050)
      let light = Vector3(0.20, 0.235, 0.27)
      var colour = mix(dark, light, relief * (0.45 + 0.55 * smoothstep(-0.6, 0.7, a)))
      let strip = Vector3(0.66, 0.43, 0.24)
      colour = mix(strip, colour, smoothstep(0.0, 0.13, height + 0.05 * a))
      return colour
    }
  }
}
