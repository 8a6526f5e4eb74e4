import ExpectationSupport
import PictureProtocol
import Testing

/// Raw files by the previews they carry. The files are made (`raws.py`), no camera wrote them.
struct RawTests {
  private static let all = [
    "raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf", "raw.orf", "raw.rw2", "raw.pef",
    "raw.dng", "raw.srw",
  ]
  private static let photo = PictureTarget(
    columns: 480, rows: 480, cellPixelWidth: 1, cellPixelHeight: 1)
  private static let row = PictureTarget(
    columns: 90, rows: 90, cellPixelWidth: 1, cellPixelHeight: 1)
  private static let yellow = [255, 255, 0, 255]
  private static let magenta = [255, 0, 255, 255]

  private func pixels(_ answer: PictureAnswer) throws -> PixelPicture {
    guard case .pixels(let picture) = answer.payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    return picture
  }

  @Test(arguments: all)
  func `a photo is the largest preview, turned once as the raw file says`(name: String) throws {
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.fixture(name), target: Self.photo)

    let answer = try worker.receivePicture()
    #expect(answer.format == .raw && answer.step == .sharp)
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try pixels(answer)
    #expect(picture.width == 320 && picture.height == 480)
    for (found, expected) in zip(picture.quarters, upright) {
      #expect(isNear(found, expected, by: 12), "\(found) is not \(expected)")
    }
  }

  @Test(arguments: ["raw.nef", "raw.dng", "raw.cr3"])
  func `a row is the smallest preview that is large enough`(name: String) throws {
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.fixture(name), target: Self.row)

    let answer = try worker.receivePicture()
    // Whatever the picture is made from, the photo has the same size.
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try pixels(answer)
    #expect(picture.width == 60 && picture.height == 90)
    let expected = name == "raw.cr3" ? Self.yellow : Self.magenta
    for found in picture.quarters { #expect(isNear(found, expected, by: 12), "\(found)") }
  }

  @Test(arguments: ["raw.cr2", "raw.arw", "raw.pef", "raw.srw", "raw.raf", "raw.cr3"])
  func `the bars of a small preview are not shown`(name: String) throws {
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.fixture(name), target: Self.row)

    let picture = try pixels(try worker.receivePicture())
    for x in [0.08, 0.5, 0.92] {
      #expect(isNear(picture.color(x, 0.5), Self.yellow, by: 40), "\(picture.color(x, 0.5))")
    }
  }

  @Test(arguments: ["raw.cr2", "raw.nef", "raw.cr3"])
  func `a small preview comes before a large one`(name: String) throws {
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.fixture(name), target: Self.photo, steps: .roughThenSharp)

    let rough = try worker.receivePicture()
    let sharp = try worker.receivePicture()
    #expect(rough.step == .rough && sharp.step == .sharp)
    #expect(isNear(try pixels(rough).color(0.5, 0.5), Self.yellow, by: 40))
    #expect(isNear(try pixels(sharp).color(0.25, 0.25), upright[0], by: 12))
  }

  @Test func `a single preview is not also a rough picture of itself`() throws {
    let worker = try WorkerProcess()

    try worker.send(
      WorkerProcess.fixture("raw.orf"), target: Self.photo, steps: .roughThenSharp)

    try expectEqual(worker.receivePicture().step, .sharp)
  }

  @Test func `a part of it is cut out of the largest`() throws {
    let worker = try WorkerProcess()

    try worker.send(
      WorkerProcess.fixture("raw.nef"),
      target: PictureTarget(columns: 80, rows: 120, cellPixelWidth: 1, cellPixelHeight: 1),
      region: PictureRegion(x: 0.5, y: 0, width: 0.25, height: 0.25))

    #expect(isNear(try pixels(try worker.receivePicture()).color(0.5, 0.5), upright[1], by: 12))
  }

  @Test(arguments: all)
  func `the camera's settings are read`(name: String) throws {
    let worker = try WorkerProcess()

    let metadata = try worker.metadata(of: name, wantsDetails: true)

    expectEqual(metadata.format, .raw)
    #expect(metadata.cameraMake != nil && metadata.cameraModel != nil)
    expectEqual(metadata.orientation, 6)
    #expect(metadata.lens == "50 mm f/1.8" && metadata.iso == 100)
    expectEqual(metadata.dates.first?.text, "2017:10:01 12:34:56")
    expectEqual(metadata.exposureTime, .init(numerator: 1, denominator: 200))
    #expect((metadata.width ?? 0) > 0 && (metadata.height ?? 0) > 0)
    let ending = name.drop { $0 != "." }.dropFirst().uppercased()
    expectEqual(
      metadata.details.first { $0.field == PhotoMetadata.Field.format }?.text, "\(ending) (raw)")
  }

  @Test func `Canon's boxes contain the position and the rating, too`() throws {
    let worker = try WorkerProcess()

    let metadata = try worker.metadata(of: "raw.cr3")

    expectEqual(metadata.position, .init(latitude: 48.2, longitude: -16.5))
    expectEqual(metadata.rating, 4)
  }

  @Test(arguments: ["raw.orf", "raw.rw2", "raw.cr3"])
  func `a raw file without a preview says so`(name: String) throws {
    let worker = try WorkerProcess()
    var bytes = WorkerProcess.bytes(of: try WorkerProcess.fixture(name))
    for index in bytes.indices.dropLast(2)
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF {
      bytes[index + 1] = 0
    }

    try worker.send(WorkerProcess.file(bytes))

    let ending = name.drop { $0 != "." }.dropFirst().uppercased()
    try expectEqual(worker.receiveFailure(), .noPreview(name: ending))
  }

  /// Positions and lengths that a file only claims.
  @Test func `boxes that lead outside the file are not followed`() throws {
    let worker = try WorkerProcess()
    let whole = WorkerProcess.bytes(of: try WorkerProcess.fixture("raw.cr3"))

    for mark in ["co64", "stsz", "PRVW", "THMB", "CMT1", "CMT2", "moov"] {
      let name = Array(mark.utf8)
      let place = try #require(
        whole.indices.dropLast(4).first { Array(whole[$0..<$0 + 4]) == name })
      var bytes = whole
      for index in place + 4..<min(place + 32, bytes.count) { bytes[index] = 0xFF }
      let file = try WorkerProcess.file(bytes)
      try worker.send(file)
      try worker.socket.send(
        WorkerRequest.metadata(MetadataRequest(id: 2)), descriptors: [file.number])
      for _ in 0..<2 { _ = try worker.receive() }
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }
}
