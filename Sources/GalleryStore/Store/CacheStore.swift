import Foundation
import GRDB

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
