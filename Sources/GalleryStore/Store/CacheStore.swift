import Foundation
import GRDB
import Synchronization

/// What the stores of pages and of pictures share: the database, the folder, the size limit.
final class CacheStore: Sendable {
  let database: StoreDatabase
  let imageFolder: ImageFolder
  /// For pages and pictures together: three quarters of the whole limit. The rest is for downloads, so that nothing has
  /// to be removed while one grows.
  let byteLimit: Int64
  let now: @Sendable () -> Date
  let uses = UseLog()
  let work = PendingWork()

  /// - Parameter byteLimit: For the whole store, including running downloads.
  init(
    database: StoreDatabase, imagePath: String?, byteLimit: Int64,
    now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    let partByteLimit = byteLimit / 4
    imageFolder = ImageFolder(path: imagePath, partByteLimit: partByteLimit)
    self.byteLimit = byteLimit - partByteLimit
    self.now = now
  }

  /// Adds something in one transaction, together with the uses noted so far. If the store has become too large, removes
  /// the oldest entries afterwards.
  func add<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async -> T? {
    let (noted, byteLimit) = (uses.take(), byteLimit)
    let result = await database.write { database in
      try noted.write(to: database)
      let result = try body(database)
      return (value: result, isTooLarge: try Self.byteCount(database) > byteLimit)
    }
    if result?.isTooLarge == true { work.start(.eviction) { await self.evict() } }
    return result?.value
  }

  /// Writes the uses noted so far.
  func writeUses() async {
    let noted = uses.take()
    guard !noted.isEmpty else { return }
    _ = await database.write(creating: false) { try noted.write(to: $0) }
  }

  static func byteCount(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: "SELECT byteCount FROM tally")) ?? 0
  }
}

extension CacheStore {
  /// A tenth at once, so that a full store does not remove something for every page that arrives.
  private var target: Int64 { byteLimit - byteLimit / 10 }
  /// Pages and pictures per transaction, so that others get their turn.
  private static let batchCount = 100

  /// Removes what has not been used for the longest time.
  private func evict() async {
    let target = target
    // Including uses noted a moment ago.
    await writeUses()
    while let names = await database.write(creating: false, { try Self.evict($0, target) }) {
      for name in names.images { imageFolder.remove(name) }
      guard names.goesOn else { return }
    }
  }

  /// - Returns: The pictures whose files are to be removed, and whether the store is still too large.
  private static func evict(
    _ database: Database, _ target: Int64
  ) throws -> (images: [String], goesOn: Bool) {
    var excess = try byteCount(database) - target
    guard excess > 0 else { return ([], false) }
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
        try PageTable.delete(id, in: database)
      }
      excess -= max(row.number("byteCount") ?? 0, 0)
    }
    return (names, excess > 0 && !oldest.isEmpty)
  }
}

/// Work that continues after the answer: removing the oldest entries, looking for orphaned files. Only one of each kind
/// runs at a time.
final class PendingWork: Sendable {
  enum Kind: Hashable, Sendable {
    case eviction, sweep, uses
  }

  private let tasks = Mutex<[Kind: Task<Void, Never>]>([:])

  /// Starts work, unless work of its kind is running.
  func start(_ kind: Kind, _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[kind] == nil else { return }
      tasks[kind] = Task(priority: .utility) {
        await work()
        self.tasks.withLock { $0[kind] = nil }
      }
    }
  }

  /// Waits until no work is running.
  func finish() async {
    while let task = tasks.withLock({ $0.first?.value }) { await task.value }
  }
}
