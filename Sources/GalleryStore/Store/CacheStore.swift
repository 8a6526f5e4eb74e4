import Foundation
import GRDB

/// What the stores of pages and of pictures share: the database, the folder, the size limit.
final class CacheStore: Sendable {
  let database: StoreDatabase
  let imageFolder: ImageFolder
  /// For pages and pictures together: three quarters of the whole limit. The rest is for a download, so that nothing has
  /// to be removed while one grows.
  let byteLimit: Int64
  let now: @Sendable () -> Date

  /// - Parameter byteLimit: For the whole store, including running downloads.
  init(
    database: StoreDatabase, imagePath: String?, temporaryPlaces: [String], byteLimit: Int64,
    now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    imageFolder = ImageFolder(
      cachePath: imagePath, temporaryPlaces: temporaryPlaces, byteLimit: byteLimit / 4)
    self.byteLimit = byteLimit - byteLimit / 4
    self.now = now
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
  func evict() {
    evict(from: byteLimit)
  }

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
        try PageTable.delete(id, in: database)
      }
      excess -= max(row.number("byteCount") ?? 0, 0)
    }
    return (names, excess <= 0 || oldest.isEmpty)
  }
}
