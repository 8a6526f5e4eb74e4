import ExpectationSupport
import PictureProtocol
import Testing

/// The small picture in a file of which only the beginning is there, like those of photos on a server.
struct PictureThumbnailTests {
  private static let target = PictureTarget.pixels(512, 512)
  private static let yellow = [255, 255, 0, 255]

  private static func thumbnail(
    _ worker: WorkerProcess, of bytes: [UInt8], origin: PictureOrigin = .ownServer
  ) throws -> JPEGPicture {
    try worker.send(WorkerProcess.file(bytes), origin: origin, target: target, output: .thumbnail)
    return try worker.receivePicture().jpeg
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    try WorkerProcess.bytes(of: WorkerProcess.fixture(name))
  }

  /// Where the compressed picture begins.
  private static func scan(of jpeg: [UInt8]) throws -> Int {
    try #require(jpeg.indices.last { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
  }

  @Test func `a JPEG's is cut out of its beginning`() throws {
    let worker = try WorkerProcess()
    let file = try Self.bytes("thumbnail.jpg")
    let beginning = Array(file.prefix(try Self.scan(of: file) + 40))

    let found = try Self.thumbnail(worker, of: beginning)

    try worker.send(WorkerProcess.file(found.bytes))
    let picture = try worker.receivePicture().pixels
    for color in picture.quarters { #expect(isNear(color, Self.yellow, by: 12), "\(color)") }
  }

  @Test(arguments: ["raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf", "raw.dng"])
  func `a raw file's is upright whatever its previews say`(name: String) throws {
    let found = try Self.thumbnail(WorkerProcess(), of: Self.bytes(name))

    #expect(found.width < found.height && found.isWhole)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func `a JPEG's is as upright as the photo, also where that is mirrored`(
    orientation: UInt8
  ) throws {
    let worker = try WorkerProcess()
    let photo = try Self.bytes("quarters.jpg")
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
    }
    // A directory with the orientation, and one with the thumbnail after it.
    let first = number(1, 2) + entry(0x112, Int(orientation)) + number(26, 4)
    let second = number(2, 2) + entry(0x201, 56) + entry(0x202, photo.count) + number(0, 4)
    let exif = Array("Exif\0\0II*\0".utf8) + number(8, 4) + first + second + photo
    let length = [UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 255)]
    let file = [0xFF, 0xD8, 0xFF, 0xE1] + length + exif + photo[2...]

    let found = try Self.thumbnail(worker, of: file)

    var pictures: [PixelPicture] = []
    for bytes in [found.bytes, file] {
      try worker.send(WorkerProcess.file(bytes))
      let picture = try worker.receivePicture().pixels
      pictures.append(picture)
    }
    for (color, expected) in zip(pictures[0].quarters, pictures[1].quarters) {
      #expect(isNear(color, expected, by: 12), "\(color) is not \(expected)")
    }
  }

  @Test(arguments: [
    ("quarters.jpg", Int.max), ("quarters.png", .max), ("quarters.heic", .max),
    ("thumbnail.jpg", 60),
  ])
  func `a file without one has none, nor one of which it lies behind`(
    name: String, count: Int
  ) throws {
    #expect(throws: PictureFailure.self) {
      try Self.thumbnail(WorkerProcess(), of: Array(Self.bytes(name).prefix(count)))
    }
  }

  @Test func `of a feed only formats of the web are read`() throws {
    #expect(throws: PictureFailure.formatNotAllowed(.raw)) {
      try Self.thumbnail(WorkerProcess(), of: Self.bytes("raw.arw"), origin: .network)
    }
  }

  @Test(arguments: ["thumbnail.jpg", "raw.arw", "raw.cr3"])
  func `cut anywhere it is found whole or not at all`(name: String) throws {
    let worker = try WorkerProcess()
    let file = try Self.bytes(name)
    for count in stride(from: 0, to: file.count, by: 37) {
      guard let found = try? Self.thumbnail(worker, of: Array(file.prefix(count))) else { continue }
      #expect(found.isWhole)
    }
  }
}
