import Foundation

/// A broad-leaved tree: branches by recursion, leaves as dabs shaded by where they are.
struct LeafyTree: Sendable {
  var x: Float
  var base: Float
  var height: Float
  var dark: Vector3
  var light: Vector3
  var bark = Vector3(0.02, 0.015, 0.012)
  /// From where light falls, on the picture's plane.
  var sun: (Float, Float) = (-0.7, 0.7)
  var leaves = 5200
  var leafSize: Float = 0.010

  func paint(on canvas: inout Canvas, random: inout Random) {
    var tips: [(Float, Float)] = []
    branch(
      on: &canvas, from: (x, base), angle: .pi / 2 + random.between(-0.05, 0.05),
      length: height * 0.30, width: height * 0.055, level: 0, tips: &tips, random: &random)
    guard !tips.isEmpty else { return }
    let (centreX, centreY) = (x, base + height * 0.64)
    var dabs: [(shade: Float, x: Float, y: Float, size: Float)] = []
    for _ in 0..<leaves {
      let end = tips[Int(random.unit() * Float(tips.count))]
      // Some leaves hang further in, so that the crown is not hollow.
      let inner = random.unit() < 0.6 ? random.unit() * 0.6 : 0
      let tip = (mix(end.0, centreX, inner), mix(end.1, centreY, inner))
      let lx = tip.0 + random.normal() * height * 0.052
      let ly = tip.1 + random.normal() * height * 0.046
      let (dx, dy) = ((lx - centreX) / (height * 0.42), (ly - centreY) / (height * 0.36))
      let clump = Noise.gradient(lx / height * 9, ly / height * 9)
      let facing = dx * sun.0 + dy * sun.1
      let shade = clamp(0.42 + facing * 0.42 + clump * 0.42 + random.normal() * 0.12)
      dabs.append((shade, lx, ly, random.between(0.6, 1.25)))
    }
    // The lit leaves are the outer ones; they come last.
    dabs.sort { $0.shade < $1.shade }
    for dab in dabs {
      let colour = mix(dark, light, dab.shade * dab.shade * (3 - 2 * dab.shade))
      let angle = random.unit() * 2 * .pi
      let reach = height * leafSize * dab.size
      canvas.stroke(
        from: (dab.x, dab.y), to: (dab.x + cos(angle) * reach, dab.y + sin(angle) * reach * 0.7),
        width: reach * 1.1, reach * 0.5, colour: colour, opacity: 0.92)
    }
  }

  private func branch(
    on canvas: inout Canvas, from start: (Float, Float), angle: Float, length: Float,
    width: Float, level: Int, tips: inout [(Float, Float)], random: inout Random
  ) {
    let end = (start.0 + cos(angle) * length, start.1 + sin(angle) * length)
    canvas.stroke(from: start, to: end, width: width, width * 0.68, colour: bark)
    if level >= 2 { tips.append(end) }
    if level == 6 { return }
    let forks = level == 0 ? 4 : 2 + (random.unit() > 0.55 ? 1 : 0)
    for fork in 0..<forks {
      let spread: Float = level == 0 ? 0.75 : 0.62
      let place = forks == 1 ? 0 : Float(fork) / Float(forks - 1) * 2 - 1
      let turn = place * spread + random.between(-0.22, 0.22)
      branch(
        on: &canvas, from: end, angle: angle + turn, length: length * random.between(0.62, 0.82),
        width: width * 0.66, level: level + 1, tips: &tips, random: &random)
    }
  }
}
