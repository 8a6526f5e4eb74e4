import ExpectationSupport
import PictureProtocol
import Testing

/// Pictures as JPEGs for other files.
struct JPEGTests {
  private func jpeg(
    _ name: String, side: UInt32 = 480, from worker: WorkerProcess
  ) throws -> JPEGPicture {
    try worker.send(
      WorkerProcess.fixture(name),
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      output: .jpeg)
    guard case .jpeg(let picture) = try worker.receivePicture().payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    return picture
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.gif", "quarters.svg",
  ])
  func `a picture of any format becomes a whole JPEG with its colours`(_ name: String) throws {
    let worker = try WorkerProcess()
    let picture = try jpeg(name, from: worker)

    #expect(picture.isWhole)
    try worker.send(WorkerProcess.file(picture.bytes))
    guard case .pixels(let pixels) = try worker.receivePicture().payload else {
      Issue.record("no pixels")
      return
    }
    for (one, other) in zip(pixels.quarters, upright) {
      #expect(isNear(one, other, by: 12), "\(one) \(other)")
    }
  }

  @Test func `it is made small, and never larger than its picture`() throws {
    let worker = try WorkerProcess()

    let small = try jpeg("quarters.png", side: 32, from: worker)
    let own = try jpeg("quarters.png", from: worker)

    #expect((small.width, small.height) == (32, 24))
    #expect((own.width, own.height) == (64, 48))
  }

  @Test func `metadata and profiles are not kept`() throws {
    let picture = try jpeg("metadata.jpg", from: WorkerProcess())

    var markers: Set<UInt8> = []
    for place in picture.bytes.indices.dropLast() where picture.bytes[place] == 0xFF {
      markers.insert(picture.bytes[place + 1])
    }
    // APP1 (EXIF, XMP), APP2 (ICC), APP13 (IPTC).
    #expect(markers.isDisjoint(with: [0xE1, 0xE2, 0xED]))
    #expect(markers.contains(0xC0))
  }

  @Test func `a photo that is stored on its side is upright`() throws {
    let worker = try WorkerProcess()
    let turned = try jpeg("orientation-6.jpg", from: worker)
    let upright = try jpeg("orientation-1.jpg", from: worker)

    #expect((turned.width, turned.height) == (upright.width, upright.height))
  }

  @Test func `what shows through is white`() throws {
    let worker = try WorkerProcess()
    let picture = try jpeg("alpha.png", from: worker)

    try worker.send(WorkerProcess.file(picture.bytes))
    guard case .pixels(let pixels) = try worker.receivePicture().payload else {
      Issue.record("no pixels")
      return
    }
    #expect(pixels.bytes.count { $0 > 240 } > pixels.bytes.count / 4)
    #expect(stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy { pixels.bytes[$0] == 255 })
  }

  @Test func `a bad picture is a failure, and the next one is made`() throws {
    let worker = try WorkerProcess()
    try worker.send(WorkerProcess.file(Array("no picture".utf8)), output: .jpeg)

    try expectEqual(worker.receiveFailure(), .notAPicture)
    #expect(try jpeg("quarters.jpg", from: worker).isWhole)
  }
}
