import ExpectationSupport
import PictureProtocol
import Testing

struct BadBytesTests {
  @Test func `a message that is cut is waited for`() throws {
    for frame in Samples.answers.map({ $0.frame() }) {
      for length in stride(from: 1, to: frame.count, by: max(1, frame.count / 20)) {
        try expectEqual(WorkerAnswer.first(in: frame[..<length])?.message, nil)
      }
    }
  }

  @Test
  func `a body that is shorter than its fields is rejected, and one that continues after them`()
    throws
  {
    for answer in Samples.answers {
      let frame = answer.frame()
      for body in [Array(frame[8..<frame.count - 1]), frame[8...] + [0]] {
        try expectDamaged(Self.frame(body))
      }
    }
  }

  @Test func `a length above the limit is rejected before its bytes arrive`() throws {
    let version = PictureProtocolVersion.current

    try expectEqual(WorkerAnswer.first(in: [0, 0, 0, 0x10, version, 0, 0, 0])?.message, nil)
    try expectDamaged([1, 0, 0, 0x10, version, 0, 0, 0])
    try expectDamaged([255, 255, 255, 255, version, 0, 0, 0])
    #expect(throws: PictureProtocolError.damaged) {
      try WorkerRequest.first(in: [1, 0, 2, 0, version, 0, 0, 0])
    }
  }

  @Test func `a message without its descriptors is rejected`() throws {
    let request = WorkerRequest.metadata(id: 1, hasSidecar: true)

    #expect(throws: PictureProtocolError.damaged) {
      try WorkerRequest.first(in: request.frame(), descriptors: 1)
    }
  }

  @Test func `characters that a terminal would interpret are rejected`() throws {
    for scalar: UInt32 in [0, 0x1B, 0x7F, 0x9B, 0xD800, 0x11_0000] {
      let picture = CellPicture(columns: 1, rows: 1, cells: [PictureCell(scalar: scalar)])
      try expectDamaged(.cells(picture))
    }
  }

  @Test func `pixels and cells that do not match the size are rejected`() throws {
    try expectDamaged(.pixels(PixelPicture(width: 3, height: 3, bytes: [1, 2, 3, 4])))
    try expectDamaged(.cells(CellPicture(columns: 4096, rows: 4096, cells: Samples.cells.cells)))
  }

  private func expectDamaged(
    _ payload: PicturePayload, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let picture = Picture(payload, format: .png, sourceWidth: 1, sourceHeight: 1)
    try expectDamaged(WorkerAnswer.picture(id: 1, picture).frame(), sourceLocation: sourceLocation)
  }

  private func expectDamaged(
    _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(throws: PictureProtocolError.damaged, sourceLocation: sourceLocation) {
      try WorkerAnswer.first(in: bytes)
    }
  }

  @Test func `a worker can't say that a file is the one that was known`() throws {
    try expectDamaged(WorkerAnswer.failure(id: 1, .unchanged).frame())
  }

  @Test func `a request out of range is rejected`() throws {
    let targets = [
      PictureTarget(columns: 0, rows: 1), PictureTarget(columns: 1, rows: 4097),
      PictureTarget(columns: 1, rows: 1, cellPixelWidth: 0),
    ]
    var looks = targets.map { PictureLook(target: $0, output: .pixels) }
    for region in [
      PictureRegion(x: 0.5, y: 0, width: 0.6, height: 1),
      PictureRegion(x: -.infinity, y: 0, width: 1, height: 1),
      PictureRegion(x: 0, y: 0, width: .nan, height: 1),
    ] {
      var look = Samples.look()
      look.region = region
      looks.append(look)
    }
    for enlargement: UInt32 in [0, 17] {
      var look = Samples.look()
      look.enlargement = enlargement
      looks.append(look)
    }
    looks.append(Samples.look(.sixel(SixelOptions(colorCount: 1))))
    looks.append(Samples.look(.symbols(SymbolOptions(backgroundHint: 0x100_0000))))

    for look in looks {
      let request = WorkerRequest.picture(PictureRequest(id: 1, look: look))
      #expect(throws: PictureProtocolError.damaged) {
        try WorkerRequest.first(in: request.frame(), descriptors: 1)
      }
    }
  }

  @Test func `a hundred thousand wrong messages are handled`() throws {
    var random = RepeatableNumbers(state: 1)
    let frames = Samples.answers.map { $0.frame() }.filter { $0.count < 400 }
    var refused = 0

    for round in 0..<100_000 {
      var frame = frames[round % frames.count]
      for _ in 0..<(1 + round % 3) {
        frame[Int.random(in: 8..<max(9, frame.count), using: &random) % frame.count] =
          UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try WorkerAnswer.first(in: frame)
      } catch {
        refused += 1
      }
    }

    #expect(refused > 0)
  }

  @Test func `more elements than there are bytes are not made room for`() throws {
    let counts = PictureHistogram(red: [7])
    let frame = WorkerAnswer.picture(
      id: 1, Picture(.histogram(counts), format: .png, sourceWidth: 1, sourceHeight: 1)
    ).frame()
    let place = try #require(frame.firstRange(of: [UInt8(PictureHistogram.stepCount), 7, 0, 0, 0]))
    let most: [UInt8] = Array(repeating: 0xFF, count: 8) + [0x7F]

    try expectDamaged(
      Self.frame(frame[8..<place.lowerBound] + most + frame[(place.lowerBound + 1)...]))
  }

  @Test func `a list that takes more memory than its bytes is rejected`() throws {
    var metadata = PhotoMetadata()
    metadata.keywords = Array(repeating: "", count: PhotoMetadata.keywordLimit)
    var bytes = metadata.bytes
    // One more.
    let place = try #require(bytes.firstRange(of: [0xE8, 0x07]))
    bytes.replaceSubrange(place, with: [0xE9, 0x07, 0])
    #expect(throws: DamagedBytes.self) { try PhotoMetadata(bytes: bytes) }
  }

  @Test func `a message of another version is not read`() {
    var frame = WorkerAnswer.hello(WorkerHello()).frame()
    frame[4] = 99

    #expect(throws: PictureProtocolError.otherVersion) { try WorkerAnswer.first(in: frame) }
  }

  /// A message with a correct header for any body.
  private static func frame(_ body: some Collection<UInt8>) -> [UInt8] {
    let count = UInt32(body.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * UInt32($0))) }
      + [PictureProtocolVersion.current, 0, 0, 0] + body
  }
}

/// The same numbers in every run.
private struct RepeatableNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
