import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import GalleryTestSupport
import PictureProtocol
import Synchronization
import Testing

@testable import GalleryData

/// What is fetched of a picture on a server before it is opened, with correct and incorrect ranges.
@Suite(.timeLimit(.minutes(10)))
struct RemotePictureMetadataTests {
  /// What a server does with a range.
  private enum Manner: Sendable {
    case right
    /// Gives the whole file, from the first request or the second on.
    case whole(from: Int)
    /// Another part than was asked for, says its answer.
    case otherPart
    /// A part of a file of another length, says its answer.
    case otherLength
    case short
  }

  /// One file, and the requests for it.
  private final class Server: Sendable {
    private struct State {
      var ranges: [Range<Int>] = []
      var byteCount = 0
      var conditions: [String?] = []
    }

    private let state = Mutex(State())
    private let file: @Sendable (Int) -> (bytes: [UInt8], tag: String?)
    private let manner: Manner
    private let gate: TestGate?
    private let checksConditions: Bool

    /// - Parameter file: By the number of the request, from 1.
    init(
      _ manner: Manner = .right, gate: TestGate? = nil, checksConditions: Bool = true,
      file: @escaping @Sendable (Int) -> (bytes: [UInt8], tag: String?)
    ) {
      self.file = file
      self.manner = manner
      self.gate = gate
      self.checksConditions = checksConditions
    }

    var requestCount: Int { state.withLock { $0.ranges.count } }
    var ranges: [Range<Int>] { state.withLock { $0.ranges } }
    var byteCount: Int { state.withLock { $0.byteCount } }
    var conditions: [String?] { state.withLock { $0.conditions } }

    var transport: ScriptedTransport {
      ScriptedTransport { [self] (request) throws(PhotoSourceError) in
        if let gate, requestCount > 0 { try await gate.pass() }
        return answer(request)
      }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
      let places = (request.headers["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap {
        Int($0)
      }
      let number = state.withLock { state in
        state.ranges.append(places.count == 2 ? places[0]..<places[1] + 1 : 0..<0)
        state.conditions.append(request.headers["If-Match"])
        return state.ranges.count
      }
      let (bytes, tag) = file(number)
      var headers = HTTPHeaders()
      headers["ETag"] = tag
      let condition = request.headers["If-Match"]
      if checksConditions, let condition, condition != tag {
        return HTTPResponse(status: 412, headers: headers, url: request.url)
      }
      guard places.count == 2, places[0] < bytes.count else {
        return HTTPResponse(status: 416, headers: headers, url: request.url)
      }
      let end = min(places[1] + 1, bytes.count)
      var body = Array(bytes[places[0]..<end])
      var status = 206
      var range = "bytes \(places[0])-\(end - 1)/\(bytes.count)"
      switch manner {
      case .right: break
      case .whole(let first) where number >= first:
        (status, range) = (200, "")
        body = Array(bytes.prefix(request.answerByteLimit ?? bytes.count))
      case .otherPart where places[0] > 0:
        range = "bytes \(places[0] + 1)-\(end)/\(bytes.count + 1)"
        if bytes.count > end { range = "bytes \(places[0] + 1)-\(end)/\(bytes.count)" }
      case .otherLength where places[0] > 0:
        range = "bytes \(places[0])-\(end - 1)/\(bytes.count + 5)"
      case .short where places[0] > 0: body.removeLast()
      default: break
      }
      if status == 206 { headers["Content-Range"] = range }
      let sent = body.count
      state.withLock { $0.byteCount += sent }
      return HTTPResponse(status: status, headers: headers, body: body, url: request.url)
    }
  }

  private let folder: TemporaryFolder
  private let store: TemporaryImageStore
  private let address: URL

  init() throws {
    folder = try TemporaryFolder()
    store = TemporaryImageStore(places: [folder.path])
    address = try #require(URL(string: "http://127.0.0.1:9000/photos/a.arw"))
  }

