import Files
import Foundation
import GRDB
import GalleryData
import Logging
import Synchronization

/// The store of pages and pictures: `store.sqlite` and `images/` in Vitrine's folder of the cache home.
///
/// `init` opens and creates nothing. The file is opened when it is first read, and created when something is first
/// stored, both off the caller's thread. A damaged file is removed and made again; one that can't be written behaves like
/// an empty one, with an entry in the log and no error. Several programs may use it at once.
public final class SQLiteStore: Sendable {
  /// For pages and pictures, by default.
  public static let defaultByteLimit: Int64 = 1 << 30

  let database: StoreDatabase
  let imageFolder: ImageFolder
  /// For pages and pictures together: three quarters of the whole limit. The rest is for a download, so that nothing has
  /// to be removed while one grows.
  let byteLimit: Int64
  let now: @Sendable () -> Date
  private let hasFolder: Bool
  let hasLookedForOrphans = Atomic(false)
  /// Pictures that aren't in the database, the one that was used last at the end.
  let unlisted = Mutex<[UnlistedImage]>([])

  /// - Parameters:
  ///   - folder: `StoreFolders.cache`; if nil, no page is stored.
  ///   - temporaryFolders: Where pictures go that can't be kept, while the program runs.
  ///   - byteLimit: For pages, pictures and running downloads together; entries that have not been used for the longest time
  ///     are removed first.
  ///   - maximumPageCount: Limits the database, as a full disk would; for tests.
  ///   - now: The clock, for uses and their order.
  public init(
    folder: String?, temporaryFolders: [String] = [],
    byteLimit: Int64 = SQLiteStore.defaultByteLimit, logger: Logger, maximumPageCount: Int? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    hasFolder = folder != nil
    database = StoreDatabase(
      folder: folder, name: "store.sqlite", layout: CacheLayout(),
      maximumPageCount: maximumPageCount, logger: logger)
    imageFolder = ImageFolder(
      cachePath: folder.map { "\($0)/images" }, temporaryFolders: temporaryFolders,
      byteLimit: byteLimit / 4)
    self.byteLimit = byteLimit - byteLimit / 4
    self.now = now
  }

  public var pages: any PageStore { self }
  public var images: any ImageStore { self }

  /// The version of SQLite; nil if it can't be opened at all.
  public static var libraryVersion: String? {
    try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
  }

  /// Writes what waits to be written. Call before quitting.
  public func finishWriting() async {
    await database.finishWriting()
  }

