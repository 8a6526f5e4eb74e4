import Foundation

/// Things on a table, path traced.
enum StillLifes {
  /// A softbox from the upper left.
  private static func softbox(_ light: Vector3, at centre: Vector3 = Vector3(-3.2, 4.2, -0.6))
    -> (centre: Vector3, across: Vector3, along: Vector3, light: Vector3)
  {
    let n = (Vector3(0, 0.5, 0) - centre).normalized
    let across = n.cross(.up).normalized
    return (centre, across * 1.25, across.cross(n) * 1.25, light)
  }

  /// A dark room with a window's glow on one side.
  private static func room(_ low: Vector3, _ high: Vector3, _ window: Vector3)
    -> @Sendable (
      Vector3
    ) -> Vector3
  {
    { direction in
      let strip = smoothstep(0.55, 0.8, direction.x) * smoothstep(0.9, 0.2, abs(direction.y - 0.25))
      return mix(low, high, 0.5 + 0.5 * direction.y) + window * strip
    }
  }

  /// Glass and metal balls on a checked cloth.
  static func glassAndMetal(width: Int, height: Int) -> Canvas {
    let cloth: @Sendable (Vector3, Vector3) -> Vector3 = { p, _ in
      let (u, v) = (p.x * 0.86 + p.z * 0.5, p.z * 0.86 - p.x * 0.5)
      let odd = (Noise.cell(u * 1.7) &+ Noise.cell(v * 1.7)) & 1
      let weave = 0.92 + 0.08 * sin(u * 190) * sin(v * 190)
      let tone = odd == 0 ? Vector3(0.78, 0.74, 0.66) : Vector3(0.42, 0.025, 0.03)
      return tone * weave
    }
    let solids = [
      Solid(shape: .plane(0), material: .matt(cloth, gloss: 0.02, roughness: 0.3)),
      Solid(
        shape: .sphere(Vector3(-0.15, 0.82, 0), 0.82),
        material: .glass(tint: Vector3(0.96, 0.99, 0.98), index: 1.5)),
      Solid(
        shape: .sphere(Vector3(1.45, 0.6, 0.75), 0.6),
        material: .metal(Vector3(1.0, 0.72, 0.32), roughness: 0.03)),
      Solid(
        shape: .sphere(Vector3(-1.65, 0.55, 0.95), 0.55),
        material: .metal(Vector3(0.92, 0.93, 0.95), roughness: 0.0)),
      Solid(
        shape: .sphere(Vector3(0.85, 0.27, -0.85), 0.27),
        material: .glass(tint: Vector3(0.25, 0.75, 0.95), index: 1.5)),
      Solid(
        shape: .sphere(Vector3(-1.15, 0.24, -0.75), 0.24),
        material: .glass(tint: Vector3(0.98, 0.42, 0.10), index: 1.5)),
      Solid(
        shape: .sphere(Vector3(0.3, 0.95, 2.6), 0.95),
        material: .colour(Vector3(0.02, 0.05, 0.16), gloss: 0.05, roughness: 0.02)),
    ]
    return Studio(
      solids: solids,
      camera: Camera(
        at: Vector3(0.5, 2.0, -5.2), towards: Vector3(0.05, 0.62, 0), degrees: 30, aperture: 0.07),
      lamp: softbox(Vector3(15, 13.6, 11.6)),
      environment: room(
        Vector3(0.03, 0.03, 0.035), Vector3(0.20, 0.22, 0.27), Vector3(0.7, 0.85, 1.1)),
      samples: 30, bounces: 9
    ).render(width: width, height: height)
  }

