/// A picture in linear light, top row first.
struct Canvas: Sendable {
  let width: Int
  let height: Int
  var pixels: [Vector3]

  init(width: Int, height: Int, colour: Vector3 = .zero) {
    self.width = width
    self.height = height
    pixels = Array(repeating: colour, count: width * height)
  }

  /// Width over height.
  var aspect: Float { Float(width) / Float(height) }

  /// Every pixel from a function of its place, on all cores.
  ///
  /// - Parameters:
  ///   - samples: How many jittered places a pixel averages.
  ///   - shade: Gets x from -aspect to aspect, y from -1 (bottom) to 1 (top), and a generator of
  ///     its row; it may not depend on the order of rows.
  static func render(
    width: Int, height: Int, samples: Int, seed: UInt64 = 1,
    _ shade: @Sendable (Float, Float, inout Random) -> Vector3
  ) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    let side = Float(samples).squareRoot().rounded(.up)
    let scale = 2 / Float(height)
    canvas.pixels.writeRows(ofLength: width) { row, pixels in
      var random = Random(seed: seed &* 1_000_003 &+ UInt64(row))
      for column in 0..<width {
        var sum = Vector3.zero
        for sample in 0..<samples {
          let cellX = Float(sample).truncatingRemainder(dividingBy: side)
          let cellY = (Float(sample) / side).rounded(.down)
          let dx = (cellX + random.unit()) / side
          let dy = (cellY + random.unit()) / side
          let x = (Float(column) + dx - Float(width) * 0.5) * scale
          let y = (Float(height) * 0.5 - Float(row) - dy) * scale
          sum += shade(x, y, &random)
        }
        pixels[column] = sum * (1 / Float(samples))
      }
    }
    return canvas
  }

  /// Every pixel as a function of its position (as in `render`) and its colour.
  func mapped(_ transform: @Sendable (Float, Float, Vector3) -> Vector3) -> Canvas {
    var result = self
    let scale = 2 / Float(height)
    for row in 0..<height {
      let y = (Float(height) * 0.5 - Float(row) - 0.5) * scale
      for column in 0..<width {
        let x = (Float(column) + 0.5 - Float(width) * 0.5) * scale
        result.pixels[row * width + column] = transform(x, y, pixels[row * width + column])
      }
    }
    return result
  }

  /// The colour between pixels, from x and y as in `render`; beyond the edge the colour of the edge.
  func colour(_ x: Float, _ y: Float) -> Vector3 {
    let half = Float(height) * 0.5
    let column = clamp(x * half + Float(width) * 0.5 - 0.5, 0, Float(width - 1))
    let row = clamp(half - y * half - 0.5, 0, Float(height - 1))
    let (i, j) = (Int(column), Int(row))
    let (i1, j1) = (min(i + 1, width - 1), min(j + 1, height - 1))
    let (u, v) = (column - Float(i), row - Float(j))
    let top = mix(pixels[j * width + i], pixels[j * width + i1], u)
    let bottom = mix(pixels[j1 * width + i], pixels[j1 * width + i1], u)
    return mix(top, bottom, v)
  }
}
