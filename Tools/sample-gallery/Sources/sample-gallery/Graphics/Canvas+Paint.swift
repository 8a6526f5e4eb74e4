import Foundation

extension Canvas {
  /// From x and y as in `render` to pixels.
  private func place(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    let half = Float(height) * 0.5
    return (x * half + Float(width) * 0.5, half - y * half)
  }

  /// A stroke with round ends, laid over what is there; for grass, twigs and leaves.
  ///
  /// - Parameters:
  ///   - from: Places as in `render`, as are the widths.
  ///   - opacity: From 0 to 1.
  ///   - glow: The colour is added, not laid over.
  mutating func stroke(
    from: (Float, Float), to: (Float, Float), width startWidth: Float, _ endWidth: Float,
    colour: Vector3, opacity: Float = 1, glow: Bool = false
  ) {
    let half = Float(height) * 0.5
    let a = place(from.0, from.1)
    let b = place(to.0, to.1)
    let (r0, r1) = (startWidth * half * 0.5, endWidth * half * 0.5)
    let reach = max(r0, r1) + 1
    let left = max(0, Int(clamp(min(a.x, b.x) - reach, 0, Float(width))))
    let right = min(width - 1, Int(clamp(max(a.x, b.x) + reach, -1, Float(width))))
    let top = max(0, Int(clamp(min(a.y, b.y) - reach, 0, Float(height))))
    let bottom = min(height - 1, Int(clamp(max(a.y, b.y) + reach, -1, Float(height))))
    if left > right || top > bottom { return }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let inverse = 1 / max(dx * dx + dy * dy, 1e-6)
    for row in top...bottom {
      for column in left...right {
        let (px, py) = (Float(column) + 0.5 - a.x, Float(row) + 0.5 - a.y)
        let t = clamp((px * dx + py * dy) * inverse)
        let (ex, ey) = (px - dx * t, py - dy * t)
        let radius = mix(r0, r1, t)
        let distance = (ex * ex + ey * ey).squareRoot()
        // Strokes thinner than a pixel fade instead of flickering.
        let cover = clamp(radius - distance + 0.5) * min(1, 2 * radius + 0.15) * opacity
        if cover <= 0 { continue }
        let index = row * width + column
        pixels[index] =
          glow ? pixels[index] + colour * cover : mix(pixels[index], colour, cover)
      }
    }
  }

  /// A round dab; `softness` from 0 (a hard edge) to 1 (fading from the middle).
  mutating func dab(
    _ x: Float, _ y: Float, radius: Float, colour: Vector3, opacity: Float = 1,
    softness: Float = 0, glow: Bool = false
  ) {
    let centre = place(x, y)
    let r = radius * Float(height) * 0.5
    let left = max(0, Int(clamp(centre.x - r - 1, 0, Float(width))))
    let right = min(width - 1, Int(clamp(centre.x + r + 1, -1, Float(width))))
    let top = max(0, Int(clamp(centre.y - r - 1, 0, Float(height))))
    let bottom = min(height - 1, Int(clamp(centre.y + r + 1, -1, Float(height))))
    if left > right || top > bottom { return }
    let edge = max(r * softness, 1)
    for row in top...bottom {
      for column in left...right {
        let (px, py) = (Float(column) + 0.5 - centre.x, Float(row) + 0.5 - centre.y)
        let distance = (px * px + py * py).squareRoot()
        let t = clamp((r + 0.5 - distance) / edge)
        let cover = (softness > 0 ? t * t * (3 - 2 * t) : t) * min(1, r * 2) * opacity
        if cover <= 0 { continue }
        let index = row * width + column
        pixels[index] =
          glow ? pixels[index] + colour * cover : mix(pixels[index], colour, cover)
      }
    }
  }
}
