import PictureProtocol
import Testing

/// The small picture in a file of which only the beginning is there, like those of photos on a server.
final class PictureThumbnailTests: WorkerTests {
  private static let target = PictureTarget.pixels(512, 512)
  private static let yellow = [255, 255, 0, 255]

  private func thumbnail(
    of bytes: [UInt8], origin: PictureOrigin = .ownServer
  ) throws -> JPEGPicture {
    try worker.send(bytes, origin: origin, target: Self.target, output: .thumbnail)
      .receivePicture().jpeg
  }

  /// Where the compressed picture begins.
  private static func scan(of jpeg: [UInt8]) throws -> Int {
    try #require(jpeg.indices.last { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
  }

  @Test func `a JPEG's is cut out of its beginning`() throws {
    let file = try fixture("thumbnail.jpg")
    let beginning = Array(file.prefix(try Self.scan(of: file) + 40))

    let found = try thumbnail(of: beginning)

    let picture = try worker.send(found.bytes).receivePicture().pixels
    for color in picture.quarters { #expect(isNear(color, Self.yellow, by: 12), "\(color)") }
  }

  @Test(arguments: ["raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf", "raw.dng"])
  func `a raw file's is upright whatever its previews say`(name: String) throws {
    let found = try thumbnail(of: fixture(name))

    #expect(found.width < found.height && found.isWhole)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func `a JPEG's is as upright as the photo, also where that is mirrored`(
    orientation: UInt8
  ) throws {
    let photo = try fixture("quarters.jpg")
    let file = photo.withEXIF(TIFFBytes.exif(orientation: orientation, thumbnail: photo))

    let found = try thumbnail(of: file)

    let pictures = try [found.bytes, file].map { try worker.send($0).receivePicture().pixels }
    expectNear(pictures[0].quarters, pictures[1].quarters, by: 12)
  }

  @Test(arguments: [
    ("quarters.jpg", Int.max), ("quarters.png", .max), ("quarters.heic", .max),
    ("thumbnail.jpg", 60),
  ])
  func `a file without one has none, nor one of which it lies behind`(
    name: String, count: Int
  ) throws {
    #expect(throws: PictureFailure.self) {
      try thumbnail(of: Array(fixture(name).prefix(count)))
    }
  }

  @Test func `of a feed only formats of the web are read`() throws {
    #expect(throws: PictureFailure.formatNotAllowed(.raw)) {
      try thumbnail(of: fixture("raw.arw"), origin: .network)
    }
  }

  @Test(arguments: ["thumbnail.jpg", "raw.arw", "raw.cr3"])
  func `cut anywhere it is found whole or not at all`(name: String) throws {
    let file = try fixture(name)
    for count in stride(from: 0, to: file.count, by: 37) {
      guard let found = try? thumbnail(of: Array(file.prefix(count))) else { continue }
      #expect(found.isWhole)
    }
  }
}
