import Foundation

/// Buildings that are mostly light and shadow.
enum Architecture {
  /// A colonnade with sun between the columns.
  static func colonnade(width: Int, height: Int) -> Canvas {
    Building(
      camera: Camera(at: Vector3(0.35, 1.75, -1.5), towards: Vector3(-0.15, 2.1, 8), degrees: 58),
      sun: Vector3(0.75, 0.55, 0.42).normalized,
      sunlight: Vector3(8.2, 6.0, 3.7),
      sky: { direction in
        mix(Vector3(1.5, 1.25, 1.0), Vector3(0.42, 0.68, 1.15), clamp(direction.y * 1.8 + 0.12))
      },
      ambient: Vector3(0.21, 0.25, 0.34),
      distance: { p in
        let z = Body.repeated(p.z, 2.4)
        var d = p.y
        // The roof ends at the columns, so that the sun comes in.
        d = min(d, Body.box(p - Vector3(-1, 5.4, 10), Vector3(3.45, 0.5, 40)))
        // The wall on the left, with niches.
        let wall = p.x + 2.5
        let niche = max(Body.arch(z, p.y - 0.4, half: 0.62, spring: 2.0), -(p.y - 0.4))
        d = min(d, max(wall, -max(niche, -(p.x + 2.95))))
        d = min(d, p.x + 3.3)
        // The row of columns on the right, carrying arches.
        let column = Vector3(p.x - 2.1, p.y, z)
        let flutes = 0.012 * cos(atan2(column.z, column.x) * 16)
        let taper = 0.30 - 0.018 * p.y
        let ring = (column.x * column.x + column.z * column.z).squareRoot()
        let shaft = max(ring - taper + flutes, p.y - 3.0)
        let base = Body.box(column - Vector3(0, 0.12, 0), Vector3(0.42, 0.12, 0.42))
        let cap = Body.box(column - Vector3(0, 3.05, 0), Vector3(0.40, 0.12, 0.40))
        let cushion = Vector3(ring - 0.30, p.y - 0.28, 0).length - 0.07
        d = min(d, min(shaft * 0.9, min(base, min(cap, cushion))))
        let span = Body.repeated(p.z + 1.2, 2.4)
        let opening = Body.arch(span, p.y, half: 0.93, spring: 3.15)
        let spandrel = max(max(abs(p.x - 2.1) - 0.32, max(3.15 - p.y, p.y - 5.2)), -opening)
        d = min(d, spandrel)
        let end = Body.box(p - Vector3(0, 2.5, 34), Vector3(6, 4, 0.3))
        return min(d, max(end, -Body.arch(p.x + 0.2, p.y, half: 0.9, spring: 2.1)))
      },
      surface: { p, n in
        let stain = Noise.fractal(p * 1.6, octaves: 4)
        if n.y > 0.9, p.y < 0.05 {
          let odd = (Noise.cell(p.x * 1.25) &+ Noise.cell(p.z * 1.25)) & 1
          let tone = odd == 0 ? Vector3(0.50, 0.40, 0.31) : Vector3(0.17, 0.085, 0.06)
          return (tone * (1 + 0.18 * stain), 0.75)
        }
        return (Vector3(0.62, 0.51, 0.40) * (1 + 0.14 * stain), 0)
      },
      farthest: 44, samples: 2, dust: 0.0034, penumbra: 60, fog: 0.006
    ).render(width: width, height: height)
  }

  /// A winding stair seen from its top.
  static func stair(width: Int, height: Int) -> Canvas {
    let rise: Float = 3.2
    return Building(
      camera: Camera(
        at: Vector3(0.14, 2.2, 0.1), towards: Vector3(-0.03, -10, 0.02), degrees: 76),
      sun: Vector3(0.10, 0.98, -0.12).normalized,
      sunlight: Vector3(3.4, 3.0, 2.5),
      sky: { _ in Vector3(1.7, 1.45, 1.1) },
      ambient: Vector3(0.22, 0.23, 0.27),
      distance: { p in
        let ring = (p.x * p.x + p.z * p.z).squareRoot()
        let angle = atan2(p.z, p.x) / (2 * .pi)
        // One turn climbs `rise`; the nearest winding is the nearest multiple below.
        let inner = 0.95 + 0.025 * p.y
        var d = 3.3 - ring
        let shifted = p.y - angle * rise
        let local = Body.repeated(shifted, rise)
        let step = fraction(angle * 22) / 22 * rise
        let tread = local + step - rise / 44
        let flight = max(max(tread, -(local + 0.30)), max(inner - ring, ring - 3.3))
        d = min(d, flight * 0.5)
        // The rail follows the inner edge.
        let rail = Vector3(ring - inner - 0.03, local - 0.62, 0).length - 0.055
        d = min(d, rail * 0.7)
        let skirt = max(abs(ring - inner) - 0.028, abs(local + 0.08) - 0.30)
        d = min(d, skirt * 0.7)
        let posts = angle * 22 * 3
        let post = Vector3((fraction(posts) - 0.5) * 2 * .pi * ring / 66, ring - inner - 0.03, 0)
        d = min(d, max(post.length - 0.016, abs(local - 0.35) - 0.28) * 0.6)
        // Open above: the sun falls down the well.
        d = max(d, p.y - 2.6)
        d = min(d, 3.3 - ring)
        return min(d, p.y + 17)
      },
      surface: { p, n in
        let ring = (p.x * p.x + p.z * p.z).squareRoot()
        if p.y < -16.9 { return (Vector3(0.75, 0.42, 0.12), 0.2) }
        if ring > 3.25 { return (Vector3(0.60, 0.52, 0.42), 0) }
        if n.y > 0.7, ring > 1.1 + 0.025 * p.y { return stairTread(ring, p) }
        let inner = 0.95 + 0.025 * p.y
        if abs(ring - inner - 0.03) < 0.12, n.y > 0.1 { return (Vector3(0.20, 0.055, 0.022), 0.5) }
        return (Vector3(0.80, 0.76, 0.68), 0)
      },
      farthest: 30, samples: 4, penumbra: 5, fog: 0.022,
      fill: (Vector3(0.80, 0.35, -0.48).normalized, Vector3(1.25, 1.12, 0.92))
    ).render(width: width, height: height)
  }