  private func pictureMetadata(
    _ server: Server, _ structures: any PictureStructureReader = WalkedStructures(),
    areOwn: Bool = true
  ) -> RemotePictureMetadata {
    RemotePictureMetadata(
      files: WebFiles(server.transport), store: store, fallback: store, structures: structures,
      areOwn: areOwn)
  }

  private func thumbnailURL() throws -> URL {
    try #require(RemotePictureMetadata.thumbnailURL(of: address, byteCount: nil, version: 7))
  }

  private static let small = MadePicture.jpeg(2, commentBytes: 5_000)

  /// Of half a megabyte and more, its directories far from each other.
  private static func raw(_ orientation: Int = 6, gap: Int = 200_000) -> [UInt8] {
    MadePicture.raw(
      large: MadePicture.jpeg(1, commentBytes: 30_000), small: small, orientation: orientation,
      gap: gap)
  }

  private static func server(
    _ manner: Manner = .right, _ bytes: [UInt8] = raw(), tag: String? = "\"t\"",
    gate: TestGate? = nil
  ) -> Server {
    Server(manner, gate: gate) { _ in (bytes, tag) }
  }

  /// What is lent of a picture, by its position; nil for holes.
  private func known(
    _ pictureMetadata: RemotePictureMetadata, _ places: [Range<Int>]
  ) async throws -> (bytes: [[UInt8]], byteCount: Int, file: FileReference) {
    try await pictureMetadata.withFile(of: address, version: 7) { file in
      let count = FileStamp(of: file)?.byteCount ?? 0
      let whole = Self.bytes(of: file, limit: count)
      return (
        places.map { Array(whole[min($0.lowerBound, count)..<min($0.upperBound, count)]) },
        count, file
      )
    }
  }

  private static func bytes(of file: FileReference, limit: Int = 10_000) -> [UInt8] {
    ImageFileReader(file)?.beginning(limit) ?? []
  }

  /// Where a text is in a file.
  private static func place(_ text: String, in file: [UInt8]) throws -> Range<Int> {
    let range = try #require(Data(file).range(of: Data(text.utf8)))
    return range.lowerBound..<range.upperBound
  }

  // MARK: As it should be

  @Test func `a raw file is lent with its metadata in place, and holes`() async throws {
    let file = Self.raw()
    let server = Self.server(.right, file)
    let pictureMetadata = pictureMetadata(server)
    let places = try ["SONY corporation", "2017:10:01 12:34:56", "50 mm f/1.8"].map {
      try Self.place($0, in: file)
    }

    let found = try await known(pictureMetadata, places)
    let again = try await known(pictureMetadata, places)

    expectEqual(found.bytes, places.map { Array(file[$0]) })
    expectEqual(again.bytes, found.bytes)
    #expect(found.byteCount == file.count && file.count > 2_000_000)
    // The file was lent, and one is never that of another time.
    #expect(FileStamp(of: found.file) == nil && FileStamp(of: again.file) == nil)
    #expect(found.file != again.file)
    #expect(server.requestCount <= 1 + PictureParts.requestLimit)
    #expect(server.byteCount < 130_000)
    expectEqual(
      server.conditions, [nil] + Array(repeating: "\"t\"", count: server.requestCount - 1))
  }

  @Test func `a stored file takes only the space of its parts`() async throws {
    let server = Self.server()
    let pictureMetadata = pictureMetadata(server)

    _ = try await known(pictureMetadata, [])

    let mark = try #require(URL(string: "\(address)#head-\(StableHash.hex(7))"))
    let stored = try #require(await store.image(at: mark))
    let byteCount = try #require(FileStamp(of: stored.file)?.byteCount)
    #expect(byteCount > server.byteCount && byteCount < server.byteCount + 1_000)
  }

