import Foundation
import GRDB
import GalleryDomain
import Logging

/// What the user did: `state.sqlite` in Vitrine's folder of the state home.
///
/// `init` opens and creates nothing. The file is opened when it is first read, and created when something is first
/// stored, both off the caller's thread.
public final class SQLiteStateStore: Sendable {
  let database: StoreDatabase
  private let logger: Logger

  /// - Parameters:
  ///   - folder: `StoreFolders.state`; if nil, nothing is stored.
  ///   - maximumPageCount: Limits the database, as a full disk would; for tests.
  public init(folder: String?, logger: Logger, maximumPageCount: Int? = nil) {
    database = StoreDatabase(
      folder: folder, name: "state.sqlite",
      layout: StateLayout(formerPlaces: FormerPlaces(folder: folder ?? "")),
      maximumPageCount: maximumPageCount, logger: logger)
    self.logger = logger
  }

  /// - Parameter sourceID: As in `PageKey`.
  public func recentQueries(of sourceID: String) -> SQLiteRecentQueries {
    SQLiteRecentQueries(database: database, sourceID: sourceID)
  }

  /// Single values that are remembered between runs; the raw values are names in the file.
  public enum RememberedValue: String, Sendable {
    /// The currency that a seller typed last (ISO 4217).
    case currency
    /// The key with which feeds number folders.
    case feedKey = "feed-key"

    fileprivate func find(in database: Database) throws -> String? {
      try Row.fetchOne(
        database, sql: "SELECT value FROM rememberedValue WHERE name = ?", arguments: [rawValue]
      )?.text("value")
    }
  }

  /// - Returns: The value as it was stored, which may be anything in a damaged file; nil if none is stored.
  public func remembered(_ value: RememberedValue) async -> String? {
    await database.finishWriting()
    return await database.read { try value.find(in: $0) } ?? nil
  }

  public func remember(_ text: String, as value: RememberedValue) {
    database.writeLater { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO rememberedValue (name, value) VALUES (?, ?)",
        arguments: [value.rawValue, text])
    }
  }

  /// The value that is stored; the new one is, if there is none. Blocks until the disk has it.
  ///
  /// - Throws: Why it couldn't be stored.
  public func remembered(
    _ value: RememberedValue, orKeeping new: @autoclosure () -> String
  ) throws(StoreFault) -> String {
    if let known = try database.fetchNow(value.find) ?? nil { return known }
    let new = new()
    let stored = try database.storeNow { database in
      // Another program may have been faster.
      try database.execute(
        sql: "INSERT OR IGNORE INTO rememberedValue (name, value) VALUES (?, ?)",
        arguments: [value.rawValue, new])
      return try value.find(in: database)
    }
    guard let stored = stored ?? nil else { throw .other }
    return stored
  }

  /// Opens the file in the background, if there is one. Reading a place or a view blocks until it is open.
  public func warmUp() {
    database.warmUp()
  }

  /// Waits for changes that are being stored. Call before quitting: on a slow disk, what is not written then is lost.
  public func finishWriting() async {
    await database.finishWriting()
  }

  /// The basket of a source; create one repository per basket.
  public func basket(of sourceID: String) -> SQLiteBasketRepository {
    SQLiteBasketRepository(database: database, sourceID: sourceID, logger: logger)
  }
}

/// Recent searches in a source: `state.sqlite` in Vitrine's folder of the state home.
///
/// That file is never removed. If it can't be opened it is left as it is, with an entry in the log, and nothing is
/// remembered.
public final class SQLiteRecentQueries: RecentQueriesRepository {
  /// How many are kept per source.
  public static let keptCount = 100

  let database: StoreDatabase
  private let sourceID: String

  init(database: StoreDatabase, sourceID: String) {
    (self.database, self.sourceID) = (database, sourceID)
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
    let (sourceID, date) = (sourceID, Date().timeIntervalSinceReferenceDate)
    _ = await database.write { database in
      try database.execute(
        sql:
          "INSERT OR REPLACE INTO recentQuery (source, folded, text, savedAt) VALUES (?, ?, ?, ?)",
        arguments: [sourceID, text.lowercased(), text, date])
      try database.execute(
        sql: """
          DELETE FROM recentQuery WHERE source = ? AND id NOT IN (
            SELECT id FROM recentQuery WHERE source = ? ORDER BY id DESC LIMIT \(Self.keptCount))
          """, arguments: [sourceID, sourceID])
    }
  }
}
