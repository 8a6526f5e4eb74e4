import Foundation
import GRDB
import PhotoSQL

/// The tables of a store whose contents can be fetched or read again.
///
/// `PRAGMA user_version` numbers the layout. A store with an older number is emptied: a migration isn't worth its risks,
/// unless only tables are added or removed (`additions`). One with a newer number, which belongs to a newer Vitrine, is removed.
protocol ReplaceableLayout: StoreLayout {
  /// Increases with every change of the tables, or of what is in them.
  static var version: Int { get }
  /// Creates the tables.
  static var statements: [String] { get }
  /// What makes a store with the number the next one without losing anything; a number that isn't there means that it is
  /// emptied.
  static var additions: [Int: [String]] { get }
  /// A folder beside the store in which a former version kept more of the same; removed when the store is emptied.
  static var formerFolder: String? { get }
}

extension ReplaceableLayout {
  var isReplaceable: Bool { true }
  var busyTimeout: TimeInterval { 2 }
  var hasSomethingToTakeOver: Bool { false }
  static var additions: [Int: [String]] { [:] }
  static var formerFolder: String? { nil }

  func look(at database: Database) {}

  func prepare(_ database: DatabasePool) throws {
    guard try database.read(Self.version(of:)) != Self.version else { return }
    let path = database.path
    try database.write { database in
      // Another program may have created the tables meanwhile.
      let found = try Self.version(of: database)
      guard found != Self.version else { return }
      let steps = (found..<Self.version).map { Self.additions[$0] }
      guard steps.allSatisfy({ $0 != nil }) else {
        try Self.empty(database)
        if let formerFolder = Self.formerFolder {
          let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
          try? FileManager.default.removeItem(at: folder.appending(path: formerFolder))
        }
        return
      }
      for statement in steps.compactMap(\.self).joined() { try database.execute(sql: statement) }
      try database.execute(sql: "PRAGMA user_version = \(Self.version)")
    }
  }

  /// Removes everything and creates the tables. Faster than deleting rows, because an index is dropped as a whole.
  static func empty(_ database: Database) throws {
    try dropAll(database)
    for statement in statements { try database.execute(sql: statement) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  private static func version(of database: Database) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= Self.version else { throw StoreOpeningError.isNewer }
    return version
  }

  private static func dropAll(_ database: Database) throws {
    // Virtual tables first, such as the search index of a former Vitrine: they own other tables, which are dropped with them.
    let names = """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC
      """
    while let name = try String.fetchOne(database, sql: names) {
      try database.execute(sql: "DROP TABLE \(name.quotedDatabaseIdentifier)")
    }
  }
}

/// The tables of the store of pages and pictures.
struct CacheLayout: ReplaceableLayout {
  static let version = 4

  static let additions = [
    // 1.0 stored pages in a form of its own; pictures stay.
    2: ["DELETE FROM pageBody", "DELETE FROM page"],
    // The photos of pages were in a full-text index, whose size was that of its page, too.
    3: [
      "DROP TABLE IF EXISTS photoText", "DROP TABLE IF EXISTS photo",
      """
      UPDATE page SET byteCount =
        coalesce((SELECT length(bytes) FROM pageBody WHERE pageBody.id = page.id), 0)
      """,
    ],
  ]

  static let statements =
    [
      """
      CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)
      """,
      // Dates are seconds since 2001-01-01 00:00 UTC, to the last bit. `search` is '' without a search.
      """
      CREATE TABLE page (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL,
        search TEXT NOT NULL, filter TEXT NOT NULL, pageSize INTEGER NOT NULL, number INTEGER NOT NULL,
        storedAt REAL NOT NULL, freshUntil REAL, entityTag TEXT, lastModified TEXT,
        origin TEXT, usedAt REAL NOT NULL, byteCount INTEGER NOT NULL,
        UNIQUE (source, search, filter, pageSize, number)
      )
      """,
      "CREATE INDEX pageUse ON page (usedAt)",
      // Separate from the pages, so that their properties are read without their photos.
      """
      CREATE TABLE pageBody (
        id INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE, bytes BLOB NOT NULL
      )
      """,
      """
      CREATE TABLE image (
        id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
        byteCount INTEGER NOT NULL, entityTag TEXT, lastModified TEXT,
        storedAt REAL NOT NULL, usedAt REAL NOT NULL
      )
      """,
      "CREATE INDEX imageUse ON image (usedAt)",
      // One row: the total size, so that it need not be counted, and when orphaned files were last looked for.
      "CREATE TABLE tally (byteCount INTEGER NOT NULL, sweptAt REAL)",
      "INSERT INTO tally (byteCount) VALUES (0)",
    ] + ["page", "image"].flatMap(tallyTriggers)

  private static func tallyTriggers(of table: String) -> [String] {
    [("INSERT", "+ new.byteCount"), ("DELETE", "- old.byteCount")].map { event, change in
      """
      CREATE TRIGGER \(table)Tally\(event) AFTER \(event) ON \(table) BEGIN
        UPDATE tally SET byteCount = byteCount \(change);
      END
      """
    } + [
      """
      CREATE TRIGGER \(table)TallyUPDATE AFTER UPDATE OF byteCount ON \(table) BEGIN
        UPDATE tally SET byteCount = byteCount + new.byteCount - old.byteCount;
      END
      """
    ]
  }
}

/// The tables of the library.
struct LibraryLayout: ReplaceableLayout {
  static let version = 6

  static let formerFolder: String? = "readings"

  static let statements =
    [
      // `fileSystem` is `LibraryDirectory.fileSystem`, with its bits as those of a signed number; `readAt` when files of it
      // were last read, in seconds since 1970.
      """
      CREATE TABLE directory (
        id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL, fileSystem INTEGER NOT NULL, readAt INTEGER,
        UNIQUE (path, fileSystem)
      )
      """
    ] + PhotoTable.statements + [
      // One row: how the columns of photos were made, with the identifier of the time zone.
      "CREATE TABLE columns (version INTEGER NOT NULL, zone TEXT NOT NULL)",
      pictures,
    ]

  // `fingerprint` is what `FingerprintCoding` writes, NULL if the picture has not been read; `digest` the SHA-256 of the
  // file, NULL if it was not needed.
  private static let pictures = """
    CREATE TABLE picture (
      directory INTEGER NOT NULL, name BLOB NOT NULL, stamp BLOB NOT NULL, fingerprint BLOB, digest BLOB,
      PRIMARY KEY (directory, name)
    ) WITHOUT ROWID
    """
}
