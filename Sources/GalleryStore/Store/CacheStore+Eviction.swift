import Foundation
import GRDB

extension CacheStore {
  /// A tenth at once, so that a full store does not throw away for every page that comes.
  private var target: Int64 { byteLimit - byteLimit / 10 }
  /// Pages and pictures a transaction, so that others come between.
  private static let batchCount = 100

  /// Throws away what was not used for the longest time.
  func evict() async {
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
