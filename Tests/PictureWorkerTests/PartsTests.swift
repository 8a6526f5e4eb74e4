import ExpectationSupport
import GalleryData
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

/// Files of which only the parts with metadata are known, like those of photos on a server.
struct PartsTests {
  private static let large = MadePicture.jpeg(1, commentBytes: 30_000)
  private static let small = MadePicture.jpeg(2, commentBytes: 5_000)

  /// The known parts of a file after its ranges were requested, for as many rounds as the worker wants.
  private static func parts(of file: [UInt8]) throws -> PictureParts {
    var parts = PictureParts(beginning: Array(file.prefix(1_000)), byteCount: file.count)
    let worker = try WorkerProcess()
    for _ in 0..<PictureParts.roundLimit {
      let structure = try worker.structure(
        sparseFile(parts), parts.parts.map(\.range), .metadata)
      #expect(structure.thumbnail.isEmpty)
      for range in parts.requests(for: structure.wanted) {
        parts.add(Array(file[range]), at: range.lowerBound)
      }
    }
    return parts
  }

  private static func thumbnail(of file: [UInt8]) throws -> [UInt8] {
    let structure = try WorkerProcess().structure(
      WorkerProcess.file(file), [0..<file.count], .thumbnail)
    #expect(structure.wanted.isEmpty)
    return structure.thumbnail
  }

  private static func sparseFile(_ parts: PictureParts) throws -> OwnedDescriptor {
    let file = try WorkerProcess.file([])
    try #require(ftruncate(file.number, off_t(parts.byteCount)) == 0)
    for part in parts.parts {
      let count = part.bytes.withUnsafeBytes {
        pwrite(file.number, $0.baseAddress, $0.count, off_t(part.offset))
      }
      try #require(count == part.bytes.count)
    }
    return file
  }

  private static func metadata(_ file: OwnedDescriptor) throws -> PhotoMetadata {
    let worker = try WorkerProcess()
    try worker.socket.send(
      WorkerRequest.metadata(MetadataRequest(id: 1, hasSidecar: false, wantsDetails: true)),
      descriptors: [file.number])
    guard case .metadata(let answer) = try worker.receive() else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    return answer.metadata
  }

  @Test(arguments: ["raw", "heic", "cr3"])
  func `parts of a file say what all of it does`(kind: String) throws {
    let file =
      switch kind {
      case "raw": MadePicture.raw(large: Self.large, small: Self.small, gap: 100_000)
      case "heic": try MadePicture.spreadHEIC(by: 300_000)
      default:
        MadePicture.spread(try MadePicture.fixture("raw.cr3"), before: "moov", by: 300_000)
      }
    let parts = try Self.parts(of: file)
    #expect(parts.knownByteCount < file.count / 2)

    let found = try Self.metadata(Self.sparseFile(parts))

    expectEqual(found, (try Self.metadata(WorkerProcess.file(file))))
    expectEqual(found.dates.first?.text, "2017:10:01 12:34:56")
    expectEqual(found.lens, "50 mm f/1.8")
  }

  @Test func `the small picture of a HEIC is shown by itself`() throws {
    let thumbnail = try Self.thumbnail(of: MadePicture.fixture("thumbnail.heic"))
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.file(thumbnail))

    let answer = try worker.receivePicture()
    #expect(answer.sourceWidth == 160 && answer.sourceHeight == 120)
    guard case .pixels(let picture) = answer.payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    for (color, expected) in zip(picture.quarters, upright) {
      #expect(isNear(color, expected, by: 12), "\(color) is not \(expected)")
    }
  }

  @Test func `pixels of a raw file are shown in its orientation`() throws {
    // Nikon's raw file has pixels of 24×16, all yellow, besides its JPEGs.
    let file = try MadePicture.fixture("raw.nef")
    let parts = PictureParts(beginning: file)
    let thumbnail = try #require(parts.file(of: parts.thumbnails.last))
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.file(thumbnail))

    let answer = try worker.receivePicture()
    expectEqual(answer.format, .tiff)
    #expect(answer.sourceWidth == 16 && answer.sourceHeight == 24)
    guard case .pixels(let picture) = answer.payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    for color in picture.quarters { #expect(isNear(color, [255, 255, 0, 255]), "\(color)") }
  }

  @Test func `an unknown thumbnail is requested, and cut out once it is known`() throws {
    let file = MadePicture.raw(large: Self.large, small: Self.small, gap: 100_000)
    var parts = try Self.parts(of: file)
    let worker = try WorkerProcess()

    let before = try worker.structure(
      Self.sparseFile(parts), parts.parts.map(\.range), .thumbnail)
    for range in parts.requests(for: before.wanted) {
      parts.add(Array(file[range]), at: range.lowerBound)
    }
    let after = try worker.structure(Self.sparseFile(parts), parts.parts.map(\.range), .thumbnail)

    #expect(before.thumbnail.isEmpty && before.wanted.map(\.count) == [Self.small.count])
    #expect(after.wanted.isEmpty)
    expectEqual(after.thumbnail.suffix(Self.small.count - 2), Self.small.dropFirst(2))
  }

  @Test func `known ranges are read only within the file`() throws {
    let file = MadePicture.raw(large: Self.large, small: Self.small, gap: 0)
    let worker = try WorkerProcess()
    let whole = try worker.structure(WorkerProcess.file(file), [0..<file.count], .thumbnail)

    for known in [[0..<1 << 48], [0..<file.count + 9, 1 << 40..<1 << 41]] {
      try expectEqual(worker.structure(WorkerProcess.file(file), known, .thumbnail), whole)
    }
    for known in [[], [5..<9], [1 << 40..<1 << 41]] {
      try expectEqual(
        worker.structure(WorkerProcess.file(file), known, .metadata), PictureStructure())
    }
    #expect(throws: PictureFailure.emptyFile) {
      try worker.structure(WorkerProcess.file([]), [0..<9], .metadata)
    }
  }
}
