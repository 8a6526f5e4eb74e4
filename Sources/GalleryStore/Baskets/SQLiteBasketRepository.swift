import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Logging
import Synchronization

/// The basket of one source in `state.sqlite`, which is never removed.
///
/// Each edit is a transaction that waits for the disk (some milliseconds, decision 25). The resulting basket is read in the
/// same transaction, so the edits of several programs are applied one after the other.
public final class SQLiteBasketRepository: BasketRepository {
  private let database: StoreDatabase
  private let sourceID: String
  private let logger: Logger
  private let hasLoggedUnreadable = Atomic(false)

  init(database: StoreDatabase, sourceID: String, logger: Logger) {
    (self.database, self.sourceID, self.logger) = (database, sourceID, logger)
  }

  public func basket() async throws(BasketError) -> Basket {
    do throws(StoreFault) {
      // After the edits that were requested before.
      await database.finishWriting()
      let snapshot = try await database.fetch { try self.snapshot($0) } ?? Snapshot()
      note(snapshot)
      return snapshot.basket
    } catch {
      throw basketError(error)
    }
  }

  public func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket {
    do throws(StoreFault) {
      return try await database.store(creating: edit.putsIn) { try self.apply(edit, $0) } ?? .empty
    } catch {
      throw basketError(error)
    }
  }

  private func note(_ snapshot: Snapshot) {
    guard snapshot.unreadableCount > 0, !hasLoggedUnreadable.exchange(true, ordering: .relaxed)
    else { return }
    logger.warning(
      "Can't read some items of the basket; they were left unchanged.",
      metadata: ["path": "\(database.path)", "count": "\(snapshot.unreadableCount)"])
  }

  private func basketError(_ fault: StoreFault) -> BasketError {
    let path = TextCleaner.line(database.path, limit: TextLimit(characters: 1_000))
    return switch fault {
    case .damaged: .damaged(path: path)
    case .unwritable: .unwritable(path: path)
    case .nowhere: .unwritable(path: "")
    case .newer: .newer(path: path)
    case .busy, .cancelled, .other: .unavailable(path: path)
    }
  }

  // MARK: Rows

  private struct Snapshot: Sendable {
    var basket = Basket.empty
    /// Rows that can't be read; they are kept.
    var unreadableCount = 0
  }

  /// - Complexity: O(*items*).
  private func snapshot(_ database: Database) throws -> Snapshot {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT photoID, addedAt, item FROM basketItem WHERE source = ? ORDER BY addedAt, id
        """, arguments: [sourceID])
    let items = rows.compactMap(Self.item)
    return Snapshot(basket: Basket(items: items), unreadableCount: rows.count - items.count)
  }

  /// nil for a row that can't be read.
  private static func item(of row: Row) -> BasketItem? {
    guard let id = row.text("photoID"), let text = row.text("item"),
      let date = row.date("addedAt"),
      let item = BasketItemCoding.item(of: text, addedAt: date), item.id == id
    else { return nil }
    return item
  }

  /// Applies an edit; writes only the rows that it changes.
  private func apply(_ edit: BasketEdit, _ database: Database) throws -> Basket {
    let old = try snapshot(database).basket
    let new = old.applying(edit)
    guard old != new else { return old }
    // Restored items come last among items with the same date, as in the value.
    let restored = edit.restoredIDs
    for item in old.items where !new.contains(item.id) || restored.contains(item.id) {
      try database.execute(
        sql: "DELETE FROM basketItem WHERE source = ? AND photoID = ?",
        arguments: [sourceID, item.id])
    }
    for item in new.items where old.item(item.id) != item || restored.contains(item.id) {
      try write(item, database)
    }
    return new
  }

  private func write(_ item: BasketItem, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO basketItem (source, photoID, addedAt, item) VALUES (?, ?, ?, ?)
        ON CONFLICT (source, photoID) DO UPDATE SET addedAt = excluded.addedAt, item = excluded.item
        """,
      arguments: [
        sourceID, item.id, item.addedAt.timeIntervalSinceReferenceDate,
        try BasketItemCoding.text(of: item),
      ])
  }
}

extension BasketEdit {
  fileprivate var restoredIDs: Set<Photo.ID> {
    if case .restore(let items) = self { Set(items.map(\.id)) } else { [] }
  }

  /// Whether it has an effect if there is no basket yet.
  fileprivate var putsIn: Bool {
    switch self {
    case .add(let items), .restore(let items): !items.isEmpty
    case .remove, .removeOrdered, .update, .setGone: false
    }
  }
}
