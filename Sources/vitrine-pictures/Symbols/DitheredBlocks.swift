import Glibc
import PictureProtocol
import Synchronization

/// Photos with few colours: colours that the palette lacks are mixed from two of its colours with the shades `░▒▓`, and
/// edges are drawn with quarters; without colours the quarters are black or white, and their errors are passed on to
/// the next ones (`ErrorDiffusion`).
///
/// libchafa chooses the colours of each cell separately, so that its own dithering hardly shows: skies and skin become
/// flat patches. Chosen by eye (decision 40). At 58×18 cells each new colour costs time: 7 to 11 ms for the first
/// photo at 256 colours and 4 for a later photo, of libchafa's 10 to 15; without new colours 0.2 to 0.7. In colours a
/// cell depends on its own pixels alone, so that the still parts of an animation do not flicker.
enum DitheredBlocks {
  static let samples = CellSamples(horizontal: 2, vertical: 2)

  /// - Parameter pixels: `samples` times the cells in each direction.
  static func cells(of pixels: PixelBuffer, options: SymbolOptions) -> CellPicture {
    let (columns, rows) = (pixels.width / 2, pixels.height / 2)
    let cells =
      switch options.colorDepth {
      case .ansi16: palette16.withLock { colored(pixels, columns, rows, &$0) }
      case .indexed256, .truecolor: palette256.withLock { colored(pixels, columns, rows, &$0) }
      case .monochrome: monochrome(pixels, columns, rows, options)
      }
    return CellPicture(
      columns: UInt32(clamping: columns), rows: UInt32(clamping: rows), cells: cells)
  }

  /// By the quarters in the foreground colour: upper left, upper right, lower left, lower right from the lowest bit.
  private static let quarters: [UInt32] = [
    0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C,
    0x2584, 0x2599, 0x259F, 0x2588,
  ]

  // MARK: Colours

  private static let palette16 = Mutex(MixedPalette.ansi16)
  private static let palette256 = Mutex(MixedPalette.indexed256)

  /// Below this the quarters of a cell have one colour.
  private static let evenVariance: Float = 40