  /// Oranges, lemons and an apple in front of a dark wall, as the old painters lit them.
  static func fruit(width: Int, height: Int) -> Canvas {
    let wood: @Sendable (Vector3, Vector3) -> Vector3 = { p, _ in
      let ring = Noise.fractal(p.x * 0.7, p.z * 9, octaves: 5)
      let plank = smoothstep(0.02, 0.0, abs(fraction(p.z * 0.9) - 0.5) - 0.488)
      return mix(Vector3(0.16, 0.075, 0.032), Vector3(0.055, 0.024, 0.011), clamp(0.5 + ring * 0.8))
        * mix(0.25, 1, plank)
    }
    func pores(_ scale: Float, _ depth: Float) -> @Sendable (Vector3) -> Vector3 {
      { p in
        let q = p * scale
        return Vector3(
          Noise.value(q), Noise.value(q + Vector3(31, 7, 3)), Noise.value(q + Vector3(5, 71, 13)))
          * depth
      }
    }
    func orange(_ centre: Vector3, _ radius: Float) -> Solid {
      Solid(
        shape: .sphere(centre, radius),
        material: .matt(
          { p, _ in
            let shade = Noise.fractal(p * 3, octaves: 3)
            return mix(Vector3(0.80, 0.26, 0.015), Vector3(0.86, 0.36, 0.02), 0.5 + 0.5 * shade)
          }, gloss: 0.045, roughness: 0.16), bump: pores(58, 0.13))
    }
    func lemon(_ centre: Vector3, _ turn: Float) -> Solid {
      Solid(
        shape: .field(centre, 0.60) { p in
          let q = (p - centre).turned(turn)
          let along = abs(q.x)
          let nipple = 0.055 * smoothstep(0.30, 0.42, along)
          let ring = (q.y * q.y + q.z * q.z).squareRoot()
          let body = (q.x * q.x * 0.56 + ring * ring).squareRoot() - 0.335
          return min(body, (ring - nipple * 1.2 - 0.02) + max(along - 0.46, 0)) * 0.72
        },
        material: .matt(
          { p, _ in
            mix(
              Vector3(0.88, 0.62, 0.03), Vector3(0.80, 0.66, 0.06), 0.5 + Noise.value(p * 4) * 0.5)
          },
          gloss: 0.045, roughness: 0.18), bump: pores(50, 0.11))
    }
    let apple = Vector3(0.62, 0.50, -0.42)
    let appleSolid = Solid(
      shape: .field(apple, 0.66) { p in
        let q = p - apple
        let ring = (q.x * q.x + q.z * q.z).squareRoot()
        // A ring that nearly closes: dimples above and below.
        let d = pow(ring - 0.22, 2) + q.y * q.y * (q.y < 0 ? 0.92 : 1.04)
        return (d.squareRoot() - 0.33 - 0.02 * q.y) * 0.8
      },
      material: .matt(
        { p, _ in
          let q = p - apple
          let angle = atan2(q.z, q.x)
          let streak = Noise.fractal(angle * 6, q.y * 2.2, octaves: 5)
          let ripe = smoothstep(-0.9, 0.9, streak * 0.8 + q.x * -1.4 + 0.45)
          return mix(Vector3(0.52, 0.42, 0.05), Vector3(0.40, 0.015, 0.015), ripe)
        }, gloss: 0.05, roughness: 0.06))
    let stalk = Solid(
      shape: .field(apple + Vector3(0.03, 0.38, 0), 0.26) { p in
        let q = p - apple - Vector3(0.03 + (p.y - apple.y - 0.2) * 0.25, 0.36, 0)
        let ring = (q.x * q.x + q.z * q.z).squareRoot()
        return max(ring - 0.016 - max(q.y, 0) * 0.05, abs(q.y) - 0.17) * 0.8
      }, material: .colour(Vector3(0.07, 0.045, 0.02)))
    func cherry(_ centre: Vector3) -> Solid {
      Solid(
        shape: .sphere(centre, 0.17),
        material: .colour(Vector3(0.16, 0.004, 0.012), gloss: 0.06, roughness: 0.03))
    }
    let solids = [
      Solid(shape: .plane(0), material: .matt(wood, gloss: 0.035, roughness: 0.10)),
      orange(Vector3(-0.75, 0.56, 0.35), 0.56), orange(Vector3(0.25, 0.52, 0.85), 0.52),
      orange(Vector3(-0.30, 1.24, 0.62), 0.47),
      lemon(Vector3(-1.55, 0.335, -0.35), 0.7), lemon(Vector3(1.35, 0.335, 0.25), -0.5),
      appleSolid, stalk, cherry(Vector3(-0.42, 0.17, -0.72)), cherry(Vector3(-0.08, 0.17, -0.90)),
      cherry(Vector3(-0.72, 0.17, -0.98)),
    ]
    return Studio(
      solids: solids,
      camera: Camera(
        at: Vector3(0.1, 1.35, -5.6), towards: Vector3(-0.08, 0.66, 0), degrees: 27,
        aperture: 0.05),
      lamp: softbox(Vector3(17, 14, 10), at: Vector3(-3.6, 3.4, -1.4)),
      environment: room(
        Vector3(0.012, 0.009, 0.007), Vector3(0.030, 0.024, 0.020), Vector3(0.10, 0.07, 0.05)),
      samples: 16, bounces: 4
    ).render(width: width, height: height)
  }

