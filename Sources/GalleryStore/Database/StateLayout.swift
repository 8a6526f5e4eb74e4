import GRDB

/// The tables of what the user did, which can't be fetched again: nothing is ever removed, only added.
///
/// A later Vitrine adds migrations at the end; released ones don't change.
struct StateLayout: StoreLayout {
  var isReplaceable: Bool { false }

  func prepare(_ database: DatabasePool) throws {
    let migrator = Self.migrator
    let isNewer = try database.read { try migrator.hasBeenSuperseded($0) }
    guard !isNewer else { throw StoreLayoutError.isNewer }
    // What the user did survives a power cut too: each transaction waits for the disk.
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    // Usually there is nothing to do, and then there is no need to wait for another program's transaction.
    guard try database.read({ try !migrator.hasCompletedMigrations($0) }) else { return }
    try migrator.migrate(database)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("recent queries") { database in
      // The latest has the largest id. Two queries are the same if their `folded` is.
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
      // `item` is what `BasketItemCoding` writes. The ids give the order of equal dates.
      try database.execute(
        sql: """
          CREATE TABLE basketItem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, photoID TEXT NOT NULL, addedAt REAL NOT NULL, item TEXT NOT NULL,
            UNIQUE (source, photoID)
          )
          """)
      // Counted the changes of each basket, for programs that watched it, as 1.0 did.
      try database.execute(
        sql: "CREATE TABLE basket (source TEXT PRIMARY KEY, revision INTEGER NOT NULL)")
    }
    migrator.registerMigration("remembered values") { database in
      try database.execute(
        sql: "CREATE TABLE rememberedValue (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    }
    // Builds between 1.0 and the next version made a table here, which nothing reads any more.
    migrator.registerMigration("ignored pairs") { _ in }
    return migrator
  }
}
