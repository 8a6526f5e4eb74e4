import ExpectationSupport
import GalleryDomain
import PictureProtocol
import Testing

/// Where files store their orientation: a value written there rotates the picture.
final class OrientationTests: WorkerTests {
  private func location(_ bytes: [UInt8], details: Bool = true) throws -> OrientationLocation {
    try worker.metadata(of: bytes, wantsDetails: details).orientationLocation ?? .unsupported
  }

  private func pixels(_ bytes: [UInt8], _ rotation: PictureRotation) throws -> PixelPicture {
    try worker.send(bytes, rotation: rotation).receivePicture().pixels
  }

  /// What the program writes, alone.
  private func written(
    _ bytes: [UInt8], _ location: OrientationLocation, _ rotation: Rotation
  ) throws -> [UInt8] {
    guard case .entry(let offset, let isBigEndian) = location else {
      Issue.record("no entry: \(location)")
      return bytes
    }
    let start = Int(offset)
    let value = start + (isBigEndian ? 9 : 8)
    let entry = Array(bytes[start..<start + 10])
    expectEqual(
      entry,
      (isBigEndian
        ? [1, 0x12, 0, 3, 0, 0, 0, 1, 0, bytes[value]]
        : [0x12, 1, 3, 0, 1, 0, 0, 0, bytes[value], 0]))
    var rotated = bytes
    rotated[value] = try #require(PhotoOrientation(rawValue: bytes[value])).rotated(by: rotation)
      .rawValue
    return rotated
  }

  @Test(
    arguments: (1...8).map { "orientation-\($0).jpg" } + [
      "orientation-6.tiff", "orientation-6.webp",
    ])
  func `the picture is the same when the rotation is in the file`(name: String) throws {
    let before = try fixture(name)
    let location = try location(before)

    for (rotation, shown) in zip(Rotation.allCases, PictureRotation.allCases) {
      let after = try written(before, location, rotation)
      try expectEqual(pixels(after, .none), pixels(before, shown))
    }
  }

  /// The segment that the program adds, in either byte order.
  private func jpeg(_ orientation: UInt8, isBigEndian: Bool, _ plain: [UInt8]) -> [UInt8] {
    var tiff = TIFFBytes(isBigEndian ? "MM\0*" : "II*\0")
    tiff.append([.init(0x112, .short, [Int(orientation)])])
    return plain.withEXIF(tiff.bytes)
  }

  @Test(arguments: 1...8, [true, false])
  func `a JPEG that has been given EXIF data shows it, and can be rotated again`(
    orientation: UInt8, isBigEndian: Bool
  ) throws {
    let plain = try fixture("quarters.jpg")
    try expectEqual(location(plain), .absent)

    let before = jpeg(orientation, isBigEndian: isBigEndian, plain)
    let location = try location(before)

    expectEqual(location, .entry(offset: 22, isBigEndian: isBigEndian))
    let shown: [UInt8: PictureRotation] = [1: .none, 6: .right, 3: .half, 8: .left]
    if let rotation = shown[orientation] {
      try expectEqual(pixels(before, .none), pixels(plain, rotation))
    }
    for (rotation, shown) in zip(Rotation.allCases, PictureRotation.allCases) {
      let after = try written(before, location, rotation)
      try expectEqual(pixels(after, .none), pixels(before, shown))
    }
  }

  @Test(arguments: [
    "quarters.png", "orientation-6.png", "quarters.gif", "quarters.svg", "quarters.heic",
    "quarters.avif", "turned-by-container.avif", "quarters.jp2", "quarters.jxl", "raw.nef",
    "raw.cr2", "raw.dng", "raw.arw",
  ])
  func `other formats have none that can be changed`(name: String) throws {
    let location = try location(fixture(name))

    expectEqual(location, .unsupported)
  }

  @Test func `EXIF data without an orientation are reported as such`() throws {
    let plain = try fixture("quarters.jpg")
    // The entry is that of another tag.
    var other = jpeg(1, isBigEndian: true, plain)
    other[23] = 0x13

    try expectEqual(location(other), .unstated)
    // The flag that a WebP has EXIF data, and the name of their chunk.
    var webp = try fixture("quarters.webp")
    webp[20] &= 0xF7
    webp.replaceSubrange(84..<88, with: Array("NONE".utf8))
    try expectEqual(location(webp), .unstated)
  }

  @Test func `it is looked for only where all is wanted`() throws {
    let location = try location(fixture("orientation-6.jpg"), details: false)

    expectEqual(location, .unsupported)
  }

  @Test(
    arguments: [
      // Two of them, 0 and 9, and a number of four bytes.
      (29, 2), (31, 0), (31, 9), (25, 4),
    ] as [(Int, UInt8)])
  func `an unreadable orientation does not count`(offset: Int, value: UInt8) throws {
    var bytes = jpeg(6, isBigEndian: true, try fixture("quarters.jpg"))
    bytes[offset] = value

    let location = try location(bytes)

    if case .entry = location { Issue.record("\(location)") }
  }
}
