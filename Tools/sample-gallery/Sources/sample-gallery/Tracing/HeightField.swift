import Foundation

/// Ground as heights on a square grid, which rays can meet; far cheaper than noise at every step.
struct HeightField: Sendable {
  let count: Int
  let west: Float
  let south: Float
  let extent: Float
  let highest: Float
  private let heights: [Float]
  private let scale: Float

  /// - Parameters:
  ///   - count: Grid points a side.
  ///   - extent: The side of the square in the scene's units; `west` and `south` are its corner.
  init(
    count: Int, west: Float, south: Float, extent: Float,
    _ height: @Sendable (Float, Float) -> Float
  ) {
    var heights = [Float](repeating: 0, count: count * count)
    heights.writeRows(ofLength: count) { row, heights in
      let z = south + extent * Float(row) / Float(count - 1)
      for column in 0..<count {
        let x = west + extent * Float(column) / Float(count - 1)
        heights[column] = height(x, z)
      }
    }
    self.count = count
    self.west = west
    self.south = south
    self.extent = extent
    self.heights = heights
    highest = heights.max() ?? 0
    scale = Float(count - 1) / extent
  }

  @inline(__always)
  func height(_ x: Float, _ z: Float) -> Float {
    let u = clamp((x - west) * scale, 0, Float(count) - 1.001)
    let v = clamp((z - south) * scale, 0, Float(count) - 1.001)
    let (i, j) = (Int(u), Int(v))
    let (fu, fv) = (u - Float(i), v - Float(j))
    let start = j * count + i
    return mix(
      mix(heights[start], heights[start + 1], fu),
      mix(heights[start + count], heights[start + count + 1], fu), fv)
  }

  func normal(_ x: Float, _ z: Float, step: Float) -> Vector3 {
    let e = max(step, 1 / scale)
    return Vector3(
      height(x - e, z) - height(x + e, z), 2 * e, height(x, z - e) - height(x, z + e)
    ).normalized
  }

  /// How far a ray goes before it meets the ground, or nil.
  func hit(_ ray: Ray, from start: Float = 0.02, farthest: Float, detail: Float = 0.0012)
    -> Float?
  {
    var t = start
    var last = t
    for _ in 0..<400 {
      let p = ray.point(t)
      if p.y > highest, ray.direction.y >= 0 { return nil }
      let above = p.y - height(p.x, p.z)
      if above < 0 {
        var (low, high) = (last, t)
        for _ in 0..<8 {
          let middle = (low + high) * 0.5
          let q = ray.point(middle)
          if q.y < height(q.x, q.z) { high = middle } else { low = middle }
        }
        return high
      }
      last = t
      t += max(above * 0.4, detail * t + 0.002)
      if t > farthest { return nil }
    }
    return t
  }

  /// From 0 (in shadow) to 1, with a penumbra that grows with the distance.
  func light(at point: Vector3, towards sun: Vector3, softness: Float = 24) -> Float {
    var (t, light) = (Float(0.03), Float(1))
    for _ in 0..<90 {
      let p = point + sun * t
      if p.y > highest { break }
      let above = p.y - height(p.x, p.z)
      light = min(light, softness * above / t)
      if light < 0.001 { return 0 }
      t += max(above * 0.5, 0.01 + t * 0.015)
      if t > extent { break }
    }
    return smoothstep(0, 1, light)
  }
}
