import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryFiles

/// Ratings and marks in sidecars of a bucket.
@Suite(.timeLimit(.minutes(10)))
struct RemoteSidecarTests {
  private let folder: PhotoFolder
  private let bucket = FakeBucket()
  private let repository: FolderRepository
  private let ratings: SidecarRatingRepository
  private let marks: SidecarMarkRepository

  init() throws {
    folder = try PhotoFolder()
    repository = Self.repository(of: bucket, storingIn: folder.path)
    ratings = SidecarRatingRepository(folder: repository)
    marks = SidecarMarkRepository(folder: repository)
    bucket.put("a.jpg", FakeBucket.picture)
    bucket.put("b.jpg", FakeBucket.picture)
  }

  private static func repository(
    of bucket: FakeBucket, storingIn path: String
  ) -> FolderRepository {
    let store = TemporaryImageStore(places: [path])
    let format = S3Format(
      S3Location(endpoint: FakeBucket.endpoint, bucket: "b", usesPathStyle: true), isSigned: false)
    let files = WebFileSystem(format, bucket)
    return FolderRepository(
      files,
      pictureMetadata: RemotePictureMetadata(
        files: files, store: store, fallback: store, thumbnails: nil),
      reader: SidecarRatingReader(), marks: SidecarMarkReader())
  }

  private func photos(isRefresh: Bool = false) async throws -> [Photo] {
    let request = PageRequest(.everything, pageSize: 10, isRefresh: isRefresh)
    return try await repository.page(for: request).photos
  }

  /// The first photo, as a row shows it.
  private func photo(isRefresh: Bool = false) async throws -> Photo {
    let photo = try #require(try await photos(isRefresh: isRefresh).first)
    return await repository.details(of: photo)
  }

  private func rate(_ photo: Photo, _ stars: Int) async throws(SidecarError) {
    _ = try await ratings.write(PhotoRating(stars: stars), of: photo, over: photo.userRating)
  }

  // MARK: Reading

  @Test func `a sidecar's contents are shown with its photo, under either name`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.put("b.xmp", try #require(try await marked(nil, .forSale("12.50"))))
    bucket.put("c.xmp", "nobody's")

    let photos = try await photos()
    expectEqual(photos.map(\.id), ["a.jpg", "b.jpg"])
    await expectEqual(repository.details(of: photos[0]).rating, 3)
    let second = await repository.details(of: photos[1])
    expectEqual(second.saleStatus, .forSale)
    expectEqual(second.price, Price(amount: "12.50", currency: "EUR"))
  }