  static func byteCount(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: "SELECT byteCount FROM tally")) ?? 0
  }

  // MARK: - Uses

  /// Something that was used within this time counts as used, so that showing a picture doesn't write each time.
  static let useInterval: TimeInterval = 3600

  enum Kind: String, Sendable {
    case page, image
  }

  /// Notes that something was used now.
  ///
  /// - Parameter lastUse: As it is in the store.
  func use(_ kind: Kind, _ id: Int64, lastUse: Date) {
    let date = now()
    // Later than now: the clock was set back.
    guard !(0..<Self.useInterval).contains(date.timeIntervalSince(lastUse)) else { return }
    database.writeLater(creating: false) { database in
      try database.cachedStatement(sql: "UPDATE \(kind.rawValue) SET usedAt = ? WHERE id = ?")
        .execute(arguments: [date.timeIntervalSinceReferenceDate, id])
    }
  }

  // MARK: - Eviction

  /// Pages and pictures per transaction, so that others get their turn.
  private static let batchCount = 100

  /// Removes what has not been used for the longest time, if there is too much. A tenth at once, so that a full store does not
  /// remove something for every page that arrives.
  func evict() { evict(from: byteLimit) }

  private func evict(from limit: Int64) {
    let target = byteLimit - byteLimit / 10
    database.writeLater(creating: false) { database in
      guard try Self.byteCount(database) > limit else { return (images: [String](), isOver: true) }
      return try Self.evict(database, target)
    } finish: { result in
      guard case .success(let evicted?) = result else { return }
      for name in evicted.images { self.imageFolder.remove(name) }
      if !evicted.isOver { self.evict(from: target) }
    }
  }

  /// - Returns: The pictures whose files are to be removed, and whether the store is small enough.
  private static func evict(
    _ database: Database, _ target: Int64
  ) throws -> (images: [String], isOver: Bool) {
    var excess = try byteCount(database) - target
    let oldest = try Row.fetchAll(
      database,
      sql: """
        SELECT id, name, byteCount FROM (
          SELECT id, NULL AS name, byteCount, usedAt FROM page
          UNION ALL SELECT id, name, byteCount, usedAt FROM image
        ) ORDER BY usedAt, id LIMIT \(batchCount)
        """)
    var names: [String] = []
    for row in oldest where excess > 0 {
      guard let id = row.number("id") else { continue }
      if let name = row.text("name") {
        try database.execute(sql: "DELETE FROM image WHERE id = ?", arguments: [id])
        names.append(name)
      } else {
        try deletePage(id, in: database)
      }
      excess -= max(row.number("byteCount") ?? 0, 0)
    }
    return (names, excess <= 0 || oldest.isEmpty)
  }

  // MARK: - What it holds

  /// Counts what is there; creates nothing.
  @concurrent
  func contents() async -> StoreContents {
    let contents = await database.read { database in
      StoreContents(
        pageCount: try Int.fetchOne(database, sql: "SELECT count(*) FROM page") ?? 0,
        imageCount: try Int.fetchOne(database, sql: "SELECT count(*) FROM image") ?? 0,
        imageByteCount: try Int64.fetchOne(database, sql: "SELECT sum(byteCount) FROM image") ?? 0)
    }
    var counted = contents ?? StoreContents()
    if hasFolder { counted.pageByteCount = database.byteCount }
    return counted
  }

  /// Removes all pages and pictures. Other programs then find an empty store and continue with it; running downloads are kept.
  ///
  /// - Returns: What there was, and whether it was removed.
  @concurrent
  public func clear() async -> (removed: StoreContents, isComplete: Bool) {
    let before = await contents()
    guard hasFolder else { return (before, true) }
    var isComplete = true
    do throws(StoreFault) {
      _ = try await database.store(creating: false) { try CacheLayout.empty($0) }
      await database.shrink()
    } catch {
      isComplete = false
    }
    database.removeSetAside()
    imageFolder.sweep(olderThan: .distantFuture) { _ in false }
    return (before, isComplete)
  }
}

/// What a store holds.
public struct StoreContents: Hashable, Sendable {
  public var pageCount = 0
  /// The size of the database: pages, what is known about pictures, and free space.
  public var pageByteCount: Int64 = 0
  public var imageCount = 0
  public var imageByteCount: Int64 = 0

  /// Pages or pictures. An empty store takes some space too.
  public var holdsAnything: Bool { pageCount + imageCount > 0 }
  public var byteCount: Int64 { pageByteCount + imageByteCount }
}

/// Where Vitrine keeps cached data and the user's own, by the XDG Base Directory Specification.
public struct StoreFolders: Hashable, Sendable {
  /// `$XDG_CACHE_HOME/vitrine`, else `~/.cache/vitrine`: pages and pictures, which can be fetched again. nil if there is
  /// no such folder, and with `VITRINE_CACHE=off`.
  public let cache: String?
  /// `$XDG_STATE_HOME/vitrine`, else `~/.local/state/vitrine`: what can't be fetched again.
  public let state: String?

  /// Where to put what can't be cached: `XDG_RUNTIME_DIR` (emptied at logout) before `TMPDIR` and `/tmp`.
  public let temporaryFolders: [String]

  /// Creates nothing on the disk.
  ///
  /// - Parameter environment: Values that aren't absolute paths are ignored, as the specification demands; those that
  ///   aren't UTF-8 as well, because SQLite couldn't open them.
  public init(environment: [String: String]) {
    cache =
      environment["VITRINE_CACHE"] == "off"
      ? nil : BaseFolder.cache.path { environment[$0] }.map { "\($0)/vitrine" }
    let temporaryHomes = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    temporaryFolders =
      temporaryHomes.filter { $0.hasPrefix("/") && !$0.unicodeScalars.contains("\u{FFFD}") }
      + ["/tmp"]
    state = BaseFolder.state.path { environment[$0] }.map { "\($0)/vitrine" }
  }
}