  private static func colored(
    _ pixels: PixelBuffer, _ columns: Int, _ rows: Int, _ palette: inout MixedPalette
  ) -> [PictureCell] {
    var cells: [PictureCell] = []
    cells.reserveCapacity(columns * rows)
    pixels.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        for column in 0..<columns {
          var quarter = Quarters()
          for part in 0..<4 {
            let offset = ((2 * row + part / 2) * pixels.width + 2 * column + part % 2) * 4
            guard bytes[offset + 3] >= 128 else { continue }
            quarter.opaque |= 1 << part
            quarter.colors[part] = SIMD3(
              Float(bytes[offset]), Float(bytes[offset + 1]), Float(bytes[offset + 2]))
          }
          cells.append(cell(quarter, &palette))
        }
      }
    }
    return cells
  }

  /// The pixels of a cell.
  private struct Quarters {
    var colors = [SIMD3<Float>](repeating: .zero, count: 4)
    /// The opaque ones.
    var opaque = 0

    func mean(of mask: Int) -> SIMD3<Float> {
      var (sum, count) = (SIMD3<Float>.zero, Float(0))
      for part in 0..<4 where (mask >> part) & 1 == 1 {
        sum += colors[part]
        count += 1
      }
      return count > 0 ? sum / count : sum
    }
  }

  private static func cell(_ quarter: Quarters, _ palette: inout MixedPalette) -> PictureCell {
    guard quarter.opaque == 15 else {
      // The terminal's background is next to the opaque pixels.
      let color = palette.nearest(quarter.mean(of: quarter.opaque))
      return PictureCell(
        scalar: quarters[quarter.opaque],
        foreground: quarter.opaque == 0 ? .terminalDefault : palette.color(color))
    }
    let mean = quarter.mean(of: 15)
    let variance = quarter.colors.reduce(Float(0)) { $0 + MixedPalette.distance($1, mean) } / 4
    let mix = palette.mix(mean)
    guard variance > evenVariance else { return mix.cell(palette) }
    var best = mix.cell(palette)
    var leastCost = mix.cost(mean) + variance
    // The others are the same with the colours exchanged.
    for mask in 1...7 {
      let inside = palette.nearest(quarter.mean(of: mask))
      let outside = palette.nearest(quarter.mean(of: 15 - mask))
      guard inside != outside else { continue }
      var cost = Float(0)
      for part in 0..<4 {
        cost += palette.distance(quarter.colors[part], (mask >> part) & 1 == 1 ? inside : outside)
      }
      guard cost / 4 < leastCost else { continue }
      leastCost = cost / 4
      best = PictureCell(
        scalar: quarters[mask], foreground: palette.color(inside),
        background: palette.color(outside))
    }
    return best
  }

  // MARK: Without colours

  /// In the brightness as it is stored: in linear light photos become too dark to read as characters.
  private static func monochrome(
    _ pixels: PixelBuffer, _ columns: Int, _ rows: Int, _ options: SymbolOptions
  ) -> [PictureCell] {
    var grey = pixels
    for start in stride(from: 0, to: grey.bytes.count - 3, by: 4) {
      let (red, green, blue) = (grey.bytes[start], grey.bytes[start + 1], grey.bytes[start + 2])
      let light = brightness(UInt32(red), UInt32(green), UInt32(blue))
      for channel in 0..<3 { grey.bytes[start + channel] = UInt8(clamping: light) }
    }
    let blackAndWhite = SixelPalette([SIMD3(repeating: 0), SIMD3(repeating: 255)])
    let numbers = IndexedPixels(grey, in: blackAndWhite, strength: 8).numbers
    let isInkLight =
      brightness(options.foregroundHint, or: 255) >= brightness(options.backgroundHint, or: 0)
    return (0..<rows * columns).map { index in
      var mask = 0
      for part in 0..<4 {
        let (row, column) = (index / columns * 2 + part / 2, index % columns * 2 + part % 2)
        if numbers[row * pixels.width + column] == (isInkLight ? 1 : 0) { mask |= 1 << part }
      }
      return PictureCell(scalar: quarters[mask])
    }
  }

  /// - Parameter hint: `0xRRGGBB`.
  private static func brightness(_ hint: UInt32?, or usual: UInt32) -> UInt32 {
    guard let hint else { return usual }
    return brightness((hint >> 16) & 255, (hint >> 8) & 255, hint & 255)
  }

  private static func brightness(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000
  }
}

/// The colours of a palette, and what two of them look like when they stand side by side in fine dots.
private struct MixedPalette {
  /// Two colours, of which the first takes this many quarters of a cell.
  struct Mix {
    var first: Int
    var second: Int
    /// 1 or 2; 4 for a single colour.
    var quarters: Int
    var color: SIMD3<Float>
    /// How visible the single dots are.
    var coarseness: Float

    func cost(_ color: SIMD3<Float>) -> Float {
      MixedPalette.distance(color, self.color) + coarseness
    }

    func cell(_ palette: MixedPalette) -> PictureCell {
      guard quarters < 4 else { return PictureCell(scalar: 0x20, background: palette.color(first)) }
      // U+2591 LIGHT SHADE, U+2592 MEDIUM SHADE.
      return PictureCell(
        scalar: 0x2590 + UInt32(quarters), foreground: palette.color(first),
        background: palette.color(second))
    }
  }

  private let colors: [SIMD3<Float>]
  /// The same as amounts of light, 0...1, which add up in the eye.
  private let light: [SIMD3<Float>]
  private let firstIndex: Int
  /// By the colour at 64 steps a channel: the number of the mix plus 1, or 0 until it is looked for.
  private var foundMixes = [UInt32](repeating: 0, count: 1 << 18)
  private var mixes: [Mix] = []
  private var nearestColor: NearestColor

  /// Colours that are tried together: of 256, the others are too different.
  private static let neighbours = 16
  /// The weight of the distance between two colours, chosen by eye: more gives flat patches, less coarse dots.
  private static let coarseness: Float = 0.02

  private init(_ rgb: [(Int, Int, Int)], firstIndex: Int) {
    self.firstIndex = firstIndex
    colors = rgb.map { SIMD3(Float($0.0), Float($0.1), Float($0.2)) }
    // Hundredths, as in `distance`.
    nearestColor = NearestColor(
      rgb.map { SIMD3(UInt8($0.0), UInt8($0.1), UInt8($0.2)) }, weights: SIMD3(30, 59, 11))
    light = colors.map { SIMD3(Self.light($0.x), Self.light($0.y), Self.light($0.z)) }
  }

