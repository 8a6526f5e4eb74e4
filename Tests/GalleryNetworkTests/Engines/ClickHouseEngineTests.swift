import ExpectationSupport
import FeedFormats
import Foundation
import GalleryClickHouse
import GalleryData
import GalleryDomain
import GalleryNetwork
import Testing

/// A table of a real ClickHouse, filled with the lines of `vitrine list --json`, compared with the same photos here.
///
/// `scripts/test-engines clickhouse` starts the servers: two shards and a table over both.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: ClickHouseEngine.address != nil, "scripts/test-engines starts one"))
struct ClickHouseEngineTests {
  private static let zone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
  private static let pageSize = 37

  private func repository() throws -> ClickHouseRepository {
    try ClickHouseEngine.repository(zone: Self.zone)
  }

  /// All photos, page by page.
  private func walk(
    _ query: PhotoQuery, in repository: ClickHouseRepository
  ) async throws -> [Photo] {
    var photos: [Photo] = []
    var number = 1
    while true {
      let page = try await repository.page(
        for: PageRequest(query, page: number, pageSize: Self.pageSize))
      photos += page.photos
      expectEqual(page.skipped.count, 0)
      guard page.hasMorePages else {
        expectEqual(page.totalCount, photos.count)
        return photos
      }
      number += 1
    }
  }

  /// The photos that were put into the table, in the table's own order.
  private static let photos = ClickHouseEngine.photos.sorted { one, other in
    let (first, second) = (one.createdAt ?? .distantPast, other.createdAt ?? .distantPast)
    return first == second ? one.id > other.id : first > second
  }

  /// The same photos, put in order here.
  private static func arranged(
    _ query: PhotoQuery
  ) async throws -> (photos: [Photo], sections: PhotoPageSections) {
    // In the source's order there is nothing to arrange here, and no sections.
    var query = query
    if query.sort == nil, query.grouping != nil {
      query.sort = PhotoSort(.date, isDescending: true)
    }
    let repository = LocalQueryRepository(ListedPhotos(photos: photos), zone: zone)
    var found: [Photo] = []
    while true {
      let page = try await repository.page(
        for: PageRequest(query, page: found.count / 500 + 1, pageSize: 500))
      found += page.photos
      if !page.hasMorePages { return (found, page.sections) }
    }
  }

  @Test func `the table has every listed photo, the newest first`() async throws {
    try await ClickHouseEngine.filled()

    let found = try await walk(.everything, in: try repository())

    expectEqual(found.map(\.id), Self.photos.map(\.id))
    expectEqual(found, Self.photos)
  }

  @Test(arguments: [
    "camera:nikon", "camera:=\"nikon d850\"", "-camera:nikon", "price:<100", "price:50..100EUR",
    "price:19.99", "price:>0.0000000000000001", "price:<999999999999999999", "-price:<100",
    "currency:usd", "date:2017", "date:>=2018-05", "date:<1990", "-date:2017", "date:2016-02-29",
    "sale:yes", "sale:no", "sale:unstated", "tag:sea", "tag:=sea", "-tag:sea",
    "author:ona", "lens:50mm", "licence:by", "id:7", "title:bridge", "title:'", "title:\\",
    "description:\"walk\"", "width:>4000", "height:<=2000", "mp:>=24", "mp:6.000001", "rating:>=3",
    "rating:0", "is:rejected", "-is:rejected", "label:red", "label:select", "-label:red",
    "size:>5MB", "size:<1500000", "iso:>100", "-iso:>100", "ext:jpg", "harbour", "sale:no|unstated",
    "harbour|'",
    "-harbour", "sale:yes price:<100 camera:nikon -tag:sea rating:>=1", "\"x'); DROP TABLE\"",
    "title:\"\\\\' OR 1=1 --\"", "camera:\"%\"", "title:_",
  ])
  func `a filter finds the same as here`(text: String) async throws {
    try await ClickHouseEngine.filled()
    let filter = FilterReading(text).expression
    try #require(!filter.isEmpty)
    let matcher = FilterMatcher(filter, zone: Self.zone)

    let found = try await walk(PhotoQuery(filter: filter), in: try repository())

    expectEqual(found.map(\.id), Self.photos.filter(matcher.matches).map(\.id))
  }

  @Test(arguments: ["harbour", "morning bridge", "nikon sea", "o'brien", "\\", "'", "ona NIKON"])
  func `a search finds the same as here`(search: String) async throws {
    try await ClickHouseEngine.filled()
    let query = PhotoQuery(search: search)
    let filter = LocalFilter(query)

    let found = try await walk(query, in: try repository())

    expectEqual(found.map(\.id), Self.photos.filter(filter.keeps).map(\.id))
  }

