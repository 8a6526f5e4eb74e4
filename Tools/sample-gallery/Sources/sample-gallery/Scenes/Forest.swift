import Foundation

/// A wood in mist: trunks in layers of air, leaves above and on the ground.
struct Forest: Sendable {
  enum Season: Sendable {
    case autumn
    /// Birches in snow.
    case winter
  }

  var season: Season
  var seed: UInt64 = 9

  func render(width: Int, height: Int) -> Canvas {
    var random = Random(seed: seed)
    let season = self.season
    var canvas = Canvas.render(width: width, height: height, samples: 1) { x, y, _ in
      switch season {
      case .autumn:
        let glow = exp(-pow(x - 0.1, 2) * 1.6 - pow(y - 0.12, 2) * 1.5)
        let air = mix(Vector3(0.42, 0.20, 0.06), Vector3(1.75, 1.22, 0.58), glow)
        return y < -0.2 ? air * (0.75 + 0.25 * smoothstep(-1, -0.2, y)) : air
      case .winter:
        return Vector3(mix(0.46, 0.80, smoothstep(-0.6, 0.9, y + 0.3 * bell(x, 0.5))))
      }
    }
    ground(on: &canvas, random: &random)
    let aspect = canvas.aspect
    let layers = season == .autumn ? 7 : 8
    for layer in 0..<layers {
      let t = Float(layer) / Float(layers - 1)
      let count = Int(mix(15, 3, t) * max(aspect, 0.8))
      for index in 0..<count {
        // Spread evenly, with the path in the middle kept free near the camera.
        var x = ((Float(index) + random.between(0.1, 0.9)) / Float(count) * 2 - 1) * aspect * 1.05
        if season == .autumn, abs(x - 0.06) < 0.13 + 0.30 * t {
          x += (x < 0.06 ? -1 : 1) * (0.16 + 0.32 * t)
        }
        trunk(on: &canvas, x, t, random: &random)
      }
      if season == .autumn { foliage(on: &canvas, t, random: &random) }
    }
    if season == .autumn { shafts(on: &canvas) }
    return canvas
  }

  private func floorLine(_ t: Float) -> Float { mix(-0.26, -1.06, pow(t, 1.4)) }

  private func air(_ x: Float, _ y: Float) -> Vector3 {
    switch season {
    case .autumn:
      let glow = exp(-pow(x - 0.1, 2) * 1.6 - pow(y - 0.12, 2) * 1.5)
      return mix(Vector3(0.40, 0.19, 0.06), Vector3(1.5, 1.0, 0.46), glow)
    case .winter: return Vector3(0.72)
    }
  }

  private func ground(on canvas: inout Canvas, random: inout Random) {
    let aspect = canvas.aspect
    let season = self.season
    canvas = canvas.mapped { x, y, under in
      let edge = -0.24 + 0.03 * Noise.gradient(x * 2, 1)
      if y > edge { return under }
      let depth = clamp((edge - y) / 0.8)
      switch season {
      case .autumn:
        let path = bell(x - 0.06 - 0.08 * sin(depth * 4), 0.03 + depth * 0.30)
        let leaves = mix(Vector3(0.36, 0.14, 0.03), Vector3(0.20, 0.11, 0.06), path)
        return mix(under, leaves * (0.9 - 0.35 * depth), smoothstep(0, 0.25, depth))
      case .winter:
        let drift = 0.5 + 0.5 * Noise.fractal(x * 2, y * 7, octaves: 4)
        return mix(
          under, Vector3(mix(0.62, 0.84, drift)) * (1 - 0.25 * depth), smoothstep(0, 0.12, depth))
      }
    }
    guard season == .autumn else { return }
    for step in 0..<9000 {
      let t = pow(Float(step) / 9000, 0.8)
      let y = mix(-0.27, -1.03, t)
      let x = random.between(-aspect, aspect)
      let depth = clamp((-0.24 - y) / 0.8)
      let path = bell(x - 0.06 - 0.08 * sin(depth * 4), 0.03 + depth * 0.26)
      if random.unit() < path * 0.72 { continue }
      let kind = random.unit()
      let leaf = mix(
        mix(Vector3(0.50, 0.09, 0.02), Vector3(0.85, 0.36, 0.04), kind), air(x, y),
        (1 - t) * 0.6)
      let size = mix(0.003, 0.024, t * t)
      let angle = random.unit() * .pi
      canvas.stroke(
        from: (x, y), to: (x + cos(angle) * size, y + sin(angle) * size * 0.45), width: size * 0.7,
        size * 0.2, colour: leaf * random.between(0.35, 1.1))
    }
  }

  private func trunk(
    on canvas: inout Canvas, _ x: Float, _ t: Float, random: inout Random
  ) {
    let base = floorLine(t) + random.between(-0.03, 0.03)
    let width = mix(0.018, season == .winter ? 0.16 : 0.15, t * t) * random.between(0.7, 1.25)
    let lean = random.between(-0.09, 0.09)
    let haze = pow(1 - t, season == .winter ? 1.1 : 0.9)
    let pieces = 90
    var bend: Float = 0
    for piece in 0..<pieces {
      let a = Float(piece) / Float(pieces)
      let b = Float(piece + 1) / Float(pieces)
      let (y0, y1) = (mix(base, 1.1, a), mix(base, 1.1, b))
      let flare = 1 + 0.7 * exp(-a * 26)
      let next = bend + random.normal() * 0.0012
      let (x0, x1) = (x + lean * a + bend, x + lean * b + next)
      bend = next
      let thick = width * mix(1, 0.62, a) * flare
      for strip in 0..<5 {
        let s = Float(strip) / 4 - 0.5
        let bark = barkTone(s, x0 * 40, y0 * 14, t)
        canvas.stroke(
          from: (x0 + s * thick * 0.8, y0), to: (x1 + s * thick * 0.8, y1), width: thick * 0.26,
          thick * 0.26, colour: mix(bark, air(x0, y0), haze * 0.86))
      }
    }
    if season == .winter { birchMarks(on: &canvas, x, base, width, lean, haze, random: &random) }
    twigs(on: &canvas, x, base, width, lean, t, haze, random: &random)
  }

