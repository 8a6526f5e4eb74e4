/// The few colours that a picture is shown with.
struct SixelPalette {
  /// 256 at most, no two the same.
  private(set) var colors: [SIMD3<UInt8>]

  init(_ colors: [SIMD3<UInt8>]) {
    self.colors = Array(colors.prefix(256))
  }

  /// All colours of a picture, if there are no more than the limit; pixels with less alpha than `opaque` do not count.
  ///
  /// - Complexity: O(*pixels*) for a picture of few colours, O(*limit*) for any other.
  init?(exactly pixels: UnsafeBufferPointer<UInt8>, limit: Int) {
    var found: [SIMD3<UInt8>] = []
    var seen: Set<UInt32> = []
    var last: UInt32?
    for start in stride(from: 0, to: pixels.count - 3, by: 4)
    where pixels[start + 3] >= IndexedPixels.opaque {
      let color = SIMD3(pixels[start], pixels[start + 1], pixels[start + 2])
      let word = UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
      if word == last { continue }
      last = word
      guard seen.insert(word).inserted else { continue }
      if found.count == limit { return nil }
      found.append(color)
    }
    self.init(found)
  }

  /// The best colours within the limit: repeatedly halves the box whose colours differ most.
  ///
  /// - Parameter limit: 1 or more.
  init(_ moments: ColorMoments, limit: Int) {
    var boxes = [Self.Part(ColorBox(), moments)]
    while boxes.count < min(limit, 256) {
      guard let widest = boxes.indices.max(by: { boxes[$0].variance < boxes[$1].variance }),
        boxes[widest].variance > 0
      else { break }
      guard let (one, other) = boxes[widest].box.halved(moments) else {
        boxes[widest].variance = 0
        continue
      }
      boxes[widest] = Part(one, moments)
      boxes.append(Part(other, moments))
    }
    self.init(
      boxes.compactMap { part in
        let sums = moments.sums(in: part.box)
        guard sums.count > 0 else { return nil }
        func middle(_ sum: Int) -> UInt8 {
          UInt8(clamping: (sum + sums.count / 2) / sums.count)
        }
        return SIMD3(middle(sums.red), middle(sums.green), middle(sums.blue))
      })
  }

  /// A box that may be halved.
  private struct Part {
    let box: ColorBox
    /// 0 for a part that cannot be halved.
    var variance: Double

    init(_ box: ColorBox, _ moments: ColorMoments) {
      self.box = box
      variance = moments.sums(in: box).variance
    }
  }
}

extension ColorBox {
  /// Both halves, cut where their colours match best; nil if everything is in one plane of each channel.
  fileprivate func halved(_ moments: ColorMoments) -> (ColorBox, ColorBox)? {
    let whole = moments.sums(in: self)
    var best: (coherence: Double, channel: Int, plane: Int)?
    for channel in 0..<3 where high[channel] - low[channel] > 1 {
      for plane in low[channel] + 1..<high[channel] {
        var lower = self
        lower.high[channel] = plane
        let one = moments.sums(in: lower)
        guard one.count > 0, one.count < whole.count else { continue }
        let coherence = one.coherence + (whole - one).coherence
        if coherence > best?.coherence ?? 0 { best = (coherence, channel, plane) }
      }
    }
    guard let best else { return nil }
    var (lower, upper) = (self, self)
    lower.high[best.channel] = best.plane
    upper.low[best.channel] = best.plane
    return (lower, upper)
  }
}

/// The colours of a picture, summed up so that eight look-ups give the sum of any box of the colour cube.
///
/// Xiaolin Wu, *Efficient Statistical Computations for Optimal Color Quantization* (Graphics Gems II,
/// 1991): sums over boxes from the cube's dark corner, at 32 steps a channel.
struct ColorMoments {
  /// Sums over the pixels in a box.
  struct Sums {
    var count = 0
    var red = 0
    var green = 0
    var blue = 0
    /// Of red, green and blue squared.
    var squares = 0

    static func + (one: Sums, other: Sums) -> Sums {
      Sums(
        count: one.count &+ other.count, red: one.red &+ other.red,
        green: one.green &+ other.green, blue: one.blue &+ other.blue,
        squares: one.squares &+ other.squares)
    }

    static func - (one: Sums, other: Sums) -> Sums {
      Sums(
        count: one.count &- other.count, red: one.red &- other.red,
        green: one.green &- other.green, blue: one.blue &- other.blue,
        squares: one.squares &- other.squares)
    }

    /// The length of the colours' sum, squared, for each pixel: the greater, the closer they are to each other.
    var coherence: Double {
      guard count > 0 else { return 0 }
      let (red, green, blue) = (Double(red), Double(green), Double(blue))
      return (red * red + green * green + blue * blue) / Double(count)
    }

    /// The squared distances of the pixels from their mean, summed.
    var variance: Double { Double(squares) - coherence }
  }

  /// Planes of the cube per side: 32 steps, and an empty one in front.
  static let side = 33
  private var sums: [Sums]

  /// - Parameter pixels: RGBA; pixels with less alpha than `opaque` do not count.
  /// - Complexity: O(*pixels*) and about a millisecond.
  init(_ pixels: UnsafeBufferPointer<UInt8>) {
    sums = [Sums](repeating: Sums(), count: Self.side * Self.side * Self.side)
    sums.withUnsafeMutableBufferPointer { sums in
      Self.count(pixels, in: sums)
      Self.accumulate(sums)
    }
  }

  private static func count(
    _ pixels: UnsafeBufferPointer<UInt8>, in sums: UnsafeMutableBufferPointer<Sums>
  ) {
    for start in stride(from: 0, to: pixels.count - 3, by: 4)
    where pixels[start + 3] >= IndexedPixels.opaque {
      let red = Int(pixels[start])
      let green = Int(pixels[start + 1])
      let blue = Int(pixels[start + 2])
      let bin = index(red >> 3 + 1, green >> 3 + 1, blue >> 3 + 1)
      sums[bin].count &+= 1
      sums[bin].red &+= red
      sums[bin].green &+= green
      sums[bin].blue &+= blue
      sums[bin].squares &+= red * red + green * green + blue * blue
    }
  }

  /// Along one channel after the other.
  private static func accumulate(_ sums: UnsafeMutableBufferPointer<Sums>) {
    for step in [1, side, side * side] {
      for bin in step..<sums.count where bin / step % side != 0 {
        sums[bin] = sums[bin] + sums[bin - step]
      }
    }
  }

  private static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red * side + green) * side + blue
  }

  /// The sums over a box.
  func sums(in box: ColorBox) -> Sums {
    func corner(_ red: Int, _ green: Int, _ blue: Int) -> Sums {
      sums[Self.index(red, green, blue)]
    }
    let (low, high) = (box.low, box.high)
    let front = corner(high.x, high.y, high.z) - corner(high.x, high.y, low.z)
    let side = corner(high.x, low.y, high.z) - corner(high.x, low.y, low.z)
    let below = corner(low.x, high.y, high.z) - corner(low.x, high.y, low.z)
    let twice = corner(low.x, low.y, high.z) - corner(low.x, low.y, low.z)
    return front - side - below + twice
  }
}

/// A part of the colour cube: planes above `low` up to `high`, each 0...32; x is red, y green, z blue.
struct ColorBox {
  var low = SIMD3<Int>(0, 0, 0)
  var high = SIMD3<Int>(32, 32, 32)
}
