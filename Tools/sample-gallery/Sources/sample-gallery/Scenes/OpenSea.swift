import Foundation

/// Water to the horizon that mirrors a sky, with the glitter of a sun or a moon.
struct OpenSea: Sendable {
  /// Light from a direction, above the horizon.
  let sky: @Sendable (Vector3) -> Vector3
  var eyeHeight: Float = 3
  var pitch: Float = 0.02
  var degrees: Float = 36
  var roughness: Float = 1
  var water = Vector3(0.006, 0.02, 0.03)
  var samples = 12

  func render(width: Int, height: Int) -> Canvas {
    let camera = Camera(
      at: Vector3(0, eyeHeight, 0), towards: Vector3(0, eyeHeight + pitch, 1), degrees: degrees)
    return Canvas.render(width: width, height: height, samples: samples) { x, y, _ in
      let direction = camera.direction(x, y)
      if direction.y > 0 { return sky(direction) }
      let t = min(eyeHeight / max(-direction.y, 1e-5), 4000)
      let p = Vector3(0, eyeHeight, 0) + direction * t
      let n = normal(p.x, p.z, distance: t)
      var mirror = direction.reflected(n)
      if mirror.y < 0.02 { mirror.y = 0.02 + abs(mirror.y) * 0.3 }
      let part = fresnel(max(-direction.dot(n), 0), 0.02)
      let seen = mix(water, sky(mirror.normalized), part)
      // Far water melts into the sky above it.
      let veil = sky(Vector3(direction.x, 0.015, direction.z).normalized)
      return mix(seen, veil, smoothstep(600, 3800, t) * 0.75)
    }
  }

  /// Long swell and short chop; the chop calms down with the distance.
  private func normal(_ x: Float, _ z: Float, distance: Float) -> Vector3 {
    var (dx, dz) = (Float(0), Float(0))
    var (scale, weight) = (Float(0.09), Float(0.05))
    let (c, s): (Float, Float) = (0.8, 0.6)
    var (px, pz) = (x, z)
    for octave in 0..<7 {
      let warp = Noise.gradient(px * scale * 0.7 + 31, pz * scale * 0.7) * 1.2
      let a = Noise.sloped(px * scale + warp, pz * scale * 1.8 + Float(octave) * 7)
      let fade = 1 / (1 + pow(distance * scale * 0.012, 1.4))
      // Turn the slope back by what the coordinates were turned.
      dx += a.dx * weight * fade
      dz += a.dy * weight * fade * 1.6
      (px, pz) = (c * px - s * pz * 0.25, s * px * 0.25 + pz)
      scale *= 1.95
      weight *= 0.86
    }
    return Vector3(-dx * roughness, 1, -dz * roughness).normalized
  }
}
