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
    var places: Set<UInt32> = []
    var last: UInt32?
    for start in stride(from: 0, to: pixels.count - 3, by: 4)
    where pixels[start + 3] >= IndexedPixels.opaque {
      let color = SIMD3(pixels[start], pixels[start + 1], pixels[start + 2])
      let word = UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
      if word == last { continue }
      last = word
      guard places.insert(word).inserted else { continue }
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
