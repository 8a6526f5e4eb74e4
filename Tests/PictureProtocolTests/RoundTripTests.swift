import ExpectationSupport
import PictureProtocol
import Testing

struct RoundTripTests {
  @Test(arguments: Samples.requests)
  func `every request is decoded unchanged`(request: WorkerRequest) throws {
    let count = request.descriptorCount

    let received = try #require(try WorkerRequest.first(in: request.frame(), descriptors: count))

    expectEqual(received.message, request)
    expectEqual(received.descriptors.count, count)
  }

  @Test(arguments: Samples.answers)
  func `every answer is decoded unchanged`(answer: WorkerAnswer) throws {
    try expectEqual(WorkerAnswer.first(in: answer.frame())?.message, answer)
  }

  @Test func `a text that is too long is cut between two characters`() throws {
    var metadata = PhotoMetadata()
    metadata.title = String(repeating: "é", count: PictureProtocolLimits.textBytes)
    metadata.author = "a" + String(repeating: "é", count: PictureProtocolLimits.textBytes)
    metadata.keywords = Array(repeating: "k", count: PhotoMetadata.keywordLimit + 1)
    let answer = WorkerAnswer.metadata(id: 1, metadata)

    let message = try #require(try WorkerAnswer.first(in: answer.frame())).message
    guard case .picture(_, let picture) = message, case .metadata(let read) = picture.payload
    else {
      Issue.record("not metadata")
      return
    }
    expectEqual(read.title?.utf8.count, PictureProtocolLimits.textBytes)
    expectEqual(read.author?.utf8.count, PictureProtocolLimits.textBytes - 1)
    expectEqual(read.author?.contains("\u{FFFD}"), false)
    expectEqual(read.keywords.count, PhotoMetadata.keywordLimit)
  }

  @Test func `an orientation that EXIF doesn't have is refused, and infinity isn't sent`() throws {
    var metadata = PhotoMetadata()
    metadata.aperture = .infinity
    try expectEqual(PhotoMetadata(bytes: metadata.bytes), PhotoMetadata())

    metadata.orientation = 9
    #expect(throws: DamagedBytes.self) { try PhotoMetadata(bytes: metadata.bytes) }
  }

  /// With other bytes the version has to be another one.
  @Test func `metadata is stored in the same bytes as ever`() throws {
    var metadata = PhotoMetadata()
    (metadata.title, metadata.author, metadata.headline) = ("Вена", "A. Lens", "At the lake")
    metadata.keywords = ["lake", ""]
    (metadata.rating, metadata.label) = (-1, "Red")
    metadata.dates = [.init("2017:10:01 12:34:56", offset: "+02:00"), .init("1958")]
    (metadata.cameraModel, metadata.iso) = ("D500", 100)
    (metadata.focalLength, metadata.exposureTime) = (50, 0.005)
    metadata.position = GeoPosition(latitude: 48.25, longitude: 16.5)
    (metadata.width, metadata.height, metadata.orientation) = (4000, 6000, 6)
    metadata.orientationLocation = .entry(offset: 258, isBigEndian: false)
    metadata.details = [PhotoDetail(kind: .flash, text: "on")]
    let stored = """
      0108d092d0b5d0bdd0b000010b417420746865206c616b650107412e204c656e730002046c616b65\
      0000010101035265640213323031373a31303a30312031323a33343a353601062b30323a30300431\
      39353800000104443530300001000000000000494000017b14ae47e17a743f01c801010000000000\
      204840000000000080304001c03e01e05d010c00000105656e7472798404000105666c617368026f\
      6e
      """

    let bytes = metadata.bytes

    expectEqual(
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(), stored)
    try expectEqual(PhotoMetadata(bytes: bytes), metadata)
  }
}
