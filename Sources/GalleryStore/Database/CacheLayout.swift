import GRDB

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