  private static let sorts = PhotoSort.Key.allCases.flatMap {
    [PhotoSort($0), PhotoSort($0, isDescending: true)]
  }

  @Test(arguments: sorts)
  func `an order is the same as here`(sort: PhotoSort) async throws {
    try await ClickHouseEngine.filled()
    // None has a path.
    guard ![.name, .path].contains(sort.key) else { return }
    let query = PhotoQuery(sort: sort)
    let expected = try await Self.arranged(query).photos

    let found = try await walk(query, in: try repository())

    expectEqual(found.map(\.id), expected.map(\.id))
  }

  @Test(arguments: [PhotoGrouping.day, .month, .camera, .rating], [nil, PhotoSort(.price)])
  func `sections are the same as here`(grouping: PhotoGrouping, sort: PhotoSort?) async throws {
    try await ClickHouseEngine.filled()
    let query = PhotoQuery(sort: sort, grouping: grouping)
    let expected = try await Self.arranged(query)
    let repository = try repository()

    let found = try await walk(query, in: repository)
    let page = try await repository.page(for: PageRequest(query, page: 3, pageSize: Self.pageSize))

    expectEqual(found.map(\.id), expected.photos.map(\.id))
    expectEqual(page.sections, expected.sections)
  }

  @Test(arguments: [
    nil, PhotoSort(.date), PhotoSort(.price), PhotoSort(.title), PhotoSort(.rating),
  ])
  func `a page is the same however it is reached`(sort: PhotoSort?) async throws {
    try await ClickHouseEngine.filled()
    let query = PhotoQuery(sort: sort)
    let all = try await walk(query, in: try repository())
    let last = (all.count - 1) / Self.pageSize + 1

    let repository = try repository()
    // Jumps, one page on, one page back, and to the ends.
    for number in [last, last - 1, 1, 20, 19, 21, 40, 39, last / 2, last / 2 + 1, 2, 1, last] {
      let page = try await repository.page(
        for: PageRequest(query, page: number, pageSize: Self.pageSize))
      let start = (number - 1) * Self.pageSize
      let end = min(start + Self.pageSize, all.count)
      expectEqual(page.photos.map(\.id), all[start..<end].map(\.id))
      expectEqual(page.hasMorePages, (number < last))
    }
  }

  @Test func `rows that are added repeat none and hide none`() async throws {
    try await ClickHouseEngine.filled()
    let repository = try repository()
    let first = try await repository.page(for: PageRequest(pageSize: Self.pageSize))
    let newest = try #require(first.photos.first?.createdAt)
    var later = Photo(id: "later", name: "Later")
    later.createdAt = newest.addingTimeInterval(1)
    try await ClickHouseEngine.insert([later])

    let second = try await repository.page(for: PageRequest(page: 2, pageSize: Self.pageSize))
    try await ClickHouseEngine.fill()

    expectEqual(second.photos.map(\.id), Self.photos[Self.pageSize..<2 * Self.pageSize].map(\.id))
  }

  @Test func `missing permissions of the reader are reported`() async throws {
    try await ClickHouseEngine.filled()

    await #expect(throws: PhotoSourceError.notFound(name: "gallery.nothing")) {
      try await ClickHouseEngine.repository(table: "nothing").page(for: PageRequest())
    }
    await #expect(throws: PhotoSourceError.permissionDenied(name: "secret.tables")) {
      try await ClickHouseEngine.repository(database: "secret", table: "tables")
        .page(for: PageRequest())
    }
    let stranger = ClickHouseCredentials(user: "reader", password: "wrong")
    let host = try #require(ClickHouseEngine.address?.split(separator: "/").last.map(String.init))
    await #expect(
      throws: PhotoSourceError.keyRefused(source: host, variable: "CLICKHOUSE_PASSWORD")
    ) {
      try await ClickHouseEngine.repository(credentials: stranger).page(for: PageRequest())
    }
  }
}

/// The real servers.
enum ClickHouseEngine {
  /// Such as `http://127.0.0.1:8123`; nil if none was started.
  static let address = ProcessInfo.processInfo.environment["VITRINE_TEST_CLICKHOUSE"]

  private static let transport = CurlTransport(
    configuration: TransportConfiguration(version: "test"))

  static func repository(
    database: String = "gallery", table: String = "photos",
    credentials: ClickHouseCredentials = ClickHouseCredentials(
      user: "reader", password: "galleryreader"),
    zone: TimeZone = .gmt
  ) throws -> ClickHouseRepository {
    ClickHouseRepository(
      try ClickHouseAddress("\(address ?? "")/\(database).\(table)"), credentials: credentials,
      transport: transport, store: NoPages(), zone: zone)
  }

