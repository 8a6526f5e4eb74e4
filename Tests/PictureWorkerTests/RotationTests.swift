import ExpectationSupport
import PictureProtocol
import Testing

/// Pictures that are rotated on the screen, in addition to what their files say.
final class RotationTests: WorkerTests {
  private func pixels(
    _ name: String, _ rotation: PictureRotation, from worker: WorkerProcess,
    target: PictureTarget = WorkerProcess.smallTarget,
    region: PictureRegion? = nil, frame: UInt32 = 0
  ) throws -> (picture: PixelPicture, answer: Picture) {
    let answer = try worker.send(
      name, target: target, region: region, rotation: rotation, frame: frame
    ).receivePicture()
    return (try answer.pixels, answer)
  }

  static let files =
    (1...8).map { "orientation-\($0).jpg" } + [
      "quarters.jpg", "progressive.jpg", "thumbnail.jpg", "alpha.png", "orientation-6.tiff",
      "orientation-6.webp", "raw.nef",
    ]

  @Test(arguments: files, PictureRotation.allCases)
  func `every pixel is where the rotation brings it`(name: String, rotation: PictureRotation) throws
  {
    let upright = try pixels(name, .none, from: worker)

    let rotated = try pixels(name, rotation, from: worker)

    expectEqual(rotated.picture, upright.picture.rotated(by: rotation))
    let sides = [upright.answer.sourceWidth, upright.answer.sourceHeight]
    let isAcross = rotation == .left || rotation == .right
    expectEqual(
      [rotated.answer.sourceWidth, rotated.answer.sourceHeight],
      (isAcross ? sides.reversed() : sides))
  }

  @Test(arguments: PictureRotation.allCases)
  func `a part is one of the rotated picture`(rotation: PictureRotation) throws {
    let whole = try pixels("quarters.png", rotation, from: worker).picture

    for (index, corner) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)].enumerated() {
      let part = try pixels(
        "quarters.png", rotation, from: worker,
        region: PictureRegion(x: corner.0, y: corner.1, width: 0.5, height: 0.5)
      ).picture
      #expect(isNear(part.color(0.5, 0.5), whole.quarters[index]), "\(rotation) \(index)")
    }
  }

  @Test(arguments: PictureRotation.allCases)
  func `the box is that of the rotated picture`(rotation: PictureRotation) throws {
    let target = PictureTarget.pixels(40, 10)

    let contained = try pixels("quarters.png", rotation, from: worker, target: target).picture

    // 64×48, or 48×64.
    let isAcross = rotation == .left || rotation == .right
    #expect((contained.width, contained.height) == (isAcross ? 8 : 13, 10))
  }

  @Test func `a picture of an animation is rotated as the first one is`() throws {
    for frame: UInt32 in [0, 1] {
      let upright = try pixels("moving.gif", .none, from: worker, frame: frame).picture
      let rotated = try pixels("moving.gif", .left, from: worker, frame: frame).picture
      expectEqual(rotated, upright.rotated(by: .left))
    }
  }

  @Test func `the desktop's thumbnail is kept upright, and one that is there is rotated`() throws {
    var offer = ThumbnailOffer(
      uri: "file:///srv/photos/progressive.jpg", modificationSeconds: 1_506_859_200,
      byteCount: Int64(try fixture("progressive.jpg").count), wanted: .large)
    func made(_ rotation: PictureRotation) throws -> (PixelPicture, [UInt8]) {
      let picture = try worker.send("progressive.jpg", rotation: rotation, thumbnail: offer)
        .receivePicture()
      return (try picture.pixels, try #require(picture.thumbnail).png)
    }

    let upright = try made(.none)
    let rotated = try made(.right)

    expectEqual(rotated.1, upright.1)
    expectEqual(rotated.0, upright.0.rotated(by: .right))
    offer.hasCachedFile = true
    offer.wanted = nil
    let answer = try worker.send(
      "progressive.jpg", rotation: .right, steps: .roughOnly, thumbnail: offer, cached: rotated.1
    ).receivePicture()
    #expect((answer.sourceWidth, answer.sourceHeight) == (480, 640))
    try expectEqual(answer.pixels, upright.0.rotated(by: .right))
  }
}

extension PixelPicture {
  /// The same, rotated pixel by pixel.
  func rotated(by rotation: PictureRotation) -> PixelPicture {
    var picture = self
    for _ in 0..<([.none, .right, .half, .left].firstIndex(of: rotation) ?? 0) {
      let (width, height) = (Int(picture.width), Int(picture.height))
      var bytes: [UInt8] = []
      for row in 0..<width {
        for column in 0..<height {
          // A quarter to the right: the left column, from below, becomes the first row.
          let start = ((height - 1 - column) * width + row) * 4
          bytes += picture.bytes[start..<start + 4]
        }
      }
      picture = PixelPicture(width: picture.height, height: picture.width, bytes: bytes)
    }
    return picture
  }
}
