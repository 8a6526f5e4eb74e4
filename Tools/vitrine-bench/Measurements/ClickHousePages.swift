import FeedFormats
import Foundation
import GalleryClickHouse
import GalleryData
import GalleryDomain
import GalleryNetwork
import Synchronization

/// Pages of a list of five million photos on two shards of a real ClickHouse (`scripts/engines/clickhouse`), requested
/// as the program does.
///
/// The first page is that of a program that has just started, with its count.
struct ClickHousePages {
  private static let script = "scripts/engines/clickhouse"
  private static let runs = 9
  private static let photoCount = 5_000_000

  private static let lists: [(name: String, query: PhotoQuery, aim: Double)] = [
    ("newest first", .everything, 50),
    ("oldest first", PhotoQuery(sort: PhotoSort(.date)), 150),
    (
      "sale:yes price:<100 camera:nikon",
      PhotoQuery(filter: FilterReading("sale:yes price:<100 camera:nikon").expression), 1_000
    ),
    ("a word", PhotoQuery(search: "bridge"), 1_000),
    ("a rare word", PhotoQuery(search: "123456"), 1_000),
    ("lowest price first", PhotoQuery(sort: PhotoSort(.price)), 1_000),
    ("by title", PhotoQuery(sort: PhotoSort(.title)), 1_000),
    ("by month", PhotoQuery(grouping: .month), 50),
    ("by camera", PhotoQuery(grouping: .camera), 1_000),
  ]

  func run(_ bench: Bench) {
    bench.measure("clickhouse, 5 million photos") {
      try ChildProcess.need(
        ["clickhouse-server", "clickhouse-client", "curl"], script: Self.script)
      let folder = bench.scratch.url.path + "/clickhouse"
      let told = try ChildProcess.output(of: [Self.script, "start", folder])
      defer { _ = try? ChildProcess.output(of: [Self.script, "stop", folder]) }
      let facts = Dictionary(
        String(decoding: told, as: UTF8.self).split(separator: "\n").compactMap { line in
          line.firstIndex(of: "=").map {
            (String(line[..<$0]), String(line[line.index(after: $0)...]))
          }
        }, uniquingKeysWith: { $1 })
      guard let http = facts["http"], let other = facts["http2"] else {
        throw BenchError.missing("the address of ClickHouse")
      }
      for (shard, address) in [http, other].enumerated() {
        for statement in [Self.filling(shard), "OPTIMIZE TABLE gallery.photos_local FINAL"] {
          _ = try ChildProcess.output(
            of: ["curl", "-sS", "-f", "--data-binary", statement, address + "/"])
        }
      }
      let address = try ClickHouseAddress("\(http)/gallery.photos")
      let credentials = ClickHouseCredentials(
        user: facts["user"], password: facts["password"])
      let transport = CurlTransport(configuration: TransportConfiguration(version: "bench"))
      for list in Self.lists {
        let times = try Self.wait {
          var times: [Times] = []
          for run in 0...Self.runs {
            let repository = ClickHouseRepository(
              address, credentials: credentials, transport: transport, store: NoPages(),
              zone: .gmt)
            let time = try await Self.times(list.query, repository)
            if run > 0 { times.append(time) }
          }
          return times
        }
        report(list.name, aim: list.aim, times, in: bench)
      }
    }
  }

  private func report(_ name: String, aim: Double, _ times: [Times], in bench: Bench) {
    func median(_ part: (Times) -> Double) -> Double { Sample(times.map(part)).median }
    bench.report.figure(
      "clickhouse, 5 million, \(name): first page", median(\.first), "ms", aim: .atMost(aim))
    bench.report.figure("  the next one", median(\.next), "ms", aim: .atMost(aim))
    bench.report.figure("  the last one", median(\.last), "ms", aim: .atMost(aim))
  }

  /// In milliseconds.
  private struct Times: Sendable {
    var first: Double
    var next: Double
    var last: Double
  }

