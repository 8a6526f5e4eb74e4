import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import Synchronization
import Testing

@testable import GalleryStore

/// One language for both: what is asked of a folder, and of the stored page of a feed that was made of it, while its server can't be
/// reached.
@Suite(.timeLimit(.minutes(10))) struct StoredFeedQueriesTests {
  private static let zone = TimeZone.gmt

  /// Says what files say, by their names.
  private struct Reader: PhotoMetadataReader {
    let files: [String: PhotoMetadata]

    func metadata(
      of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
    ) async -> PhotoMetadata? {
      files[
        String(decoding: file.path, as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
      ]
    }
  }

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

  private static let metadata: [String: PhotoMetadata] = [
    "a.jpg": made(
      "Vienna street", "Shooting & <walking>\nat night", "W. Hühner", "2017:10:03 23:30:00",
      "+02:00",
      camera: ("NIKON CORPORATION", "NIKON D500"), lens: "50.0 mm f/1.8",
      exposure: (50, 1.8, 0.005, 400), keywords: ["street", "Night life", "for sale"],
      size: (6_000, 4_000), licence: "CC BY 4.0", places: ["Leopoldstadt", "Wien", "Österreich"]),
    "b.jpg": made(
      "Lake", "two people at the lake", "Đặng Văn", "2018:01:31 08:00:00", "-08:00",
      camera: ("FUJIFILM", "X-T3"), lens: "XF23mmF2 R WR", exposure: (23, 2, 1.0 / 60, 1600),
      keywords: ["water", "not for sale"], size: (4_000, 6_000), licence: nil,
      places: ["Neusiedl", "Österreich"]),
    "c.jpg": made(
      "東京タワーの夜景", nil, "山田太郎", "2018:01:01 00:30:00", "+09:00",
      camera: ("NIKON CORPORATION", "NIKON Z 6"), lens: nil, exposure: (nil, nil, nil, nil),
      keywords: ["夜景", "street"], size: (800, 600), licence: "CC BY-NC-ND 2.0",
      places: ["東京", "日本"]),
    "d.jpg": made(
      "Crème brûlée", "red car", nil, "2019:06:30 12:00:00", nil,
      camera: ("FUJIFILM", "X-T3"), lens: "50.0 mm f/1.8", exposure: (50, 8, 1.0 / 30, 200),
      keywords: [], size: (3_000, 3_000), licence: nil),
    // It says nothing but its date: that of a file isn't published.
    "e.jpg": {
      var made = PhotoMetadata()
      made.dates = [.init("2021:03:04 05:06:07")]
      return made
    }(),
  ]

  private static func made(
    _ title: String, _ description: String?, _ author: String?, _ date: String, _ offset: String?,
    camera: (String, String), lens: String?,
    exposure: (Double?, Double?, Double?, Int?), keywords: [String], size: (Int, Int),
    licence: String?, places: [String] = []
  ) -> PhotoMetadata {
    var made = PhotoMetadata()
    (made.title, made.description, made.author, made.licence) = (
      title, description, author, licence
    )
    made.dates = [.init(date, offset: offset)]
    (made.cameraMake, made.cameraModel) = camera
    made.lens = lens
    (made.focalLength, made.aperture, made.exposureTime, made.iso) = exposure
    made.places = places
    (made.keywords, made.width, made.height) = (keywords, size.0, size.1)
    return made
  }

  /// The folder, and a feed of it as another run of the program sees it without a network.
  private struct Sources {
    let home: TemporaryFolder
    let fixture: StoreFixture
    let folder: LocalQueryRepository
    let feed: LocalQueryRepository

    /// The photos of a query, as the list gets them.
    func photos(_ query: PhotoQuery, of repository: LocalQueryRepository) async throws -> [Photo] {
      var request = PageRequest(query)
      request.readsAll = true
      do throws(PhotoSourceError) {
        let page = try await repository.page(for: request)
        return await repository.details(of: page.photos)
      } catch {
        #expect(error.isUnreachable)
        return try #require(await repository.storedPage(for: request)).photos
      }
    }

    func ids(_ query: PhotoQuery) async throws -> (folder: [Photo.ID], feed: [Photo.ID]) {
      try await (photos(query, of: folder).map(\.id), photos(query, of: feed).map(\.id))
    }
  }

  private func sources() async throws -> Sources {
    let home = try TemporaryFolder()
    let fixture = try StoreFixture()
    for name in Self.metadata.keys.sorted() { try home.write(Array(name.utf8), to: name) }
    let file = try #require(FileReference(path: home.path))
    let listed = FolderRepository(
      folder: file, reader: Reader(files: Self.metadata), zone: Self.zone)
    let site = try #require(FileReference(path: "\(fixture.home.path)/site"))
    let publication = FeedPublication(
      of: listed, folders: [file], key: [1], to: site,
      settings: FeedPublicationSettings(zone: Self.zone)
    ) { _, side in .jpeg(Array("\(side)".utf8)) }
    let summary = try await publication.run { _ in }
    expectEqual(summary.photoCount, 5)

    let body = try Data(contentsOf: URL(filePath: "\(fixture.home.path)/site/feed.json"))
    let server = Server(Array(body))
    let url = try #require(URL(string: "https://photos.example/feed.json"))
    let presets = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/vitrine/Resources/presets"
    ).standardizedFileURL.path(percentEncoded: false)
    let library = PresetLibrary(shipped: FileReference(path: Array(presets.utf8)), own: nil)
    let catalog = FormatCatalog(environment: { _ in nil }, library: { library })
    func opened() -> LocalQueryRepository {
      LocalQueryRepository(
        AddressRepository(
          url: url,
          dependencies: AddressRepository.Dependencies(
            catalog: catalog, transport: server, store: fixture.pages, zone: Self.zone)),
        zone: Self.zone)
    }
    try await expectEqual(opened().page(for: PageRequest()).photos.count, 5)
    server.leave()
    return Sources(
      home: home, fixture: fixture, folder: LocalQueryRepository(listed, zone: Self.zone),
      feed: opened())
  }

  private static let filters = [
    "camera:nikon", "-camera:nikon", #"camera:="NIKON D500""#, "camera:x-t3|z", "lens:50",
    "lens:XF23",
    "title:lake", "title:creme", "description:<walking>", "description:night", "tag:street",
    "tag:night", #"tag:"night life""#, "-tag:street", "author:huhner", "author:山田", "licence:by",
    "-licence:nc", "date:2017", "date:2018-01", "date:2017-10-03", "date:2018-01-01", "date:>2018",
    "date:<=2018-01", "date:2017..2018", "iso:>=400", "iso:<400", "focal:50", "focal:20..30",
    "width:>3000", "height:6000", "mp:>10", "mp:<1", "sale:yes", "sale:no", "-sale:yes", "street",
    "night lake", "-lake", "nikon street", "50.0", "夜景", "d500|x-t3", "is:rejected", "zzz",
  ]

  @Test func `filters find the same in a folder and in a stored feed of it`() async throws {
    let sources = try await sources()

    var found: Set<[Photo.ID]> = []
    for text in Self.filters {
      let reading = FilterReading(text)
      #expect(reading.faults.isEmpty, "\(text)")
      let ids = try await sources.ids(PhotoQuery(filter: reading.expression))
      expectEqual(ids.feed, ids.folder, "\(text)")
      found.insert(ids.folder)
    }
    // They tell photos apart.
    #expect(found.count > 12)
  }

  @Test func `where photos were taken is found in a folder, and not published`() async throws {
    let sources = try await sources()

    for place in ["Leopoldstadt", "Österreich", "Neusiedl", "日本"] {
      for query in [
        PhotoQuery(search: place), PhotoQuery(filter: FilterReading("place:\(place)").expression),
      ] {
        try await expectEqual(sources.ids(query).folder.isEmpty, false)
      }
      for file in ["feed.json", "index.html"] {
        let text = try String(
          contentsOfFile: "\(sources.fixture.home.path)/site/\(file)", encoding: .utf8)
        #expect(!text.isEmpty && !text.contains(place))
      }
    }
  }

  /// In a folder the best matches come first, in a stored feed its order stays.
  @Test(arguments: [
    "vienna", "lake", "people lake", "huhner", "HÜHNER", "creme",
    "d500", "nikon", "x-t3", "street",
    "night", "ake", "京タ", "iko 500", "夜景", "東京", "山田", "walking", "xf23", "50.0", "zzz", "red car",
    "Đang van",
  ])
  func `a search for words finds the same`(words: String) async throws {
    let sources = try await sources()

    let ids = try await sources.ids(PhotoQuery(search: words))

    expectEqual(ids.feed.sorted(), ids.folder.sorted())
    expectEqual(ids.folder.isEmpty, words == "zzz")
  }
}
