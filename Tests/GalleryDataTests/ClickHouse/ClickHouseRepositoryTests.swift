import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization
import Testing
import WaitSupport

@testable import GalleryClickHouse

/// A table of twelve photos, as a real server answered for it (`RecordedClickHouse`).
@Suite(.timeLimit(.minutes(10))) struct ClickHouseRepositoryTests {
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

  @Test func `pages are counted, and each is requested once`() async throws {
    let transport = server()
    let repository = try repository(transport)

    let pages = [
      try await page(1, of: repository), try await page(2, of: repository),
      try await page(3, of: repository),
    ]

    expectEqual(pages.flatMap { $0.ids }, RecordedClickHouse.newest)
    expectEqual(pages.map(\.totalCount), [12, 12, 12])
    expectEqual(pages.map(\.hasMorePages), [true, true, false])
    let queries = queries(of: transport)
    // Where the rows of all are, and for each what they are.
    expectEqual(queries.count, 6)
    expectEqual(queries[0], "DESCRIBE TABLE `gallery`.`few` FORMAT JSONCompact")
    #expect(queries[1].contains("GROUP BY"))
  }

  private func queries(of transport: ScriptedTransport) -> [String] {
    transport.requests.map(RecordedClickHouse.query)
  }

  @Test func `the user is named in headers that only go to the host, and no setting is sent`()
    async throws
  {
    let transport = server()
    _ = try await page(1, of: try repository(transport))

    for request in transport.requests {
      expectEqual(request.method, .post)
      expectEqual(request.url.absoluteString, "http://db.example:8123/?wait_end_of_query=1")
      expectEqual(request.headers["X-ClickHouse-User"], "reader")
      expectEqual(request.headers["X-ClickHouse-Key"], "galleryreader")
      #expect(request.secretNames.contains("x-clickhouse-key"))
      expectEqual(request.redirects, .sameHost)
      #expect(request.isRepeatable)
    }
  }

  @Test func `the last page and the previous one load as quickly as the first`()
    async throws
  {
    let transport = server()
    let repository = try repository(transport)
    let last = try await page(3, of: repository)
    let middle = try await page(2, of: repository)

    expectEqual(last.ids, Array(RecordedClickHouse.newest[10...]))
    expectEqual(middle.ids, Array(RecordedClickHouse.newest[5..<10]))
    expectEqual(queries(of: transport).count, 5)
  }

  @Test func `where rows are is asked for ten pages at a time, from the last known one`()
    async throws
  {
    let transport = server()
    let repository = try repository(transport)
    var ids: [Photo.ID] = []
    for number in [1, 2, 11] {
      let page = try await repository.page(for: PageRequest(page: number, pageSize: 1))
      ids += page.ids
    }

    expectEqual(ids, [0, 1, 10].map { RecordedClickHouse.newest[$0] })
    let places = queries(of: transport).filter { $0.contains(" LIMIT ") && !$0.contains("count()") }
    expectEqual(places.map { $0.contains("`id` < unhex('7031343137')") }, [false, true])
  }

  @Test func `after the end there is nothing`() async throws {
    let transport = server()
    let behind = try await page(9, of: try repository(transport))
    #expect(behind.photos.isEmpty && !behind.hasMorePages)
    expectEqual(queries(of: transport).count, 2)
  }

  @Test func `the server searches, filters and sorts`() async throws {
    let repository = try repository(server())
    let query = PhotoQuery(
      search: "bridge", filter: FilterReading("-camera:canon").expression,
      sort: PhotoSort(.price, isDescending: true))
    expectEqual(query.answered(by: repository.capabilities), query)
    #expect(!query.leavesOut(repository.capabilities))

    let found = try await page(1, query, of: repository)

    #expect(found.photos.allSatisfy { $0.name.contains("bridge") && $0.camera != "Canon EOS R5" })
    expectEqual(found.photos.map { $0.price?.amount }, RecordedClickHouse.bridgePrices)
    expectEqual(found.totalCount, found.photos.count)
  }

  @Test func `only what is selected is decided here`() throws {
    let repository = try repository(server())
    let query = PhotoQuery(filter: FilterReading("-is:selected sale:yes").expression)
    expectEqual(
      query.answered(by: repository.capabilities).filter, FilterReading("sale:yes").expression)
  }

  @Test func `months are sections of the whole list`() async throws {
    let repository = try repository(server())
    let found = try await page(1, PhotoQuery(grouping: .month), of: repository)

    guard case .whole(let sections) = found.sections else {
      Issue.record("no sections")
      return
    }
    expectEqual(sections.reduce(0) { $0 + $1.count }, 12)
    expectEqual(sections.last?.key, .unknown)
    expectEqual(found.ids, Array(RecordedClickHouse.newest[..<5]))
  }

  @Test func `a refresh counts again`() async throws {
    let transport = server()
    let repository = try repository(transport)
    _ = try await page(1, of: repository)
    let asked = queries(of: transport).count
    _ = try await page(1, of: repository, isRefresh: true)
    expectEqual(queries(of: transport).count, 2 * asked)
  }

  // MARK: The count

  private static let isCount: @Sendable (String) -> Bool = { $0.contains("count()") }

  @Test func `a failed count is reported to the waiting caller, and started again`() async throws {
    let fails = Mutex(true)
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      if Self.isCount(RecordedClickHouse.query(request)), fails.withLock({ $0 }) {
        throw .serverOverloaded
      }
      return try RecordedClickHouse.answer(to: request)
    }
    let repository = try repository(transport)
    await #expect(throws: PhotoSourceError.serverOverloaded) {
      try await self.page(1, of: repository)
    }
    fails.withLock { $0 = false }

    let page = try await self.page(1, of: repository)

    expectEqual(page.totalCount, 12)
  }

  @Test(.timeLimit(.minutes(10)))
  func `an abandoned count ends, and is started again for the next caller`()
    async throws
  {
    let gate = TestGate()
    let counts = Mutex((begun: 0, cancelled: 0))
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      if Self.isCount(RecordedClickHouse.query(request)) {
        counts.withLock { $0.begun += 1 }
        do throws(PhotoSourceError) {
          try await gate.pass()
        } catch {
          counts.withLock { $0.cancelled += 1 }
          throw error
        }
      }
      return try RecordedClickHouse.answer(to: request)
    }
    let repository = try repository(transport)
    let first = Task { try await self.page(1, of: repository) }
    let second = Task { try await self.page(2, of: repository) }
    await gate.arrived(1)

    first.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await first.value }
    second.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await second.value }
    // The second may have asked only after the first was gone, for a count of its own.
    try await wait(for: "the end of the count") {
      counts.withLock { $0.cancelled > 0 && $0.cancelled == $0.begun }
    }

    gate.open()
    let page = try await self.page(1, of: repository)
    expectEqual(page.totalCount, 12)
    #expect(counts.withLock { $0.begun == $0.cancelled + 1 })
  }

  @Test func `two concurrent requests share a list`() async throws {
    let transport = server()
    let repository = try repository(transport)
    async let first = page(1, of: repository)
    async let second = page(1, of: repository)
    let (one, two) = try await (first, second)

    expectEqual(one.ids, two.ids)
    let counts = transport.requests.map(RecordedClickHouse.query).filter(Self.isCount)
    expectEqual(counts.count, 1)
  }

  @Test func `photos that were loaded are available without a server`() async throws {
    _ = try await page(1, of: try repository(server()))
    let transport = ScriptedTransport { _ throws(PhotoSourceError) in throw .noNetwork }
    let repository = try repository(transport)

    let stored = await repository.storedPage(for: PageRequest(pageSize: 5))

    expectEqual(stored?.ids, Array(RecordedClickHouse.newest[..<5]))
    expectEqual(stored?.totalCount, 12)
    expectEqual(stored?.storedAt, Date(timeIntervalSince1970: 1_700_000_000))
    expectEqual(transport.requestCount, 0)
    // Sections need the whole list, which is not stored.
    await expectEqual(
      repository.storedPage(for: PageRequest(PhotoQuery(grouping: .month), pageSize: 5)), nil)
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

  @Test func `an answer that never makes sense ends with an error`() async throws {
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

  @Test func `pictures of a public server can't be on a private host`() throws {
    let repository = try repository(server())
    let picture = try #require(URL(string: "http://192.168.0.1/x.jpg"))
    expectEqual(repository.imageRequest(for: picture).reach, .publicHosts)
    let own = try self.repository(server(), address: "http://127.0.0.1:8123/gallery.few")
    expectEqual(own.imageRequest(for: picture).reach, .anyHost)
  }

  @Test(arguments: [PhotoQuery.everything, PhotoQuery(grouping: .month)])
  func `a server that was public is held to public addresses, also the next time`(
    query: PhotoQuery
  ) async throws {
    let first = ScriptedTransport { request throws(PhotoSourceError) in
      var answer = try RecordedClickHouse.answer(to: request)
      answer.isFromPublicAddress = true
      return answer
    }
    _ = try await page(1, query, of: repository(first))
    expectEqual(first.requests.prefix(2).map(\.reach), [.anyHost, .publicHosts])

    let later = server()
    _ = try await page(1, query, of: repository(later))
    expectEqual(Set(later.requests.map(\.reach)), [.publicHosts])
    // What is stored names pictures before anything is requested.
    let stored = try repository(server())
    let picture = try #require(URL(string: "http://db.example:8123/x.jpg"))
    expectEqual(stored.imageRequest(for: picture).reach, .anyHost)
    _ = await stored.storedPage(for: PageRequest(query, pageSize: 5))
    expectEqual(stored.imageRequest(for: picture).reach, .publicHosts)
  }

  @Test func `the user comes from the environment`() {
    let environment = ["CLICKHOUSE_USER": "reader", "CLICKHOUSE_PASSWORD": ""]
    expectEqual(ClickHouseCredentials { environment[$0] }, ClickHouseCredentials(user: "reader"))
  }
}

/// What ClickHouse 18.16 answered for a table of twelve photos; only the rows of its answers. In `recorded.txt`, the line
/// below a query is its answer.
enum RecordedClickHouse {
  /// The ids in the table's own order.
  static let newest = [
    "p794", "p1646", "p922", "p821", "p2316", "p409", "p1463", "p2850", "p1138", "p1417", "p2527",
    "p127",
  ]

  /// Of bridges without a Canon, the highest price of each currency first.
  static let bridgePrices = ["50.00", "19.99", "250.01", "0.01"]

  static func query(_ request: HTTPRequest) -> String {
    String(decoding: request.body ?? [], as: UTF8.self)
  }

  /// - Throws: `.notFound` for a query that wasn't recorded.
  static func answer(to request: HTTPRequest) throws(PhotoSourceError) -> HTTPResponse {
    let asked = query(request)
    guard let answer = answers[asked] else {
      throw .notFound(name: asked)
    }
    return HTTPResponse(status: 200, body: Array(answer.utf8), url: request.url)
  }

  private static let answers: [String: String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "recorded.txt")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: lines.count, by: 2).map {
        (String(lines[$0]), String(lines[$0 + 1]))
      })
  }()
}
