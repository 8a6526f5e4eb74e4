import Foundation
import GRDB

/// Files without a picture: looked for once a day by one program, and in a new store.
enum OrphanedFiles {
  private static let interval: TimeInterval = 24 * 3600
  /// How long a file may be without a row.
  private static let grace: TimeInterval = 600

  /// Whether to look now; if true, the caller has to, because no other caller gets this answer.
  static func isDue(at date: Date, in database: Database) throws -> Bool {
    let now = date.timeIntervalSinceReferenceDate
    try database.cachedStatement(
      sql:
        "UPDATE tally SET sweptAt = ? WHERE sweptAt IS NULL OR NOT (? - sweptAt BETWEEN 0 AND ?)"
    ).execute(arguments: [now, now, interval])
    return database.changesCount > 0
  }

  static func sweep(_ store: CacheStore) async {
    let date = store.now().addingTimeInterval(-grace)
    let names = await store.database.read {
      try Set(String.fetchAll($0, sql: "SELECT name FROM image"))
    }
    guard let names else { return }
    store.imageFolder.sweep(olderThan: date) { names.contains($0) }
  }
}