  private static let filling = Task { try await fill() }

  /// Waits until the table holds `photos` and nothing else.
  static func filled() async throws { try await filling.value }

  static func fill() async throws {
    for port in ports { try await run("TRUNCATE TABLE gallery.photos_local", on: port) }
    try await insert(photos)
  }

  /// Each shard has its own; the second is reported after the first.
  private static var ports: [String] {
    [address, ProcessInfo.processInfo.environment["VITRINE_TEST_CLICKHOUSE2"]].compactMap { $0 }
  }

  static func insert(_ photos: [Photo]) async throws {
    let lines = photos.map { PhotoRecord.line($0, zone: .gmt) + "\n" }.joined()
    try await run(
      lines, on: address ?? "",
      query: [
        URLQueryItem(name: "input_format_skip_unknown_fields", value: "1"),
        URLQueryItem(name: "query", value: "INSERT INTO gallery.photos_in FORMAT JSONEachRow"),
      ])
  }

  private static func run(
    _ body: String, on server: String, query: [URLQueryItem] = []
  ) async throws {
    var parts = try #require(URLComponents(string: server + "/"))
    parts.queryItems = query.isEmpty ? nil : query
    let answer = try await transport.send(
      HTTPRequest(method: .post, url: try #require(parts.url), body: Array(body.utf8)))
    try #require(answer.isSuccess, "\(String(decoding: answer.body.prefix(500), as: UTF8.self))")
  }

  /// With names that mean something in queries, and some of everything missing.
  static let photos: [Photo] = {
    let firsts = [
      "morning", "evening", "o'brien's", "back\\slash", "100% quiet", "x'); DROP TABLE",
    ]
    let seconds = ["bridge", "harbour", "river_walk", "\\' or 1=1 --", "\"market\"", "`station`"]
    let cameras = ["NIKON D850", "NIKON Z 6", "Canon EOS R5", "FUJIFILM X-T4", nil]
    let prices = ["19.99", "49.00", "50.00", "75.50", "99.9999", "100.00", "250.01", "0.01"]
    let tags = ["sea", "seaside", "night", "street", "it's"]
    return (0..<3_000).map { number in
      var random = number &* 2_654_435_761 % 4_294_967_296
      func pick(_ count: Int) -> Int {
        random = (random &* 1_103_515_245 &+ 12_345) % 2_147_483_648
        return random / 65_536 % count
      }
      var photo = Photo(id: "p\(number)", name: "\(firsts[pick(6)]) \(seconds[pick(6)])")
      if pick(3) == 0 { photo.description = "taken on a walk in \(pick(30))" }
      photo.author = ["Ona Sato", "Emil Rossi", nil][pick(3)]
      photo.camera = cameras[pick(5)]
      photo.lens = ["50mm f/1.8", nil][pick(2)]
      if pick(40) > 0 {
        photo.createdAt = Date(timeIntervalSince1970: Double(100_000_000 + pick(32_768) * 45_000))
      }
      // Around the same time, so that clocks and instants differ in their order.
      if photo.createdAt != nil {
        photo.utcOffset = [nil, 0, 7_200, -36_000, 50_400][number % 5]
      }
      (photo.width, photo.height) = [(6000, 4000), (3000, 2000), (nil, nil)][pick(3)]
      photo.fileSize = [nil, 1_000_000 + pick(30_000) * 300][pick(2)]
      photo.rating = [nil, -1, 1, 3, 5][pick(5)]
      photo.label = [nil, PhotoLabel(.red), PhotoLabel("Select"), PhotoLabel("later")][pick(4)]
      photo.saleStatus = [.forSale, .notForSale, .unstated][pick(3)]
      if photo.saleStatus == .forSale {
        photo.price = Price(amount: prices[pick(8)], currency: ["EUR", "USD", nil][pick(3)])
      }
      photo.licence = [nil, Licence(name: "All rights reserved")][pick(2)]
      photo.tags = [[], [tags[pick(5)]], ["sea", "night"]][pick(3)]
      return photo
    }
  }()
}

/// A source that knows no order but its own.
private struct ListedPhotos: PhotoRepository {
  let photos: [Photo]
  let title = "listed"

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    PhotoPage(of: photos, for: request)
  }
}

/// Stores nothing.
private struct NoPages: PageStore {
  func page(for key: PageKey) async -> StoredPage? { nil }
  func save(_ page: StoredPage, for key: PageKey) async {}
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {}
  func removePages(from page: Int, of key: PageKey) async {}
  func pages(ofSource sourceID: String) async -> [PageKey] { [] }
  func photos(on pages: [PageKey], passing filter: LocalFilter) async -> [Photo] { [] }
}
