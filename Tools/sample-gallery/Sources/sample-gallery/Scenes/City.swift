import Foundation

/// Cities at night.
enum City {
  /// A skyline at the blue hour, mirrored by a river.
  static func skyline(width: Int, height: Int) -> Canvas {
    let shore: Float = -0.30
    var scene = Canvas.render(width: width, height: height, samples: 1) { x, y, _ in
      let t = clamp((y - shore) / 1.3)
      var colour = Gradient([
        (0, Vector3(0.95, 0.36, 0.17)), (0.16, Vector3(0.62, 0.22, 0.24)),
        (0.42, Vector3(0.16, 0.11, 0.27)), (1, Vector3(0.018, 0.032, 0.105)),
      ]).colour(at: t)
      let cloud = Noise.fractal(x * 0.7 + 3, y * 4.2, octaves: 5)
      colour = mix(colour, Vector3(0.55, 0.19, 0.18), smoothstep(0.05, 0.9, cloud) * 0.5 * (1 - t))
      return colour * 0.9
    }
    var random = Random(seed: 2026)
    let aspect = scene.aspect
    for layer in 0..<3 {
      var x = -aspect - 0.1
      let depth = Float(layer) / 2
      while x < aspect + 0.1 {
        let wide = random.between(0.07, 0.19) * mix(0.8, 1.2, depth)
        let downtown = bell(x - 0.5, 0.85) + 0.6 * bell(x + 2.1, 0.5)
        let tall =
          random.between(0.12, 0.34) + downtown * random.between(0.1, 0.88) * mix(1.0, 0.62, depth)
        tower(on: &scene, x, wide, shore, tall, depth, &random)
        x += wide * random.between(0.72, 1.25)
      }
    }
    let lit = scene
    scene = scene.mapped { x, y, under in
      if y > shore { return under }
      let depth = shore - y
      let ripple = Noise.fractal(x * 5, 1.2 / (depth + 0.06) * 3.5, octaves: 3)
      var sum = Vector3.zero
      // Small waves draw every light out into a streak.
      for tap in 0..<22 {
        let t = (Float(tap) + 0.5) / 22 - 0.5
        let reach = depth * (1.02 + t * 1.15) + ripple * 0.05
        sum += lit.colour(x + ripple * 0.018 * (0.4 + depth), shore + max(reach, 0.002))
      }
      return sum * (1.0 / 22) * Vector3(0.66, 0.70, 0.82) * (1 - 0.25 * depth)
        * (0.86 + 0.34 * ripple)
    }
    return scene
  }

  private static func tower(
    on canvas: inout Canvas, _ x: Float, _ wide: Float, _ base: Float, _ tall: Float,
    _ depth: Float, _ random: inout Random
  ) {
    let body = mix(Vector3(0.105, 0.066, 0.105), Vector3(0.010, 0.011, 0.022), pow(depth, 0.7))
    let half = Float(canvas.height) * 0.5
    func column(_ x: Float) -> Int {
      Int(clamp(x * half + Float(canvas.width) / 2, 0, Float(canvas.width)))
    }
    func row(_ y: Float) -> Int { Int(clamp(half - y * half, 0, Float(canvas.height))) }
    let crown = random.unit()
    let (left, right) = (column(x), column(x + wide))
    for i in left..<max(left, right) {
      let across = (Float(i - left) + 0.5) / Float(max(right - left, 1))
      var top = tall
      if crown < 0.22 { top -= abs(across - 0.5) * wide * 1.3 }
      if crown > 0.78, across < 0.24 || across > 0.76 { top -= 0.07 }
      for j in row(base + top)..<row(base) {
        let shade = 1 + 0.35 * (0.5 - across)
        canvas.pixels[j * canvas.width + i] = body * shade
      }
    }
    if crown > 0.55, tall > 0.6 {
      canvas.stroke(
        from: (x + wide / 2, base + tall), to: (x + wide / 2, base + tall + 0.13), width: 0.008,
        0.004, colour: body)
      canvas.dab(
        x + wide / 2, base + tall + 0.13, radius: 0.011, colour: Vector3(3.5, 0.25, 0.12),
        softness: 0.7,
        glow: true)
    }
    // Windows: whole floors lit in some houses, single rooms in others.
    let (stepX, stepY) = (5, 6)
    let office = random.unit() < 0.4
    let warm = random.unit()
    var j = row(base + tall) + 7
    while j < row(base) - 4 {
      let floorLit = random.unit()
      var i = left + 3
      while i < right - 3 {
        let chance: Float = office ? (floorLit < 0.42 ? 0.85 : 0.08) : 0.34
        if random.unit() < chance * mix(0.75, 1, depth) {
          let tone = mix(
            Vector3(1.5, 0.80, 0.28), Vector3(1.15, 1.12, 0.92), warm * 0.7 + random.unit() * 0.3)
          let light = tone * (random.between(0.25, 1.25) * mix(0.5, 1.15, depth))
          for dj in 0..<3 {
            for di in 0..<(depth > 0.4 ? 3 : 2)
            where i + di < canvas.width && j + dj < canvas.height {
              canvas.pixels[(j + dj) * canvas.width + i + di] = light
            }
          }
        }
        i += stepX
      }
      j += stepY
    }
  }

