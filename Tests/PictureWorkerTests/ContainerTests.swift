import ExpectationSupport
import PictureProtocol
import Testing

/// Unusual files: of phones, of cameras, and of scanners of the nineties.
struct ContainerTests {
  private let worker: WorkerProcess

  init() throws { worker = try WorkerProcess() }

  @Test func `a HEIC whose thumbnail has another size than it says is shown all the same`() throws {
    var bytes = WorkerProcess.bytes(of: try WorkerProcess.fixture("thumbnail.heic"))
    // 160×120: a Sony camera states less than it has, a Samsung phone more.
    let mark = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 160, 0, 0, 0, 120]
    let start = try #require(place(of: mark, in: bytes))
    bytes[start + 15] = 112

    try worker.send(WorkerProcess.file(bytes))

    let answer = try worker.receivePicture()
    #expect(answer.format == .heic && answer.sourceWidth == 2560 && answer.sourceHeight == 1920)
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 48)
  }

  /// iPhones since iOS 18 write the former: the main picture and the one with a gain map share Exif data and small pictures.
  @Test(arguments: HEICPeculiarity.allCases)
  func `a HEIC that libheif refuses for what no picture needs is shown, and described`(
    _ peculiarity: HEICPeculiarity
  ) throws {
    let original = WorkerProcess.bytes(of: try WorkerProcess.fixture("thumbnail.heic"))
    try worker.send(WorkerProcess.file(original))
    let expected = try worker.receivePicture()
    let bytes = try peculiarity.applied(to: original)

    try worker.send(WorkerProcess.file(bytes))

    let answer = try worker.receivePicture()
    #expect(answer.format == .heic && answer.sourceWidth == 2560 && answer.sourceHeight == 1920)
    let (picture, same) = (try answer.pixels, try expected.pixels)
    #expect(picture.width == same.width && picture.height == same.height)
    expectNear(picture.quarters, same.quarters, by: 12)
    let (former, read) = (
      try metadata(of: original), try metadata(of: bytes)
    )
    #expect(former.cameraModel != nil && read.width == 2560)
    expectEqual(read.cameraModel, former.cameraModel)
    expectEqual(read.dates, former.dates)
  }

  @Test func `boxes of a HEIC that say more than they hold get an answer`() throws {
    let original = WorkerProcess.bytes(of: try WorkerProcess.fixture("thumbnail.heic"))
    let whole = try HEICPeculiarity.sharedThumbnail.applied(to: original)
    var random = SplitMix(state: 3)

    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<4 {
        let index = original.count + Int(random.next() % UInt64(whole.count - original.count))
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      try worker.send(WorkerProcess.file(bytes))
      _ = try worker.receive()
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `EXIF data with a JPEG's segment header is read`() throws {
    var bytes = WorkerProcess.bytes(of: try WorkerProcess.fixture("metadata.avif"))
    // The item: an offset of 6, `Exif\0\0`, a TIFF structure. `iloc` has its position and length.
    let item = try #require(place(of: [0, 0, 0, 6] + Array("Exif\0\0MM".utf8), in: bytes))
    let entry = try #require(place(of: uint32(item), in: bytes))
    let length = bytes[entry + 4..<entry + 8].reduce(0) { $0 << 8 | Int($1) }
    let segment = Array(bytes[item + 4..<item + length])
    let head: [UInt8] = [0, 0, 0, 10, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
    bytes.replaceSubrange(entry..<entry + 8, with: uint32(bytes.count) + uint32(length + 4))
    bytes += head + segment

    let metadata = try metadata(of: bytes)

    #expect(metadata.cameraModel == "D500" && metadata.iso == 100)
  }

  @Test(arguments: [false, true])
  func `a JPEG XL says its camera and its time, compressed or not`(isCompressed: Bool) throws {
    let exif = [0, 0, 0, 0] + (try exifOfJPEG())
    let xmp =
      Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF ".utf8)
      + Array("xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>".utf8)
      + Array("<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'/>".utf8)
      + Array("</rdf:RDF></x:xmpmeta>".utf8)
    let codestream = WorkerProcess.bytes(of: try WorkerProcess.fixture("quarters.jxl"))
    let boxes =
      isCompressed
      ? box("brob", Array("Exif".utf8) + brotli(exif))
        + box("brob", Array("xml ".utf8) + brotli(xmp))
      : box("Exif", exif) + box("xml ", xmp)
    let file =
      box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + boxes
      + box("jxlc", codestream)

    let metadata = try metadata(of: file)

    #expect(metadata.width == 64 && metadata.height == 48)
    #expect(metadata.cameraMake == "NIKON" && metadata.cameraModel == "D500")
    #expect(metadata.dates.first?.text == "2017:10:01 12:34:56" && metadata.rating == 4)
    try worker.send(WorkerProcess.file(file))
    try expectEqual(worker.receivePicture().sourceWidth, 64)
  }

  @Test func `boxes that say they are compressed and are not are left out`() throws {
    let codestream = WorkerProcess.bytes(of: try WorkerProcess.fixture("quarters.jxl"))
    let noise = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 197) }
    let file =
      box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      + box("brob", Array("Exif".utf8) + noise) + box("brob", []) + box("Exif", [1])
      + box("jxlc", codestream)

    let metadata = try metadata(of: file)

    #expect(metadata.width == 64 && metadata.cameraModel == nil)
  }

  @Test(arguments: OldJPEGFile.allCases)
  func `JPEG in TIFF of the old kind has its colours`(kind: OldJPEGFile) throws {
    let jpeg = WorkerProcess.bytes(of: try WorkerProcess.fixture("quarters.jpg"))

    try worker.send(WorkerProcess.file(kind.tiff(of: jpeg)))

    let answer = try worker.receivePicture()
    #expect(answer.format == .tiff && answer.sourceWidth == 64 && answer.sourceHeight == 48)
    let picture = try answer.pixels
    expectNear(picture.quarters, upright, by: 12)
  }

  @Test func `an old TIFF whose tables lie elsewhere gets an answer`() throws {
    let jpeg = WorkerProcess.bytes(of: try WorkerProcess.fixture("quarters.jpg"))
    let whole = OldJPEGFile.tables.tiff(of: jpeg)
    var random = SplitMix(state: 2)

    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int(random.next() % 200)] = UInt8(truncatingIfNeeded: random.next())
      }
      bytes.replaceSubrange(0..<8, with: whole[0..<8])
      try worker.send(WorkerProcess.file(bytes))
      _ = try worker.receive()
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  private func metadata(of bytes: [UInt8]) throws -> PhotoMetadata {
    try worker.metadata(of: [WorkerProcess.file(bytes)])
  }

  private func exifOfJPEG() throws -> [UInt8] {
    let jpeg = WorkerProcess.bytes(of: try WorkerProcess.fixture("metadata.jpg"))
    let start = try #require(place(of: Array("Exif\0\0".utf8), in: jpeg))
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
    let start = try #require(place(of: Array("meta".utf8), in: bytes)) - 4
    let meta = Array(bytes[start..<start + length(of: bytes[start...])])
    let properties = try #require(place(of: Array("iprp".utf8), in: meta)) - 4
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
    return file + uint32(1) + Array("meta".utf8) + uint32(0) + uint32(16 + content.count) + content
  }

  private func length(of box: ArraySlice<UInt8>) -> Int {
    box.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The two forms of a TIFF of compression 6.
enum OldJPEGFile: CaseIterable {
  /// A JPEG as it is, and a tag that says where.
  case interchange
  /// Tables that tags lead to, and a strip of data.
  case tables

  func tiff(of jpeg: [UInt8]) -> [UInt8] {
    var tags: [(tag: Int, kind: Int, values: [Int])] = [
      (0x100, 4, [64]), (0x101, 4, [48]), (0x103, 3, [6]), (0x106, 3, [6]), (0x115, 3, [3]),
      (0x116, 4, [48]),
    ]
    let base = 1_000
    let parts = JPEGParts(jpeg)
    switch self {
    case .interchange:
      tags += [(0x111, 4, [base]), (0x117, 4, [jpeg.count])]
      tags += [(0x201, 4, [base]), (0x202, 4, [jpeg.count])]
    case .tables:
      tags += [(0x111, 4, [base + parts.data]), (0x117, 4, [jpeg.count - 2 - parts.data])]
      tags += [
        (0x207, 4, parts.quantization.map { $0 + base }), (0x208, 4, parts.means.map { $0 + base }),
        (0x209, 4, parts.others.map { $0 + base }), (0x212, 3, parts.factors),
      ]
    }
    tags.sort { $0.tag < $1.tag }
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + [0, UInt8(tags.count)]
    var values: [UInt8] = []
    let end = 8 + 2 + 12 * tags.count + 4
    for tag in tags {
      let own = tag.values.flatMap { tag.kind == 3 ? Array(uint32($0)[2...]) : uint32($0) }
      bytes += [UInt8(tag.tag >> 8), UInt8(tag.tag & 255), 0, UInt8(tag.kind)]
      bytes += uint32(tag.values.count)
      bytes +=
        own.count > 4 ? uint32(end + values.count) : own + [0, 0, 0, 0].prefix(4 - own.count)
      if own.count > 4 { values += own }
    }
    bytes += [0, 0, 0, 0] + values
    return bytes + [UInt8](repeating: 0, count: base - bytes.count) + jpeg
  }
}

/// Where a JPEG has its tables, one for each of three components.
private struct JPEGParts {
  var quantization = [0, 0, 0]
  var means = [0, 0, 0]
  var others = [0, 0, 0]
  var factors = [1, 1]
  var data = 0

  init(_ jpeg: [UInt8]) {
    var tables: [UInt8: Int] = [:]
    var quantizations: [UInt8: Int] = [:]
    var used: [UInt8] = [0, 0, 0]
    var offset = 2
    while jpeg[offset + 1] != 0xDA {
      let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
      var place = offset + 4
      switch jpeg[offset + 1] {
      case 0xDB:
        while place < end {
          quantizations[jpeg[place]] = place + 1
          place += 65
        }
      case 0xC4:
        while place < end {
          tables[jpeg[place]] = place + 1
          place += 17 + jpeg[place + 1..<place + 17].reduce(0) { $0 + Int($1) }
        }
      case 0xC0:
        factors = [Int(jpeg[offset + 11] >> 4), Int(jpeg[offset + 11] & 15)]
        used = (0..<3).map { jpeg[offset + 12 + 3 * $0] }
      default: break
      }
      offset = end
    }
    quantization = used.map { quantizations[$0] ?? 0 }
    for index in 0..<3 {
      let choice = jpeg[offset + 6 + 2 * index]
      means[index] = tables[choice >> 4] ?? 0
      others[index] = tables[0x10 | choice & 15] ?? 0
    }
    data = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
  }
}

private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
  uint32(8 + content.count) + Array(name.utf8) + content
}

private func uint32(_ value: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}

private func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
  bytes.indices.dropLast(mark.count - 1).first {
    bytes[$0] == mark[0] && bytes[$0..<$0 + mark.count].elementsEqual(mark)
  }
}
