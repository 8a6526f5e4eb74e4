import Foundation

/// Smooths what few paths left rough, but not across the edges of things: an edge-avoiding
/// à-trous wavelet (Dammertz et al. 2010), guided by colour, normal and depth.
struct Denoiser: Sendable {
  /// The first hit of a pixel.
  struct Guide: Sendable {
    var normal = Vector3.zero
    var albedo = Vector3.zero
    var depth: Float = 0
  }

  var passes = 4
  var colourWidth: Float = 0.9

  func smoothed(_ canvas: Canvas, guides: [Guide]) -> Canvas {
    // Light is smoothed without the pattern it falls on, and compared by its logarithm.
    var current = withoutSparks(canvas)
    for index in current.pixels.indices {
      let albedo = guides[index].albedo.map { max($0, 0.03) }
      let pixel = current.pixels[index]
      current.pixels[index] = Vector3(
        pixel.x / albedo.x, pixel.y / albedo.y, pixel.z / albedo.z)
    }
    for pass in 0..<passes {
      current = filtered(current, guides, step: 1 << pass, width: colourWidth / Float(1 << pass))
    }
    for index in current.pixels.indices {
      current.pixels[index] *= guides[index].albedo.map { max($0, 0.03) }
    }
    return current
  }

  /// Single bright pixels are paths that found the lamp by luck: no brighter than their neighbours.
  private func withoutSparks(_ canvas: Canvas) -> Canvas {
    var result = canvas
    let width = canvas.width
    guard canvas.height > 2, width > 2 else { return canvas }
    for row in 1..<(canvas.height - 1) {
      for column in 1..<(width - 1) {
        let index = row * width + column
        var around: [Float] = []
        for j in -1...1 {
          for i in -1...1 where i != 0 || j != 0 {
            around.append(canvas.pixels[index + j * width + i].luminance)
          }
        }
        around.sort()
        let limit = around[6] * 1.3 + 0.004
        let here = canvas.pixels[index].luminance
        if here > limit { result.pixels[index] *= limit / here }
      }
    }
    return result
  }

  private func filtered(_ canvas: Canvas, _ guides: [Guide], step: Int, width: Float) -> Canvas {
    let kernel: [Float] = [1.0 / 16, 1.0 / 4, 3.0 / 8, 1.0 / 4, 1.0 / 16]
    let tones = canvas.pixels.map { $0.map { log(0.02 + max($0, 0)) } }
    var result = canvas
    let (columns, height) = (canvas.width, canvas.height)
    let sharp = 1 / (width * width)
    result.pixels.writeRows(ofLength: columns) { row, pixels in
      for column in 0..<columns {
        let here = row * columns + column
        let guide = guides[here]
        var (sum, total) = (Vector3.zero, Float(0))
        for j in -2...2 {
          let y = row + j * step
          if y < 0 || y >= height { continue }
          for i in -2...2 {
            let x = column + i * step
            if x < 0 || x >= columns { continue }
            let there = y * columns + x
            let other = guides[there]
            let tone = tones[there] - tones[here]
            let bend = other.normal - guide.normal
            let far = abs(other.depth - guide.depth) / (0.05 * guide.depth + 0.02)
            let dye = other.albedo - guide.albedo
            let apart =
              tone.dot(tone) * sharp + bend.dot(bend) * 22 + far * far * 0.5 + dye.dot(dye) * 60
            let weight = kernel[i + 2] * kernel[j + 2] * exp(-apart)
            sum += canvas.pixels[there] * weight
            total += weight
          }
        }
        pixels[column] = sum * (1 / total)
      }
    }
    return result
  }
}
