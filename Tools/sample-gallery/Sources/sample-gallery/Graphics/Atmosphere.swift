import Foundation

/// The light of a clear sky by single scattering in air, haze and ozone (Nishita 1993; the numbers
/// of Hillaire 2020), looked up from a table.
struct Atmosphere: Sendable {
  let sun: Vector3
  private let table: [Vector3]
  private let sunTransmittance: Vector3
  private static let columns = 96
  private static let rows = 128

  /// - Parameters:
  ///   - sun: Towards the sun; below the horizon it is twilight.
  ///   - haze: 1 is a clear day; more is milky.
  init(sun: Vector3, haze: Float = 1) {
    let direction = sun.normalized
    self.sun = direction
    var table: [Vector3] = []
    table.reserveCapacity(Atmosphere.columns * Atmosphere.rows)
    let model = Model(sun: direction, haze: haze)
    for row in 0..<Atmosphere.rows {
      let t = Float(row) / Float(Atmosphere.rows - 1)
      let height = max(t * t, 0.0015)
      for column in 0..<Atmosphere.columns {
        let angle = Float.pi * Float(column) / Float(Atmosphere.columns - 1)
        let flat = (1 - height * height).squareRoot()
        table.append(
          model.radiance(
            towards: Vector3(flat * sin(angle), height, flat * cos(angle)),
            sun: Vector3(0, direction.y, (1 - direction.y * direction.y).squareRoot())))
      }
    }
    self.table = table
    sunTransmittance = model.transmittance(from: 0.2, towards: direction)
  }

  /// The colour of direct sunlight down here; white is about 1.
  var sunlight: Vector3 { sunTransmittance }

  /// The sky in a direction; below the horizon its colour at the horizon.
  func sky(_ direction: Vector3) -> Vector3 {
    let row = max(direction.y, 0).squareRoot() * Float(Atmosphere.rows - 1)
    let flat = Vector3(direction.x, 0, direction.z).normalized
    let flatSun = Vector3(sun.x, 0, sun.z).normalized
    let angle = acos(clamp(flat.dot(flatSun), -1, 1))
    let column = angle / .pi * Float(Atmosphere.columns - 1)
    let (i, j) = (
      min(Int(clamp(column, 0, 1000)), Atmosphere.columns - 2),
      min(Int(clamp(row, 0, 1000)), Atmosphere.rows - 2)
    )
    let (u, v) = (column - Float(i), row - Float(j))
    let start = j * Atmosphere.columns + i
    let low = mix(table[start], table[start + 1], u)
    let high = mix(
      table[start + Atmosphere.columns], table[start + Atmosphere.columns + 1], u)
    return mix(low, high, v)
  }

  /// The sun's disc, `size` times as wide as in nature, and the glare around it.
  func disc(_ direction: Vector3, size: Float = 1, strength: Float = 40) -> Vector3 {
    let angle = acos(clamp(direction.dot(sun), -1, 1))
    return sunTransmittance * (strength * smoothstep(0.0055 * size, 0.0045 * size, angle))
  }

  private struct Model {
    let sun: Vector3
    let haze: Float
    let ground: Float = 6360
    let top: Float = 6460
    let air = Vector3(5.802e-3, 13.558e-3, 33.1e-3)
    let ozone = Vector3(0.65e-3, 1.881e-3, 0.085e-3)
    let mie: Float = 3.996e-3

    func radiance(towards direction: Vector3, sun: Vector3) -> Vector3 {
      let origin = Vector3(0, ground + 0.3, 0)
      let span = exit(origin, direction)
      let cosine = direction.dot(sun)
      let rayleighPhase = 3 / (16 * Float.pi) * (1 + cosine * cosine)
      let g: Float = 0.76
      let bottom = (2 + g * g) * pow(1 + g * g - 2 * g * cosine, 1.5)
      let miePhase = 3 / (8 * Float.pi) * (1 - g * g) * (1 + cosine * cosine) / bottom
      var (sum, depth) = (Vector3.zero, Vector3.zero)
      var last: Float = 0
      let steps = 24
      for step in 0..<steps {
        let t = (Float(step) + 1) / Float(steps)
        let end = span * t * t
        let length = end - last
        let p = origin + direction * (last + length * 0.5)
        last = end
        let density = densities(p.length - ground)
        let extinction = air * density.x + Vector3(mie * 1.1 * haze * density.y) + ozone * density.z
        depth += extinction * (length * 0.5)
        let through = depth.map { exp(-$0) }
        let height = p.length - ground
        let local = Vector3(0, sun.dot(p.normalized), 0)
        let light = transmittance(
          from: height,
          towards: Vector3((1 - min(local.y * local.y, 1)).squareRoot(), local.y, 0))
        let rayleigh = air * density.x
        let dust = mie * haze * density.y
        let single =
          light * (rayleigh * rayleighPhase + Vector3(dust * miePhase))
          // What was scattered more than once comes from everywhere.
          + (light * 0.06 + Vector3(0.004, 0.006, 0.01) * smoothstep(-0.25, 0.1, sun.y))
          * (rayleigh + Vector3(dust))
        sum += single * through * length
        depth += extinction * (length * 0.5)
      }
      return sum * 20
    }

    func transmittance(from height: Float, towards direction: Vector3) -> Vector3 {
      let origin = Vector3(0, ground + max(height, 0.01), 0)
      if direction.y < 0 {
        let nearest = origin.length * (1 - direction.y * direction.y).squareRoot()
        if nearest < ground - 4 { return .zero }
      }
      let span = exit(origin, direction)
      var depth = Vector3.zero
      let steps = 12
      var last: Float = 0
      for step in 0..<steps {
        let t = (Float(step) + 1) / Float(steps)
        let end = span * t * t
        let p = origin + direction * ((last + end) * 0.5)
        let density = densities(p.length - ground)
        let extinction = air * density.x + Vector3(mie * 1.1 * haze * density.y) + ozone * density.z
        depth += extinction * (end - last)
        last = end
      }
      return depth.map { exp(-$0) }
    }

    /// Air, haze and ozone at a height in kilometres.
    private func densities(_ height: Float) -> Vector3 {
      let h = max(height, 0)
      return Vector3(exp(-h / 8), exp(-h / 1.2), max(0, 1 - abs(h - 25) / 15))
    }

    private func exit(_ origin: Vector3, _ direction: Vector3) -> Float {
      let b = origin.dot(direction)
      let c = origin.dot(origin) - top * top
      return -b + max(b * b - c, 0).squareRoot()
    }
  }
}
