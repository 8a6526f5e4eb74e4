import Foundation

/// How a surface answers light.
enum Material: Sendable {
  /// Matt, with a coat that mirrors `gloss` of the light when seen from straight above.
  case matt(@Sendable (Vector3, Vector3) -> Vector3, gloss: Float, roughness: Float)
  case metal(Vector3, roughness: Float)
  /// Clear; light that goes through is dyed by `tint` to the power of the distance.
  case glass(tint: Vector3, index: Float)
  case light(Vector3)

  static func colour(_ colour: Vector3, gloss: Float = 0, roughness: Float = 0.2) -> Material {
    .matt({ _, _ in colour }, gloss: gloss, roughness: roughness)
  }
}

/// A thing in a traced scene.
struct Solid: Sendable {
  enum Shape: Sendable {
    case sphere(Vector3, Float)
    /// Level, at a height.
    case plane(Float)
    /// A distance function within a sphere.
    case field(Vector3, Float, @Sendable (Vector3) -> Float)
  }

  let shape: Shape
  let material: Material
  /// Pushes the normal about: bumps too small to be geometry.
  var bump: (@Sendable (Vector3) -> Vector3)?

  /// How far along the ray the surface is, or nil.
  func hit(_ ray: Ray, nearest: Float, farthest: Float) -> Float? {
    switch shape {
    case .sphere(let centre, let radius):
      let offset = ray.origin - centre
      let b = offset.dot(ray.direction)
      let c = offset.dot(offset) - radius * radius
      let root = b * b - c
      if root < 0 { return nil }
      let s = root.squareRoot()
      if -b - s > nearest { return -b - s < farthest ? -b - s : nil }
      return -b + s > nearest && -b + s < farthest ? -b + s : nil
    case .plane(let height):
      if abs(ray.direction.y) < 1e-6 { return nil }
      let t = (height - ray.origin.y) / ray.direction.y
      return t > nearest && t < farthest ? t : nil
    case .field(let centre, let radius, let distance):
      let offset = ray.origin - centre
      let b = offset.dot(ray.direction)
      let c = offset.dot(offset) - radius * radius
      let root = b * b - c
      if root < 0 { return nil }
      let end = min(-b + root.squareRoot(), farthest)
      var t = max(-b - root.squareRoot(), nearest)
      // The sign where the ray starts: inside glass the way out is looked for.
      let side: Float = distance(ray.point(t)) < 0 ? -1 : 1
      for _ in 0..<90 where t < end {
        let d = distance(ray.point(t)) * side
        if d < 0.0006 { return t > nearest ? t : nil }
        t += max(d * 0.85, 0.0006)
      }
      return nil
    }
  }

  func normal(_ p: Vector3) -> Vector3 {
    var n: Vector3
    switch shape {
    case .sphere(let centre, let radius): n = (p - centre) * (1 / radius)
    case .plane: n = .up
    case .field(_, _, let distance): n = gradient(p, distance, 0.0015)
    }
    if let bump { n = (n + bump(p)).normalized }
    return n
  }
}

/// The normal of a distance function (four taps on a tetrahedron, after Quilez).
func gradient(_ p: Vector3, _ distance: (Vector3) -> Float, _ e: Float) -> Vector3 {
  let a = Vector3(1, -1, -1)
  let b = Vector3(-1, -1, 1)
  let c = Vector3(-1, 1, -1)
  let d = Vector3(1)
  let near = a * distance(p + a * e) + b * distance(p + b * e)
  return (near + c * distance(p + c * e) + d * distance(p + d * e)).normalized
}
