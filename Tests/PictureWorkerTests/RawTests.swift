import ExpectationSupport
import PictureProtocol
import Testing

/// Raw files by the previews they carry. The files are made (`raws.py`), no camera wrote them.
final class RawTests: WorkerTests {
  private static let all = [
    "raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf", "raw.orf", "raw.rw2", "raw.pef",
    "raw.dng", "raw.srw",
  ]
  private static let photo = PictureTarget.pixels(480, 480)
  private static let row = PictureTarget.pixels(90, 90)
  private static let yellow = [255, 255, 0, 255]
  private static let magenta = [255, 0, 255, 255]

  @Test(arguments: all)
  func `a photo is the largest preview, turned once as the raw file says`(name: String) throws {
    let answer = try worker.send(name, target: Self.photo).receivePicture()
    #expect(answer.format == .raw && answer.isSharp)
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try answer.pixels
    #expect(picture.width == 320 && picture.height == 480)
    expectNear(picture.quarters, upright, by: 12)
  }

  @Test(arguments: ["raw.nef", "raw.dng", "raw.cr3"])
  func `a row is the smallest preview that is large enough`(name: String) throws {
    let answer = try worker.send(name, target: Self.row).receivePicture()
    // Whatever the picture is made from, the photo has the same size.
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try answer.pixels
    #expect(picture.width == 60 && picture.height == 90)
    let expected = name == "raw.cr3" ? Self.yellow : Self.magenta
    for found in picture.quarters { #expect(isNear(found, expected, by: 12), "\(found)") }
  }

  @Test(arguments: ["raw.cr2", "raw.arw", "raw.pef", "raw.srw", "raw.raf", "raw.cr3"])
  func `the bars of a small preview are not shown`(name: String) throws {
    let picture = try worker.send(name, target: Self.row).receivePicture().pixels
    for x in [0.08, 0.5, 0.92] {
      #expect(isNear(picture.color(x, 0.5), Self.yellow, by: 40), "\(picture.color(x, 0.5))")
    }
  }

  @Test(arguments: ["raw.cr2", "raw.nef", "raw.cr3"])
  func `a small preview is a rough picture of a large one`(name: String) throws {
    func picture(_ steps: PictureSteps) throws -> Picture {
      try worker.send(name, target: Self.photo, steps: steps).receivePicture()
    }

    let (rough, sharp) = (try picture(.roughOnly), try picture(.sharp))
    #expect(!rough.isSharp && sharp.isSharp)
    #expect(isNear(try rough.pixels.color(0.5, 0.5), Self.yellow, by: 40))
    #expect(isNear(try sharp.pixels.color(0.25, 0.25), upright[0], by: 12))
  }

  @Test func `a single preview is not also a rough picture of itself`() throws {
    try worker.send("raw.orf", target: Self.photo, steps: .roughOnly)

    try expectEqual(worker.receiveFailure(), .noRough)
  }

  @Test func `a part of it is cut out of the largest`() throws {
    try worker.send(
      "raw.nef",
      target: .pixels(80, 120),
      region: PictureRegion(x: 0.5, y: 0, width: 0.25, height: 0.25))

    #expect(isNear(try worker.receivePicture().pixels.color(0.5, 0.5), upright[1], by: 12))
  }

  @Test(arguments: all)
  func `the camera's settings are read`(name: String) throws {
    let metadata = try worker.metadata(of: name, wantsDetails: true)

    #expect(metadata.cameraMake != nil && metadata.cameraModel != nil)
    expectEqual(metadata.orientation, 6)
    #expect(metadata.lens == "50 mm f/1.8" && metadata.iso == 100)
    expectEqual(metadata.dates.first?.text, "2017:10:01 12:34:56")
    expectEqual(metadata.exposureTime, 0.005)
    #expect((metadata.width ?? 0) > 0 && (metadata.height ?? 0) > 0)
    let ending = name.drop { $0 != "." }.dropFirst().uppercased()
    expectEqual(metadata.details.first { $0.kind == .format }?.text, "\(ending) (raw)")
  }

  @Test func `Canon's boxes contain the position and the rating, too`() throws {
    let metadata = try worker.metadata(of: "raw.cr3")

    expectEqual(metadata.position, GeoPosition(latitude: 48.2, longitude: -16.5))
    expectEqual(metadata.rating, 4)
  }

  @Test(arguments: ["raw.orf", "raw.rw2", "raw.cr3"])
  func `a raw file without a preview says so`(name: String) throws {
    var bytes = try fixture(name)
    for index in bytes.indices.dropLast(2)
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF {
      bytes[index + 1] = 0
    }

    try worker.send(bytes)

    let ending = name.drop { $0 != "." }.dropFirst().uppercased()
    try expectEqual(worker.receiveFailure(), .noPreview(name: ending))
  }

  /// Positions and lengths that a file only claims.
  @Test func `boxes that lead outside the file are not followed`() throws {
    let whole = try fixture("raw.cr3")

    for mark in ["co64", "stsz", "PRVW", "THMB", "CMT1", "CMT2", "moov"] {
      let name = Array(mark.utf8)
      let place = try #require(
        whole.indices.dropLast(4).first { Array(whole[$0..<$0 + 4]) == name })
      var bytes = whole
      for index in place + 4..<min(place + 32, bytes.count) { bytes[index] = 0xFF }
      _ = try worker.send(bytes).receive()
      try worker.requestMetadata(of: bytes)
      _ = try worker.receive()
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  // MARK: The size of the photo

  private func size(of bytes: [UInt8]) throws -> [Int?] {
    let metadata = try worker.metadata(of: bytes)
    return [metadata.width, metadata.height]
  }

  @Test func `a Panasonic photo ends at the borders of the sensor`() throws {
    let borders = [(2, 5264), (3, 3904), (4, 8), (5, 16), (6, 3904 - 4), (7, 5264 - 8)]
    var whole = TIFFBytes("IIU\0", offset: 24)
    whole.append(borders.map { .init($0.0, .short, [$0.1]) } + TIFFBytes.camera("Panasonic"))

    try expectEqual(size(of: whole.bytes), [5240, 3892])
    // Turned.
    whole = TIFFBytes("IIU\0", offset: 24)
    whole.append(
      borders.map { .init($0.0, .short, [$0.1]) } + TIFFBytes.camera("Panasonic")
        + [.init(0x112, .short, [6])])
    try expectEqual(size(of: whole.bytes), [3892, 5240])
  }

  @Test func `a Fujifilm photo has the size in its own list, not that of the preview`() throws {
    var bytes = try fixture("raw.raf")
    let list = [0, 0, 0, 2, 1, 0, 0, 4, 0x10, 0, 0x18, 0, 1, 0x11, 0, 4, 0x0C, 0xC0, 0x13, 0x20]
    bytes.replaceSubrange(
      92..<96, with: (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) })
    bytes += list.map { UInt8($0) }

    // Its orientation is 6.
    try expectEqual(size(of: bytes), [3264, 4896])
    // A list that says more than there is.
    try expectEqual(size(of: Array(bytes.dropLast(7))), [320, 480])
  }

  @Test(arguments: [
    ([TIFFBytes.Tag(0xC620, .short, [6000, 4000])], [6000, 4000]),
    ([TIFFBytes.Tag(0xC620, .rational, [12_000, 2, 8_000, 2])], [6000, 4000]),
    ([TIFFBytes.Tag(0xC68D, .long, [10, 20, 4010, 6020])], [6000, 4000]),
    ([TIFFBytes.Tag(0xC620, .short, [0, 0])], [6048, 4024]), ([], [6048, 4024]),
  ])
  func `a DNG is cut as it says`(tags: [TIFFBytes.Tag], expected: [Int]) throws {
    var file = TIFFBytes("II*\0")
    let sensor = TIFFBytes.sensor(6048, 4024, photometric: 32803) + tags
    file.append(TIFFBytes.camera("Leica") + [.init(0xC612, .byte, [1, 4, 0, 0])], below: sensor)

    try expectEqual(size(of: file.bytes), expected)
  }

  @Test(arguments: ["NIKON CORPORATION", "SONY", "PENTAX", "SAMSUNG", "Someone"])
  func `a photo has the size that its exposure states, if that is no preview's`(maker: String)
    throws
  {
    func stated(_ width: Int, _ height: Int) throws -> [Int?] {
      var file = TIFFBytes("II*\0")
      file.append(
        TIFFBytes.camera(maker), below: TIFFBytes.sensor(6048, 4024, photometric: 32803),
        exposure: [.init(0xA002, .long, [width]), .init(0xA003, .long, [height])])
      return try size(of: file.bytes)
    }

    try expectEqual(stated(6000, 4000), [6000, 4000])
    try expectEqual(stated(1616, 1080), [6048, 4024])
    try expectEqual(stated(8000, 6000), [6048, 4024])
  }
}
