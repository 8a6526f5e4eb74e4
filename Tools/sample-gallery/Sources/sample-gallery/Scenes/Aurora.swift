import Foundation

/// Curtains of northern light over peaks and still water.
struct Aurora: Sendable {
  func render(width: Int, height: Int) -> Canvas {
    let horizon: Float = -0.42
    return Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      if y > horizon { return above(x, y - horizon) }
      // Below the shore everything comes back, broken by small waves and darker.
      let depth = horizon - y
      let wave = Noise.fractal(x * 3.5, 1.6 / (depth + 0.05) * 2.2, octaves: 4)
      let bend = wave * (0.010 + depth * 0.07)
      let mirrored = above(x + bend * 0.7, depth * 1.02 + abs(bend) * 0.8 + 0.004)
      let shore = smoothstep(0.0, 0.02, depth)
      return mirrored * Vector3(0.62, 0.70, 0.74) * mix(0.55, 1, shore)
        + Vector3(0.001, 0.003, 0.005)
    }
  }

  private func above(_ x: Float, _ y: Float) -> Vector3 {
    let peaks = crest(x)
    if y < peaks { return mountain(x, y, peaks) }
    var colour = mix(Vector3(0.016, 0.034, 0.055), Vector3(0.003, 0.007, 0.022), clamp(y * 0.8))
    let camera = Vector3(x * 0.6, y * 0.6 + 0.15, 1).normalized
    let curtains = light(x, y)
    colour += Stars.light(camera, density: 0.55) * (1 / (1 + curtains.luminance * 8))
    return colour + curtains
  }

  private func light(_ x: Float, _ y: Float) -> Vector3 {
    var sum = Vector3.zero
    for curtain in 0..<3 {
      let k = Float(curtain)
      let sway = Noise.fractal(x * 0.55 + k * 5.3, k * 2.1 + 0.3, octaves: 4, gain: 0.45)
      let foot = 0.36 + k * 0.20 + sway * 0.42 + 0.18 * (x * 0.5 - k * 0.3)
      let height = y - foot
      // Folds seen edge-on are bright; rays run upwards from the sharp lower edge.
      let fold = Noise.fractal(x * 2.2 + sway * 2.5 + k * 9, k, octaves: 3)
      let fan = x + (x - 0.1) * height * 0.12
      let rays = 0.62 + 0.5 * Noise.fractal(fan * 11 + k * 4 + sway * 6, k, octaves: 4, gain: 0.6)
      let reach = 0.34 + 0.16 * fold
      let shape =
        height < 0
        ? bell(height, 0.022) : exp(-height / reach) * smoothstep(-0.02, 0.05, height + 0.02)
      let strength = shape * max(rays, 0.05) * (0.5 + 0.7 * smoothstep(-0.5, 0.6, fold))
      let t = clamp(height / 0.62)
      let tone = Gradient([
        (0, Vector3(0.10, 0.95, 0.42)), (0.35, Vector3(0.07, 0.66, 0.46)),
        (0.7, Vector3(0.20, 0.24, 0.62)), (1, Vector3(0.42, 0.10, 0.50)),
      ]).colour(at: t)
      sum += tone * (strength * (0.95 - k * 0.22))
      // What the air scatters about each curtain.
      sum += Vector3(0.010, 0.085, 0.05) * bell(height - 0.12, 0.28)
    }
    return sum * 0.8
  }

  private func crest(_ x: Float) -> Float {
    let side = 0.13 * pow(abs(x + 0.15), 1.5)
    return 0.05 + side + 0.27 * Noise.ridged(x * 0.75 + 2.6, 4.2, octaves: 8) - 0.10
  }

  private func mountain(_ x: Float, _ y: Float, _ peak: Float) -> Vector3 {
    let slope = crest(x + 0.012) - crest(x - 0.012)
    let gully = Noise.fractal(x * 16 + y * 9, y * 10 - x * 5, octaves: 5)
    let depth = (peak - y) / max(peak, 0.02)
    let snow = smoothstep(0.15, -0.25, gully + depth * 0.85 - 0.42 + slope * 4)
    let green = Vector3(0.020, 0.095, 0.062) * (0.75 - slope * 9)
    let lit = mix(Vector3(0.0035, 0.007, 0.010), green + Vector3(0.012, 0.02, 0.03), snow)
    let haze = smoothstep(0.10, 0, y)
    return mix(lit, Vector3(0.010, 0.030, 0.030), haze * 0.7)
  }
}
