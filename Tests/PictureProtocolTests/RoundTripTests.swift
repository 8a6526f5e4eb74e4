import ExpectationSupport
import PictureProtocol
import Testing

/// Encoding and decoding give the original value.
struct RoundTripTests {
  @Test(arguments: Samples.requests)
  func `every request is decoded unchanged`(request: WorkerRequest) throws {
    var decoder = MessageDecoder<WorkerRequest>()

    decoder.feed(request.frame()[...], descriptors: Samples.descriptors(request.descriptorCount))

    let received = try #require(try decoder.next())
    expectEqual(received.message, request)
    expectEqual(received.descriptors.count, request.descriptorCount)
    try decoder.finish()
  }

  @Test(arguments: Samples.answers)
  func `every answer is decoded unchanged`(answer: WorkerAnswer) throws {
    var decoder = MessageDecoder<WorkerAnswer>()

    decoder.feed(answer.frame()[...], descriptors: Samples.descriptors(answer.descriptorCount))

    try expectEqual(decoder.next()?.message, answer)
    try decoder.finish()
  }

  @Test func `messages are found in a stream that arrives byte by byte`() throws {
    var decoder = MessageDecoder<WorkerAnswer>()
    let answers = Samples.answers.filter { $0.descriptorCount == 0 }
    var found: [WorkerAnswer] = []

    for byte in answers.flatMap({ $0.frame() }) {
      decoder.feed([byte])
      while let next = try decoder.next() { found.append(next.message) }
    }

    expectEqual(found, answers)
  }

  @Test func `a text that is too long is cut between two characters`() throws {
    var metadata = PhotoMetadata()
    metadata.title = String(repeating: "é", count: PictureProtocolLimits.textBytes)
    metadata.author = "a" + String(repeating: "é", count: PictureProtocolLimits.textBytes)
    metadata.keywords = Array(repeating: "k", count: PhotoMetadata.keywordLimit + 1)
    metadata.places = Array(repeating: "p", count: 300)
    metadata.details = Array(repeating: PhotoDetail(kind: .flash, text: "on"), count: 300)
    let answer = WorkerAnswer.metadata(id: 1, metadata)
    var decoder = MessageDecoder<WorkerAnswer>()

    decoder.feed(answer.frame()[...])

    let message = try #require(try decoder.next()).message
    guard case .metadata(_, let read) = message else {
      Issue.record("not metadata")
      return
    }
    expectEqual(read.title?.utf8.count, PictureProtocolLimits.textBytes)
    expectEqual(read.author?.utf8.count, PictureProtocolLimits.textBytes - 1)
    expectEqual(read.author?.contains("\u{FFFD}"), false)
    expectEqual(read.keywords.count, PhotoMetadata.keywordLimit)
    expectEqual(read.places.count, PhotoMetadata.placeLimit)
    expectEqual(read.details.count, PhotoDetail.Kind.allCases.count)
  }

  @Test func `an orientation that EXIF doesn't have is refused, and infinity isn't sent`() throws {
    var metadata = PhotoMetadata()
    metadata.aperture = .infinity
    try expectEqual(PhotoMetadata(bytes: metadata.bytes), PhotoMetadata())

    metadata.orientation = 9
    #expect(throws: DamagedBytes.self) { try PhotoMetadata(bytes: metadata.bytes) }
  }
}
