import GRDB

/// The tables of what people did, which nobody else has: never thrown away, only ever added to.
///
/// A later Vitrine adds migrations at the end (baskets, orders); one that was released is not changed.
struct StateLayout: StoreLayout {
  var isReplaceable: Bool { false }

  func prepare(_ database: DatabasePool) throws {
    let migrator = Self.migrator
    let isNewer = try database.read { try migrator.hasBeenSuperseded($0) }
    guard !isNewer else { throw StoreLayoutError.isNewer }
    try migrator.migrate(database)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("recent queries") { database in
      // The latest has the largest id. `folded` is what makes two queries the same.
      try database.execute(
        sql: """
          CREATE TABLE recentQuery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, folded TEXT NOT NULL, text TEXT NOT NULL, savedAt REAL NOT NULL,
            UNIQUE (source, folded)
          )
          """)
    }
    return migrator
  }
}