  private func barkTone(_ s: Float, _ u: Float, _ v: Float, _ t: Float) -> Vector3 {
    let rough = Noise.fractal(u * 0.3 + s * 7, v * 1.5, octaves: 3)
    switch season {
    case .autumn:
      // Light comes from behind and the middle: rims glow.
      let rim = pow(abs(s) * 2, 3)
      return Vector3(0.030, 0.018, 0.012) * (1 + rough * 0.6) + Vector3(0.20, 0.09, 0.025)
        * (rim * 0.5)
    case .winter:
      let round = mix(0.30, 0.92, smoothstep(-0.55, 0.25, -s))
      return Vector3(round * (0.95 + 0.12 * rough))
    }
  }

  private func birchMarks(
    on canvas: inout Canvas, _ x: Float, _ base: Float, _ width: Float, _ lean: Float,
    _ haze: Float, random: inout Random
  ) {
    for _ in 0..<Int(16 + 130 * width / 0.16) {
      let a = random.unit()
      let y = mix(base, 1.1, a)
      let reach = width * random.between(0.06, 0.42)
      let side = random.between(-0.42, 0.42) * width
      let tone = mix(Vector3(random.between(0.012, 0.07)), air(x, y), haze * 0.86)
      let left = max(side - reach * 0.5, -width * 0.5)
      let right = min(side + reach * 0.5, width * 0.5)
      canvas.stroke(
        from: (x + lean * a + left, y), to: (x + lean * a + right, y + random.normal() * 0.002),
        width: width * random.between(0.012, 0.075), width * 0.015, colour: tone, opacity: 0.9)
    }
  }

  private func twigs(
    on canvas: inout Canvas, _ x: Float, _ base: Float, _ width: Float, _ lean: Float,
    _ t: Float, _ haze: Float, random: inout Random
  ) {
    let dark = season == .winter ? Vector3(0.05) : Vector3(0.03, 0.018, 0.012)
    for _ in 0..<10 {
      let a = random.between(0.35, 1)
      var point = (x + lean * a, mix(base, 1.1, a))
      let side: Float = random.unit() < 0.5 ? -1 : 1
      var angle: Float = side > 0 ? random.between(0.2, 1.0) : .pi - random.between(0.2, 1.0)
      var thick = width * 0.13
      for _ in 0..<9 {
        let step = mix(0.02, 0.07, t)
        let next = (point.0 + cos(angle) * step, point.1 + sin(angle) * step)
        canvas.stroke(
          from: point, to: next, width: thick, thick * 0.85,
          colour: mix(dark, air(point.0, point.1), haze * 0.86))
        point = next
        angle += random.normal() * 0.22
        thick *= 0.82
      }
    }
  }

  private func foliage(on canvas: inout Canvas, _ t: Float, random: inout Random) {
    let aspect = canvas.aspect
    let count = Int(mix(5200, 2300, t))
    for _ in 0..<count {
      let x = random.between(-aspect * 1.05, aspect * 1.05)
      let y = random.between(-0.05, 1.05)
      let grove = Noise.fractal(x * 2.4 + t * 11, y * 2.4 + t * 7, octaves: 3)
      let open = exp(-pow(x - 0.1, 2) * 5 - pow(y - 0.1, 2) * 5)
      if grove + (y - 0.28) * 0.85 - open * 0.7 - t * 0.12 < random.between(-0.1, 0.25) { continue }
      let kind = clamp(0.5 + random.normal() * 0.3 + grove * 0.4)
      let leaf = mix(Vector3(0.55, 0.10, 0.015), Vector3(1.15, 0.58, 0.06), kind)
      let backlit = 0.40 + 1.2 * exp(-pow(x - 0.1, 2) * 1.4 - pow(y - 0.2, 2) * 1.4)
      let colour = mix(leaf * backlit * mix(1, 0.55, t), air(x, y), (1 - t) * 0.62)
      let size = mix(0.006, 0.026, t) * random.between(0.6, 1.2)
      let angle = random.unit() * 2 * .pi
      canvas.stroke(
        from: (x, y), to: (x + cos(angle) * size, y + sin(angle) * size * 0.8), width: size * 0.75,
        size * 0.2, colour: colour, opacity: 0.9)
    }
  }

  /// Sunbeams: the bright gaps, smeared away from the sun.
  private func shafts(on canvas: inout Canvas) {
    let source = canvas
    canvas = canvas.mapped { x, y, under in
      let (sx, sy): (Float, Float) = (0.22, 0.62)
      var sum = Vector3.zero
      for step in 1...28 {
        let t = Float(step) / 28
        let seen = source.colour(mix(x, sx, t * 0.9), mix(y, sy, t * 0.9))
        sum += seen.map { max($0 - 0.62, 0) } * (1 - t * 0.5)
      }
      return under + sum * (0.75 / 28)
    }
  }
}
