import Foundation

/// Noise from hashed lattices: no tables, no state, the same everywhere.
enum Noise {
  /// Mixes three integers to 32 bits.
  @inline(__always)
  static func hash(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> UInt32 {
    var h = UInt32(bitPattern: x) &* 0x8DA6_B343
    h ^= UInt32(bitPattern: y) &* 0xD816_3841
    h ^= UInt32(bitPattern: z) &* 0xCB1A_B31F
    h ^= h >> 15
    h = h &* 0x2C1B_3C6D
    h ^= h >> 12
    h = h &* 0x297A_2D39
    return h ^ (h >> 15)
  }

  /// From 0 to 1 for a lattice point.
  @inline(__always)
  static func unit(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> Float {
    Float(hash(x, y, z) >> 8) * (1 / 16_777_216)
  }

  /// The lattice cell of a coordinate. Everything here stays far below Int32's range.
  @inline(__always)
  static func cell(_ value: Float) -> Int32 {
    Int32(clamp(value.rounded(.down), -2e9, 2e9))
  }

  @inline(__always)
  private static func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }

  /// Value noise with its slopes; values from -1 to 1 (after Quilez, *value noise derivatives*).
  static func sloped(_ x: Float, _ y: Float) -> (value: Float, dx: Float, dy: Float) {
    let (i, j) = (cell(x), cell(y))
    let (u, v) = (x - Float(i), y - Float(j))
    let a = unit(i, j)
    let b = unit(i &+ 1, j)
    let c = unit(i, j &+ 1)
    let d = unit(i &+ 1, j &+ 1)
    let (fu, fv) = (fade(u), fade(v))
    let du = 30 * u * u * (u * (u - 2) + 1)
    let dv = 30 * v * v * (v * (v - 2) + 1)
    let k = a - b - c + d
    let value = a + (b - a) * fu + (c - a) * fv + k * fu * fv
    return (value * 2 - 1, 2 * du * (b - a + k * fv), 2 * dv * (c - a + k * fu))
  }

  /// Gradient noise in the plane, about -1 to 1.
  static func gradient(_ x: Float, _ y: Float) -> Float {
    let (i, j) = (cell(x), cell(y))
    let (u, v) = (x - Float(i), y - Float(j))
    @inline(__always)
    func corner(_ di: Int32, _ dj: Int32) -> Float {
      let h = hash(i &+ di, j &+ dj)
      let gx = Float(h & 0xFFFF) * (2 / 65535) - 1
      let gy = Float(h >> 16) * (2 / 65535) - 1
      return gx * (u - Float(di)) + gy * (v - Float(dj))
    }
    let (fu, fv) = (fade(u), fade(v))
    let low = mix(corner(0, 0), corner(1, 0), fu)
    let high = mix(corner(0, 1), corner(1, 1), fu)
    return mix(low, high, fv) * 1.4
  }

  /// Value noise in space, -1 to 1.
  static func value(_ p: Vector3) -> Float {
    let (i, j, k) = (cell(p.x), cell(p.y), cell(p.z))
    let fu = fade(p.x - Float(i))
    let fv = fade(p.y - Float(j))
    let fw = fade(p.z - Float(k))
    @inline(__always)
    func slice(_ z: Int32) -> Float {
      mix(
        mix(unit(i, j, z), unit(i &+ 1, j, z), fu),
        mix(unit(i, j &+ 1, z), unit(i &+ 1, j &+ 1, z), fu), fv)
    }
    return mix(slice(k), slice(k &+ 1), fw) * 2 - 1
  }

  /// Octaves of gradient noise, each half as strong (`gain`) and twice as fine.
  static func fractal(
    _ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5
  ) -> Float {
    var (px, py, sum, weight) = (x, y, Float(0), Float(1))
    for _ in 0..<octaves {
      sum += weight * gradient(px, py)
      weight *= gain
      // Turned between octaves, so that the lattices never line up.
      (px, py) = (1.6 * px - 1.2 * py + 7.3, 1.2 * px + 1.6 * py + 3.1)
    }
    return sum
  }

  /// Octaves of value noise in space.
  static func fractal(_ p: Vector3, octaves: Int, gain: Float = 0.5) -> Float {
    var (q, sum, weight) = (p, Float(0), Float(1))
    for _ in 0..<octaves {
      sum += weight * value(q)
      weight *= gain
      q = Vector3(
        1.6 * q.x - 1.2 * q.z + 5.1, 2.02 * q.y + 0.3 * q.x + 2.7, 1.2 * q.x + 1.6 * q.z + 9.4)
    }
    return sum
  }

  /// Sharp crests: octaves of 1 - |noise|, each stronger where the last one was; 0 to about 1.
  static func ridged(_ x: Float, _ y: Float, octaves: Int) -> Float {
    var (px, py, sum, weight, last) = (x, y, Float(0), Float(0.5), Float(1))
    for _ in 0..<octaves {
      let crest = 1 - abs(gradient(px, py))
      let sharp = crest * crest
      sum += weight * sharp * last
      last = sharp
      weight *= 0.5
      (px, py) = (1.6 * px - 1.2 * py + 1.7, 1.2 * px + 1.6 * py + 8.9)
    }
    return sum
  }

  /// Worn mountains: octaves count less where the slope is already steep (Quilez, *Elevated*).
  static func eroded(_ x: Float, _ y: Float, octaves: Int) -> Float {
    var (px, py, sum, weight) = (x, y, Float(0), Float(1))
    var (sx, sy) = (Float(0), Float(0))
    for _ in 0..<octaves {
      let n = sloped(px, py)
      sx += n.dx * 0.5
      sy += n.dy * 0.5
      sum += weight * (n.value * 0.5 + 0.5) / (1 + sx * sx + sy * sy)
      weight *= 0.5
      (px, py) = (1.6 * px - 1.2 * py, 1.2 * px + 1.6 * py)
    }
    return sum
  }

  /// The nearest and second nearest of points strewn one a cell, and the nearest one's number.
  static func cells(_ x: Float, _ y: Float) -> (first: Float, second: Float, id: UInt32) {
    let (i, j) = (cell(x), cell(y))
    var (first, second, id) = (Float(9), Float(9), UInt32(0))
    for dj: Int32 in -1...1 {
      for di: Int32 in -1...1 {
        let h = hash(i &+ di, j &+ dj, 77)
        let px = Float(i &+ di) + Float(h & 0xFFFF) / 65535 - x
        let py = Float(j &+ dj) + Float(h >> 16) / 65535 - y
        let distance = px * px + py * py
        if distance < first {
          (second, first, id) = (first, distance, h)
        } else if distance < second {
          second = distance
        }
      }
    }
    return (first.squareRoot(), second.squareRoot(), id)
  }
}
