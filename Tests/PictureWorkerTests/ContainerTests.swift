import ExpectationSupport
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import vitrine_pictures

/// Unusual files, of phones and cameras.
final class ContainerTests: WorkerTests {
  @Test func `a HEIC whose thumbnail has another size than it says is shown all the same`() throws {
    var bytes = try fixture("thumbnail.heic")
    // 160×120: a Sony camera states less than it has, a Samsung phone more.
    let mark = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 160, 0, 0, 0, 120]
    let start = try #require(bytes.place(of: mark))
    bytes[start + 15] = 112

    let answer = try worker.send(bytes).receivePicture()
    #expect(answer.format == .heic && answer.sourceWidth == 2560 && answer.sourceHeight == 1920)
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 48)
  }

  /// iPhones since iOS 18 write the former: the main picture and the one with a gain map share Exif data and small pictures.
  @Test(arguments: HEICPeculiarity.allCases)
  func `a HEIC that libheif refuses for what no picture needs is shown, and described`(
    _ peculiarity: HEICPeculiarity
  ) throws {
    let original = try fixture("thumbnail.heic")
    let expected = try worker.send(original).receivePicture()
    let bytes = try peculiarity.applied(to: original)

    let answer = try worker.send(bytes).receivePicture()
    #expect(answer.format == .heic && answer.sourceWidth == 2560 && answer.sourceHeight == 1920)
    let (picture, same) = (try answer.pixels, try expected.pixels)
    #expect(picture.width == same.width && picture.height == same.height)
    expectNear(picture.quarters, same.quarters, by: 12)
    let former = try worker.metadata(of: original)
    let read = try worker.metadata(of: bytes)
    #expect(former.cameraModel != nil && read.width == 2560)
    expectEqual(read.cameraModel, former.cameraModel)
    expectEqual(read.dates, former.dates)
  }

  @Test func `boxes of a HEIC that say more than they hold get an answer`() throws {
    let original = try fixture("thumbnail.heic")
    let whole = try HEICPeculiarity.sharedThumbnail.applied(to: original)
    var random = SplitMix64(state: 3)

    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<4 {
        let index = original.count + Int(random.next() % UInt64(whole.count - original.count))
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      try worker.send(bytes)
      _ = try worker.receive()
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `EXIF data with a JPEG's segment header is read`() throws {
    var bytes = try fixture("metadata.avif")
    // The item: an offset of 6, `Exif\0\0`, a TIFF structure. `iloc` has its position and length.
    let item = try #require(bytes.place(of: [0, 0, 0, 6] + Array("Exif\0\0MM".utf8)))
    let entry = try #require(bytes.place(of: [UInt8](item, count: 4)))
    let length = bytes[entry + 4..<entry + 8].reduce(0) { $0 << 8 | Int($1) }
    let segment = Array(bytes[item + 4..<item + length])
    let head: [UInt8] = [0, 0, 0, 10, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
    bytes.replaceSubrange(
      entry..<entry + 8, with: [UInt8](bytes.count, count: 4) + [UInt8](length + 4, count: 4))
    bytes += head + segment

    let metadata = try worker.metadata(of: bytes)

    #expect(metadata.cameraModel == "D500" && metadata.iso == 100)
  }

  @Test(arguments: [false, true])
  func `a JPEG XL says its camera and its time, compressed or not`(isCompressed: Bool) throws {
    let exif = [0, 0, 0, 0] + (try exifOfJPEG())
    let xmp = Array(xmpPacket("xmp:Rating='4'").utf8)
    let codestream = try fixture("quarters.jxl")
    let boxes =
      isCompressed
      ? box("brob", Array("Exif".utf8) + brotli(exif))
        + box("brob", Array("xml ".utf8) + brotli(xmp))
      : box("Exif", exif) + box("xml ", xmp)
    let file = Self.jxlHead + boxes + box("jxlc", codestream)

    let metadata = try worker.metadata(of: file)

    #expect(metadata.width == 64 && metadata.height == 48)
    #expect(metadata.cameraMake == "NIKON" && metadata.cameraModel == "D500")
    #expect(metadata.dates.first?.text == "2017:10:01 12:34:56" && metadata.rating == 4)
    try expectEqual(worker.send(file).receivePicture().sourceWidth, 64)
  }

  @Test func `boxes that say they are compressed and are not are left out`() throws {
    let codestream = try fixture("quarters.jxl")
    let noise = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 197) }
    let file =
      Self.jxlHead + box("brob", Array("Exif".utf8) + noise) + box("brob", []) + box("Exif", [1])
      + box("jxlc", codestream)

    let metadata = try worker.metadata(of: file)

    #expect(metadata.width == 64 && metadata.cameraModel == nil)
  }

  @Test func `JPEG in TIFF of the old kind is named, and nothing is made of it`() throws {
    var tiff = TIFFBytes()
    tiff.append([
      .init(0x100, .long, [64]), .init(0x101, .long, [48]), .init(0x103, .short, [6]),
      .init(0x106, .short, [6]), .init(0x115, .short, [3]),
    ])

    try expectEqual(
      worker.send(tiff.bytes).receiveFailure(), .unsupportedFormat(name: "old-style JPEG"))
    try expectEqual(worker.metadata(of: tiff.bytes).width, 64)
  }

  @Test func `a codestream of JPEG XL may be in pieces`() throws {
    let bytes = try fixture("quarters.jxl")
    let file =
      Self.jxlHead + box("jxlp", [0, 0, 0, 0] + bytes[..<3]) + box("free", [])
      + box("jxlp", [0x80, 0, 0, 1] + bytes[3...])

    try expectEqual(worker.metadata(of: file).width, 64)
    try expectEqual(worker.metadata(of: Self.jxlHead).width, nil)
  }

  /// Red, then green, then blue.
  @Test(arguments: [PictureSteps.sharp, .quick])
  func `an animation of JPEG XL is shown by its first frame`(steps: PictureSteps) throws {
    // Twice: the decoder isn't left halfway.
    for _ in 0..<2 {
      let picture = try worker.send("moving.jxl", steps: steps).receivePicture().pixels
      for found in picture.quarters { #expect(isNear(found, [255, 0, 0, 255]), "\(found)") }
    }
    try expectEqual(worker.pixels(of: "quarters.jxl").width, 64)
  }

  private static let jxlHead =
    box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))

  private func exifOfJPEG() throws -> [UInt8] {
    let jpeg = try fixture("metadata.jpg")
    let start = try #require(jpeg.place(of: Array("Exif\0\0".utf8)))
    let length = Int(jpeg[start - 2]) << 8 | Int(jpeg[start - 1])
    return Array(jpeg[start + 6..<start - 2 + length])
  }

  /// A stream of Brotli (RFC 7932, 9.2) with uncompressed data.
  private func brotli(_ data: [UInt8]) -> [UInt8] {
    let head = (data.count - 1) << 4 | 1 << 20
    return [UInt8(head & 255), UInt8(head >> 8 & 255), UInt8(head >> 16)] + data + [0x03]
  }
}

