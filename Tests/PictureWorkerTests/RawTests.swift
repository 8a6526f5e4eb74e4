import ExpectationSupport
import PictureProtocol
import Testing

/// Raw files by the previews they carry. The files are made (`raws.py`), no camera wrote them.
struct RawTests {
  private let worker: WorkerProcess

  init() throws { worker = try WorkerProcess() }

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
    try worker.send(WorkerProcess.fixture(name), target: Self.photo)

    let answer = try worker.receivePicture()
    #expect(answer.format == .raw && answer.isSharp)
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try answer.pixels
    #expect(picture.width == 320 && picture.height == 480)
    expectNear(picture.quarters, upright, by: 12)
  }

  @Test(arguments: ["raw.nef", "raw.dng", "raw.cr3"])
  func `a row is the smallest preview that is large enough`(name: String) throws {
    try worker.send(WorkerProcess.fixture(name), target: Self.row)

    let answer = try worker.receivePicture()
    // Whatever the picture is made from, the photo has the same size.
    #expect(answer.sourceWidth == 320 && answer.sourceHeight == 480)
    let picture = try answer.pixels
    #expect(picture.width == 60 && picture.height == 90)
    let expected = name == "raw.cr3" ? Self.yellow : Self.magenta
    for found in picture.quarters { #expect(isNear(found, expected, by: 12), "\(found)") }
  }

  @Test(arguments: ["raw.cr2", "raw.arw", "raw.pef", "raw.srw", "raw.raf", "raw.cr3"])
  func `the bars of a small preview are not shown`(name: String) throws {
    try worker.send(WorkerProcess.fixture(name), target: Self.row)

    let picture = try worker.receivePicture().pixels
    for x in [0.08, 0.5, 0.92] {
      #expect(isNear(picture.color(x, 0.5), Self.yellow, by: 40), "\(picture.color(x, 0.5))")
    }
  }

  @Test(arguments: ["raw.cr2", "raw.nef", "raw.cr3"])
  func `a small preview is a rough picture of a large one`(name: String) throws {
    for steps in [PictureSteps.roughOnly, .sharp] {
      try worker.send(WorkerProcess.fixture(name), target: Self.photo, steps: steps)
    }

    let rough = try worker.receivePicture()
    let sharp = try worker.receivePicture()
    #expect(!rough.isSharp && sharp.isSharp)
    #expect(isNear(try rough.pixels.color(0.5, 0.5), Self.yellow, by: 40))
    #expect(isNear(try sharp.pixels.color(0.25, 0.25), upright[0], by: 12))
  }

  @Test func `a single preview is not also a rough picture of itself`() throws {
    try worker.send(WorkerProcess.fixture("raw.orf"), target: Self.photo, steps: .roughOnly)

    try expectEqual(worker.receiveFailure(), .noRough)
  }

  @Test func `a part of it is cut out of the largest`() throws {
    try worker.send(
      WorkerProcess.fixture("raw.nef"),
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
    let whole = WorkerProcess.bytes(of: try WorkerProcess.fixture("raw.cr3"))

    for mark in ["co64", "stsz", "PRVW", "THMB", "CMT1", "CMT2", "moov"] {
      let name = Array(mark.utf8)
      let place = try #require(
        whole.indices.dropLast(4).first { Array(whole[$0..<$0 + 4]) == name })
      var bytes = whole
      for index in place + 4..<min(place + 32, bytes.count) { bytes[index] = 0xFF }
      let file = try WorkerProcess.file(bytes)
      try worker.send(file)
      try worker.requestMetadata(of: [file], id: 2)
      for _ in 0..<2 { _ = try worker.receive() }
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  // MARK: The size of the photo

  private func size(of bytes: [UInt8]) throws -> [Int?] {
    let file = try WorkerProcess.file(bytes)
    let metadata = try worker.metadata(of: [file])
    return [metadata.width, metadata.height]
  }

  @Test func `a Panasonic photo ends at the borders of the sensor`() throws {
    let borders = [(2, 5264), (3, 3904), (4, 8), (5, 16), (6, 3904 - 4), (7, 5264 - 8)]
    var whole = RawDirectory("IIU\0", offset: 24)
    whole.append(borders.map { .init($0.0, .short, [$0.1]) } + RawDirectory.camera("Panasonic"))

    try expectEqual(size(of: whole.bytes), [5240, 3892])
    // Turned.
    whole = RawDirectory("IIU\0", offset: 24)
    whole.append(
      borders.map { .init($0.0, .short, [$0.1]) } + RawDirectory.camera("Panasonic")
        + [.init(0x112, .short, [6])])
    try expectEqual(size(of: whole.bytes), [3892, 5240])
  }

  @Test func `a Fujifilm photo has the size in its own list, not that of the preview`() throws {
    var bytes = WorkerProcess.bytes(of: try WorkerProcess.fixture("raw.raf"))
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
    ([RawDirectory.Tag(0xC620, .short, [6000, 4000])], [6000, 4000]),
    ([RawDirectory.Tag(0xC620, .rational, [12_000, 2, 8_000, 2])], [6000, 4000]),
    ([RawDirectory.Tag(0xC68D, .long, [10, 20, 4010, 6020])], [6000, 4000]),
    ([RawDirectory.Tag(0xC620, .short, [0, 0])], [6048, 4024]), ([], [6048, 4024]),
  ])
  func `a DNG is cut as it says`(tags: [RawDirectory.Tag], expected: [Int]) throws {
    var file = RawDirectory("II*\0")
    let sensor = RawDirectory.sensor(6048, 4024, photometric: 32803) + tags
    file.append(RawDirectory.camera("Leica") + [.init(0xC612, .byte, [1, 4, 0, 0])], below: sensor)

    try expectEqual(size(of: file.bytes), expected)
  }

  @Test(arguments: ["NIKON CORPORATION", "SONY", "PENTAX", "SAMSUNG", "Someone"])
  func `a photo has the size that its exposure states, if that is no preview's`(maker: String)
    throws
  {
    func stated(_ width: Int, _ height: Int) throws -> [Int?] {
      var file = RawDirectory("II*\0")
      file.append(
        RawDirectory.camera(maker), below: RawDirectory.sensor(6048, 4024, photometric: 32803),
        exposure: [.init(0xA002, .long, [width]), .init(0xA003, .long, [height])])
      return try size(of: file.bytes)
    }

    try expectEqual(stated(6000, 4000), [6000, 4000])
    try expectEqual(stated(1616, 1080), [6048, 4024])
    try expectEqual(stated(8000, 6000), [6048, 4024])
  }
}

/// A TIFF structure, little-endian.
struct RawDirectory {
  struct Tag: Sendable {
    enum Kind: Int {
      case byte = 1
      case ascii = 2
      case short = 3
      case long = 4
      case rational = 5
    }

    var tag: Int
    var kind: Kind
    var numbers: [Int]

    init(_ tag: Int, _ kind: Kind, _ numbers: [Int]) {
      (self.tag, self.kind, self.numbers) = (tag, kind, numbers)
    }
  }

  private(set) var bytes: [UInt8]

  init(_ mark: String, offset: Int = 8) {
    bytes = Array(mark.utf8) + Self.number(offset, 4) + [UInt8](repeating: 0, count: offset - 8)
  }

  static func camera(_ maker: String) -> [Tag] {
    [.init(0x10F, .ascii, maker.utf8.map(Int.init) + [0]), .init(0x110, .ascii, [0x58, 0])]
  }

  static func sensor(_ width: Int, _ height: Int, photometric: Int) -> [Tag] {
    [
      .init(0xFE, .long, [0]), .init(0x100, .long, [width]), .init(0x101, .long, [height]),
      .init(0x103, .short, [1]), .init(0x106, .short, [photometric]),
    ]
  }

  /// - Parameters:
  ///   - below: A directory that tag 0x14A leads to.
  ///   - exposure: One that 0x8769 leads to.
  mutating func append(_ tags: [Tag], below: [Tag] = [], exposure: [Tag] = []) {
    var all = tags
    let own = 2 + 12 * (tags.count + (below.isEmpty ? 0 : 1) + (exposure.isEmpty ? 0 : 1)) + 4
    var next = bytes.count + own + tags.reduce(0) { $0 + Self.outside($1) }
    for (tag, directory) in [(0x14A, below), (0x8769, exposure)] where !directory.isEmpty {
      all.append(.init(tag, .long, [next]))
      next += 2 + 12 * directory.count + 4 + directory.reduce(0) { $0 + Self.outside($1) }
    }
    for directory in [all, below, exposure] where !directory.isEmpty { appendOne(directory) }
  }

  private mutating func appendOne(_ tags: [Tag]) {
    let end = bytes.count + 2 + 12 * tags.count + 4
    var values: [UInt8] = []
    bytes += Self.number(tags.count, 2)
    for tag in tags.sorted(by: { $0.tag < $1.tag }) {
      let value = Self.value(tag)
      let count = tag.kind == .rational ? tag.numbers.count / 2 : tag.numbers.count
      bytes += Self.number(tag.tag, 2) + Self.number(tag.kind.rawValue, 2) + Self.number(count, 4)
      if value.count > 4 {
        bytes += Self.number(end + values.count, 4)
        values += value + [UInt8](repeating: 0, count: value.count % 2)
      } else {
        bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
      }
    }
    bytes += Self.number(0, 4) + values
  }

  private static func value(_ tag: Tag) -> [UInt8] {
    let size = [Tag.Kind.byte: 1, .ascii: 1, .short: 2][tag.kind] ?? 4
    return tag.numbers.flatMap { number($0, size) }
  }

  /// The bytes of its value that aren't in its entry.
  private static func outside(_ tag: Tag) -> Int {
    let count = value(tag).count
    return count > 4 ? count + count % 2 : 0
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
