import Foundation
import GRDB
import Synchronization

/// What the stores of pages and of pictures have in common: the database, the folder, the upper size.
final class CacheStore: Sendable {
  let database: StoreDatabase
  let imageFolder: ImageFolder
  /// Of pages and pictures together: three quarters of what the store may take. Downloads have the fourth, so
  /// that nothing has to be thrown away while one grows.
  let byteLimit: Int64
  let now: @Sendable () -> Date
  let uses = UseLog()
  let work = PendingWork()

  /// - Parameter byteLimit: Of all that the store takes, with what is being downloaded.
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

  /// Adds something in one transaction, with the uses noted so far; throws the oldest away behind it where
  /// the store has become too large.
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
  /// A tenth at once, so that a full store does not throw away for every page that comes.
  private var target: Int64 { byteLimit - byteLimit / 10 }
  /// Pages and pictures a transaction, so that others come between.
  private static let batchCount = 100

  /// Throws away what was not used for the longest time.
  private func evict() async {
    let target = target
    // With what was looked at a moment ago.
    await writeUses()
    while let names = await database.write(creating: false, { try Self.evict($0, target) }) {
      for name in names.images { imageFolder.remove(name) }
      guard names.goesOn else { return }
    }
  }

  /// - Returns: Pictures whose files go, and whether there is still too much.
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

/// What goes on after the answer was given: throwing away the oldest, looking for leftovers. Of each kind one
/// at a time.
final class PendingWork: Sendable {
  enum Kind: Hashable, Sendable {
    case eviction, sweep, uses
  }

  private let tasks = Mutex<[Kind: Task<Void, Never>]>([:])

  /// Starts work, unless some of its kind is under way.
  func start(_ kind: Kind, _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[kind] == nil else { return }
      tasks[kind] = Task(priority: .utility) {
        await work()
        self.tasks.withLock { $0[kind] = nil }
      }
    }
  }

  /// Waits until nothing is under way.
  func finish() async {
    while let task = tasks.withLock({ $0.first?.value }) { await task.value }
  }
}
