import ExpectationSupport
import Foundation
import GalleryData
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import vitrine_pictures

extension PictureParts {
  /// Lends what a worker reads of them.
  func read<Value>(_ body: (PartReader) throws -> Value) rethrows -> Value {
    let bytes = parts.flatMap(\.bytes)
    return try bytes.withUnsafeBytes { buffer in
      let view = ByteView(bytes: buffer)
      var place = 0
      let pieces = parts.map { part in
        defer { place += part.bytes.count }
        return (part.offset, view.part(from: place, count: part.bytes.count))
      }
      return try body(PartReader(pieces, byteCount: byteCount))
    }
  }

  /// The ranges that the program would request next.
  var wanted: [Range<Int>] {
    requests(for: read { PictureStructure(of: $0, for: .metadata).wanted })
  }

  /// Those in them, the best first.
  var thumbnails: [PictureThumbnail] { read { StructureWalk($0).thumbnails } }

  /// A file of one of them.
  func file(of thumbnail: PictureThumbnail?) -> [UInt8]? {
    thumbnail.flatMap { thumbnail in read { thumbnail.file(in: $0) } }
  }
}

/// What the known parts of a file say about it, and the ranges that hold the rest.
struct StructureTests {
  /// Provides a reader of a structure with what it requests.
  private struct Server {
    let file: [UInt8]
    var parts: PictureParts
    var requests: [Range<Int>] = []
    var roundCount = 0

    init(_ file: [UInt8], headBytes: Int = 4_096) {
      self.file = file
      parts = PictureParts(beginning: Array(file.prefix(headBytes)), byteCount: file.count)
      while roundCount < PictureParts.roundLimit {
        let wanted = parts.wanted
        guard !wanted.isEmpty else { return }
        roundCount += 1
        fetch(wanted)
      }
    }

    mutating func fetch(_ ranges: [Range<Int>]) {
      requests += ranges
      for range in ranges { parts.add(Array(file[range]), at: range.lowerBound) }
    }

    var fetchedByteCount: Int { requests.reduce(0) { $0 + $1.count } }

    mutating func thumbnail() -> [UInt8]? {
      guard let thumbnail = parts.thumbnails.first else { return nil }
      fetch(parts.requests(for: thumbnail.ranges))
      return parts.file(of: thumbnail)
    }

    func knows(_ text: String) -> Bool {
      parts.parts.contains { part in
        Data(part.bytes).range(of: Data(text.utf8)) != nil
      }
    }
  }

  private static let large = MadePicture.jpeg(1, commentBytes: 30_000)
  private static let small = MadePicture.jpeg(2, commentBytes: 5_000)

