import Foundation

/// A thunderstorm over the sea, in the moment of the flash.
struct StormAtSea: Sendable {
  func render(width: Int, height: Int) -> Canvas {
    let clouds = Skies.storm()
    let flash = Vector3(0.19, 0.22, 1).normalized
    let lit: @Sendable (Vector3) -> Vector3 = { direction in
      let near = acos(clamp(direction.dot(flash), -1, 1))
      let glow = exp(-near * 7) * 0.9 + exp(-near * 2.4) * 0.16
      return clouds(direction) * (0.62 + glow * 1.5) + Vector3(0.20, 0.20, 0.34) * (glow * 0.55)
    }
    var canvas = OpenSea(sky: lit, pitch: 0.1, roughness: 1.4).render(width: width, height: height)
    var random = Random(seed: 31)
    let horizon: Float = -0.305
    bolt(on: &canvas, from: (0.62, 0.78), to: (0.52, horizon), width: 0.013, level: 0, &random)
    return canvas
  }

  private func bolt(
    on canvas: inout Canvas, from start: (Float, Float), to end: (Float, Float), width: Float,
    level: Int, _ random: inout Random
  ) {
    var points = [start, end]
    let (dx, dy) = (end.0 - start.0, end.1 - start.1)
    var sway = 0.085 * (dx * dx + dy * dy).squareRoot()
    for _ in 0..<6 {
      var finer: [(Float, Float)] = []
      for (a, b) in zip(points, points.dropFirst()) {
        finer.append(a)
        finer.append(
          ((a.0 + b.0) / 2 + random.normal() * sway, (a.1 + b.1) / 2 + random.normal() * sway * 0.3)
        )
      }
      finer.append(end)
      points = finer
      sway *= 0.55
    }
    for (index, (a, b)) in zip(points, points.dropFirst()).enumerated() {
      let colour = Vector3(4.6, 4.3, 5.6) * (level == 0 ? 1 : 0.4)
      canvas.dab(
        a.0, a.1, radius: width * 16, colour: colour * 0.007, softness: 1, glow: true)
      canvas.stroke(from: a, to: b, width: width, width, colour: colour, glow: true)
      if level < 2, index > 4, index < points.count * 3 / 4,
        random.unit() < (level == 0 ? 0.16 : 0.06)
      {
        let side: Float = random.unit() < 0.5 ? -1 : 1
        let reach = random.between(0.15, 0.40) / Float(level + 1)
        bolt(
          on: &canvas, from: b, to: (b.0 + side * reach * 0.8, b.1 - reach), width: width * 0.45,
          level: level + 1, &random)
      }
    }
  }
}
