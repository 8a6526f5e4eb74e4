import ExpectationSupport
import PictureProtocol
import Testing

@testable import vitrine_pictures

/// JPEGs at an eighth of their size, read without libjpeg.
///
/// One after the other: libvips asks one function for all threads whether to stop.
@Suite(.serialized) struct BlockMeansTests {
  private static let isStarted = Vips.start()

  init() throws { try #require(Self.isStarted) }

  /// Soft colours with grain, so that blocks have many coefficients. From quality 90 on libvips stores colours in full, below
  /// it at half of their size.
  private func jpeg(
    quality: Int32, grain: Int = 60, width: Int = 208, height: Int = 120
  ) throws -> [UInt8] {
    var random: UInt32 = 7
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        random = random &* 1_664_525 &+ 1_013_904_223
        let noise = grain > 0 ? Int(random >> 24) % grain - grain / 2 : 0
        for value in [x + 20, y * 2 + 5, 230 - x / 2 - y / 2] {
          pixels.append(UInt8(clamping: value + noise))
        }
        pixels.append(255)
      }
    }
    return try PixelBuffer(width: width, height: height, bytes: pixels).jpeg(quality: quality)
  }

  private func means(_ file: [UInt8], shouldStop: () -> Bool = { false }) throws -> BlockMeans? {
    try file.withUnsafeBytes { try BlockMeans(of: ByteView(bytes: $0), shouldStop: shouldStop) }
  }

  /// What libjpeg makes of it at an eighth, without transparency.
  ///
  /// - Parameter file: Its sides are multiples of eight, so that nothing is scaled afterwards.
  private func expected(_ file: [UInt8]) throws -> [UInt8] {
    try file.withUnsafeBytes { buffer in
      let view = ByteView(bytes: buffer)
      let decoder = PictureDecoder(memoryLimit: .max, allowsLarge: true, shouldStop: { false })
      let header = try decoder.header(of: view, from: .localFile)
      let size = try #require(header.size)
      let opened = try decoder.open(view, header)
      let geometry = PictureGeometry(
        source: size,
        target: PictureTarget(
          columns: UInt32(size.width / 8), rows: UInt32(size.height / 8), cellPixelWidth: 1,
          cellPixelHeight: 1),
        region: nil, samples: nil)
      return try decoder.pixels(
        of: PixelSource(bytes: view, jpegShrink: 8), opened: opened, geometry: geometry
      ).withoutAlpha
    }
  }

  private func compare(_ means: BlockMeans, with expected: [UInt8], atMost limit: Int) throws {
    let pixels = means.bands == 3 ? means.bytes : means.bytes.flatMap { [$0, $0, $0] }
    try #require(pixels.count == expected.count)
    let differences = zip(pixels, expected).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 0) <= limit)
    #expect(differences.reduce(0, +) <= differences.count * 2)
  }

  @Test(arguments: [Int32(96), 90, 75, 30], [0, 60, 200])
  func `it has the pixels that libjpeg makes`(_ quality: Int32, _ grain: Int) throws {
    let file = try jpeg(quality: quality, grain: grain)

    let means = try #require(try means(file))

    #expect((means.width, means.height, means.bands) == (26, 15, 3))
    // Colours at half of their size: the highest frequencies of a half are left out.
    try compare(means, with: expected(file), atMost: quality < 90 ? 24 : 1)
  }

  @Test func `blocks that are partly outside are left out, as by libvips`() throws {
    let means = try #require(try means(jpeg(quality: 80, width: 203, height: 119)))

    #expect((means.width, means.height) == (25, 14))
    expectEqual(means.bytes.count, 25 * 14 * 3)
  }

  @Test func `grey has one channel`() throws {
    let file = try fixture("gray.jpg")

    let means = try #require(try means(file))

    expectEqual(means.bands, 1)
    try compare(means, with: expected(file), atMost: 1)
  }

  @Test(arguments: ["restarts.jpg", "restarts-half.jpg"])
  func `restart markers are passed`(_ name: String) throws {
    let file = try fixture(name)

    try compare(try #require(try means(file)), with: expected(file), atMost: 24)
  }

  @Test func `the first scan of a progressive file is enough`() throws {
    let file = try fixture("progressive.jpg")
    let means = try #require(try means(file))

    // The last bits of the means are in later scans.
    try compare(means, with: expected(file), atMost: 24)
    let scan = try #require(file.firstRange(of: [0xFF, 0xDA]))
    let end = try #require(
      (scan.upperBound..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] != 0 })
    let first = try self.means(file[..<end] + [0xFF, 0xD9])
    expectEqual(first?.bytes, means.bytes)
  }

  @Test(arguments: ["cmyk-plain.jpg", "quarters.png"])
  func `what only libjpeg reads is left to it`(_ name: String) throws {
    #expect(try means(fixture(name)) == nil)
  }

  @Test func `a file that ends early is left to libjpeg, wherever it ends`() throws {
    let file = try jpeg(quality: 90)

    for count in stride(from: 0, to: file.count - 3, by: 61) {
      guard try means([UInt8](file[..<count])) != nil else { continue }
      Issue.record("\(count) of \(file.count) bytes")
      return
    }
  }

  @Test func `a damaged file ends in means or in nothing`() throws {
    var random: UInt32 = 3
    for quality: Int32 in [90, 60] {
      let file = try jpeg(quality: quality)
      for _ in 0..<300 {
        var damaged = file
        for _ in 0..<3 {
          random = random &* 1_664_525 &+ 1_013_904_223
          damaged[Int(random >> 8) % damaged.count] = UInt8(truncatingIfNeeded: random)
        }
        guard let means = try means(damaged) else { continue }
        expectEqual(means.bytes.count, means.width * means.height * means.bands)
      }
    }
  }

  @Test func `it stops when it is asked to`() throws {
    let file = try jpeg(quality: 90, grain: 0, width: 1_200, height: 1_000)

    #expect(throws: PictureFailure.cancelled) { try means(file, shouldStop: { true }) }
  }
}
