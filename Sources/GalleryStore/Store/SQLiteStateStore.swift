import GRDB
import GalleryDomain
import Logging

/// What people did: `state.sqlite` in Vitrine's folder of the state home.
///
/// Nothing is opened or made by `init`; the file is opened when it is first asked for something, and made when
/// something is first kept, both off the caller's thread.
public final class SQLiteStateStore: Sendable {
  let database: StoreDatabase
  private let logger: Logger

  /// - Parameter folder: `StoreFolders.state`; with nil nothing is kept.
  public convenience init(folder: String?, logger: Logger) {
    self.init(folder: folder, logger: logger, maximumPageCount: nil)
  }

  /// - Parameter maximumPageCount: Of the database, as if the disk were full then; for tests.
  init(folder: String?, logger: Logger, maximumPageCount: Int?) {
    var file = StoreFile(folder: folder ?? "", name: "state.sqlite", layout: StateLayout())
    file.maximumPageCount = maximumPageCount
    database = StoreDatabase(file: file, isOff: folder == nil, logger: logger)
    self.logger = logger
  }

  /// What was searched for in a source.
  ///
  /// - Parameter sourceID: As in `PageKey`.
  public func recentQueries(of sourceID: String) -> SQLiteRecentQueries {
    SQLiteRecentQueries(database: database, sourceID: sourceID)
  }

  /// What is remembered from one run to the next beside lists; the raw values are names in the file.
  public enum RememberedValue: String, Sendable {
    /// The currency that a seller typed last (ISO 4217).
    case currency
  }

  /// - Returns: As it was stored, which may be anything in a damaged file; nil where nothing is remembered.
  public func remembered(_ value: RememberedValue) async -> String? {
    await database.read { database in
      try Row.fetchOne(
        database, sql: "SELECT value FROM rememberedValue WHERE name = ?",
        arguments: [value.rawValue])?.text("value")
    } ?? nil
  }

  public func remember(_ text: String, as value: RememberedValue) async {
    _ = await database.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO rememberedValue (name, value) VALUES (?, ?)",
        arguments: [value.rawValue, text])
    }
  }

  /// Waits for what is being kept. Call before leaving: a slow disk takes a while, and what is not written then is lost.
  public func finishWriting() async {
    await database.finishWriting()
  }

  /// The basket of a source; make one for each.
  public func basket(of sourceID: String) -> SQLiteBasketRepository {
    SQLiteBasketRepository(database: database, sourceID: sourceID, logger: logger)
  }
}