  /// Worn wood with a red runner along the middle.
  private static func stairTread(_ ring: Float, _ p: Vector3) -> (Vector3, Float) {
    let middle = abs(ring - 2.05)
    if middle < 0.55 {
      let border = smoothstep(0.44, 0.46, middle) * smoothstep(0.52, 0.50, middle)
      return (mix(Vector3(0.36, 0.018, 0.022), Vector3(0.60, 0.36, 0.10), border), 0)
    }
    let grain = Noise.fractal(ring * 9, atan2(p.z, p.x) * 3, octaves: 3)
    return (Vector3(0.30, 0.16, 0.075) * (1 + 0.35 * grain), 0.2)
  }

  /// White houses and a blue dome over the sea.
  static func dome(width: Int, height: Int) -> Canvas {
    let atmosphere = Atmosphere(sun: Vector3(-0.62, 0.52, -0.45), haze: 0.6)
    return Building(
      camera: Camera(at: Vector3(0.2, 3.4, -9), towards: Vector3(0.35, 2.75, 0), degrees: 38),
      sun: atmosphere.sun,
      sunlight: Vector3(3.7, 3.35, 2.8),
      sky: { direction in
        if direction.y > 0 { return atmosphere.sky(direction) * 0.72 }
        let depth = clamp(-direction.y * 5)
        let ripple = Noise.fractal(direction.x * 60, 3 / (0.01 - direction.y), octaves: 3)
        let sea = mix(Vector3(0.10, 0.30, 0.48), Vector3(0.008, 0.085, 0.22), pow(depth, 0.6))
        return sea * (1 + 0.13 * ripple * depth)
      },
      ambient: Vector3(0.50, 0.66, 0.92),
      distance: { p in
        // The terrace, its wall, and the church with drum, dome and bell gable.
        var d = max(p.y - 0.4 - 0.0 * p.x, Body.box(p - Vector3(0, -1, 0), Vector3(9, 1.4, 4.2)))
        d = min(d, Body.box(p - Vector3(-3.6, 0.72, -3.0), Vector3(3.2, 0.34, 0.16)) - 0.05)
        let church = p - Vector3(0.9, 0.4, 1.0)
        d = min(d, Body.box(church - Vector3(0, 1.1, 0), Vector3(1.9, 1.1, 1.6)) - 0.06)
        d = min(d, Body.cylinder(church - Vector3(0, 2.1, 0), radius: 1.28, height: 0.62) - 0.03)
        let top = church - Vector3(0, 2.72, 0)
        d = min(d, max(top.length - 1.24, -top.y))
        d = min(d, Body.cylinder(top - Vector3(0, 1.2, 0), radius: 0.10, height: 0.16))
        d = min(d, Body.box(top - Vector3(0, 1.62, 0), Vector3(0.028, 0.30, 0.028)))
        d = min(d, Body.box(top - Vector3(0, 1.70, 0), Vector3(0.16, 0.028, 0.028)))
        // Bell gable with two openings.
        let gable = p - Vector3(-2.3, 0.4, 0.6)
        var wall = Body.box(gable - Vector3(0, 1.75, 0), Vector3(1.0, 1.75, 0.24)) - 0.04
        let peak = Vector3(gable.x, gable.y - 3.5, 0).length - 0.62
        wall = min(wall, max(peak, abs(gable.z) - 0.26))
        for side: Float in [-0.48, 0.48] {
          wall = max(
            wall,
            -max(Body.arch(gable.x - side, gable.y - 1.7, half: 0.28, spring: 0.85), 1.7 - gable.y))
          let bell = gable - Vector3(side, 2.42, 0)
          let flare = 0.10 + 0.09 * smoothstep(0.05, -0.16, bell.y)
          let ring = (bell.x * bell.x + bell.z * bell.z).squareRoot()
          wall = min(wall, max(ring - flare, abs(bell.y) - 0.16) * 0.7)
        }
        let small = Vector3(gable.x, gable.y - 3.62, 0).length - 0.22
        wall = max(wall, -small)
        d = min(d, wall)
        // Door, steps and a lower house.
        let door = max(Body.arch(church.x + 0.2, church.y, half: 0.42, spring: 1.0), -church.y)
        d = max(d, -max(door, abs(church.z + 1.6) - 0.16))
        for step in 0..<3 {
          let k = Float(step)
          d = min(
            d,
            Body.box(
              church - Vector3(-0.2, 0.06 + k * 0.0, -1.75 - k * 0.28),
              Vector3(0.8 + k * 0.2, 0.20 - k * 0.06, 0.3)) - 0.02)
        }
        let house = p - Vector3(4.4, 0.2, 0.4)
        d = min(d, Body.box(house - Vector3(0, 0.9, 0), Vector3(1.3, 0.95, 1.6)) - 0.07)
        d = min(d, max((house - Vector3(0, 1.0, 0)).length - 1.62, 1.7 - house.y))
        return d * 0.9
      },
      surface: { p, n in
        let church = p - Vector3(0.9, 0.4, 1.0)
        let top = church - Vector3(0, 2.72, 0)
        if top.y > 0.01, top.length < 1.3 {
          return (Vector3(0.012, 0.085, 0.34) * (1 + 0.08 * Noise.value(p * 5)), 0.6)
        }
        if church.z > -1.62, church.z < -1.3, abs(church.x + 0.2) < 0.44, church.y < 1.5 {
          return (Vector3(0.012, 0.09, 0.30), 0.1)
        }
        if abs(p.x + 2.3) < 0.8, p.y > 2.4, p.y < 3.1, abs(p.z - 0.6) < 0.23, n.y < 0.99 {
          if abs(abs(p.x + 2.3) - 0.48) < 0.22 { return (Vector3(0.30, 0.19, 0.06), 0.3) }
        }
        if p.y < 0.42, n.y > 0.9 {
          let cells = Noise.cells(p.x * 1.6, p.z * 1.6)
          let joint = smoothstep(0.03, 0.07, cells.second - cells.first)
          return (mix(Vector3(0.80), Vector3(0.36, 0.33, 0.30), joint), 0)
        }
        return (Vector3(0.80, 0.80, 0.79) * (1 + 0.05 * Noise.fractal(p * 3, octaves: 3)), 0)
      },
      farthest: 40, samples: 5, penumbra: 90
    ).render(width: width, height: height)
  }