  private static func times(
    _ query: PhotoQuery, _ repository: ClickHouseRepository
  ) async throws -> Times {
    let clock = ContinuousClock()
    func page(_ number: Int) async throws -> PhotoPage {
      try await repository.page(for: PageRequest(query, page: number))
    }
    let start = clock.now
    let page1 = try await page(1)
    let first = start.duration(to: clock.now).milliseconds
    guard let total = page1.totalCount, !page1.photos.isEmpty else {
      throw BenchError.missing("the count")
    }
    func time(_ number: Int) async throws -> Double {
      let start = clock.now
      guard try await !page(number).photos.isEmpty else {
        throw BenchError.missing("page \(number)")
      }
      return start.duration(to: clock.now).milliseconds
    }
    let last = (total - 1) / PageRequest.defaultPageSize + 1
    return Times(
      first: first, next: try await time(min(2, last)), last: try await time(last))
  }

  /// The half of the photos that a shard has: of 22 years, one of a hundred without a date, a third for sale.
  private static func filling(_ shard: Int) -> String {
    """
    INSERT INTO gallery.photos_local (id, title, description, author, camera, lens, taken, date_text, width, height, size, for_sale,
    price, price_from, currency, licence, licence_url, tags, path, rating, label, thumbnail_url, image_url, page_url)
    SELECT concat('p', toString(n)) AS id,
    concat(['morning', 'evening', 'quiet', 'old', 'red', 'white', 'small', 'lost', 'winter', 'summer'][1 + r % 10], ' ',
    ['bridge', 'harbour', 'river', 'market', 'station', 'garden', 'street', 'tower', 'window', 'field'][1 + intDiv(r, 10) % 10],
    ' ', toString(n)) AS title, if(r % 3 = 0, 'taken on a walk', '') AS description,
    ['Ona Sato', 'Emil Rossi', 'Ida Berg', ''][1 + intDiv(r, 7) % 4] AS author,
    ['NIKON D850', 'NIKON Z 6', 'Canon EOS R5', 'FUJIFILM X-T4', 'SONY ILCE-7M4', '', 'LEICA Q2'][1 + intDiv(r, 11) % 7] AS camera,
    ['50mm f/1.8', '35mm f/2', ''][1 + intDiv(r, 13) % 3] AS lens,
    if(r % 100 = 0, NULL, toDateTime(1000000000 + intDiv(cityHash64(n, 2), 16) % 700000000)) AS taken, '' AS date_text,
    6000 AS width, 4000 AS height, 1000000 + r % 9000000 AS size, [1, 0, NULL][1 + r % 3] AS for_sale,
    if(r % 3 = 0, toDecimal64(intDiv(r, 17) % 50000 / 100., 4), NULL) AS price, 0 AS price_from,
    if(r % 3 = 0, ['EUR', 'USD'][1 + intDiv(r, 19) % 2], '') AS currency, '' AS licence, '' AS licence_url,
    if(r % 2 = 0, ['sea', 'night'], emptyArrayString()) AS tags,
    concat('2024/', toString(n % 100), '/IMG_', toString(n), '.jpg') AS path,
    toInt8([0, 0, 0, 5, 3, -1][1 + intDiv(r, 23) % 6]) AS rating, ['', '', 'Red', 'Select'][1 + intDiv(r, 29) % 4] AS label,
    '' AS thumbnail_url, concat('http://127.0.0.1/', toString(n), '.jpg') AS image_url, '' AS page_url
    FROM (SELECT number AS n, cityHash64(number) % 1000000007 AS r FROM system.numbers LIMIT \(photoCount))
    WHERE cityHash64(concat('p', toString(n))) % 2 = \(shard)
    """
  }

  /// The benchmark is not an asynchronous program.
  private static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    guard let value = result.withLock({ $0 }) else { throw BenchError.missing("an answer") }
    return try value.get()
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
