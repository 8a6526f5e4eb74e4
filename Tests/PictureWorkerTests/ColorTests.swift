import ExpectationSupport
import PictureProtocol
import Testing

final class ColorTests: WorkerTests {
  @Test(arguments: [
    ("quarters.jpg", PictureFormat.jpeg), ("quarters.png", .png), ("quarters.webp", .webp),
    ("quarters.gif", .gif), ("quarters.avif", .avif), ("quarters.tiff", .tiff),
    ("quarters.heic", .heic), ("quarters.svg", .svg), ("quarters.jxl", .jpegXL),
    ("quarters.jp2", .jpeg2000),
  ])
  func `each format shows its four colours`(name: String, format: PictureFormat) throws {
    let answer = try worker.send(name).receivePicture()
    #expect(answer.isSharp)
    expectEqual(answer.format, format)
    #expect(answer.sourceWidth == 64 && answer.sourceHeight == 48)
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 48)
    expectNear(picture.quarters, upright, by: 12)
  }

  @Test(
    arguments: (1...8).map { "orientation-\($0).jpg" } + [
      "orientation-6.png", "orientation-6.webp", "orientation-6.tiff", "turned-by-container.avif",
    ])
  func `a turned picture is shown upright, and turned once`(name: String) throws {
    let answer = try worker.send(name).receivePicture()
    #expect(answer.sourceWidth == 64 && answer.sourceHeight == 48)
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 48)
    expectNear(picture.quarters, upright)
  }

  @Test(arguments: ["profile.png", "cmyk-plain.jpg", "deep.png"])
  func `a colour in another space or depth becomes the same in sRGB`(name: String) throws {
    let found = try worker.pixels(of: name).color(0.5, 0.5)

    #expect(isNear(found, [200, 60, 60, 255], by: 10), "\(found)")
  }

  @Test(arguments: ["gray.png", "gray.jpg"])
  func `a picture without colour stays grey`(name: String) throws {
    let found = try worker.pixels(of: name).color(0.5, 0.5)

    #expect(isNear(found, [128, 128, 128, 255], by: 2), "\(found)")
  }

  @Test func `transparent parts show the requested background`() throws {
    let kept = try worker.pixels(of: "alpha.png")
    let blended = try worker.pixels(
      of: "alpha.png", background: .color(red: 10, green: 20, blue: 30))
    let board = try worker.pixels(of: "alpha.png", background: .checkerboard)

    expectEqual(kept.color(0.1, 0.5)[3], 0)
    #expect(isNear(kept.color(0.9, 0.5), [255, 0, 0, 255]))
    expectEqual(blended.color(0.1, 0.5), [10, 20, 30, 255])
    #expect(isNear(blended.color(0.9, 0.5), [255, 0, 0, 255]))
    // Squares as wide as a cell, and half as high.
    expectEqual(board.color(0.1, 0.1), [0x66, 0x66, 0x66, 255])
    expectEqual(board.color(0.25, 0.1), [0x99, 0x99, 0x99, 255])
  }

  @Test func `a region is shown alone`() throws {
    let corner = PictureRegion(x: 0.5, y: 0, width: 0.5, height: 0.5)

    let picture = try worker.send("orientation-6.jpg", region: corner).receivePicture().pixels

    #expect(picture.width == 32 && picture.height == 24)
    for found in picture.quarters { #expect(isNear(found, upright[1]), "\(found)") }
  }
}
