import Foundation

/// Rows of lavender that run to the evening sun.
struct Lavender: Sendable {
  private let horizon: Float = 0.16
  private let sunX: Float = 0.28

  func render(width: Int, height: Int) -> Canvas {
    let sky = Skies.evening(
      sun: Vector3(0.13, 0.055, 1), haze: 1.6, cover: 0.42, warm: Vector3(1.0, 0.42, 0.20),
      disc: 3.2)
    let camera = Camera(
      at: .zero, towards: Vector3(0, -tan(0.36) * horizon, 1), degrees: 42)
    let horizon = self.horizon
    var canvas = Canvas.render(width: width, height: height, samples: 2) { x, y, _ in
      if y > horizon - 0.02 {
        return sky(camera.direction(x, max(y, horizon + 0.004)))
      }
      let z = 1 / (horizon - y)
      let haze = smoothstep(2, 30, z)
      let soil =
        Vector3(0.10, 0.062, 0.055)
        * (0.8 + 0.4 * Noise.fractal(x * z * 3, z * 3, octaves: 4))
      return mix(soil, Vector3(0.42, 0.22, 0.20), haze)
    }
    trees(on: &canvas)
    rows(on: &canvas)
    return canvas
  }

  private func trees(on canvas: inout Canvas) {
    var random = Random(seed: 77)
    let aspect = canvas.aspect
    for _ in 0..<900 {
      let x = random.between(-aspect, aspect)
      let wood = 0.5 + Noise.fractal(x * 2.3 + 3, 1, octaves: 4)
      let near = bell(x - sunX, 0.35)
      let tone = mix(Vector3(0.045, 0.035, 0.055), Vector3(0.26, 0.11, 0.06), near * 0.8)
      canvas.dab(
        x, horizon + random.between(-0.01, 0.05) * max(wood, 0.15),
        radius: random.between(0.008, 0.02),
        colour: tone, opacity: 0.9, softness: 0.5)
    }
    LeafyTree(
      x: -aspect * 0.52, base: horizon - 0.02, height: 0.34, dark: Vector3(0.014, 0.012, 0.018),
      light: Vector3(0.16, 0.09, 0.045), bark: Vector3(0.014, 0.01, 0.012), sun: (0.9, 0.1),
      leaves: 4200, leafSize: 0.013
    ).paint(on: &canvas, random: &random)
  }

  private func rows(on canvas: inout Canvas) {
    var random = Random(seed: 19)
    let aspect = canvas.aspect
    var z: Float = 26
    while z > 0.78 {
      let haze = smoothstep(3, 26, z)
      let detail = clamp(2.2 / z, 0.08, 1)
      var row = -Int(z * 1.5 * aspect) - 2
      while row <= Int(z * 1.5 * aspect) + 2 {
        let centre = (Float(row) + 0.5) * 0.62
        row += 1
        let screen = centre / z
        if abs(screen) > aspect * 1.25 { continue }
        for _ in 0..<Int(3 + 46 * detail) {
          let offset = random.normal() * 0.105
          let x = (centre + offset) / z
          let y = horizon - 1 / (z + random.between(-0.05, 0.05))
          let dome = 0.30 * (1 - pow(offset / 0.33, 2) * 0.75)
          let size = dome * random.between(0.8, 1.15) / z
          let lean = (offset * 1.2 + random.normal() * 0.10) / z * 0.35
          let sunny = bell(x - sunX, 0.9)
          let side = clamp(0.5 - offset * 2 * (x > sunX ? 1 : -1) + random.normal() * 0.22)
          let dark = Vector3(0.050, 0.022, 0.105)
          let bright = mix(Vector3(0.30, 0.16, 0.56), Vector3(0.74, 0.33, 0.52), sunny)
          let tone = mix(mix(dark, bright, side), Vector3(0.50, 0.26, 0.30), haze * 0.85)
          let stalk = mix(Vector3(0.035, 0.045, 0.02), tone, haze)
          canvas.stroke(
            from: (x, y), to: (x + lean, y + size * 0.62), width: 0.012 / z, 0.007 / z,
            colour: stalk)
          // A spike is a pile of small whorls; far away one stroke does.
          let whorls = z < 4 ? 6 : 1
          for whorl in 0..<whorls {
            let a = 0.52 + 0.48 * Float(whorl) / Float(whorls)
            let b = a + 0.40 / Float(whorls)
            let shade = whorls == 1 ? 1 : random.between(0.55, 1.35)
            let puff = (whorls == 1 ? 1 : random.between(0.75, 1.1)) * mix(1.1, 0.7, (a - 0.52) * 2)
            canvas.stroke(
              from: (x + lean * (0.5 + a), y + size * a),
              to: (x + lean * (0.5 + b), y + size * b), width: 0.021 / z * puff, 0.014 / z * puff,
              colour: tone * shade)
          }
        }
      }
      z -= 0.028 * z * (0.45 + 0.55 * clamp(z / 5))
    }
  }
}
