import Foundation

/// Stars strewn over the sphere and the band of the Milky Way.
enum Stars {
  /// Stars in a direction; each one is about a pixel of a 600-pixel picture wide.
  static func light(_ direction: Vector3, density: Float) -> Vector3 {
    var sum = Vector3.zero
    for (layer, scale) in [Float(55), 105, 190].enumerated() {
      let p = direction * scale
      let cell = (Noise.cell(p.x), Noise.cell(p.y), Noise.cell(p.z))
      let h = Noise.hash(cell.0, cell.1, cell.2 &+ Int32(layer) &* 911)
      if Float(h & 0xFFF) / 4096 > density * 0.14 { continue }
      let place = Vector3(
        Float(cell.0) + 0.2 + 0.6 * Float((h >> 12) & 0xFF) / 255,
        Float(cell.1) + 0.2 + 0.6 * Float((h >> 20) & 0xFF) / 255,
        Float(cell.2) + 0.5)
      // Only the distance across the line of sight counts: stars are points on a sphere.
      let offset = place.normalized - direction
      let distance = offset.length
      let magnitude = Float((h >> 4) & 0xFF) / 255
      let brightness = 0.04 + 1.1 * pow(magnitude, 9)
      let width: Float = 0.00085 + 0.0007 * pow(magnitude, 6)
      let warm = Float((h >> 24) & 0xFF) / 255
      let tone = mix(Vector3(0.68, 0.80, 1.1), Vector3(1.1, 0.86, 0.66), warm * warm)
      sum += tone * (brightness * 2.4 * bell(distance, width))
    }
    return sum
  }

  /// The Milky Way: a glowing band, torn by dust. `along` runs in the band, `across` over it.
  static func milkyWay(along: Float, across: Float) -> Vector3 {
    let warp = Noise.fractal(along * 1.3, across * 1.3 + 5, octaves: 4) * 0.22
    let distance = across + warp * 0.35
    let core = exp(-pow((along - 0.1) * 0.85, 2))
    let width = 0.17 + 0.11 * core
    let cloud = 0.65 + 0.6 * Noise.fractal(along * 3.2 + 8, across * 3.6, octaves: 6, gain: 0.6)
    let band = bell(distance, width) * max(cloud, 0) * (0.38 + 0.95 * core)
    let dust = Noise.fractal(along * 2.1 + 1, across * 3.4 + warp * 4, octaves: 7, gain: 0.6)
    let lane = bell(distance - 0.02 + warp * 0.25, 0.075 + 0.03 * core)
    let dark = clamp(lane * 1.35 * smoothstep(-0.38, 0.35, dust))
    let warm = mix(
      Vector3(0.42, 0.50, 0.78), Vector3(1.0, 0.72, 0.50), clamp(core * bell(distance, 0.16)))
    let pink =
      Vector3(0.9, 0.18, 0.34) * pow(max(Noise.fractal(along * 5, across * 5, octaves: 4), 0), 3)
    return (warm * (band * 0.55) + pink * (band * 0.5)) * (1 - dark * 0.93)
  }
}
