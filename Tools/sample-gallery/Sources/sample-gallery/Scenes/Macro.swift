import Foundation

/// Surfaces from near by.
enum Macro {
  /// A slice of agate: bands around hollows, and crystals in the middle.
  static func agate(width: Int, height: Int) -> Canvas {
    let palette = Gradient([
      (0.00, Vector3(srgb: 0xF4EBDD)), (0.12, Vector3(srgb: 0x9CC7CF)),
      (0.22, Vector3(srgb: 0x0E5C73)), (0.30, Vector3(srgb: 0xE9F1EE)),
      (0.42, Vector3(srgb: 0x1C87A0)), (0.52, Vector3(srgb: 0x07324A)),
      (0.60, Vector3(srgb: 0xD9A860)), (0.66, Vector3(srgb: 0xF7EFE2)),
      (0.80, Vector3(srgb: 0x3AA0A8)), (1.00, Vector3(srgb: 0xF4EBDD)),
    ])
    return Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      let warpX = Noise.fractal(x * 0.9 + 2, y * 0.9, octaves: 4)
      let warpY = Noise.fractal(x * 0.9 + 9, y * 0.9 + 4, octaves: 4)
      let (u, v) = (x + warpX * 0.42 - 0.15, y + warpY * 0.42 + 0.05)
      let oval = (u * u * 0.62 + v * v).squareRoot()
      let second = ((u - 0.95) * (u - 0.95) + (v - 0.55) * (v - 0.55) * 1.2).squareRoot()
      let field = smoothMinimum(oval, second + 0.18, 0.5)
      let tremble = Noise.fractal(u * 5, v * 5, octaves: 5) * 0.018
      let depth = field + tremble
      if depth < 0.27 {
        return crystals(x, y, clamp((0.27 - depth) / 0.27))
      }
      let band = depth * 1.65 + 0.05 * sin(depth * 46) + 0.02 * sin(depth * 131)
      var colour = palette.colour(at: fraction(band))
      let fine = 0.86 + 0.14 * sin(depth * 310 + warpX * 8)
      colour *= fine
      let crack = abs(Noise.fractal(x * 1.4 + 7, y * 1.4, octaves: 5))
      colour *= mix(0.72, 1, smoothstep(0.0, 0.02, crack))
      let edge = smoothstep(0.0, 0.03, depth - 0.27)
      return mix(Vector3(srgb: 0xFFF6E6), colour, edge)
        * (0.92 + 0.16 * Noise.fractal(x, y, octaves: 3))
    }
  }

  private static func crystals(_ x: Float, _ y: Float, _ depth: Float) -> Vector3 {
    let cells = Noise.cells(x * 15, y * 15)
    let facet = Float(cells.id & 0xFF) / 255
    let second = Float((cells.id >> 8) & 0xFF) / 255
    let tilt = (x * cos(facet * 6.3) + y * sin(facet * 6.3)) * 6
    let glint = pow(fraction(tilt + second), 3)
    let edge = smoothstep(0.02, 0.10, cells.second - cells.first)
    let tone = mix(
      Vector3(srgb: 0xE7DFF2), Vector3(srgb: 0x3D2A66), clamp(depth * 1.2 + (facet - 0.5) * 0.5))
    return tone * (0.35 + 0.75 * facet) * mix(1.5, 1, edge) + Vector3(glint * 0.55 * second)
  }

  /// Old paint coming off rusty iron.
  static func rust(width: Int, height: Int) -> Canvas {
    @Sendable func layer(_ x: Float, _ y: Float) -> Float {
      let wide = Noise.fractal(x * 1.1 + 4, y * 1.1 + 1, octaves: 8, gain: 0.56)
      return wide + 0.30 * Noise.fractal(x * 0.5, y * 0.5 + 3, octaves: 2) - 0.02
    }
    return Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      let here = layer(x, y)
      let light = layer(x - 0.016, y + 0.020)
      let cover = smoothstep(0.0, 0.014, here)
      let grit = Noise.fractal(x * 14, y * 14, octaves: 5)
      let blotch = Noise.fractal(x * 2.6 + 8, y * 2.6, octaves: 6)
      var iron = mix(Vector3(0.075, 0.022, 0.010), Vector3(0.42, 0.125, 0.025), clamp(0.5 + blotch))
      iron = mix(iron, Vector3(0.62, 0.27, 0.06), smoothstep(0.25, 0.8, grit * 0.7 + blotch * 0.5))
      iron *= 0.85 + 0.45 * grit
      // The edge of the paint throws a shadow on the iron, and catches light on its other side.
      if here < 0, light > 0 { iron *= 0.32 }
      let stain = smoothstep(0.26, 0.0, here) * (0.5 + 0.5 * blotch)
      var paint = mix(
        Vector3(0.035, 0.30, 0.34), Vector3(0.085, 0.42, 0.42),
        clamp(0.5 + grit * 0.35 + blotch * 0.4))
      paint = mix(paint, Vector3(0.34, 0.15, 0.055), clamp(stain) * 0.75)
      let drips = Noise.fractal(x * 7, y * 0.5, octaves: 4)
      paint = mix(paint, Vector3(0.30, 0.13, 0.05), smoothstep(0.15, 0.8, drips) * 0.55)
      let cracks = Noise.cells(x * 5 + blotch * 0.35, y * 5 + grit * 0.12)
      paint *= mix(0.38, 1, smoothstep(0.0, 0.035, cracks.second - cracks.first))
      let relief = clamp((here - light) * 9, -0.35, 0.6)
      paint *= 1 + relief * smoothstep(0.12, 0, here)
      return mix(iron, paint, cover) * 1.15
    }
  }

  /// A soap film: colours of thin plates, swirling.
  static func soapFilm(width: Int, height: Int) -> Canvas {
    Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      var (u, v) = (x * 0.75, y * 0.75)
      for turn in 0..<4 {
        let k = Float(turn)
        let dx = Noise.fractal(u * 0.9 + k * 3.1, v * 0.9 + 5, octaves: 3)
        let dy = Noise.fractal(u * 0.9 + 8, v * 0.9 + k * 2.3, octaves: 3)
        u += dx * 0.48
        v += dy * 0.48
      }
      let thickness =
        330 + 260 * (0.5 + 0.5 * v) + 210 * Noise.fractal(u * 1.2, v * 1.2, octaves: 4)
      func plate(_ wavelength: Float) -> Float {
        let phase = 2 * Float.pi * 1.33 * thickness / wavelength
        return pow(sin(phase), 2)
      }
      let colour = Vector3(plate(620), plate(540), plate(450))
      let depth = 0.55 + 0.45 * Noise.fractal(u * 0.8 + 3, v * 0.8, octaves: 2)
      let sheen = pow(max(0, Noise.fractal(u * 1.6, v * 1.6 + 9, octaves: 3)), 2)
      return colour * (0.22 + 0.85 * depth) + Vector3(0.5, 0.45, 0.5) * sheen
    }
  }

  /// Knitted wool: rows of stitches, each two strands that meet, with fuzz.
  static func knitted(width: Int, height: Int) -> Canvas {
    let columns: Float = 6.2
    @Sendable func yarn(_ x: Float, _ y: Float) -> (height: Float, along: Float, id: UInt32) {
      var best: (height: Float, along: Float, id: UInt32) = (0, 0, 0)
      let sway = 0.035 * Noise.gradient(x * 1.1, y * 1.1)
      let u = (x + sway) * columns
      let v = (y + sway) * columns * 1.15
      let column = Noise.cell(u)
      for row in Noise.cell(v) - 1...Noise.cell(v) + 1 {
        for side: Float in [-1, 1] {
          let cu = u - Float(column) - 0.5
          let cv = v - Float(row)
          // A strand leans outwards from the foot of the V.
          let centre = side * (0.05 + 0.27 * smoothstep(-0.15, 1.2, cv))
          let along = (cv - 0.5) / 0.92
          let across = (cu - centre) * 0.93 / 0.235
          let body = 1 - across * across - pow(abs(along), 4) * 0.75
          if body <= 0 { continue }
          let height = body.squareRoot() + 0.16 * (0.5 - cv)
          if height > best.height {
            best = (height, along * 3 + across * side * 0.9, Noise.hash(column, row, Int32(side)))
          }
        }
      }
      return best
    }
    return Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      let here = yarn(x, y)
      let e: Float = 0.006
      let slopeX = (yarn(x + e, y).height - yarn(x - e, y).height) / (2 * e) * 0.075
      let slopeY = (yarn(x, y + e).height - yarn(x, y - e).height) / (2 * e) * 0.075
      let n = Vector3(-slopeX, -slopeY, 1).normalized
      // The ply of the wool runs round the strand.
      let ply = 0.5 + 0.5 * sin(here.along * 9 + Float(here.id & 7) * 0.6)
      let fibre = Noise.fractal(x * 26, y * 60 + here.along, octaves: 3)
      let light = Vector3(-0.55, 0.62, 0.56)
      let facing = clamp(n.dot(light) * 0.72 + 0.28)
      let row = Int((y * columns * 1.15).rounded(.down))
      let stripe = ((row % 12) + 12) % 12
      let yarnColour =
        stripe < 5
        ? Vector3(0.36, 0.045, 0.035)
        : (stripe < 7
          ? Vector3(0.72, 0.62, 0.46)
          : (stripe < 10 ? Vector3(0.045, 0.085, 0.15) : Vector3(0.72, 0.62, 0.46)))
      let depth = smoothstep(0.0, 0.75, here.height)
      let lit = (0.10 + 1.35 * facing * depth) * (0.70 + 0.34 * ply + 0.20 * fibre)
      let falloff = 1.15 - 0.40 * ((x - 0.5) * 0.35 - y * 0.3)
      return yarnColour * (max(lit, 0.02) * falloff) * (here.height > 0 ? 1 : 0.14) + Vector3(0.012)
        * fibre * fibre
    }
  }

  /// The end of a log: rings, rays, cracks.
  static func rings(width: Int, height: Int) -> Canvas {
    Canvas.render(width: width, height: height, samples: 4) { x, y, _ in
      let (u, v) = (x + 0.22, y - 0.12)
      let angle = atan2(v, u)
      let wobble =
        0.10 * Noise.fractal(u * 1.1, v * 1.1, octaves: 3) + 0.02
        * Noise.fractal(u * 5, v * 5, octaves: 3)
      let radius = (u * u + v * v * 1.08).squareRoot() * (1 + wobble)
      let pace = radius * 21 + 1.6 * Noise.fractal(radius * 6, 3, octaves: 3)
      let ring = fraction(pace)
      let late = pow(ring, 3.2)
      let early = mix(Vector3(0.66, 0.40, 0.19), Vector3(0.50, 0.26, 0.105), clamp(1.1 - radius))
      var colour = mix(early, Vector3(0.20, 0.075, 0.026), late * 0.88)
      let ray = Noise.fractal(angle * 60, radius * 5, octaves: 3)
      colour *= 1 + 0.13 * ray
      let pores = Noise.fractal(u * 60, v * 60, octaves: 2)
      colour *= 1 - 0.28 * smoothstep(0.25, 0.7, pores)
      for crack in 0..<5 {
        let direction = Float(crack) * 1.31 + 0.5
        let bent =
          angle - direction - 0.10 * Noise.fractal(radius * 4, Float(crack) * 7, octaves: 4)
        let wrapped = atan2(sin(bent), cos(bent))
        let reach = 0.35 + 0.75 * Noise.unit(Int32(crack), 5)
        let opening =
          0.016 * smoothstep(0.02, 0.22, radius) * smoothstep(reach, reach * 0.55, radius)
        colour *= mix(0.10, 1, smoothstep(opening * 0.6, opening + 0.004, abs(wrapped) * radius))
      }
      let saw = Noise.fractal(x * 2 + y * 44, x * 3 - y * 2, octaves: 2)
      return colour * (1.05 + 0.06 * saw - 0.16 * (x * 0.5 - y * 0.5))
    }
  }
}