  @Test
  func `the thumbnail of a raw file is one more range, once, and has the photo's orientation`()
    async throws
  {
    let server = Self.server()
    let pictureMetadata = pictureMetadata(server)
    _ = try await known(pictureMetadata, [])
    let before = (count: server.requestCount, bytes: server.byteCount)

    let url = try thumbnailURL()
    let file = try await pictureMetadata.thumbnail(at: url)
    _ = try await pictureMetadata.thumbnail(at: url)

    let bytes = Self.bytes(of: file)
    expectEqual(bytes.suffix(Self.small.count - 2), Self.small.dropFirst(2))
    expectEqual(bytes.dropFirst(31).first, 6)
    expectEqual(server.requestCount, before.count + 1)
    #expect(server.byteCount - before.bytes < Self.small.count + 100)
  }

  @Test func `a raw file with everything in its beginning costs one request`() async throws {
    let server = Self.server(.right, Self.raw(gap: 0) + [UInt8](repeating: 3, count: 500_000))
    let pictureMetadata = pictureMetadata(server)

    _ = try await pictureMetadata.thumbnail(at: thumbnailURL())
    let found = try await known(pictureMetadata, [])

    #expect(found.byteCount > 500_000)
    expectEqual(server.ranges, [0..<65_536])
  }

  @Test func `a small picture does not prevent the request for one that fills a row`()
    async throws
  {
    let tiny: [MadePicture.Field] = [
      .init(0xFE, .long(1)), .init(0x100, .short(16)), .init(0x101, .short(8)),
      .init(0x103, .short(1)), .init(0x106, .short(2)), .init(0x115, .short(3)),
      .init(0x111, .block([UInt8](repeating: 9, count: 384))), .init(0x117, .long(384)),
    ]
    let other: [MadePicture.Field] = [
      .init(0x100, .block([UInt8](repeating: 0, count: 300_000))),
      .init(0x201, .block(Self.small)), .init(0x202, .long(Self.small.count)),
    ]

    let server = Self.server(.right, MadePicture.tiff([tiny, other]))
    let found = try await pictureMetadata(server).thumbnail(at: thumbnailURL())
    // A server that gives no more than the beginning leaves what is in it.
    let elsewhere = TemporaryImageStore(places: [folder.path])
    let poor = Self.server(.whole(from: 2), MadePicture.tiff([tiny, other]))
    let pictureMetadata = RemotePictureMetadata(
      files: WebFiles(poor.transport), store: elsewhere, fallback: elsewhere,
      structures: WalkedStructures())
    let tinyFound = try await pictureMetadata.thumbnail(at: thumbnailURL())

    expectEqual(Self.bytes(of: found), Self.small)
    expectEqual(Self.bytes(of: tinyFound).suffix(384), [UInt8](repeating: 9, count: 384)[...])
  }

  @Test func `concurrent callers wait for the same ranges`() async throws {
    let gate = TestGate()
    let server = Self.server(gate: gate)
    let pictureMetadata = pictureMetadata(server)
    let url = try thumbnailURL()

    async let one = known(pictureMetadata, [])
    async let other = pictureMetadata.thumbnail(at: url)
    await gate.arrived()
    gate.open()
    _ = try await (one, other)

    expectEqual(Set(server.ranges).count, server.ranges.count)
  }

  @Test func `a photo that scrolls away while its ranges load requests no more`() async throws {
    let gate = TestGate()
    let server = Self.server(gate: gate)
    let pictureMetadata = pictureMetadata(server)

    let task = Task { try await known(pictureMetadata, []) }
    await gate.arrived()
    task.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    expectEqual(server.requestCount, 1)
    gate.open()
    // A later caller gets it all the same.
    _ = try await known(pictureMetadata, [])
  }

  @Test func `a HEIC is shown in a list by its small picture`() async throws {
    let file = try MadePicture.spreadHEIC(by: 400_000)
    let server = Self.server(.right, file)

    let thumbnail = try await pictureMetadata(server).thumbnail(at: thumbnailURL())

    let bytes = Self.bytes(of: thumbnail)
    #expect(bytes.dropFirst(4).starts(with: Array("ftypheic".utf8)))
    expectEqual(bytes.suffix(158), file.suffix(158))
    #expect(server.byteCount < 80_000)
  }

  // MARK: As it should not be

