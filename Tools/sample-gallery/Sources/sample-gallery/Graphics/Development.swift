import Foundation

/// From linear light to a finished photograph: exposure, bloom, film curve, vignette, grain.
struct Development: Sendable {
  var exposure: Float = 1
  /// How much of the brightest light spreads; 0 is a perfect lens.
  var bloom: Float = 0.06
  var bloomRadius: Float = 0.02
  var contrast: Float = 1
  var saturation: Float = 1
  var tint = Vector3(1)
  var vignette: Float = 0.25
  var grain: Float = 0.008
  /// Off: the values are shown as they are, up to 1.
  var film = true

  /// Display values from 0 to 1 in linear light.
  func develop(_ source: Canvas, seed: UInt64) -> Canvas {
    var canvas = source
    for index in canvas.pixels.indices { canvas.pixels[index] *= tint * exposure }
    if bloom > 0 { canvas = bloomed(canvas) }
    var random = Random(seed: seed)
    let (height, width) = (canvas.height, canvas.width)
    for row in 0..<height {
      let y = 1 - 2 * (Float(row) + 0.5) / Float(height)
      for column in 0..<width {
        let x = (2 * (Float(column) + 0.5) / Float(width) - 1)
        let index = row * width + column
        let corner = (x * x + y * y) * 0.5
        var colour = canvas.pixels[index] * (1 - vignette * corner * (0.6 + 0.4 * corner))
        colour = film ? Development.filmic(colour) : colour.map { clamp($0) }
        let grey = colour.luminance
        colour = mix(Vector3(grey), colour, saturation).map { max($0, 0) }
        colour = colour.map { srgbFromLinear($0) }
        if contrast != 1 {
          colour = colour.map { Development.curved($0, contrast) }
        }
        let speck = random.normal() * grain
        colour = colour.map { clamp($0 + speck) }
        canvas.pixels[index] = colour.map { linearFromSRGB($0) }
      }
    }
    return canvas
  }

  private func bloomed(_ canvas: Canvas) -> Canvas {
    var bright = canvas
    for index in bright.pixels.indices {
      bright.pixels[index] = bright.pixels[index].map { min($0, 12) }
    }
    let radius = bloomRadius * Float(canvas.height)
    let near = bright.blurred(radius)
    let far = bright.blurred(radius * 4)
    var result = canvas
    for index in result.pixels.indices {
      let spread = mix(near.pixels[index], far.pixels[index], 0.5)
      result.pixels[index] = mix(canvas.pixels[index], spread, bloom)
    }
    return result
  }

  /// An S-curve about middle grey in display values.
  private static func curved(_ value: Float, _ strength: Float) -> Float {
    let v = clamp(value)
    return v < 0.5
      ? 0.5 * pow(2 * v, strength) : 1 - 0.5 * pow(2 - 2 * v, strength)
  }

  /// The ACES film curve as fitted by Stephen Hill: RRT and ODT with their colour matrices.
  static func filmic(_ c: Vector3) -> Vector3 {
    let a = Vector3(
      0.59719 * c.x + 0.35458 * c.y + 0.04823 * c.z,
      0.07600 * c.x + 0.90834 * c.y + 0.01566 * c.z,
      0.02840 * c.x + 0.13383 * c.y + 0.83777 * c.z)
    let b = a.map { v in
      (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081)
    }
    return Vector3(
      1.60475 * b.x - 0.53108 * b.y - 0.07367 * b.z,
      -0.10208 * b.x + 1.10813 * b.y - 0.00605 * b.z,
      -0.00327 * b.x - 0.07276 * b.y + 1.07602 * b.z
    ).map { clamp($0) }
  }
}

/// IEC 61966-2-1, from display to light.
func linearFromSRGB(_ value: Float) -> Float {
  value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

/// IEC 61966-2-1, from light to display.
func srgbFromLinear(_ value: Float) -> Float {
  value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
}
