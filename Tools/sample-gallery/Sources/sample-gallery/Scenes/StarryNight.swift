import Foundation

/// The Milky Way over pines and a lit tent.
struct StarryNight: Sendable {
  func render(width: Int, height: Int) -> Canvas {
    let camera = Camera(at: .zero, towards: Vector3(0, 0.62, 1), degrees: 62)
    var canvas = Canvas.render(width: width, height: height, samples: 5) { x, y, _ in
      let direction = camera.direction(x, y)
      // The band rises from the lower left to the upper right.
      let along = (x * 0.42 + y * 0.9)
      let across = (x * 0.9 - y * 0.42) + 0.06
      let rise = clamp((y + 1) * 0.5)
      var colour = mix(Vector3(0.030, 0.042, 0.062), Vector3(0.006, 0.010, 0.026), pow(rise, 0.6))
      colour += Vector3(0.16, 0.07, 0.025) * exp(-pow((y + 0.75) * 3.4, 2))
      colour += Vector3(0.010, 0.045, 0.026) * bell(y + 0.25, 0.28)
      let band = Stars.milkyWay(along: along, across: across)
      colour += band * smoothstep(-0.95, -0.3, y)
      let density = 0.55 + 2.6 * min(band.luminance, 0.35)
      return colour + Stars.light(direction, density: density) * smoothstep(-0.9, -0.45, y)
    }
    land(on: &canvas)
    return canvas
  }

  private func land(on canvas: inout Canvas) {
    var random = Random(seed: 5)
    let aspect = canvas.aspect
    canvas = canvas.mapped { x, y, under in
      let far = -0.66 + 0.16 * Noise.ridged(x * 1.1 + 4, 2, octaves: 6) - 0.04 * x
      let near = -0.84 + 0.07 * Noise.fractal(x * 1.2, 7, octaves: 4)
      var colour = under
      colour = mix(colour, Vector3(0.010, 0.013, 0.020), smoothstep(far + 0.003, far - 0.003, y))
      let grass = 0.6 + 0.5 * Noise.fractal(x * 30, y * 60, octaves: 3)
      let spill = exp(-pow((x + 0.28) * 2.6, 2) - pow((y + 0.92) * 7, 2))
      let ground = Vector3(0.0035, 0.004, 0.005) + Vector3(0.30, 0.13, 0.035) * (spill * grass)
      return mix(colour, ground, smoothstep(near + 0.003, near - 0.003, y))
    }
    for _ in 0..<30 {
      let x = random.between(-aspect, aspect)
      let edge = abs(x) / aspect
      if edge < 0.42 { continue }
      let size = random.between(0.22, 0.42) * (0.45 + 1.25 * pow(edge, 2))
      Pine(x: x, base: -0.90, height: size).paint(
        on: &canvas, colour: Vector3(0.0022, 0.0028, 0.0035), random: &random)
    }
    tent(on: &canvas)
  }

  private func tent(on canvas: inout Canvas) {
    let (cx, foot): (Float, Float) = (-0.28, -0.875)
    canvas = canvas.mapped { x, y, under in
      let v = (y - foot) / 0.17
      let half = 0.155 * (1 - pow(clamp(v), 1.25))
      let u = (x - cx) / max(half, 1e-4)
      if v < 0 || v > 1 || abs(u) > 1 { return under }
      let lamp = exp(-pow((x - cx - 0.015) * 11, 2) - pow((y - foot - 0.055) * 13, 2))
      let seam = 1 - 0.55 * bell(u - 0.12 - v * 0.1, 0.035) - 0.25 * bell(u + 0.55, 0.03)
      let cloth = mix(Vector3(0.75, 0.20, 0.035), Vector3(1.5, 0.72, 0.20), lamp)
      return cloth * (0.35 + 1.5 * lamp) * seam
    }
    canvas.dab(
      cx, foot + 0.07, radius: 0.5, colour: Vector3(0.16, 0.065, 0.018), opacity: 0.55,
      softness: 1, glow: true)
  }
}