  @Test(arguments: [1, 2])
  func `a server without ranges is not asked for the file again`(first: Int) async throws {
    let file = Self.raw()
    let server = Self.server(.whole(from: first), file)
    let pictureMetadata = pictureMetadata(server)

    let found = try await known(pictureMetadata, [try Self.place("SONY corporation", in: file)])
    _ = try await known(pictureMetadata, [])
    await #expect(throws: PhotoSourceError.self) {
      try await pictureMetadata.thumbnail(at: thumbnailURL())
    }

    // The beginning stands, and what came instead of a part is not taken for one.
    expectEqual(found.byteCount, (first == 1 ? 65_536 : file.count))
    #expect(found.bytes.joined().allSatisfy { $0 == 0 })
    expectEqual(server.requestCount, first)
    #expect(server.byteCount < 140_000)
  }

  @Test func `a part with another position is refused`() async throws {
    let file = Self.raw()
    let server = Self.server(.otherPart, file)

    let found = try await known(
      pictureMetadata(server), [try Self.place("SONY corporation", in: file)])

    #expect(found.bytes.joined().allSatisfy { $0 == 0 })
  }

  @Test(arguments: [true, false])
  func `a file that changes between two ranges is read again`(checksConditions: Bool) async throws {
    let (old, new) = (Self.raw(6), Self.raw(8, gap: 210_000))
    let server = Server(checksConditions: checksConditions) { number in
      number == 1 ? (old, "\"one\"") : (new, "\"two\"")
    }

    let pictureMetadata = pictureMetadata(server)
    let place = try Self.place("SONY corporation", in: new)
    let found = try await known(pictureMetadata, [place])
    let thumbnail = try await pictureMetadata.thumbnail(at: thumbnailURL())

    expectEqual(found.bytes, [Array(new[place])])
    expectEqual(found.byteCount, new.count)
    expectEqual(Self.bytes(of: thumbnail).dropFirst(31).first, 8)
    expectEqual(server.ranges.filter { $0.lowerBound == 0 }.count, 2)
  }

  @Test func `a file that has changed when its thumbnail is requested is read again`() async throws
  {
    let (old, new) = (Self.raw(6), Self.raw(8, gap: 210_000))
    let isNew = Mutex(false)
    let server = Server { _ in isNew.withLock { $0 } ? (new, "\"two\"") : (old, "\"one\"") }
    let pictureMetadata = pictureMetadata(server)
    _ = try await known(pictureMetadata, [])

    isNew.withLock { $0 = true }
    let thumbnail = try await pictureMetadata.thumbnail(at: thumbnailURL())

    expectEqual(Self.bytes(of: thumbnail).dropFirst(31).first, 8)
  }