  @Test func `a sidecar that has changed is read again after a refresh`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    try await expectEqual(photo().rating, 3)

    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.rated)
    try await expectEqual(photo().rating, 3)
    try await expectEqual(photo(isRefresh: true).rating, 2)
  }

  @Test func `after a refresh that fails the photos on the screen keep their sidecars`()
    async throws
  {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try #require(try await photos().first)
    bucket.fails("", count: 1)
    await #expect(throws: PhotoSourceError.self) { try await photos(isRefresh: true) }

    let read = await repository.details(of: photo)
    expectEqual(read.rating, 3)
    try await rate(read, 5)

    expectEqual(bucket.text("a.jpg.xmp")?.contains("5"), true)
    expectEqual(bucket.names, ["a.jpg", "a.jpg.xmp", "b.jpg"])
  }

  // MARK: Writing

  @Test func `a rating creates a missing sidecar, and the next one changes it`()
    async throws
  {
    let photo = try await photo()
    try await rate(photo, 4)
    let first = try #require(bucket.text("a.jpg.xmp"))
    #expect(first.contains("xmp:Rating=\"4\""))

    let rated = await repository.details(of: photo)
    expectEqual(rated.rating, 4)
    try await rate(rated, 1)
    expectEqual(bucket.text("a.jpg.xmp"), first.replacing("\"4\"", with: "\"1\""))
    expectEqual(bucket.names, ["a.jpg", "a.jpg.xmp", "b.jpg"])
    try await expectEqual(self.photo(isRefresh: true).rating, 1)
  }

  private func mark(_ photo: Photo, as mark: SaleMark) async throws(SidecarError) -> MarkedPhoto {
    try await marks.write(mark, of: photo, over: photo.saleMark)
  }

  /// - Parameter photo: As returned by the mark, not as it was before.
  private func undo(_ photo: Photo) async throws(SidecarError) -> MarkedPhoto {
    try await marks.write(SaleMark(status: .unstated), of: photo, over: photo.saleMark)
  }

  @Test func `only what has changed is written, and a mark is undone byte for byte`()
    async throws
  {
    bucket.put("a.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()

    let mark = try await self.mark(photo, as: .forSale("120"))
    expectEqual(mark.photo.saleStatus, .forSale)
    expectEqual(mark.photo.price?.amount, "120")
    try await expectEqual(bucket.text("a.xmp"), marked(RatedSidecar.digiKam.text, .forSale("120")))

    try await expectEqual(undo(mark.photo).photo.saleStatus, .unstated)
    expectEqual(bucket.text("a.xmp"), RatedSidecar.digiKam.text)
    expectEqual(bucket.names, ["a.jpg", "a.xmp", "b.jpg"])
  }

  @Test func `nothing is deleted: a sidecar that was made for a mark is left empty`() async throws {
    let mark = try await self.mark(photo(), as: .notForSale)
    try await expectEqual(undo(mark.photo).photo.saleStatus, .unstated)

    expectEqual(bucket.text("a.jpg.xmp"), SidecarText.emptyDocument)
    #expect(bucket.deleted.allSatisfy { $0.hasPrefix(".vitrine-") })
  }

  // MARK: Others that write

  @Test func `another program's change since the photo was read is reported and kept`()
    async throws
  {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.rated)

    await #expect(
      throws: SidecarError.ratedElsewhere(name: "a.jpg.xmp", PhotoRating(stars: 2))
    ) {
      try await rate(photo, 5)
    }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.rated)
    await expectEqual(repository.details(of: photo).rating, 2)

    // Now that the user knows of it, it can be rated.
    try await expectEqual(
      ratings.write(
        PhotoRating(stars: 5), of: photo, over: PhotoRating(stars: 2)), PhotoRating(stars: 5))
    expectEqual(
      bucket.text("a.jpg.xmp"),
      RatedSidecar.digiKam.rated.replacing("xmp:Rating=\"2\"", with: "xmp:Rating=\"5\""))
  }

  @Test(arguments: [nil, RatedSidecar.digiKam.text])
  func `another program's concurrent change is reported and kept`(former: String?)
    async throws
  {
    if let former { bucket.put("a.jpg.xmp", former) }
    let photo = try await photo()
    // Between the reading and the writing.
    bucket.beforePut { [bucket] in bucket.put("a.jpg.xmp", RatedSidecar.lightroom.text) }

    await #expect(throws: Self.lightroom) { try await rate(photo, 4) }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.lightroom.text)
  }

  /// What another program, Lightroom, has written.
  private static let lightroom = SidecarError.ratedElsewhere(
    name: "a.jpg.xmp", PhotoRating(stars: 5, label: PhotoLabel("Blau")))

  @Test(arguments: [
    ("a.jpg.xmp", RemoteSidecarTests.lightroom), ("a.xmp", .changedElsewhere(name: "a.xmp")),
  ])
  func `a sidecar that was added since the listing is reported and kept`(
    name: String, error: SidecarError
  ) async throws {
    let photo = try await photo()
    bucket.put(name, RatedSidecar.lightroom.text)

    await #expect(throws: error) { try await rate(photo, 4) }
    expectEqual(bucket.text(name), RatedSidecar.lightroom.text)
    expectEqual(bucket.names, ["a.jpg", name, "b.jpg"].sorted())
  }

  @Test func `the same rating by two users isn't a conflict`() async throws {
    let photo = try await photo()
    bucket.put("a.jpg.xmp", RatedSidecar.lightroom.text)

    try await rate(photo, 5)
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.lightroom.text)
  }

  // MARK: Two users at once

  @Test func `the stars of one user and the labels of another are both there, on fifty photos`()
    async throws
  {
    for number in 10..<58 { bucket.put("\(number).jpg", FakeBucket.picture) }
    let other = Self.repository(of: bucket, storingIn: folder.path)
    let otherRatings = SidecarRatingRepository(folder: other)
    let request = PageRequest(.everything, pageSize: 100)
    let (photos, theirs) = (
      try await repository.page(for: request).photos, try await other.page(for: request).photos
    )
    #expect(photos.count == 50 && theirs.count == 50)
    for photo in photos {
      try await expectEqual(
        ratings.write(PhotoRating(stars: 4), of: photo, over: PhotoRating()), PhotoRating(stars: 4))
    }
    let red = PhotoLabel(.red)
    for photo in theirs {
      // They see no stars yet, and get them with their label.
      try await expectEqual(
        otherRatings.write(PhotoRating(label: red), of: photo, over: PhotoRating()),
        PhotoRating(stars: 4, label: red))
    }

    for photo in photos {
      let text = try #require(bucket.text(photo.id + ".xmp"))
      #expect(text.contains("xmp:Rating=\"4\"") && text.contains("xmp:Label=\"Red\""))
    }
    // The first one has not seen the labels, and changes the stars.
    try await expectEqual(
      ratings.write(
        PhotoRating(stars: 5), of: photos[7], over: PhotoRating(stars: 4)),
      PhotoRating(stars: 5, label: red))
    expectEqual(bucket.text(photos[7].id + ".xmp")?.contains("xmp:Label=\"Red\""), true)
  }

  @Test func `a change between reading and writing is merged, too`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()
    bucket.beforePut { [bucket] in
      bucket.put(
        "a.jpg.xmp",
        RatedSidecar.digiKam.text.replacing("xmp:Label=\"Red\"", with: "xmp:Label=\"Green\""))
    }
    try await rate(photo, 2)

    expectEqual(
      bucket.text("a.jpg.xmp"),
      RatedSidecar.digiKam.rated.replacing(
        "xmp:Label=\"Red\"", with: "xmp:Label=\"Green\""))
  }

  @Test func `a reported change is reported again when it has changed again`() async throws {
    let photo = try await photo()
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    await #expect(throws: SidecarError.self) { try await rate(photo, 5) }
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.rated)

    await #expect(
      throws: SidecarError.ratedElsewhere(
        name: "a.jpg.xmp", PhotoRating(stars: 2, label: PhotoLabel(.red)))
    ) {
      try await ratings.write(
        PhotoRating(stars: 5, label: PhotoLabel(.red)), of: photo,
        over: PhotoRating(stars: 3, label: PhotoLabel(.red)))
    }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.rated)
  }

  @Test func `a mark is added to another program's rating, and doesn't replace another mark`()
    async throws
  {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.rated)
    _ = try await mark(photo, as: .forSale("120"))
    let text = try await marked(RatedSidecar.digiKam.rated, .forSale("120"))
    expectEqual(bucket.text("a.jpg.xmp"), text)

    let theirs = try #require(try await marked(RatedSidecar.digiKam.rated, .forSale("99")))
    bucket.put("a.jpg.xmp", theirs)
    await #expect(throws: SidecarError.markedElsewhere(name: "a.jpg.xmp", .forSale("99"))) {
      _ = try await mark(photo, as: .notForSale)
    }
    expectEqual(bucket.text("a.jpg.xmp"), theirs)

    // Now that the user knows of it, it can be replaced.
    _ = try await mark(photo, as: .notForSale)
    try await expectEqual(bucket.text("a.jpg.xmp"), marked(RatedSidecar.digiKam.rated, .notForSale))
  }

  @Test func `two edits of our own at the same time are both there`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()
    async let mark = self.mark(photo, as: .forSale("120"))
    async let rating: Void = rate(photo, 2)
    _ = try await (mark, rating)
    try await expectEqual(
      bucket.text("a.jpg.xmp"), marked(RatedSidecar.digiKam.rated, .forSale("120")))
  }

  @Test func `an unreadable sidecar is not overwritten unseen`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.fails("a.jpg.xmp", count: 1)
    let photo = try await photo()
    expectEqual(photo.rating, nil)
    await #expect(
      throws: SidecarError.ratedElsewhere(
        name: "a.jpg.xmp", PhotoRating(stars: 3, label: PhotoLabel(.red)))
    ) {
      try await rate(photo, 5)
    }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.text)
    try await expectEqual(self.photo(isRefresh: true).rating, 3)
  }

  @Test func `a deleted sidecar is reported, and a deleted photo`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photos = try await photos()
    let (first, second) = (
      await repository.details(of: photos[0]), await repository.details(of: photos[1])
    )
    bucket.remove("a.jpg.xmp")
    bucket.remove("b.jpg")

    await #expect(throws: SidecarError.changedElsewhere(name: "a.jpg.xmp")) {
      try await rate(first, 5)
    }
    await #expect(throws: SidecarError.gone(name: "b.jpg")) { try await rate(second, 5) }
    expectEqual(bucket.names, ["a.jpg"])
  }

  // MARK: Servers

  @Test func `a server that ignores conditions is not written to`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.ignores(["If-Match", "If-None-Match"])
    for photo in try await photos() {
      let photo = await repository.details(of: photo)
      await #expect(throws: SidecarError.unguarded(host: "127.0.0.1")) { try await rate(photo, 5) }
    }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.text)
    expectEqual(bucket.names, ["a.jpg", "a.jpg.xmp", "b.jpg"])
    // It was tested with files that have been deleted again, and once for each condition.
    expectEqual(bucket.methods.count { $0 == .put }, 4)
    for photo in try await photos() {
      await #expect(throws: SidecarError.self) { try await rate(photo, 4) }
    }
    expectEqual(bucket.methods.count { $0 == .put }, 4)
  }

  /// WsgiDAV is one.
  @Test func `a server that creates missing files keeps existing ones`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.makesWhatIsNotThere()
    let photo = try await photo()
    try await rate(photo, 2)
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.rated)
    expectEqual(bucket.names, ["a.jpg", "a.jpg.xmp", "b.jpg"])
  }

  /// Ceph is one.
  @Test func `a server that compares tags without quotation marks is written to`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.comparesBareTags()
    let photo = try await photo()
    try await rate(photo, 2)
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.rated)

    let rated = await repository.details(of: photo)
    bucket.put("a.jpg.xmp", RatedSidecar.lightroom.text)
    await #expect(throws: Self.lightroom) { try await rate(rated, 4) }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.lightroom.text)
  }

  /// Apache's entity tags are weak within the second in which a file was written.
  @Test func `a sidecar that was just written is changed a moment later`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try await photo()
    bucket.givesWeakTags(count: 1)
    try await rate(photo, 2)
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.rated)
  }

  @Test func `a server that would overwrite a new file gets none`() async throws {
    bucket.put("b.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.ignores(["If-None-Match"])
    let photos = try await photos()
    let (first, second) = (
      await repository.details(of: photos[0]), await repository.details(of: photos[1])
    )
    await #expect(throws: SidecarError.unguarded(host: "127.0.0.1")) { try await rate(first, 5) }
    try await rate(second, 2)
    expectEqual(bucket.text("b.jpg.xmp"), RatedSidecar.digiKam.rated)
    expectEqual(bucket.names, ["a.jpg", "b.jpg", "b.jpg.xmp"])
  }

  /// Some web servers don't serve names that begin with a dot, which says nothing about conditions.
  @Test func `a server that hides hidden names isn't assumed to respect conditions`()
    async throws
  {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.ignores(["If-Match"])
    bucket.knowsNoHiddenNames()
    let photo = try await photo()
    await #expect(throws: SidecarError.unguarded(host: "127.0.0.1")) { try await rate(photo, 5) }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.text)
  }

  @Test func `a server without entity tags is not written to`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.givesNoTags()
    let photo = try await photo()
    await #expect(throws: SidecarError.unguarded(host: "127.0.0.1")) { try await rate(photo, 5) }
    expectEqual(bucket.text("a.jpg.xmp"), RatedSidecar.digiKam.text)
  }

  @Test func `a write whose answer was lost is found done`() async throws {
    let photo = try await photo()
    bucket.losesAnswer(ofPut: 3)
    try await rate(photo, 5)
    expectEqual(bucket.text("a.jpg.xmp")?.contains("xmp:Rating=\"5\""), true)
  }

  @Test(arguments: [
    (403, SidecarError.server(.keyMissing(source: "b", variable: "AWS_ACCESS_KEY_ID"))),
    (405, .readOnly(name: "a.jpg.xmp")),
    (503, .server(.serverOverloaded)),
    (507, .unwritable(name: "a.jpg.xmp", code: ENOSPC)),
  ])
  func `a refused write is reported`(status: Int, error: SidecarError) async throws {
    let photo = try await photo()
    bucket.answersPut(with: status)
    await #expect(throws: error) { try await rate(photo, 5) }
    expectEqual(bucket.names, ["a.jpg", "b.jpg"])
  }

  @Test func `a sidecar that isn't XMP is left unchanged`() async throws {
    bucket.put("a.jpg.xmp", "<rdf:RDF")
    let photo = try await photo()
    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "unexpected end of file inside <rdf:RDF>")
    ) { try await rate(photo, 5) }
    expectEqual(bucket.text("a.jpg.xmp"), "<rdf:RDF")
  }
}

