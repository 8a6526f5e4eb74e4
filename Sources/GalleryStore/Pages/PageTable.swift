import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// Pages in the tables. All of these are called inside transactions.
enum PageTable {
  struct Found: Sendable {
    let id: Int64
    /// nil if it is damaged.
    let page: StoredPage?
    let usedAt: Date
  }

  private static let list = """
    source = (SELECT id FROM source WHERE name = ?) AND search = ? AND filter = ? AND pageSize = ?
    """

  private static func arguments(_ key: PageKey) -> [any DatabaseValueConvertible] {
    [key.sourceID, key.query.search ?? "", filterText(key.query), key.pageSize]
  }

  /// A list's filter and order in their normal form; the default ones keep their historical names.
  private static func filterText(_ query: PhotoQuery) -> String {
    let filter =
      switch query.filter {
      case .everything: "all"
      case .forSale: "forSale"
      default: query.filter.description
      }
    return query.sort.map { "\(filter) \($0.isDescending ? "-" : "")\($0.key.rawValue)" } ?? filter
  }

  static func find(_ key: PageKey, in database: Database) throws -> Found? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT page.id, storedAt, freshUntil, entityTag, lastModified, origin, usedAt, bytes
          FROM page JOIN pageBody USING (id) WHERE \(list) AND number = ?
          """), arguments: StatementArguments(arguments(key) + [key.page]))
    guard let row, let id = row.number("id") else { return nil }
    var page: StoredPage?
    if let bytes = row.bytes("bytes"), let decoded = try? PageLines.page(bytes),
      let storedAt = row.date("storedAt")
    {
      page = StoredPage(
        page: decoded, storedAt: storedAt, freshUntil: row.date("freshUntil"),
        validators: HTTPValidators(
          entityTag: row.text("entityTag"), lastModified: row.text("lastModified")),
        origin: row.text("origin"))
    }
    return Found(id: id, page: page, usedAt: row.date("usedAt") ?? .distantPast)
  }

  /// - Parameter bytes: The size of the page.
  static func save(
    _ page: StoredPage, bytes: Data, for key: PageKey, usedAt: Date, in database: Database
  ) throws {
    let source = try source(key.sourceID, in: database)
    let isIndexed = key.query == .everything
    let texts = isIndexed ? page.page.photos.map(IndexedText.init) : []
    let byteCount = bytes.count + texts.reduce(0) { $0 + $1.indexByteCount }
    let id = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM page WHERE \(list) AND number = ?"),
      arguments: StatementArguments(arguments(key) + [key.page]))
    let facts: [(any DatabaseValueConvertible)?] = [
      page.storedAt.timeIntervalSinceReferenceDate,
      page.freshUntil?.timeIntervalSinceReferenceDate, page.validators.entityTag,
      page.validators.lastModified, page.origin, usedAt.timeIntervalSinceReferenceDate, byteCount,
    ]
    if let id {
      try database.cachedStatement(
        sql: """
          UPDATE page SET storedAt = ?, freshUntil = ?, entityTag = ?, lastModified = ?, origin = ?,
            usedAt = ?, byteCount = ? WHERE id = ?
          """
      ).execute(arguments: StatementArguments(facts + [id]))
      // A refresh mostly brings the same photos, and indexing is what costs.
      let isSame = try Bool.fetchOne(
        database.cachedStatement(sql: "SELECT bytes = ? FROM pageBody WHERE id = ?"),
        arguments: [bytes, id])
      guard isSame != true else { return }
      try PhotoIndex.remove(page: id, in: database)
      try database.cachedStatement(sql: "REPLACE INTO pageBody (id, bytes) VALUES (?, ?)")
        .execute(arguments: [id, bytes])
      if isIndexed { try PhotoIndex.add(texts, page: id, source: source, in: database) }
    } else {
      let key: [any DatabaseValueConvertible] = [
        source, key.query.search ?? "", filterText(key.query), key.pageSize, key.page,
      ]
      try database.cachedStatement(
        sql: """
          INSERT INTO page (storedAt, freshUntil, entityTag, lastModified, origin, usedAt, byteCount,
            source, search, filter, pageSize, number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: StatementArguments(facts + key))
      let id = database.lastInsertedRowID
      try database.cachedStatement(sql: "INSERT INTO pageBody (id, bytes) VALUES (?, ?)")
        .execute(arguments: [id, bytes])
      if isIndexed { try PhotoIndex.add(texts, page: id, source: source, in: database) }
    }
  }

  static func confirm(
    _ key: PageKey, at date: Date, freshUntil: Date?, in database: Database
  ) throws {
    let facts: [(any DatabaseValueConvertible)?] = [
      date.timeIntervalSinceReferenceDate, freshUntil?.timeIntervalSinceReferenceDate,
    ]
    try database.cachedStatement(
      sql: "UPDATE page SET storedAt = ?, freshUntil = ? WHERE \(list) AND number = ?"
    ).execute(arguments: StatementArguments(facts + arguments(key) + [key.page]))
  }

  static func delete(from number: Int, of key: PageKey, in database: Database) throws {
    let ids = try Int64.fetchAll(
      database, sql: "SELECT id FROM page WHERE \(list) AND number >= ?",
      arguments: StatementArguments(arguments(key) + [number]))
    for id in ids { try delete(id, in: database) }
  }

  /// With its entries in the index.
  static func delete(_ id: Int64, in database: Database) throws {
    try PhotoIndex.remove(page: id, in: database)
    for table in ["pageBody", "page"] {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE id = ?").execute(arguments: [id]
      )
    }
  }

  private static func source(_ name: String, in database: Database) throws -> Int64 {
    let find = "SELECT id FROM source WHERE name = ?"
    if let id = try Int64.fetchOne(database.cachedStatement(sql: find), arguments: [name]) {
      return id
    }
    try database.execute(sql: "INSERT INTO source (name) VALUES (?)", arguments: [name])
    return database.lastInsertedRowID
  }
}
