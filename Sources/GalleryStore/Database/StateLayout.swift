import GRDB

/// The tables of what people did, which nobody else has: never thrown away, only ever added to.
///
/// A later Vitrine adds migrations at the end; one that was released is not changed.
struct StateLayout: StoreLayout {
  var isReplaceable: Bool { false }

  func prepare(_ database: DatabasePool) throws {
    let migrator = Self.migrator
    let isNewer = try database.read { try migrator.hasBeenSuperseded($0) }
    guard !isNewer else { throw StoreLayoutError.isNewer }
    // What people did is kept through a power cut too: each transaction waits for the disk.
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    // Usually there is nothing to do, and then another program's transaction is not waited for.
    guard try database.read({ try !migrator.hasCompletedMigrations($0) }) else { return }
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
    migrator.registerMigration("baskets") { database in
      // `item` is what `BasketItemCoding` writes. The ids are the order among equal dates.
      try database.execute(
        sql: """
          CREATE TABLE basketItem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, photoID TEXT NOT NULL, addedAt REAL NOT NULL, item TEXT NOT NULL,
            UNIQUE (source, photoID)
          )
          """)
      // Counts the changes of each basket, so that a program knows whether there are any it has not seen.
      try database.execute(
        sql: "CREATE TABLE basket (source TEXT PRIMARY KEY, revision INTEGER NOT NULL)")
    }
    migrator.registerMigration("remembered values") { database in
      try database.execute(
        sql: "CREATE TABLE rememberedValue (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    }
    return migrator
  }
}