  /// A green bottle and a glass of red wine by a bright wall.
  static func bottle(width: Int, height: Int) -> Canvas {
    @Sendable func profile(_ y: Float) -> Float {
      // Half the width of a Bordeaux bottle at a height.
      if y < 1.75 { return 0.42 - 0.03 * smoothstep(0.12, 0, y) }
      return mix(0.42, 0.145, smoothstep(1.72, 2.28, y)) + 0.03 * bell(y - 2.86, 0.035)
    }
    let place = Vector3(-0.52, 0, 0.2)
    let body = Solid(
      shape: .field(place + Vector3(0, 1.5, 0), 1.62) { p in
        let q = p - place
        let ring = (q.x * q.x + q.z * q.z).squareRoot()
        return max(ring - profile(q.y), max(-q.y + 0.01, q.y - 2.95)) * 0.6
      }, material: .glass(tint: Vector3(0.10, 0.34, 0.13), index: 1.32))
    let cup = Vector3(0.78, 0, -0.35)
    let wine = Solid(
      shape: .field(cup + Vector3(0, 1.28, 0), 0.6) { p in
        let q = p - cup - Vector3(0, 1.32, 0)
        let d = (q.x * q.x + q.z * q.z + q.y * q.y * 0.72).squareRoot() - 0.445
        return max(d, q.y + 0.05) * 0.85
      }, material: .glass(tint: Vector3(0.42, 0.006, 0.02), index: 1.33))
    let goblet = Solid(
      shape: .field(cup + Vector3(0, 1.0, 0), 1.1) { p in
        let q = p - cup
        let bowl = q - Vector3(0, 1.32, 0)
        let shell =
          abs(
            (bowl.x * bowl.x + bowl.z * bowl.z + bowl.y * bowl.y * 0.72).squareRoot() - 0.475)
          - 0.012
        let open = max(shell, bowl.y - 0.46)
        let ring = (q.x * q.x + q.z * q.z).squareRoot()
        let stem = max(
          ring - (0.035 + 0.10 * exp(-q.y * 12) + 0.06 * smoothstep(0.66, 0.84, q.y)),
          max(-q.y + 0.012, q.y - 0.80))
        let foot = max(ring - 0.36, abs(q.y - 0.02) - 0.012 - 0.03 * exp(-ring * 8))
        return smoothMinimum(open, smoothMinimum(stem, foot, 0.05), 0.03) * 0.8
      }, material: .glass(tint: Vector3(0.97, 0.99, 0.98), index: 1.45))
    let table: @Sendable (Vector3, Vector3) -> Vector3 = { p, _ in
      let grain = Noise.fractal(p.x * 7, p.z * 0.6, octaves: 5)
      return mix(Vector3(0.40, 0.235, 0.12), Vector3(0.24, 0.125, 0.055), clamp(0.5 + grain * 0.7))
    }
    let wall = Solid(
      shape: .field(Vector3(0, 3, 12.6), 11) { p in 3.2 - p.z },
      material: .matt(
        { p, _ in
          let plaster = 0.9 + 0.1 * Noise.fractal(p.x * 1.3, p.y * 1.3, octaves: 5)
          return Vector3(0.62, 0.50, 0.36) * plaster
        }, gloss: 0, roughness: 1))
    let cork = Solid(
      shape: .field(Vector3(0.05, 0.11, -0.85), 0.32) { p in
        let q = (p - Vector3(0.05, 0.11, -0.85)).turned(0.6)
        let ring = (q.y * q.y + q.z * q.z).squareRoot()
        return max(ring - 0.105, abs(q.x) - 0.22) * 0.9
      },
      material: .matt(
        { p, _ in Vector3(0.46, 0.29, 0.15) * (0.8 + 0.35 * Noise.fractal(p * 14, octaves: 3)) },
        gloss: 0, roughness: 1))
    return Studio(
      solids: [
        Solid(shape: .plane(0), material: .matt(table, gloss: 0.04, roughness: 0.12)),
        body, goblet, wine, wall, cork,
      ],
      camera: Camera(
        at: Vector3(0.38, 1.75, -7.8), towards: Vector3(0.20, 1.42, 0), degrees: 26,
        aperture: 0.05),
      lamp: softbox(Vector3(21, 18, 13.5), at: Vector3(-4.0, 4.4, -0.9)),
      environment: room(
        Vector3(0.05, 0.045, 0.04), Vector3(0.22, 0.22, 0.24), Vector3(0.8, 0.8, 0.8)),
      samples: 12, bounces: 9
    ).render(width: width, height: height)
  }

