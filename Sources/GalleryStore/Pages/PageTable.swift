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

  /// The pages of everything that a source lists, in the order of the list.
  static func pages(ofSource source: String, in database: Database) throws -> [PageKey] {
    let list = PageKey(sourceID: source, pageSize: 1, page: 1)
    return try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT pageSize, number FROM page
          WHERE source = (SELECT id FROM source WHERE name = ?) AND search = ? AND filter = ?
          ORDER BY (number - 1) * pageSize, pageSize
          """), arguments: StatementArguments(arguments(list).dropLast())
    ).compactMap { row in
      guard let size = row.number("pageSize"), let page = row.number("number") else { return nil }
      return PageKey(sourceID: source, pageSize: Int(size), page: Int(page))
    }
  }

  static func body(of key: PageKey, in database: Database) throws -> Data? {
    try Data.fetchOne(
      database.cachedStatement(
        sql: "SELECT bytes FROM page JOIN pageBody USING (id) WHERE \(list) AND number = ?"),
      arguments: StatementArguments(arguments(key) + [key.page]))
  }

  /// - Parameter bytes: The page itself.
  static func save(
    _ page: StoredPage, bytes: Data, for key: PageKey, usedAt: Date, in database: Database
  ) throws {
    let values: [(any DatabaseValueConvertible)?] = [
      try source(key.sourceID, in: database), key.query.search ?? "", filterText(key.query),
      key.pageSize, key.page, page.storedAt.timeIntervalSinceReferenceDate,
      page.freshUntil?.timeIntervalSinceReferenceDate, page.validators.entityTag,
      page.validators.lastModified, page.origin, usedAt.timeIntervalSinceReferenceDate,
      bytes.count,
    ]
    let id = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          INSERT INTO page (source, search, filter, pageSize, number, storedAt, freshUntil, entityTag,
            lastModified, origin, usedAt, byteCount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (source, search, filter, pageSize, number) DO UPDATE SET
            storedAt = excluded.storedAt, freshUntil = excluded.freshUntil,
            entityTag = excluded.entityTag, lastModified = excluded.lastModified,
            origin = excluded.origin, usedAt = excluded.usedAt, byteCount = excluded.byteCount
          RETURNING id
          """), arguments: StatementArguments(values))
    try database.cachedStatement(sql: "REPLACE INTO pageBody (id, bytes) VALUES (?, ?)")
      .execute(arguments: [id, bytes])
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

  static func delete(_ id: Int64, in database: Database) throws {
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
