import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryTestSupport
import Synchronization
import Testing

@testable import GalleryStore

/// What a feed that was made of a folder says of its photos while its server can't be reached.
@Suite(.timeLimit(.minutes(10))) struct StoredFeedQueriesTests {
  private static let zone = TimeZone.gmt

  /// Serves one file, until it is gone.
  private final class Server: HTTPTransport {
    private let body: [UInt8]
    private let isGone = Mutex(false)

    init(_ body: [UInt8]) {
      self.body = body
    }

    func leave() { isGone.withLock { $0 = true } }

    func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
      guard !isGone.withLock(\.self) else { throw .noNetwork }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: body, url: request.url)
    }

    func download(
      _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
      progress: @escaping @Sendable (ImageProgress) -> Void
    ) async throws(PhotoSourceError) -> HTTPResponse {
      throw .noNetwork
    }
  }

  /// Of one file, much is said; of the other, when its photo was taken.
  private struct Reader: PhotoMetadataReader {
    func metadata(
      of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
    ) async -> PhotoMetadata? {
      var made = PhotoMetadata()
      guard file.path.suffix(5).elementsEqual("a.jpg".utf8) else {
        made.dates = [.init("2021:03:04 05:06:07")]
        return made
      }
      made.title = "Crème 東京"
      (made.description, made.author) = ("Shooting & <walking>\nat night", "W. Hühner")
      made.dates = [.init("2017:10:03 23:30:00", offset: "+02:00")]
      (made.cameraMake, made.cameraModel, made.lens) = (
        "NIKON CORPORATION", "NIKON D500", "50.0 mm f/1.8"
      )
      (made.focalLength, made.aperture, made.exposureTime, made.iso) = (50, 1.8, 0.005, 400)
      (made.keywords, made.width, made.height) = (
        ["street", "Night life", "for sale"], 6_000, 4_000
      )
      (made.licence, made.places) = ("CC BY 4.0", ["Leopoldstadt", "Österreich"])
      return made
    }
  }

  @Test
  func `a stored feed of a folder says what the folder says, but for where photos were taken`()
    async throws
  {
    let home = try TemporaryFolder()
    let fixture = try StoreFixture()
    for name in ["a.jpg", "b.jpg"] { try home.write(name, name) }
    let folder = FolderRepository(folder: home.reference, reader: Reader(), zone: Self.zone)
    let publication = FeedPublication(
      of: folder, folders: [home.reference], key: [1], to: fixture.home.file("site"),
      settings: FeedPublicationSettings(zone: Self.zone)
    ) { _, side in .jpeg(Array("\(side)".utf8)) }
    try await expectEqual(publication.run { _ in }.photoCount, 2)

    let server = Server(Array(try fixture.home.read("site/feed.json").utf8))
    let presets = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/vitrine/Resources/presets"
    ).standardizedFileURL.path(percentEncoded: false)
    let library = PresetLibrary(shipped: FileReference(path: Array(presets.utf8)), own: nil)
    let catalog = FormatCatalog(environment: { _ in nil }, library: { library })
    let url = try #require(URL(string: "https://photos.example/feed.json"))
    func feed() -> LocalQueryRepository {
      LocalQueryRepository(
        AddressRepository(
          url: url,
          dependencies: AddressRepository.Dependencies(
            catalog: catalog, transport: server, store: fixture.pages, zone: Self.zone)),
        zone: Self.zone)
    }
    _ = try await feed().page(for: PageRequest())
    server.leave()

    var request = PageRequest()
    request.readsAll = true
    let stored = try #require(await feed().storedPage(for: request)).photos
    let read = try await folder.details(of: folder.page(for: request).photos)
    func said(_ photo: Photo) -> [String?] {
      [
        photo.name, photo.description, photo.author, photo.camera, photo.lens, photo.licence?.name,
        "\(photo.exposure) \(photo.tags) \(photo.saleStatus) \(photo.width ?? 0)×\(photo.height ?? 0)",
        photo.createdAt.map { "\($0) \(photo.utcOffset ?? -1) \(photo.isFileDate)" },
      ]
    }
    expectEqual(stored.map(said), read.map(said))
    for query in [
      PhotoQuery(search: "creme night"), PhotoQuery(search: "none"),
      PhotoQuery(filter: FilterReading("sale:yes iso:>=400 date:2017-10-03").expression),
      PhotoQuery(filter: FilterReading("-tag:street").expression, sort: PhotoSort(.date)),
    ] {
      request.query = query
      let (feed, request) = (feed(), request)
      let found: PhotoPage?
      do throws(PhotoSourceError) {
        found = try await feed.page(for: request)
      } catch {
        #expect(error.isUnreachable)
        found = await feed.storedPage(for: request)
      }
      try await expectEqual(
        found?.photos.map(\.id),
        LocalQueryRepository(folder, zone: Self.zone).page(for: request).photos.map(\.id))
    }

    expectEqual(read[0].places, ["Leopoldstadt", "Österreich"])
    for file in ["feed.json", "index.html"] {
      let text = try fixture.home.read("site/\(file)")
      #expect(!text.isEmpty && read[0].places.allSatisfy { !text.contains($0) })
    }
  }
}