  /// Pink walls, a stair and its shadow.
  static func pinkWalls(width: Int, height: Int) -> Canvas {
    Building(
      camera: Camera(at: Vector3(2.6, 3.0, -12), towards: Vector3(0.35, 2.35, 0), degrees: 29),
      sun: Vector3(-0.55, 0.62, -0.56).normalized,
      sunlight: Vector3(3.1, 2.85, 2.5),
      sky: { direction in
        mix(Vector3(0.30, 0.62, 0.86), Vector3(0.06, 0.30, 0.66), clamp(direction.y * 2.4))
      },
      ambient: Vector3(0.42, 0.46, 0.62),
      distance: { p in
        var d = p.y
        d = min(d, Body.box(p - Vector3(0, 2.2, 2.4), Vector3(4.5, 2.2, 0.25)))
        d = max(d, -Body.box(p - Vector3(-2.4, 1.5, 2.4), Vector3(0.75, 1.5, 0.6)))
        d = min(d, Body.box(p - Vector3(3.6, 3.1, 1.0), Vector3(0.25, 3.1, 3.0)))
        for step in 0..<9 {
          let k = Float(step)
          d = min(
            d,
            Body.box(
              p - Vector3(-0.8 + k * 0.42, 0.17 * (k + 1), 1.3), Vector3(0.21, 0.17 * (k + 1), 0.8))
          )
        }
        d = min(d, Body.box(p - Vector3(-5.2, 3.6, 5), Vector3(1.2, 3.6, 1.2)))
        return min(d, (p - Vector3(-1.75, 0.42, -0.4)).length - 0.42)
      },
      surface: { p, n in
        if (p - Vector3(-1.75, 0.42, -0.4)).length < 0.45 { return (Vector3(0.88, 0.50, 0.03), 0) }
        if p.y < 0.01 { return (Vector3(0.70, 0.36, 0.26), 0) }
        if p.x > 3.3, p.z < 4.1 { return (Vector3(0.80, 0.30, 0.055), 0) }
        if p.x < -3.9, p.z > 3 { return (Vector3(0.46, 0.10, 0.33), 0) }
        if p.z < 2.12 { return (Vector3(0.84, 0.33, 0.36), 0) }
        return (Vector3(0.82, 0.21, 0.32), 0)
      },
      farthest: 60, samples: 6, penumbra: 120
    ).render(width: width, height: height)
  }
}