/// Knows of a photo what its sidecar says.
private struct SidecarRatingReader: PhotoMetadataReader {
  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> RawPhotoMetadata? {
    var metadata = RawPhotoMetadata()
    if let sidecar, let bytes = try? FileBytes.read(sidecar, byteLimit: 1 << 20).bytes,
      let document = try? SidecarReader.document(bytes)
    {
      metadata.rating = document.value(of: .rating).flatMap { Int($0) }
    }
    return metadata
  }
}

/// An object store in memory, which respects conditions unless a test says otherwise.
private final class FakeBucket: HTTPTransport {
  static let endpoint = URL(string: "http://127.0.0.1:9000") ?? URL(filePath: "/")
  /// The beginning of a JPEG.
  static let picture = "\u{FF}" + String(repeating: "x", count: 100)

  private struct State {
    var files: [String: [UInt8]] = [:]
    var methods: [HTTPRequest.Method] = []
    var ignored: Set<String> = []
    var hasTags = true
    var weakCount = 0
    var makesAll = false
    var areTagsBare = false
    var hidesHidden = false
    var failing: [String: Int] = [:]
    var deleted: [String] = []
    var lostPut: Int?
    var putStatus: Int?
    var beforePut: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  var names: [String] { state.withLock { $0.files.keys.sorted() } }
  var methods: [HTTPRequest.Method] { state.withLock(\.methods) }
  func text(_ name: String) -> String? {
    state.withLock { $0.files[name] }.map { String(decoding: $0, as: UTF8.self) }
  }
  func put(_ name: String, _ text: String) {
    let bytes: [UInt8] = name.hasSuffix(".jpg") ? [0xFF, 0xD8, 0xFF] + text.utf8 : Array(text.utf8)
    state.withLock { $0.files[name] = bytes }
  }
  func remove(_ name: String) { state.withLock { $0.files[name] = nil } }
  func ignores(_ headers: Set<String>) { state.withLock { $0.ignored = headers } }
  func givesNoTags() { state.withLock { $0.hasTags = false } }
  func givesWeakTags(count: Int) { state.withLock { $0.weakCount = count } }
  func makesWhatIsNotThere() { state.withLock { $0.makesAll = true } }
  var deleted: [String] { state.withLock(\.deleted) }
  func knowsNoHiddenNames() { state.withLock { $0.hidesHidden = true } }
  /// The next requests for a file fail, or for the listing, which has no name.
  func fails(_ name: String, count: Int) { state.withLock { $0.failing[name] = count } }
  func comparesBareTags() { state.withLock { $0.areTagsBare = true } }
  func losesAnswer(ofPut number: Int) { state.withLock { $0.lostPut = number } }
  func answersPut(with status: Int) { state.withLock { $0.putStatus = status } }
  /// Called once, before a sidecar is replaced.
  func beforePut(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.beforePut = action }
  }