  /// Marbles of dyed glass strewn over white paper, from above.
  static func marbles(width: Int, height: Int) -> Canvas {
    var random = Random(seed: 12)
    let tints = [
      Vector3(0.95, 0.08, 0.06), Vector3(0.04, 0.30, 0.95), Vector3(0.98, 0.62, 0.03),
      Vector3(0.06, 0.72, 0.30), Vector3(0.62, 0.10, 0.78), Vector3(0.10, 0.78, 0.86),
      Vector3(0.98, 0.35, 0.55), Vector3(0.95, 0.95, 0.95),
    ]
    var solids = [
      Solid(shape: .plane(0), material: .colour(Vector3(0.80, 0.79, 0.77)))
    ]
    var placed: [(Float, Float, Float)] = []
    for attempt in 0..<900 where placed.count < 46 {
      let radius = random.between(0.17, attempt < 60 ? 0.44 : 0.26)
      let x = random.between(-2.6, 2.6)
      let z = random.between(-2.4, 2.6)
      let isFree = placed.allSatisfy {
        pow($0.0 - x, 2) + pow($0.1 - z, 2) > pow($0.2 + radius, 2) * 0.98
      }
      if !isFree { continue }
      placed.append((x, z, radius))
      let tint = tints[Int(random.unit() * Float(tints.count))].map { pow($0, 1.9) }
      solids.append(
        Solid(
          shape: .sphere(Vector3(x, radius, z), radius), material: .glass(tint: tint, index: 1.46)))
    }
    return Studio(
      solids: solids,
      camera: Camera(
        at: Vector3(0.0, 5.4, -3.0), towards: Vector3(0, 0.1, -0.05), degrees: 36, aperture: 0.05),
      lamp: (
        Vector3(-4.6, 3.4, 2.6), Vector3(0.55, 0, 0.95), Vector3(0.52, 0.95, -0.3),
        Vector3(34, 30, 24)
      ),
      environment: { direction in
        mix(Vector3(0.20, 0.23, 0.27), Vector3(0.42, 0.46, 0.54), 0.5 + 0.5 * direction.y)
      },
      samples: 12, bounces: 8
    ).render(width: width, height: height)
  }
}
