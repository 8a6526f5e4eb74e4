extension Canvas {
  /// Softened by three box blurs each way, which is near a Gaussian of the same deviation.
  func blurred(_ deviation: Float) -> Canvas {
    let radius = max(1, Int(deviation.rounded()))
    var result = self
    for _ in 0..<3 {
      result.boxBlur(radius, count: height, length: width, across: width, along: 1)
      result.boxBlur(radius, count: width, length: height, across: 1, along: width)
    }
    return result
  }

  private mutating func boxBlur(
    _ radius: Int, count: Int, length: Int, across: Int, along: Int
  ) {
    var line = [Vector3](repeating: .zero, count: length)
    let weight = 1 / Float(2 * radius + 1)
    for index in 0..<count {
      let start = index * across
      for place in 0..<length { line[place] = pixels[start + place * along] }
      var sum = line[0] * Float(radius + 1)
      for place in 0..<radius { sum += line[min(place, length - 1)] }
      for place in 0..<length {
        sum += line[min(place + radius, length - 1)]
        pixels[start + place * along] = sum * weight
        sum = sum - line[max(place - radius, 0)]
      }
    }
  }
}
