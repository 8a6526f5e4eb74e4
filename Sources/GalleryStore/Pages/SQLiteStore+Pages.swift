import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// Pages are written later: creating a store takes 30 ms, and the photos shouldn't have to wait for that. Readers wait for
/// earlier changes.
extension SQLiteStore: PageStore {
  @concurrent
  public func page(for key: PageKey) async -> StoredPage? {
    guard let found = await readPages({ try Self.find(key, in: $0) }) ?? nil else { return nil }
    guard let page = found.page else {
      // Another version, or damaged.
      database.writeLater(creating: false) { try Self.deletePage(found.id, in: $0) }
      return nil
    }
    use(.page, found.id, lastUse: found.usedAt)
    return page
  }

  /// - Returns: Without the page if it is damaged.
  private static func find(
    _ key: PageKey, in database: Database
  ) throws -> (id: Int64, page: StoredPage?, usedAt: Date)? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT page.id, storedAt, freshUntil, entityTag, lastModified, origin, usedAt, bytes
          FROM page JOIN pageBody USING (id) WHERE \(list) AND number = ?
          """), arguments: StatementArguments(arguments(key) + [key.page]))
    guard let row, let id = row.number("id") else { return nil }
    var page: StoredPage?
    if let decoded = row.bytes("bytes").flatMap({ try? PageLines.page($0) }),
      let storedAt = row.date("storedAt")
    {
      page = StoredPage(
        page: decoded, storedAt: storedAt, freshUntil: row.date("freshUntil"),
        validators: HTTPValidators(
          entityTag: row.text("entityTag"), lastModified: row.text("lastModified")),
        origin: row.text("origin"))
    }
    return (id, page, row.date("usedAt") ?? .distantPast)
  }

  @concurrent
  public func save(_ page: StoredPage, for key: PageKey) async {
    guard let bytes = try? PageLines.bytes(of: page.page) else { return }
    let (date, limit) = (now(), byteLimit)
    database.writeLater { database in
      try Self.save(page, bytes: bytes, for: key, usedAt: date, in: database)
      return try Self.byteCount(database) > limit
    } finish: { result in
      if case .success(true?) = result { self.evict() }
    }
  }

  @concurrent
  public func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {
    database.writeLater(creating: false) { database in
      let facts: [(any DatabaseValueConvertible)?] = [
        date.timeIntervalSinceReferenceDate, freshUntil?.timeIntervalSinceReferenceDate,
      ]
      try database.cachedStatement(
        sql: "UPDATE page SET storedAt = ?, freshUntil = ? WHERE \(Self.list) AND number = ?"
      ).execute(arguments: StatementArguments(facts + Self.arguments(key) + [key.page]))
    }
  }

  @concurrent
  public func removePages(from page: Int, of key: PageKey) async {
    database.writeLater(creating: false) { database in
      let ids = try Int64.fetchAll(
        database, sql: "SELECT id FROM page WHERE \(Self.list) AND number >= ?",
        arguments: StatementArguments(Self.arguments(key) + [page]))
      for id in ids { try Self.deletePage(id, in: database) }
    }
  }

  @concurrent
  public func pages(ofSource sourceID: String) async -> [PageKey] {
    let list = PageKey(sourceID: sourceID, pageSize: 1, page: 1)
    return await readPages { database in
      try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT pageSize, number FROM page
            WHERE source = (SELECT id FROM source WHERE name = ?) AND search = ? AND filter = ?
            ORDER BY (number - 1) * pageSize, pageSize
            """), arguments: StatementArguments(Self.arguments(list).dropLast())
      ).compactMap { row in
        guard let size = row.number("pageSize"), let page = row.number("number") else { return nil }
        return PageKey(sourceID: sourceID, pageSize: Int(size), page: Int(page))
      }
    } ?? []
  }

  /// Reading a photo takes 20 µs, so all processors do it.
  @concurrent
  public func photos(on pages: [PageKey], passing filter: LocalFilter) async -> [Photo] {
    let list = Self.list
    let bodies =
      await database.read { database in
        try pages.compactMap { key in
          try Data.fetchOne(
            database.cachedStatement(
              sql: "SELECT bytes FROM page JOIN pageBody USING (id) WHERE \(list) AND number = ?"),
            arguments: StatementArguments(Self.arguments(key) + [key.page]))
        }
      } ?? []
    return await withTaskGroup(of: (Int, [Photo]).self) { group in
      for (number, body) in bodies.enumerated() {
        group.addTask {
          guard !Task.isCancelled else { return (number, []) }
          return (number, (try? PageLines.photos(body, passing: filter)) ?? [])
        }
      }
      var photos = bodies.map { _ in [Photo]() }
      for await (number, found) in group { photos[number] = found }
      return Array(photos.joined())
    }
  }

  /// What was saved before is found, too, although pages are written later.
  private func readPages<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async -> T? {
    await database.finishWriting()
    return await database.read(body)
  }
}

// Inside transactions.
extension SQLiteStore {
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

  /// - Parameter bytes: The page itself.
  private static func save(
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

  static func deletePage(_ id: Int64, in database: Database) throws {
    for table in ["pageBody", "page"] {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE id = ?")
        .execute(arguments: [id])
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
