import Foundation

/// A conifer as a silhouette of strokes.
struct Pine: Sendable {
  let x: Float
  let base: Float
  let height: Float

  func paint(on canvas: inout Canvas, colour: Vector3, random: inout Random) {
    let lean = random.between(-0.015, 0.015) * height
    let top = (x + lean, base + height)
    canvas.stroke(
      from: (x, base), to: top, width: height * 0.035, height * 0.004, colour: colour)
    let layers = 34
    let spread = height * random.between(0.17, 0.23)
    for layer in 0..<layers {
      let t = Float(layer) / Float(layers - 1)
      // Bare at the foot, pointed at the top, uneven between.
      let y = mix(base + height * 0.97, base + height * 0.10, t)
      let centre = mix(top.0, x, t)
      for side: Float in [-1, 1] {
        let reach = spread * pow(t, 0.8) * random.between(0.55, 1.08) + height * 0.012
        let droop = reach * random.between(0.25, 0.6)
        canvas.stroke(
          from: (centre, y), to: (centre + side * reach, y - droop),
          width: height * 0.030, height * 0.006, colour: colour, opacity: 0.95)
        canvas.stroke(
          from: (centre, y - height * 0.008),
          to: (centre + side * reach * 0.6, y - droop * 0.95),
          width: height * 0.034, height * 0.01, colour: colour, opacity: 0.9)
      }
    }
  }
}
