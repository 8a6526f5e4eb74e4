/// Finds the nearest colour of a palette, and remembers the result.
struct NearestColor {
  /// Sorted by green, the most visible channel, so that a search ends early.
  private let colors: [SIMD3<Int32>]
  private let numbers: [UInt8]
  private let weights: SIMD3<Int32>
  /// For each green value, where its neighbourhood begins in the list.
  private let starts: [Int]
  /// For each colour at 64 steps a channel: its number plus 1, or 0 until it is looked for.
  private var found: [UInt16]

  /// - Parameters:
  ///   - palette: Not empty; 256 colours at most.
  ///   - weights: What a squared difference counts in each channel.
  init(_ palette: [SIMD3<UInt8>], weights: SIMD3<Int32> = SIMD3(1, 1, 1)) {
    self.weights = weights
    let sorted = palette.indices.sorted { palette[$0].y < palette[$1].y }
    colors = sorted.map { SIMD3(truncatingIfNeeded: palette[$0]) }
    numbers = sorted.map { UInt8(truncatingIfNeeded: $0) }
    var starts: [Int] = []
    var place = 0
    for green in 0..<Int32(256) {
      while place < colors.count - 1, colors[place].y < green { place += 1 }
      starts.append(place)
    }
    self.starts = starts
    found = [UInt16](repeating: 0, count: 1 << 18)
  }

  /// The number of the nearest colour; channels are 0...255.
  ///
  /// Colours that differ by less than a 64th of a channel may get each other's.
  @inline(__always)
  mutating func number(_ red: Int32, _ green: Int32, _ blue: Int32) -> UInt8 {
    let place = Int((red >> 2) << 12 | (green >> 2) << 6 | blue >> 2)
    let known = found[place]
    if known != 0 { return UInt8(truncatingIfNeeded: known &- 1) }
    let number = search(SIMD3(red, green, blue))
    found[place] = UInt16(number) + 1
    return number
  }

  private func search(_ color: SIMD3<Int32>) -> UInt8 {
    let start = starts[Int(color.y)]
    var best = 0
    var bestDistance = Int32.max
    /// Whether continuing in this direction can still help.
    func look(at place: Int) -> Bool {
      let difference = colors[place] &- color
      let square = difference &* difference &* weights
      if square.y >= bestDistance { return false }
      let distance = square.x &+ square.y &+ square.z
      if distance < bestDistance {
        best = place
        bestDistance = distance
      }
      return true
    }
    var upper = start
    while upper < colors.count, look(at: upper) { upper += 1 }
    var lower = start - 1
    while lower >= 0, look(at: lower) { lower -= 1 }
    return numbers[best]
  }
}
