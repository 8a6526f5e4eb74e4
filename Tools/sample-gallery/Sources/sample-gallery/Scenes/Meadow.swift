import Foundation

/// A summer meadow with a lone tree under cumulus.
struct Meadow: Sendable {
  func render(width: Int, height: Int) -> Canvas {
    let camera = Camera(at: .zero, towards: Vector3(0, 0.30, 1), degrees: 46)
    let atmosphere = Atmosphere(sun: Vector3(-0.6, 0.62, -0.2), haze: 0.7)
    let clouds = Cumulus(atmosphere: atmosphere).backdrop(
      width: width, height: height, camera: camera)
    var canvas = Canvas.render(width: width, height: height, samples: 1) { x, y, _ in
      clouds.colour(x, y)
    }
    hills(on: &canvas, clouds)
    var random = Random(seed: 29)
    let aspect = canvas.aspect
    LeafyTree(
      x: aspect * 0.36, base: ground(aspect * 0.36) - 0.02, height: 0.62,
      dark: Vector3(0.010, 0.026, 0.006), light: Vector3(0.26, 0.36, 0.07),
      leaves: 15000, leafSize: 0.012
    ).paint(on: &canvas, random: &random)
    grass(on: &canvas, random: &random)
    return canvas
  }

  private func ground(_ x: Float) -> Float {
    -0.44 + 0.05 * sin(x * 1.3 + 0.4) + 0.02 * Noise.gradient(x * 2, 3)
  }

  private func hills(on canvas: inout Canvas, _ clouds: Canvas) {
    canvas = canvas.mapped { x, y, under in
      let far = -0.335 + 0.05 * Noise.fractal(x * 0.9 + 2, 1, octaves: 5)
      let wood =
        -0.375 + 0.03 * Noise.fractal(x * 1.6 + 8, 3, octaves: 3)
        + 0.012 * Noise.fractal(x * 28, 5, octaves: 3)
      var colour = mix(under, Vector3(0.16, 0.26, 0.36), smoothstep(far + 0.003, far - 0.003, y))
      let woodTone =
        Vector3(0.035, 0.075, 0.045) * (1 + 0.5 * Noise.fractal(x * 40, y * 60, octaves: 3))
      colour = mix(colour, woodTone, smoothstep(wood + 0.003, wood - 0.003, y))
      let edge = ground(x)
      let depth = clamp((edge - y) / 0.6)
      let shadow =
        1 - 0.45 * smoothstep(0.0, 0.5, Noise.gradient(x * 0.9 + depth * 2, depth * 4 + 2))
      let meadow = mix(Vector3(0.23, 0.30, 0.06), Vector3(0.06, 0.12, 0.02), pow(depth, 0.7))
      return mix(colour, meadow * shadow, smoothstep(edge + 0.003, edge - 0.003, y))
    }
  }

  private func grass(on canvas: inout Canvas, random: inout Random) {
    let aspect = canvas.aspect
    let rows = 150
    for row in 0..<rows {
      let t = Float(row) / Float(rows - 1)
      let depth = pow(t, 1.5)
      let blades = Int(aspect * mix(150, 60, t))
      for _ in 0..<blades {
        let x = random.between(-aspect * 1.03, aspect * 1.03)
        let y = mix(ground(x), -1.12, depth)
        let size = mix(0.006, 0.17, depth * depth) * random.between(0.5, 1.1)
        let patch = Noise.fractal(x * 3 / (0.3 + depth), t * 9, octaves: 3)
        let shadow =
          1 - 0.45 * smoothstep(0.0, 0.5, Noise.gradient(x * 0.9 + depth * 2, depth * 4 + 2))
        let tone = mix(
          Vector3(0.05, 0.11, 0.015), Vector3(0.34, 0.40, 0.07),
          clamp(0.45 + patch * 0.6 + random.normal() * 0.2))
        let lean = random.normal() * 0.3 + 0.22
        canvas.stroke(
          from: (x, y), to: (x + size * lean, y + size), width: size * 0.07 + 0.0012, 0.0006,
          colour: tone * shadow * mix(1.0, 0.75, depth))
        let bloom = Noise.gradient(x * 1.4 / (0.25 + depth) + 9, t * 7)
        if bloom > 0.1, random.unit() < 0.055 {
          let kind = random.unit()
          let petal =
            kind < 0.5
            ? Vector3(0.85, 0.06, 0.025)
            : (kind < 0.8 ? Vector3(0.9, 0.88, 0.8) : Vector3(0.9, 0.62, 0.05))
          canvas.dab(
            x + size * lean, y + size * 1.02, radius: 0.002 + size * 0.085,
            colour: petal * random.between(0.7, 1.1),
            softness: 0.3)
        }
      }
    }
  }
}