  /// The colours of xterm; those of a theme are near enough, and terminals do not report them.
  static let ansi16 = MixedPalette(
    [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
      (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ], firstIndex: 0)

  /// Indices 16 to 255: a cube of 6×6×6 and 24 greys, the same everywhere.
  static let indexed256: MixedPalette = {
    let steps = [0, 95, 135, 175, 215, 255]
    var rgb: [(Int, Int, Int)] = []
    for red in steps {
      for green in steps {
        for blue in steps { rgb.append((red, green, blue)) }
      }
    }
    for step in 0..<24 {
      let grey = 8 + 10 * step
      rgb.append((grey, grey, grey))
    }
    return MixedPalette(rgb, firstIndex: 16)
  }()

  func color(_ number: Int) -> PictureColor {
    .indexed(UInt8(truncatingIfNeeded: number + firstIndex))
  }

  /// Squared differences of the channels, weighted by their visibility.
  @inline(__always)
  static func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
    let difference = one - other
    return (difference * difference * SIMD3(0.30, 0.59, 0.11)).sum()
  }

  func distance(_ color: SIMD3<Float>, _ number: Int) -> Float {
    Self.distance(color, colors[number])
  }

  private static func mixIndex(_ color: SIMD3<Float>) -> Int {
    let (red, green, blue) = (Int(color.x) / 4, Int(color.y) / 4, Int(color.z) / 4)
    return (red * 64 + green) * 64 + blue
  }

  /// The number of the nearest colour.
  mutating func nearest(_ color: SIMD3<Float>) -> Int {
    Int(nearestColor.number(Int32(color.x), Int32(color.y), Int32(color.z)))
  }

  /// The colour, or the two colours, that look most like a colour.
  mutating func mix(_ color: SIMD3<Float>) -> Mix {
    let index = Self.mixIndex(color)
    if foundMixes[index] > 0 { return mixes[Int(foundMixes[index]) - 1] }
    let near = neighbours(of: color)
    var best = Mix(
      first: near[0], second: near[0], quarters: 4, color: colors[near[0]], coarseness: 0)
    var least = best.cost(color)
    for first in near {
      for second in near where first != second {
        let coarseness = Self.coarseness * Self.distance(colors[first], colors[second])
        guard coarseness < least else { continue }
        // Half and half only once, in either order.
        for quarters in first < second ? 1...2 : 1...1 {
          let share = Float(quarters) / 4
          let light = light[first] * share + light[second] * (1 - share)
          let mix = Mix(
            first: first, second: second, quarters: quarters,
            color: SIMD3(Self.shown(light.x), Self.shown(light.y), Self.shown(light.z)),
            coarseness: coarseness)
          let cost = mix.cost(color)
          if cost < least { (best, least) = (mix, cost) }
        }
      }
    }
    mixes.append(best)
    foundMixes[index] = UInt32(clamping: mixes.count)
    return best
  }

  /// The nearest colours, the nearest first. Sorting all 240 took most of a picture's time.
  private func neighbours(of color: SIMD3<Float>) -> [Int] {
    var near: [(number: Int, distance: Float)] = []
    near.reserveCapacity(Self.neighbours + 1)
    for number in colors.indices {
      let distance = distance(color, number)
      if near.count == Self.neighbours, distance >= near[near.count - 1].distance { continue }
      var index = near.count
      while index > 0, near[index - 1].distance > distance { index -= 1 }
      near.insert((number, distance), at: index)
      if near.count > Self.neighbours { near.removeLast() }
    }
    return near.map(\.number)
  }

  /// IEC 61966-2-1: the amount of light of a stored channel, 0...255.
  private static func light(_ channel: Float) -> Float {
    let value = channel / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The channel of an amount of light.
  private static func shown(_ light: Float) -> Float {
    shownChannels[min(4095, max(0, Int(light * 4095 + 0.5)))]
  }

  private static let shownChannels: [Float] = (0...4095).map {
    let light = Float($0) / 4095
    return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}
