import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// A table of twelve photos, as a real server answered for it (`RecordedClickHouse`).
@Suite struct ClickHouseRepositoryTests {
  private let store = MemoryPageStore()

  private func server() -> ScriptedTransport {
    ScriptedTransport { request throws(PhotoSourceError) in
      try RecordedClickHouse.answer(to: request)
    }
  }

  private func repository(
    _ transport: ScriptedTransport, address: String = "http://db.example:8123/gallery.few"
  ) throws -> ClickHouseRepository {
    ClickHouseRepository(
      try ClickHouseAddress(address),
      credentials: ClickHouseCredentials(user: "reader", password: "galleryreader"),
      transport: transport, store: store, zone: .gmt,
      now: { Date(timeIntervalSince1970: 1_700_000_000) })
  }

  private func page(
    _ number: Int, _ query: PhotoQuery = .everything, of repository: ClickHouseRepository,
    isRefresh: Bool = false
  ) async throws -> PhotoPage {
    try await repository.page(
      for: PageRequest(query, page: number, pageSize: 5, isRefresh: isRefresh))
  }

  @Test func `pages are counted, and each is asked for once`() async throws {
    let transport = server()
    let repository = try repository(transport)

    let pages = [
      try await page(1, of: repository), try await page(2, of: repository),
      try await page(3, of: repository),
    ]

    #expect(pages.flatMap { $0.photos.map(\.id) } == RecordedClickHouse.newest)
    #expect(pages.map(\.totalCount) == [12, 12, 12])
    #expect(pages.map(\.hasMorePages) == [true, true, false])
    let queries = transport.requests.map(RecordedClickHouse.query)
    #expect(queries.count == 5)
    #expect(queries[0] == "DESCRIBE TABLE `gallery`.`few` FORMAT JSONCompact")
    #expect(queries[1].contains("GROUP BY"))
  }

  @Test func `who asks is in headers that stay with the host, and no setting is sent`() async throws
  {
    let transport = server()
    _ = try await page(1, of: try repository(transport))

    for request in transport.requests {
      #expect(request.method == .post)
      #expect(request.url.absoluteString == "http://db.example:8123/?wait_end_of_query=1")
      #expect(request.headers["X-ClickHouse-User"] == "reader")
      #expect(request.headers["X-ClickHouse-Key"] == "galleryreader")
      #expect(request.secretNames.contains("x-clickhouse-key"))
      #expect(request.redirects == .sameHost)
      #expect(request.isRepeatable)
    }
  }

  @Test func `the last page comes as quickly as the first, and the one before it from there`()
    async throws
  {
    let transport = server()
    let repository = try repository(transport)
    let last = try await page(3, of: repository)
    let middle = try await page(2, of: repository)

    #expect(last.photos.map(\.id) == Array(RecordedClickHouse.newest[10...]))
    #expect(middle.photos.map(\.id) == Array(RecordedClickHouse.newest[5..<10]))
    #expect(transport.requestCount == 4)
  }

  @Test func `behind the end there is nothing`() async throws {
    let transport = server()
    let behind = try await page(9, of: try repository(transport))
    #expect(behind.photos.isEmpty && !behind.hasMorePages)
    #expect(transport.requestCount == 2)
  }

  @Test func `search, filter and order are the server's`() async throws {
    let repository = try repository(server())
    let query = PhotoQuery(
      search: "bridge", filter: FilterReading("-camera:canon").expression,
      sort: PhotoSort(.price, isDescending: true))
    #expect(query.answered(by: repository.capabilities) == query)
    #expect(!query.leavesOut(repository.capabilities))

    let found = try await page(1, query, of: repository)

    #expect(found.photos.allSatisfy { $0.name.contains("bridge") && $0.camera != "Canon EOS R5" })
    #expect(found.photos.map { $0.price?.amount } == RecordedClickHouse.bridgePrices)
    #expect(found.totalCount == found.photos.count)
  }