/// What libheif 1.15 refuses a file for.
enum HEICPeculiarity: CaseIterable {
  case sharedMetadata
  case sharedThumbnail
  case sharedAuxiliary
  case emptyProfile
  /// As `sharedMetadata`, with items of four bytes (`iref` of version 1) and a length of eight.
  case longNumbers

  /// - Parameter bytes: `thumbnail.heic`: a picture (1), Exif data (2), XMP (3), and a thumbnail (4).
  /// - Returns: The file with another `meta` box at its end instead of its own.
  func applied(to bytes: [UInt8]) throws -> [UInt8] {
    let start = try #require(bytes.place(of: Array("meta".utf8))) - 4
    let meta = Array(bytes[start..<start + length(of: bytes[start...])])
    let properties = try #require(meta.place(of: Array("iprp".utf8))) - 4
    let list = properties + 8
    let associations = list + length(of: meta[list...])
    let references = properties + length(of: meta[properties...])
    var owned = Array(meta[properties..<references])
    if self == .emptyProfile {
      // The picture's three properties, and the seventh.
      owned = box(
        "iprp",
        box("ipco", Array(meta[list + 8..<associations]) + box("colr", Array("prof".utf8)))
          + box(
            "ipma",
            Array(meta[associations + 8..<associations + 16])
              + [0, 1, 4, 0x81, 2, 0x83, 7, 0, 4, 3, 0x84, 5, 0x86]))
    }
    let isLong = self == .longNumbers
    func number(_ item: UInt8) -> [UInt8] { isLong ? [0, 0, 0, item] : [0, item] }
    func reference(_ name: String, from item: UInt8, isShared: Bool) -> [UInt8] {
      box(name, number(item) + [0, isShared ? 2 : 1] + number(1) + (isShared ? number(99) : []))
    }
    let replaced = box(
      "iref",
      [isLong ? 1 : 0, 0, 0, 0]
        + reference("cdsc", from: 2, isShared: isLong || self == .sharedMetadata)
        + reference("cdsc", from: 3, isShared: isLong || self == .sharedMetadata)
        + (self == .sharedAuxiliary
          ? reference("auxl", from: 4, isShared: true)
          : reference("thmb", from: 4, isShared: self == .sharedThumbnail)))
    var file = bytes
    file.replaceSubrange(start + 4..<start + 8, with: Array("skip".utf8))
    let content = Array(meta[8..<properties]) + owned + replaced
    guard isLong else { return file + box("meta", content) }
    return file + [UInt8](1, count: 4) + Array("meta".utf8) + [UInt8](0, count: 4)
      + [UInt8](16 + content.count, count: 4) + content
  }

  private func length(of box: ArraySlice<UInt8>) -> Int {
    box.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
