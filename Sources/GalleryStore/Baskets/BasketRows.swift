import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// The basket of one source in the database.
struct BasketRows: Sendable {
  let sourceID: String

  struct Snapshot: Sendable {
    var basket = Basket.empty
    /// Rows that can't be read; they are kept.
    var unreadableCount = 0
  }

  /// - Complexity: O(*items*).
  func snapshot(_ database: Database) throws -> Snapshot {
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
  func apply(_ edit: BasketEdit, _ database: Database) throws -> Snapshot {
    var snapshot = try snapshot(database)
    let (old, new) = (snapshot.basket, snapshot.basket.applying(edit))
    guard old != new else { return snapshot }
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
    snapshot.basket = new
    return snapshot
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
}