  @Test func `a file that changes all the time is given up`() async throws {
    let file = Self.raw()
    let server = Server { (file, "\"\($0)\"") }
    let pictureMetadata = pictureMetadata(server)

    for _ in 0..<2 {
      await #expect(throws: PhotoSourceError.truncated(host: "127.0.0.1:9000/photos/a.arw")) {
        try await known(pictureMetadata, [])
      }
    }
    expectEqual(server.ranges.filter { $0.lowerBound == 0 }.count, 4)
  }

  @Test(arguments: ["W/\"t\"", nil] as [String?])
  func `a file without a strong tag is identified by its length`(tag: String?) async throws {
    let server = Self.server(tag: tag)
    let other = Self.server(.otherLength, tag: tag)

    _ = try await known(pictureMetadata(server), [])
    #expect(server.requestCount > 1 && server.conditions.allSatisfy { $0 == nil })

    let elsewhere = TemporaryImageStore(places: [folder.path])
    let pictureMetadata = RemotePictureMetadata(
      files: WebFiles(other.transport), store: elsewhere, fallback: elsewhere,
      structures: WalkedStructures())
    await #expect(throws: PhotoSourceError.self) { try await known(pictureMetadata, []) }
  }

  @Test func `a truncated part is an error, and nothing of it is stored`() async throws {
    let server = Self.server(.short)
    let pictureMetadata = pictureMetadata(server)

    for _ in 0..<2 {
      await #expect(throws: PhotoSourceError.self) { try await known(pictureMetadata, []) }
    }
    expectEqual(server.ranges.filter { $0.lowerBound == 0 }.count, 2)
  }

  // MARK: What a worker says

  /// A worker that says what a test wants.
  private struct SaidStructures: PictureStructureReader {
    let say: @Sendable (StructurePurpose, [Range<Int>]) async -> PictureStructure?

    func structure(
      of file: FileReference, known: [Range<Int>], for purpose: StructurePurpose
    ) async -> PictureStructure? {
      await say(purpose, known)
    }
  }

  private static func ranges(_ count: Int, of length: Int, every step: Int) -> [Range<Int>] {
    (0..<count).map { index in
      let start = 100_000 + index * step
      return start..<start + length
    }
  }

  /// Small ones far from each other, some of them too many; large ones, too many together; all of the file and more;
  /// nothing of it, and what is there.
  private static let specifications: [[Range<Int>]] = [
    ranges(200, of: 10, every: 20_000), ranges(9, of: 250_000, every: 300_000), [0..<1 << 48],
    [1 << 47..<1 << 48, 10..<20],
  ]

  @Test(arguments: specifications)
  func `a worker cannot make the program request more than a photo is worth`(
    wanted: [Range<Int>]
  ) async throws {
    let file = Self.raw() + [UInt8](repeating: 3, count: 4_000_000)
    let server = Self.server(.right, file)
    let pictureMetadata = pictureMetadata(
      server, SaidStructures { _, _ in PictureStructure(wanted: wanted) })

    let found = try await known(pictureMetadata, [])
    expectEqual(found.byteCount, file.count)
    let (count, byteCount) = (server.requestCount, server.byteCount)
    await #expect(throws: PhotoSourceError.self) {
      try await pictureMetadata.thumbnail(at: thumbnailURL())
    }

    #expect(count <= 1 + PictureParts.requestLimit)
    #expect(byteCount <= 65_536 + PictureParts.requestByteLimit)
    #expect(server.requestCount - count <= PictureParts.requestLimit)
    #expect(server.byteCount - byteCount <= PictureParts.requestByteLimit)
    #expect(server.ranges.allSatisfy { $0.upperBound <= file.count })
  }

  @Test func `a worker that always needs more is asked for a few rounds`() async throws {
    let rounds = Mutex(0)
    let server = Self.server(.right, Self.raw() + [UInt8](repeating: 3, count: 4_000_000))
    let pictureMetadata = pictureMetadata(
      server,
      SaidStructures { _, known in
        rounds.withLock { $0 += 1 }
        let end = known.last?.upperBound ?? 0
        return PictureStructure(wanted: [end + 50_000..<end + 50_001])
      })

    _ = try await known(pictureMetadata, [])

    expectEqual(rounds.withLock { $0 }, PictureParts.roundLimit)
    expectEqual(server.requestCount, 1 + PictureParts.roundLimit)
  }

  @Test func `a thumbnail that isn't a picture is dropped`() async throws {
    for (bytes, areOwn) in [
      (Array("<html>".utf8), true), ([], true),
      // The format of the picture is unknown.
      (Array("II*\0........".utf8), false),
    ] {
      let server = Self.server(.right, Self.small + [UInt8](repeating: 0, count: 300_000))
      let pictureMetadata = pictureMetadata(
        server, SaidStructures { _, _ in PictureStructure(thumbnail: bytes) }, areOwn: areOwn)
      let url = try thumbnailURL()

      await #expect(throws: PhotoSourceError.notFound(name: WebAddress.shown(url))) {
        try await pictureMetadata.thumbnail(at: url)
      }
    }
  }

  @Test func `without a worker a photo has no metadata, and gets it when there is one again`()
    async throws
  {
    let isThere = Mutex(false)
    let file = Self.raw()
    let server = Self.server(.right, file)
    let walked = WalkedStructures()
    let place = try Self.place("SONY corporation", in: file)
    let structures = LentStructures(walked) { isThere.withLock { $0 } }
    let pictureMetadata = pictureMetadata(server, structures)

    let unreadable = PhotoSourceError.unreadable(name: WebAddress.shown(address), code: 0)
    await #expect(throws: unreadable) { try await known(pictureMetadata, [place]) }
    await #expect(throws: unreadable) { try await pictureMetadata.thumbnail(at: thumbnailURL()) }
    isThere.withLock { $0 = true }
    let found = try await known(pictureMetadata, [place])

    expectEqual(found.bytes, [Array(file[place])])
    _ = try await pictureMetadata.thumbnail(at: thumbnailURL())
  }

  /// A worker that is there or not.
  private struct LentStructures: PictureStructureReader {
    let worker: WalkedStructures
    let isThere: @Sendable () -> Bool

    init(_ worker: WalkedStructures, isThere: @escaping @Sendable () -> Bool) {
      (self.worker, self.isThere) = (worker, isThere)
    }

    func structure(
      of file: FileReference, known: [Range<Int>], for purpose: StructurePurpose
    ) async -> PictureStructure? {
      isThere() ? await worker.structure(of: file, known: known, for: purpose) : nil
    }
  }

  @Test func `a file that crashes a worker affects no other photo`() async throws {
    let server = Self.server()
    let bad = try #require(URL(string: "http://127.0.0.1:9000/photos/bad.arw"))
    let walked = WalkedStructures()
    let asked = Mutex(0)
    let structures = LentStructures(walked) {
      asked.withLock { asked in
        asked += 1
        return asked > 1
      }
    }
    let pictureMetadata = pictureMetadata(server, structures)

    await #expect(throws: PhotoSourceError.unreadable(name: WebAddress.shown(bad), code: 0)) {
      try await pictureMetadata.withFile(of: bad, version: 7) { _ in }
    }
    _ = try await known(pictureMetadata, [])
  }

  @Test func `a photo that scrolls away while a worker reads is cancelled`() async throws {
    let gate = TestGate()
    let server = Self.server()
    let pictureMetadata = pictureMetadata(
      server,
      SaidStructures { _, _ in
        try? await gate.pass()
        return Task.isCancelled ? nil : PictureStructure()
      })

    let task = Task { try await known(pictureMetadata, []) }
    await gate.arrived()
    task.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    gate.open()
  }

  @Test func `a listing's raw file is read and shown by parts`() async throws {
    let server = Self.server()
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      guard request.url.query() != nil else { return try await server.transport.send(request) }
      let body =
        "<ListBucketResult><Contents><Key>a.arw</Key><Size>5000000</Size></Contents></ListBucketResult>"
      return HTTPResponse(status: 200, body: Array(body.utf8), url: request.url)
    }
    let base = try #require(URL(string: "http://127.0.0.1:9000"))
    let format = S3Format(
      S3Location(endpoint: base, bucket: "photos", usesPathStyle: true), isSigned: true)
    let pictureMetadata = RemotePictureMetadata(
      files: WebFiles(transport), store: store, fallback: store,
      structures: WalkedStructures())
    let reader = StubMetadataReader(RawPhotoMetadata { $0.title = "Title" })
    let repository = FolderRepository(
      WebFileSystem(format, transport), pictureMetadata: pictureMetadata, reader: reader, zone: .gmt
    )
    let photo = try #require(
      try await repository.page(for: PageRequest(.everything, pageSize: 10)).photos.first)

    let details = await repository.details(of: photo)
    let information = await repository.information(of: photo)
    let images = RemoteFolderImages(
      pictureMetadata: pictureMetadata,
      pictures: RemoteImageRepository(transport: transport, store: store, fallback: store))
    let thumbnail = try #require(details.thumbnailURL)
    _ = try await images.image(at: thumbnail, isRefresh: false) { _ in }

    expectEqual(details.name, "Title")
    expectEqual(information.byteCount, 5_000_000)
    #expect(server.byteCount < 150_000)
    #expect(await images.storedImage(at: thumbnail) != nil)
  }
}