  /// After an orientation of its own.
  private static func isTurned(_ thumbnail: [UInt8]?, _ jpeg: [UInt8], _ orientation: UInt8) -> Bool
  {
    guard let thumbnail else { return false }
    return thumbnail.suffix(jpeg.count - 2) == jpeg.dropFirst(2)
      && thumbnail.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]) && thumbnail[31] == orientation
  }

  // MARK: TIFF and raw files

  @Test(arguments: [true, false])
  func `directories are found anywhere, and pixels are not requested`(isBigEndian: Bool) {
    let file = MadePicture.raw(
      large: Self.large, small: Self.small, isBigEndian: isBigEndian, gap: 100_000)

    var server = Server(file)

    for text in ["SONY corporation", "ILCE-7M3", "2017:10:01 12:34:56", "50 mm f/1.8"] {
      #expect(server.knows(text), "\(text)")
    }
    #expect(server.roundCount < PictureParts.roundLimit)
    #expect(server.requests.count <= PictureParts.requestLimit)
    #expect(server.fetchedByteCount < 60_000)
    let thumbnail = server.thumbnail()
    #expect(Self.isTurned(thumbnail, Self.small, 6))
  }

  @Test func `a raw file whose beginning is enough needs nothing more`() {
    let file = MadePicture.raw(large: Self.large, small: Self.small, gap: 0)

    let server = Server(file, headBytes: 64 << 10)

    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    ("cr2", 810), ("cr3", 511), ("nef", 511), ("arw", 810), ("raf", 810), ("orf", 1_305),
    ("pef", 810), ("dng", 511), ("srw", 810), ("rw2", 1_305),
  ])
  func `of each raw format the smallest preview is a row's`(name: String, byteCount: Int) throws {
    var server = Server(try MadePicture.fixture("raw.\(name)"), headBytes: 64)

    let cut = server.thumbnail()
    let thumbnail = try #require(cut)

    #expect(thumbnail.starts(with: [0xFF, 0xD8]))
    expectEqual(thumbnail.suffix(2), [0xFF, 0xD9])
    // In the orientation of the raw file, in a segment of 36 bytes.
    expectEqual(thumbnail.count, byteCount + 36)
    expectEqual(thumbnail[31], 6)
  }

  @Test func `megabytes are too large for a thumbnail`() {
    let huge = [UInt8](repeating: 1, count: StructureWalk.thumbnailByteLimit)
    let file = MadePicture.raw(large: [0xFF, 0xD8, 0xFF] + huge, small: [1, 2, 3], gap: 0)

    #expect(Server(file).parts.thumbnails.isEmpty)
  }

  @Test func `a thumbnail smaller than a row is used if there is no other`() {
    func picture(_ width: Int, _ height: Int) -> [MadePicture.Field] {
      [
        .init(0xFE, .long(1)), .init(0x100, .short(width)), .init(0x101, .short(height)),
        .init(0x103, .short(1)), .init(0x106, .short(2)), .init(0x115, .short(3)),
        .init(0x111, .block([UInt8](repeating: 9, count: width * height * 3))),
        .init(0x117, .long(width * height * 3)), .init(0x112, .short(8)),
      ]
    }
    let both = MadePicture.tiff([
      picture(16, 8), [.init(0x201, .block(Self.small)), .init(0x202, .long(Self.small.count))],
    ])
    var alone = Server(MadePicture.tiff([picture(16, 8)]))
    var server = Server(both, headBytes: 64)

    let small = server.thumbnail()
    #expect(Self.isTurned(small, Self.small, 8))
    // Pixels become a TIFF of their own.
    let pixels = alone.thumbnail() ?? []
    #expect(pixels.starts(with: Array("MM".utf8) + [0, 42]))
    expectEqual(pixels.suffix(16 * 8 * 3), [UInt8](repeating: 9, count: 16 * 8 * 3)[...])
  }

  @Test func `Photoshop's thumbnail of a scan is found`() {
    let resource =
      Array("8BIM".utf8) + [0x04, 0x04, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0] + Array("8BIM".utf8)
      + [0x04, 0x0C, 0, 0, 0, 0, UInt8((Self.small.count + 28) >> 8)]
      + [UInt8((Self.small.count + 28) & 255)] + [UInt8](repeating: 0, count: 28) + Self.small
    let file = MadePicture.tiff(
      [[.init(0x8649, .bytes(resource)), .init(0x112, .short(3))]], gap: 50_000)

    var server = Server(file)

    let thumbnail = server.thumbnail()
    #expect(Self.isTurned(thumbnail, Self.small, 3))
  }

  @Test func `a BigTIFF's directory is found behind its pixels`() {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func file(_ place: Int, _ byteCount: Int) -> [UInt8] {
      Array("II+\0".utf8) + number(8, 2) + number(0, 2) + number(300_016, 8)
        + [UInt8](repeating: 5, count: 300_000) + number(1, 8) + number(0x110, 2) + number(2, 2)
        + number(byteCount, 8) + number(place, 8) + number(0, 8)
        + [UInt8](repeating: 5, count: 100_000) + Array("Scanner 9\0".utf8)
    }
    let directory = 8 + 20 + 8

    let server = Server(file(300_016 + directory + 100_000, 10))

    #expect(server.knows("Scanner 9"))
    #expect(server.fetchedByteCount < 20_000)
    // Offsets and counts of eight bytes may be more than a number holds.
    for (place, count) in [(Int.max, 10), (300_000, Int.max), (-1, -1)] {
      expectEqual(Server(file(place, count)).requests.count, 1)
    }
  }

  @Test func `a preview says no orientation but the raw file's`() {
    let own: [UInt8] = [0xFF, 0xE1, 0, 10] + Array("Exif\0\0MM".utf8)
    let preview = [0xFF, 0xD8] + own + Self.small.dropFirst(2)
    var server = Server(MadePicture.raw(large: Self.large, small: preview, gap: 0))
    let turned = server.thumbnail()
    server = Server(MadePicture.raw(large: Self.large, small: preview, orientation: 1, gap: 0))
    let upright = server.thumbnail()

    #expect(Self.isTurned(turned, Self.small, 6))
    expectEqual(upright, Self.small)
  }

  @Test func `a sensor's picture in a lossless JPEG is not shown as a thumbnail`() {
    let sensor: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC3, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2, 9, 9]
    var server = Server(MadePicture.raw(large: Self.large, small: sensor, gap: 0))

    let thumbnail = server.thumbnail()
    // The large preview is not used instead: the caller tries it after this one.
    expectEqual(thumbnail, nil)
  }

  // MARK: Boxes and chunks

  @Test func `Exif data, XMP and the small picture of a HEIC are found behind it`() throws {
    let file = try MadePicture.spreadHEIC(by: 500_000)

    var server = Server(file)
    let cut = server.thumbnail()
    let thumbnail = try #require(cut)

    #expect(server.knows("EOS 5D") && server.knows("<rdf:li xml:lang"))
    // The large picture of 1,780 bytes precedes them.
    #expect(!server.parts.parts.contains { $0.offset <= 500_720 && $0.bytes.count > 100_000 })
    // A file with one item, whose pixels are the last 158 bytes.
    expectEqual(thumbnail.suffix(158), file.suffix(158))
    #expect(thumbnail.dropFirst(4).starts(with: Array("ftypheic".utf8)))
    #expect(thumbnail.count < 700)
    #expect(PictureParts(beginning: thumbnail).thumbnails.isEmpty)
  }

  @Test func `a small picture lies as the large one where only that is turned`() throws {
    // `irot` by a quarter, for the first item: appended to the properties and to what they belong to.
    let file = try MadePicture.fixture("thumbnail.heic")
    let turn = MadePicture.box("irot", [1])
    var text = Data(file)
    let list = try #require(text.range(of: Data("ipco".utf8)))
    let first = try #require(text.range(of: Data("ipma".utf8)))
    // Version, flags, count; the item, its number of properties, then these.
    let count = first.upperBound + 10
    text[count] += 1
    text.insert(0x87, at: count + 4)
    for (place, added) in [(first.lowerBound - 4, 1), (list.lowerBound - 4, turn.count)] {
      text[place + 3] += UInt8(added)
    }
    text.insert(contentsOf: turn, at: first.lowerBound - 4)
    for name in ["iprp", "meta"] {
      let box = try #require(text.range(of: Data(name.utf8)))
      let length = text[(box.lowerBound - 4)..<box.lowerBound].reduce(0) { $0 << 8 | Int($1) } + 10
      text[box.lowerBound - 2] = UInt8(length >> 8)
      text[box.lowerBound - 1] = UInt8(length & 255)
    }

    let turned = PictureParts(beginning: Array(text))
    let small = try #require(turned.file(of: turned.thumbnails.first))
    #expect(Data(small).range(of: Data(turn)) != nil)
    let plain = PictureParts(beginning: file)
    let upright = try #require(plain.file(of: plain.thumbnails.first))
    expectEqual(Data(upright).range(of: Data(turn)), nil)
  }

  @Test func `the notes of a CR3 are found behind other boxes`() throws {
    let file = MadePicture.spread(try MadePicture.fixture("raw.cr3"), before: "moov", by: 300_000)

    var server = Server(file)

    #expect(server.knows("Canon EOS R5") && server.knows("xmp:Rating=\"4\""))
    #expect(server.fetchedByteCount < 40_000)
    let thumbnail = server.thumbnail()
    expectEqual(thumbnail?.count, 547)
  }

  @Test func `metadata at the end of a WebP are found by its chunks`() {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let count = content.count
      return Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        + content + [UInt8](repeating: 0, count: count % 2)
    }
    func file(_ flags: UInt8) -> [UInt8] {
      Array("RIFF\0\0\0\0WEBP".utf8) + chunk("VP8X", [flags] + [UInt8](repeating: 0, count: 9))
        + chunk("VP8 ", [UInt8](repeating: 5, count: 300_001))
        + chunk("EXIF", Array("II*\0 EOS 5D".utf8))
    }

    let server = Server(file(0x08))

    #expect(server.knows("EOS 5D"))
    expectEqual(server.requests.count, 1)
    #expect(Server(file(0x10)).requests.isEmpty)
  }

  @Test func `for other formats only the beginning is requested`() {
    for text in ["\u{89}PNG\r\n\u{1A}\n", "GIF89a", "<svg>", "", "....ftypmp42"] {
      let file = Array(text.utf8) + [UInt8](repeating: 0, count: 100_000)
      #expect(Server(file).requests.isEmpty)
    }
    let exif = MadePicture.jpeg(commentBytes: 30_000)
    #expect(Server(exif, headBytes: 1_000).requests.isEmpty)
  }

  // MARK: What must not be trusted

  @Test func `directories that lead to each other end`() {
    var file = MadePicture.tiff([
      [.init(0x14A, .long(8)), .init(0x8769, .long(8)), .init(0x8825, .long(8))]
    ])
    file.replaceSubrange(8 + 2 + 36..<8 + 2 + 40, with: [8, 0, 0, 0])

    expectEqual(Server(file).roundCount, 0)
  }

  @Test func `counts and offsets beyond the file request nothing`() {
    let fields: [MadePicture.Field] = [
      .init(0x10F, .long(0)), .init(0x14A, .long(0xFFFF_FFF0)), .init(0x201, .long(0xFFFF_FFFF)),
      .init(0x202, .long(0xFFFF_FFFF)), .init(0x8769, .long(0x7FFF_FFFF)),
    ]
    var file = MadePicture.tiff([fields]) + [UInt8](repeating: 0, count: 10_000)
    // The first has four billion values at a place that is in the file.
    file.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0xFF, 0xFF])

    let server = Server(file, headBytes: 128)

    #expect(server.requests.isEmpty)
    #expect(server.parts.thumbnails.isEmpty)
  }

  @Test func `no more ranges are requested than a photo is worth`() {
    // Values of 4 kB, far from each other.
    let fields = (0..<40).map {
      MadePicture.Field(0x9000 + $0, .bytes([UInt8](repeating: 1, count: 4_000)))
    }

    let parts = PictureParts(
      beginning: Array(MadePicture.tiff([fields], gap: 40_000).prefix(50_000)),
      byteCount: 2_000_000)

    #expect(parts.wanted.count <= PictureParts.requestLimit)
    #expect(parts.wanted.count > 3)
  }

  @Test(arguments: [
    "raw.cr2", "raw.cr3", "raw.nef", "raw.orf", "raw.raf", "raw.rw2", "thumbnail.heic",
    "metadata.avif", "orientation-6.tiff", "thumbnail.jpg",
  ])
  func `files changed anywhere are read within the limits`(name: String) throws {
    let whole = try MadePicture.fixture(name)
    var random = SplitMix64(state: 7)
    for _ in 0..<1_500 {
      var file = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<file.count, using: &random)
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
        let value = values[Int.random(in: 0..<values.count, using: &random)]
        let count = min(Bool.random(using: &random) ? 1 : 4, file.count - place)
        file.replaceSubrange(
          place..<place + count, with: [UInt8](repeating: value, count: count))
      }
      let cut = Int.random(in: 1...file.count, using: &random)
      // As if it were larger than it is, and larger than any file.
      for byteCount in [file.count, 1 << 20, .max] {
        let parts = PictureParts(beginning: Array(file.prefix(cut)), byteCount: byteCount)
        let (walk, cut) = parts.read { reader in
          (StructureWalk(reader), PictureStructure(of: reader, for: .thumbnail))
        }
        for range in walk.wanted + cut.wanted {
          #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= parts.byteCount)
        }
        #expect(cut.wanted.isEmpty || parts.requests(for: cut.wanted).isEmpty == false)
        let requests = parts.requests(for: walk.wanted)
        #expect(requests.count <= PictureParts.requestLimit)
        #expect(requests.reduce(0) { $0 + $1.count } <= PictureParts.requestByteLimit)
        var end = 0
        for range in requests {
          #expect(range.lowerBound >= end && range.upperBound <= parts.byteCount)
          end = range.upperBound
        }
        for thumbnail in walk.thumbnails.prefix(4) { _ = parts.file(of: thumbnail) }
      }
    }
  }
}
