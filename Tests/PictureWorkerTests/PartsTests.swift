import FeedFormats
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

/// Files of which only those parts are there that their metadata are read from, as of photos at a server.
struct PartsTests {
  private static let large = MadePicture.jpeg(1, commentBytes: 30_000)
  private static let small = MadePicture.jpeg(2, commentBytes: 5_000)

  /// What is known of a file after its ranges were asked for.
  private static func parts(of file: [UInt8]) -> PictureParts {
    var parts = PictureParts(beginning: Array(file.prefix(1_000)), byteCount: file.count)
    for _ in 0..<PictureStructure.roundLimit {
      for range in PictureStructure(parts).missing {
        parts.add(Array(file[range]), at: range.lowerBound)
      }
    }
    return parts
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
      throw WorkerProcess.Failure.noAnswer
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
    let parts = Self.parts(of: file)
    #expect(parts.knownByteCount < file.count / 2)

    let found = try Self.metadata(Self.sparseFile(parts))

    #expect(found == (try Self.metadata(WorkerProcess.file(file))))
    #expect(found.dateTimeOriginal == "2017:10:01 12:34:56")
    #expect(found.lens == "50 mm f/1.8")
  }

  @Test func `the small picture of a HEIC is shown by itself`() throws {
    let file = try MadePicture.fixture("thumbnail.heic")
    let parts = PictureParts(beginning: file)
    let thumbnail = try #require(PictureStructure(parts).thumbnails.first?.file(in: parts))
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.file(thumbnail))

    let answer = try worker.receivePicture()
    #expect(answer.sourceWidth == 160 && answer.sourceHeight == 120)
    guard case .pixels(let picture) = answer.payload else { throw WorkerProcess.Failure.noAnswer }
    for (color, expected) in zip(picture.quarters, upright) {
      #expect(isNear(color, expected, by: 12), "\(color) is not \(expected)")
    }
  }

  @Test func `pixels of a raw file are shown as it lies`() throws {
    // Nikon's raw file has pixels of 24×16, all yellow, beside its JPEGs.
    let file = try MadePicture.fixture("raw.nef")
    let parts = PictureParts(beginning: file)
    let thumbnail = try #require(PictureStructure(parts).thumbnails.last?.file(in: parts))
    let worker = try WorkerProcess()

    try worker.send(WorkerProcess.file(thumbnail))

    let answer = try worker.receivePicture()
    #expect(answer.format == .tiff)
    #expect(answer.sourceWidth == 16 && answer.sourceHeight == 24)
    guard case .pixels(let picture) = answer.payload else { throw WorkerProcess.Failure.noAnswer }
    for color in picture.quarters { #expect(isNear(color, [255, 255, 0, 255]), "\(color)") }
  }
}
