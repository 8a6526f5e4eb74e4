/// The tables of the library.
struct LibraryLayout: ReplaceableLayout {
  static let version = 3

  static let additions = [2: [pictures]]

  static let statements = [
    // `fileSystem` is `LibraryDirectory.fileSystem`, with its bits as those of a signed number; `readAt` when files of it
    // were last read, in seconds since 1970.
    """
    CREATE TABLE directory (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, fileSystem INTEGER NOT NULL, readAt INTEGER,
      UNIQUE (path, fileSystem)
    )
    """,
    // `stamp` has how it was read at its end (`PhotoMetadata.version`); `contents` is what `ContentsCoding` writes.
    """
    CREATE TABLE file (
      directory INTEGER NOT NULL, name BLOB NOT NULL, stamp BLOB NOT NULL, contents BLOB NOT NULL,
      PRIMARY KEY (directory, name)
    ) WITHOUT ROWID
    """,
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