  /// A rainy window at night: lights out of focus, drops in focus that turn them upside down.
  static func rain(width: Int, height: Int) -> Canvas {
    var random = Random(seed: 88)
    var street = Canvas(width: width, height: height)
    street = street.mapped { x, y, _ in
      mix(Vector3(0.030, 0.016, 0.026), Vector3(0.006, 0.012, 0.028), clamp(0.5 + y * 0.5))
        + Vector3(0.06, 0.025, 0.012) * bell(y + 0.2, 0.3)
    }
    let aspect = street.aspect
    let tones = [
      Vector3(1.5, 0.62, 0.14), Vector3(1.4, 0.86, 0.40), Vector3(1.35, 0.10, 0.06),
      Vector3(0.10, 0.75, 0.72), Vector3(0.20, 0.34, 1.3), Vector3(1.1, 0.16, 0.62),
    ]
    for index in 0..<80 {
      let t = Float(index) / 80
      let x = random.between(-aspect * 1.1, aspect * 1.1)
      let y = random.normal() * 0.36 - 0.10 + abs(x) * 0.22
      let tone = tones[min(Int(pow(random.unit(), 1.5) * 6), 5)]
      let radius = mix(0.04, 0.17, pow(t, 1.3)) * random.between(0.8, 1.2)
      street.dab(
        x, y, radius: radius, colour: tone * random.between(0.10, 0.42), softness: 0.10, glow: true)
      street.dab(x, y, radius: radius * 0.9, colour: tone * -0.035, softness: 0.6, glow: true)
    }
    let view = street
    var result = street
    for index in 0..<520 {
      let t = pow(Float(index) / 520, 8)
      let x = random.between(-aspect, aspect)
      let y = random.between(-1, 1)
      let radius = mix(0.005, 0.062, t) * random.between(0.7, 1.2)
      drop(on: &result, view, x, y, radius, 1 + 0.25 * random.unit())
      // Large drops have run down and left beads.
      if radius > 0.036, index % 3 == 0 {
        var above = y + radius * 1.3
        while above < 1.1 {
          let wander = x + 0.02 * Noise.gradient(above * 5, Float(index))
          drop(on: &result, view, wander, above, radius * random.between(0.12, 0.34), 1.1)
          above += radius * random.between(0.5, 2.2)
        }
      }
    }
    return result
  }

  private static func drop(
    on canvas: inout Canvas, _ view: Canvas, _ x: Float, _ y: Float, _ radius: Float,
    _ stretch: Float
  ) {
    let half = Float(canvas.height) * 0.5
    let (cx, cy) = (x * half + Float(canvas.width) * 0.5, half - y * half)
    let r = radius * half
    let reach = r * stretch + 2
    let left = Int(clamp(cx - reach, 0, Float(canvas.width)))
    let right = Int(clamp(cx + reach, 0, Float(canvas.width)))
    let top = Int(clamp(cy - reach, 0, Float(canvas.height)))
    let bottom = Int(clamp(cy + reach, 0, Float(canvas.height)))
    for row in top..<max(top, bottom) {
      for column in left..<max(left, right) {
        var (dx, dy) = ((Float(column) + 0.5 - cx) / r, (Float(row) + 0.5 - cy) / (r * stretch))
        // Heavier below.
        dx *= 1 + 0.12 * dy * -1
        dy *= 1
        let d2 = dx * dx + dy * dy
        if d2 > 1.15 { continue }
        let cover = clamp((1 - d2.squareRoot()) * r * 0.9 + 0.5)
        let bulge = 1 - d2
        let (u, v) = (x - dx * 0.75 * (0.35 + radius * 9), y + dy * 0.75)
        let seen = view.colour(u, v) * (0.55 + 0.95 * max(bulge, 0)) + Vector3(0.010, 0.012, 0.016)
        let rim = smoothstep(0.55, 1.0, d2) * (dy < 0 ? 0.9 : 0.45)
        var colour = seen * (1 - rim * 0.85)
        let glint = bell((dx + 0.32) * 5, 1) * bell((dy + 0.38) * 5, 1)
        colour += Vector3(0.55, 0.6, 0.66) * glint
        let index = row * canvas.width + column
        canvas.pixels[index] = mix(canvas.pixels[index], colour, cover)
      }
    }
  }
}
