import ExpectationSupport
import PictureProtocol
import Testing

final class HistogramTests: WorkerTests {
  private func histogram(
    of name: String, origin: PictureOrigin = .localFile, region: PictureRegion? = nil
  ) throws -> PictureHistogram {
    let answer = try worker.send(
      name, origin: origin, target: .pixels(1, 1), region: region, output: .histogram
    ).receivePicture()
    guard case .histogram(let histogram) = answer.payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    return histogram
  }

  /// Steps and counts, without the empty ones.
  private func filled(_ counts: [UInt32]) -> [Int: UInt32] {
    Dictionary(uniqueKeysWithValues: counts.enumerated().filter { $1 > 0 }.map { ($0, $1) })
  }

  @Test func `each channel and the light are counted in equal steps`() throws {
    let histogram = try histogram(of: "quarters.png")

    // 64 × 48 pixels: a quarter each of red, green, blue and white.
    expectEqual(filled(histogram.red), [0: 1536, 63: 1536])
    expectEqual(filled(histogram.green), [0: 1536, 63: 1536])
    expectEqual(filled(histogram.blue), [0: 1536, 63: 1536])
    expectEqual(filled(histogram.luminance), [4: 768, 13: 768, 45: 768, 63: 768])
  }

  @Test func `transparent pixels are not counted`() throws {
    let histogram = try histogram(of: "alpha.png")

    expectEqual(filled(histogram.red), [63: 256])
    expectEqual(filled(histogram.luminance), [13: 256])
  }

  @Test func `it is the whole picture's, whatever part is requested`() throws {
    let part = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5)

    try expectEqual(histogram(of: "quarters.png", region: part), histogram(of: "quarters.png"))
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.webp", "quarters.gif", "quarters.avif", "quarters.tiff",
    "quarters.svg", "orientation-6.jpg", "gray.jpg", "cmyk-plain.jpg", "deep.png",
  ])
  func `every format has one, and all pixels are in it`(name: String) throws {
    let histogram = try histogram(of: name)

    let counts = [histogram.red, histogram.green, histogram.blue, histogram.luminance]
      .map { $0.reduce(0, +) }
    #expect(counts[0] > 0 && Set(counts).count == 1)
  }

  @Test func `large pictures are counted in a small copy`() throws {
    try expectEqual(histogram(of: "thumbnail.jpg").red.reduce(0, +), 256 * 192)
  }

  @Test func `what may not be decoded has none`() throws {
    #expect(throws: PictureFailure.formatNotAllowed(.tiff)) {
      try histogram(of: "quarters.tiff", origin: .network)
    }
  }
}
