import GRDB

/// The tables of the store of pages and pictures.
struct CacheLayout: ReplaceableLayout {
  /// Increases with every change of the tables, or of what is indexed.
  static let version = 3

  // 1.0 stored pages in a form of its own; pictures stay.
  static let additions = [
    2: [
      "DELETE FROM photoText", "DELETE FROM photo", "DELETE FROM pageBody", "DELETE FROM page",
    ]
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
      // Each photo of a source once, at the position where it was seen last; ids are `IndexedPhoto.code`.
      """
      CREATE TABLE photo (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL, photoID TEXT NOT NULL, UNIQUE (source, photoID)
      )
      """,
      // `IndexText` of each photo, by the ids of `photo`. Results are not ranked, so no sizes are stored.
      """
      CREATE VIRTUAL TABLE photoText USING fts5(
        title, description, author, camera, tags, columnsize = 0,
        tokenize = 'unicode61 remove_diacritics 2'
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
