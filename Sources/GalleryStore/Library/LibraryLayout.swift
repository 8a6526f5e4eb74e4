/// The tables of the library.
struct LibraryLayout: ReplaceableLayout {
  /// Also increases when a file's metadata is read in another way, so that files are read again.
  static let version = 4

  // Files are read again for the names of their places. Until then, and of disks that aren't there, the rest is known.
  static let additions = [2: [pictures], 3: ["UPDATE file SET stamp = x''"]]

  static let statements = [
    // `fileSystem` is `LibraryDirectory.fileSystem`, with its bits as those of a signed number; `readAt` when files of it
    // were last read, in seconds since 1970.
    """
    CREATE TABLE directory (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, fileSystem INTEGER NOT NULL, readAt INTEGER,
      UNIQUE (path, fileSystem)
    )
    """,
    // `contents` is what `ContentsCoding` writes.
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
