import Foundation
import GRDB
import GalleryDomain

/// Recent searches in a source: `state.sqlite` in Vitrine's folder of the state home.
///
/// That file is never removed. If it can't be opened it is left as it is, with an entry in the log, and nothing is
/// remembered.
public final class SQLiteRecentQueries: RecentQueriesRepository {
  /// How many are kept per source.
  public static let keptCount = 100

  let database: StoreDatabase
  private let sourceID: String
  private let now: @Sendable () -> Date

  init(
    database: StoreDatabase, sourceID: String, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.database = database
    self.sourceID = sourceID
    self.now = now
  }

  public func recentQueries(limit: Int) async -> [String] {
    let sourceID = sourceID
    return await database.read {
      try String.fetchAll(
        $0, sql: "SELECT text FROM recentQuery WHERE source = ? ORDER BY id DESC LIMIT ?",
        arguments: [sourceID, max(limit, 0)])
    } ?? []
  }

  /// Queries that differ only in case and surrounding spaces are the same.
  public func save(_ query: String) async {
    let text = query.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return }
    let (sourceID, date) = (sourceID, now().timeIntervalSinceReferenceDate)
    _ = await database.write { database in
      let folded = text.lowercased()
      try database.execute(
        sql: "DELETE FROM recentQuery WHERE source = ? AND folded = ?",
        arguments: [sourceID, folded])
      try database.execute(
        sql: "INSERT INTO recentQuery (source, folded, text, savedAt) VALUES (?, ?, ?, ?)",
        arguments: [sourceID, folded, text, date])
      try database.execute(
        sql: """
          DELETE FROM recentQuery WHERE source = ? AND id NOT IN (
            SELECT id FROM recentQuery WHERE source = ? ORDER BY id DESC LIMIT \(Self.keptCount))
          """, arguments: [sourceID, sourceID])
    }
  }
}