  private static func tag(_ bytes: [UInt8]) -> String {
    "\"\(StableHash.hex(StableHash.hash(bytes)))\""
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    let name = String(request.url.path(percentEncoded: false).dropFirst("/b/".count))
    state.withLock { $0.methods.append(request.method) }
    // Lets other tasks run in between.
    await Task.yield()
    if name.hasPrefix("."), state.withLock(\.hidesHidden) { return answer(404, [], request) }
    if request.method == .get {
      let fails = state.withLock { state in
        defer { state.failing[name]? -= 1 }
        return (state.failing[name] ?? 0) > 0
      }
      if fails { return answer(500, [], request) }
    }
    switch request.method {
    case .get where request.url.query() != nil: return answer(200, listing(), request)
    case .get:
      guard let bytes = state.withLock({ $0.files[name] }) else { return answer(404, [], request) }
      var response = answer(request.headers["Range"] == nil ? 200 : 206, bytes, request)
      if request.headers["Range"] != nil { response.headers["Content-Range"] = "bytes 0-1/2" }
      let isWeak = state.withLock { state in
        defer { state.weakCount = max(0, state.weakCount - 1) }
        return state.weakCount > 0
      }
      if state.withLock(\.hasTags) {
        response.headers["ETag"] = (isWeak ? "W/" : "") + Self.tag(bytes)
      }
      return response
    case .put: return try put(request, name)
    case .delete:
      state.withLock { $0.deleted.append(name) }
      remove(name)
      return answer(204, [], request)
    default: return answer(405, [], request)
    }
  }

