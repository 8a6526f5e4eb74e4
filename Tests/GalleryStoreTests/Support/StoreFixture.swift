import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Synchronization

@testable import GalleryStore

/// A store in a folder of its own, with a clock and a log of its own.
struct StoreFixture {
  let home: TemporaryFolder
  let clock = TestClock()
  let log = RecordedLog()
  let store: SQLiteStore

  init(byteLimit: Int64 = SQLiteStore.defaultByteLimit, maximumPageCount: Int? = nil) throws {
    home = try TemporaryFolder()
    let clock = clock
    store = SQLiteStore(
      folder: "\(home.path)/vitrine", byteLimit: byteLimit, logger: log.logger,
      maximumPageCount: maximumPageCount, now: { clock.now })
  }

  var folder: String { "\(home.path)/vitrine" }
  var path: String { "\(folder)/store.sqlite" }
  var pages: any PageStore { store.pages }
  var images: any ImageStore { store.images }

  /// Another program's store on the same files.
  func anotherStore(byteLimit: Int64 = SQLiteStore.defaultByteLimit) -> SQLiteStore {
    let clock = clock
    return SQLiteStore(
      folder: folder, byteLimit: byteLimit, logger: log.logger, now: { clock.now })
  }

  func save(_ photos: [Photo], page: Int = 1, source: String = "shop") async {
    await pages.save(.stub(photos), for: .stub(source: source, page: page))
    await store.finishWriting()
  }

  /// The names that a search finds.
  func names(matching text: String) async -> [String] {
    await photos(matching: text).map(\.name)
  }

  /// The photos that a search finds.
  func photos(matching text: String) async -> [Photo] {
    await pages.photos(
      on: pages.pages(ofSource: "shop"),
      passing: LocalFilter(PhotoQuery(search: text), zone: .gmt))
  }

  /// Stores a picture of some bytes.
  @discardableResult
  func saveImage(_ address: String, byteCount: Int = 100) async -> FileReference? {
    guard let url = URL(string: address), let part = await images.makeFile() else { return nil }
    let bytes = [UInt8](repeating: 7, count: byteCount)
    guard Glibc.write(part.descriptor, bytes, byteCount) == byteCount else { return nil }
    return await images.save(part, for: url, validators: HTTPValidators(entityTag: "\"1\""))
  }

  func hasImage(_ address: String) async -> Bool {
    guard let url = URL(string: address) else { return false }
    return await images.image(at: url) != nil
  }
}

extension PageKey {
  static func stub(
    source: String = "shop", search: String? = nil, filter: FilterExpression = .everything,
    page: Int = 1
  ) -> PageKey {
    PageKey(
      sourceID: source, query: PhotoQuery(search: search, filter: filter), pageSize: 100, page: page
    )
  }
}

extension StoredPage {
  static func stub(_ photos: [Photo] = .init(Photo.stubs(3))) -> StoredPage {
    StoredPage(
      page: FeedPage(photos: photos, next: .number),
      storedAt: Date(timeIntervalSince1970: 1_700_000_000))
  }
}

/// A clock that a test advances.
final class TestClock: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

  var now: Date { date.withLock { $0 } }

  func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

extension StoreDatabase {
  /// What another program or a damage does.
  func execute(_ statements: String...) async {
    _ = await write { database in
      for statement in statements { try database.execute(sql: statement) }
    }
  }
}

extension TemporaryFolder {
  /// All that is below it, relative and sorted.
  var paths: [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  func paths(containing text: String) -> [String] { paths.filter { $0.contains(text) } }

  /// The pictures in a store, and nothing that is being written.
  var imageFiles: [String] { paths(containing: "images/").filter { $0.count > 40 } }

  /// What is being written.
  var parts: [FileReference] { paths(containing: ".vitrine-").map(file) }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
