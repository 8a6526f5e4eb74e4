import PhotoSQL

/// The tables of the library.
struct LibraryLayout: ReplaceableLayout {
  static let version = 4

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