  @Test func `only what is selected is decided here`() throws {
    let repository = try repository(server())
    let query = PhotoQuery(filter: FilterReading("-is:selected sale:yes").expression)
    #expect(
      query.answered(by: repository.capabilities).filter == FilterReading("sale:yes").expression)
  }

  @Test func `months are sections of the whole list`() async throws {
    let repository = try repository(server())
    let found = try await page(1, PhotoQuery(grouping: .month), of: repository)

    guard case .whole(let sections) = found.sections else {
      Issue.record("no sections")
      return
    }
    #expect(sections.reduce(0) { $0 + $1.count } == 12)
    #expect(sections.last?.key == .unknown)
    #expect(found.photos.map(\.id) == Array(RecordedClickHouse.newest[..<5]))
  }

  @Test func `a refresh counts again`() async throws {
    let transport = server()
    let repository = try repository(transport)
    _ = try await page(1, of: repository)
    let asked = transport.requestCount
    _ = try await page(1, of: repository, isRefresh: true)
    #expect(transport.requestCount == 2 * asked)
  }

  @Test func `what was seen is there without a server`() async throws {
    _ = try await page(1, of: try repository(server()))
    let transport = ScriptedTransport { _ throws(PhotoSourceError) in throw .noNetwork }
    let repository = try repository(transport)

    let stored = await repository.storedPage(for: PageRequest(pageSize: 5))

    #expect(stored?.photos.map(\.id) == Array(RecordedClickHouse.newest[..<5]))
    #expect(stored?.totalCount == 12)
    #expect(stored?.storedAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(transport.requestCount == 0)
    // What stands together belongs to the whole list, which is not stored.
    #expect(
      await repository.storedPage(for: PageRequest(PhotoQuery(grouping: .month), pageSize: 5))
        == nil)
  }

  @Test func `a password that the server repeats is not shown`() async throws {
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      HTTPResponse(
        status: 500, body: Array("Code: 36. DB::Exception: bad galleryreader here".utf8),
        url: request.url)
    }
    let repository = try repository(transport)
    await #expect(
      throws: PhotoSourceError.serviceFailed(source: "db.example:8123", message: "bad ••• here")
    ) {
      try await page(1, of: repository)
    }
  }

  @Test func `an answer that never makes sense ends in words`() async throws {
    for body in [
      "", "{}", "{\"data\":[]}", "{\"data\":[[]]}", "{\"data\":[[\"id\",\"String\"]]}",
      "{\"data\":[[\"id\",\"String\"],[\"id\",\"-1\"],[9,9]]}", "[1,2", "<html>", "\u{0}",
      "{\"data\":[[\"9223372036854775807\",\"9223372036854775807\"],[\"id\",\"String\"]]}",
    ] {
      let transport = ScriptedTransport { request throws(PhotoSourceError) in
        HTTPResponse(status: 200, body: Array(body.utf8), url: request.url)
      }
      let repository = try repository(transport)
      for number in [1, 2, 1 << 40] {
        for query in [.everything, PhotoQuery(sort: PhotoSort(.price), grouping: .month)] {
          _ = try? await page(number, query, of: repository)
        }
      }
      // Neither a trap nor questions without an end.
      #expect(transport.requestCount < 100)
    }
  }

  @Test func `pictures of a public server lead to no private host`() throws {
    let repository = try repository(server())
    let picture = try #require(URL(string: "http://192.168.0.1/x.jpg"))
    #expect(repository.imageRequest(for: picture).reach == .publicHosts)
    let own = try self.repository(server(), address: "http://127.0.0.1:8123/gallery.few")
    #expect(own.imageRequest(for: picture).reach == .anyHost)
  }

  @Test func `who asks comes from the environment`() {
    let environment = ["CLICKHOUSE_USER": "reader", "CLICKHOUSE_PASSWORD": ""]
    #expect(ClickHouseCredentials { environment[$0] } == ClickHouseCredentials(user: "reader"))
  }
}