  private func put(_ request: HTTPRequest, _ name: String) throws(PhotoSourceError) -> HTTPResponse
  {
    if !name.hasPrefix("."),
      let action = state.withLock({ state in
        defer { state.beforePut = nil }
        return state.beforePut
      })
    {
      action()
    }
    let (status, isLost) = state.withLock { state -> (Int, Bool) in
      if let status = state.putStatus { return (status, false) }
      let isLost = state.lostPut == state.methods.count { $0 == .put }
      let tag = state.files[name].map(Self.tag)
      let there = state.areTagsBare ? tag?.replacing("\"", with: "") : tag
      if let wanted = request.headers["If-Match"], !state.ignored.contains("If-Match"),
        there != wanted, there != nil || !state.makesAll
      {
        return (412, isLost)
      }
      if request.headers["If-None-Match"] != nil, !state.ignored.contains("If-None-Match"),
        there != nil
      {
        return (412, isLost)
      }
      state.files[name] = request.body
      return (200, isLost)
    }
    if isLost { throw .timedOut(host: "127.0.0.1") }
    return answer(
      status, status == 403 ? Array("<Error><Code>AccessDenied</Code></Error>".utf8) : [], request)
  }

  private func answer(_ status: Int, _ body: [UInt8], _ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: status, body: body, url: request.url)
  }

  private func listing() -> [UInt8] {
    let contents = state.withLock { state in
      state.files.keys.sorted().map { name in
        "<Contents><Key>\(name)</Key><LastModified>2026-11-22T03:14:38Z</LastModified>"
          + "<ETag>\(Self.tag(state.files[name] ?? []))</ETag><Size>5000</Size></Contents>"
      }
    }
    return Array("<ListBucketResult>\(contents.joined())</ListBucketResult>".utf8)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, allowance: DownloadAllowance,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await send(request)
  }
}
