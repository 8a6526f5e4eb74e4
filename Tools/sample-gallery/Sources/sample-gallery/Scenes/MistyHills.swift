import Foundation

/// Ridge behind ridge in morning mist, the last ones with trees.
struct MistyHills: Sendable {
  var sky = Gradient([
    (-0.2, Vector3(srgb: 0xFFC98A)), (0.15, Vector3(srgb: 0xF6A878)),
    (0.55, Vector3(srgb: 0xB48AA0)), (1.1, Vector3(srgb: 0x4A5C8C)),
  ])
  var near = Vector3(srgb: 0x0B1822)
  var mist = Vector3(srgb: 0xF3B183)
  var glow = Vector3(srgb: 0xFFE2A8)
  var sun: (Float, Float) = (0.35, 0.28)
  var layers = 9
  var seed: Float = 3

  func render(width: Int, height: Int) -> Canvas {
    var canvas = Canvas.render(width: width, height: height, samples: 1) { x, y, _ in
      skyColour(x, y)
    }
    var random = Random(seed: 11)
    for layer in 0..<layers {
      let t = Float(layer) / Float(layers - 1)
      canvas = ridge(canvas, t, Float(layer))
      if t > 0.45 { trees(on: &canvas, t, Float(layer), &random) }
    }
    return canvas
  }

  private func skyColour(_ x: Float, _ y: Float) -> Vector3 {
    let (dx, dy) = (x - sun.0, y - sun.1)
    let distance = (dx * dx + dy * dy).squareRoot()
    var colour = sky.colour(at: y)
    let cloud = Noise.fractal(x * 0.8 + 4, y * 6 + x * 0.4, octaves: 5)
    colour = mix(colour, mist * 1.15, smoothstep(0.0, 0.8, cloud) * 0.45)
    colour += glow * (0.55 * exp(-distance * 2.2) + 0.5 * exp(-distance * 9))
    return colour + glow * (9 * smoothstep(0.072, 0.066, distance))
  }

  private func crest(_ x: Float, _ t: Float, _ layer: Float) -> Float {
    let base = mix(0.20, -0.86, pow(t, 0.85))
    let wide = Noise.fractal(x * mix(1.1, 0.7, t) + layer * 9.1 + seed, layer * 3.3, octaves: 6)
    let tilt = 0.16 * abs(x) * t
    return base + wide * mix(0.13, 0.22, t) + tilt * t
  }

  private func tone(_ t: Float, _ x: Float) -> Vector3 {
    let warm = bell(x - sun.0, 0.9)
    let air = mix(mist, Vector3(srgb: 0x8A86A8), 0.5 - 0.5 * warm)
    return mix(mix(air, near, pow(t, 0.62)), near, t * 0.6)
  }

  private func ridge(_ canvas: Canvas, _ t: Float, _ layer: Float) -> Canvas {
    let soft = 1.2 / Float(canvas.height)
    return canvas.mapped { x, y, under in
      let top = crest(x, t, layer)
      if y > top + soft { return under }
      let depth = top - y
      let cover = smoothstep(top + soft, top - soft, y)
      let wisps = 0.75 + 0.5 * Noise.fractal(x * 1.5 + layer, y * 3, octaves: 3)
      let fog = smoothstep(0.0, mix(0.22, 0.5, t), depth) * (1 - t) * wisps
      let warm = bell(x - sun.0, 0.75)
      let veil = mix(mist, glow, warm * 0.55) * (0.85 + 0.3 * warm)
      return mix(under, mix(tone(t, x), veil, clamp(fog)), cover)
    }
  }

  private func trees(
    on canvas: inout Canvas, _ t: Float, _ layer: Float, _ random: inout Random
  ) {
    let aspect = canvas.aspect
    let size = mix(0.02, 0.24, pow((t - 0.4) / 0.6, 1.7))
    let count = Int(aspect * mix(170, 34, t))
    for _ in 0..<count {
      let x = random.between(-aspect * 1.03, aspect * 1.03)
      let grove = Noise.fractal(x * 2.2 + layer * 5, layer, octaves: 2)
      if grove < -0.15 { continue }
      let tall = size * random.between(0.55, 1.15) * (0.8 + 0.5 * max(grove, 0))
      Pine(x: x, base: crest(x, t, layer) - tall * 0.12, height: tall).paint(
        on: &canvas, colour: tone(t, x) * 0.9, random: &random)
    }
  }
}
