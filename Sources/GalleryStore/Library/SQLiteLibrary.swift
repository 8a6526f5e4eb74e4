import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Logging
import Synchronization

/// What was read of the user's files: `library.sqlite` in Vitrine's folder of the cache home.
///
/// `init` opens and creates nothing. A damaged file is removed and made again; one that can't be written behaves like an
/// empty one. Several programs may use it at once.
public final class SQLiteLibrary: PhotoLibrary {
  let database: StoreDatabase
  /// What was read of folders as a whole.
  package let readings: ReadingFolder
  /// The first one.
  private let writeFaults = Mutex<StoreFault?>(nil)

  /// More than anyone searches; a file that says more is read again each time.
  private static let contentsLimit = 64 << 10

  /// - Parameters:
  ///   - folder: `StoreFolders.cache`; if nil, nothing is remembered.
  ///   - version: That of the program.
  public convenience init(folder: String?, version: String, logger: Logger) {
    self.init(folder: folder, version: version, logger: logger, maximumPageCount: nil)
  }

  /// - Parameter maximumPageCount: Limits the database, as a full disk would; for tests.
  init(folder: String?, version: String = "", logger: Logger, maximumPageCount: Int?) {
    readings = ReadingFolder(
      folder: folder.map { "\($0)/readings" }, version: version, logger: logger)
    database = StoreDatabase(
      folder: folder, name: "library.sqlite", layout: LibraryLayout(),
      maximumPageCount: maximumPageCount, logger: logger)
  }

  // MARK: Reading

  @concurrent
  public func contents(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> [LibraryContents?] {
    let found = await database.read { database -> [Data?] in
      guard let id = try Self.id(of: directory, in: database) else { return [] }
      let statement = try database.cachedStatement(
        sql: "SELECT contents FROM file WHERE directory = ? AND name = ? AND stamp = ?")
      return try files.map { file in
        try Data.fetchOne(statement, arguments: [id, Data(file.name), Self.stamp(of: file)])
      }
    }
    guard let found, found.count == files.count else {
      return [LibraryContents?](repeating: nil, count: files.count)
    }
    // Damaged contents are read from the file again, and replaced.
    return found.map { bytes in bytes.flatMap { try? ContentsCoding.contents($0) } }
  }

  @concurrent
  public func holds(_ files: [LibraryFile], in directory: LibraryDirectory) async -> [Bool] {
    let found = await database.read { database -> [Bool] in
      guard let id = try Self.id(of: directory, in: database) else { return [] }
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM file WHERE directory = ? AND name = ? AND stamp = ?")
      return try files.map { file in
        try Int.fetchOne(statement, arguments: [id, Data(file.name), Self.stamp(of: file)]) != nil
      }
    }
    guard let found, found.count == files.count else {
      return [Bool](repeating: false, count: files.count)
    }
    return found
  }

  @concurrent
  public func directories(from path: [UInt8]) async -> [LibraryDirectory] {
    await database.read { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT path, fileSystem FROM directory WHERE \(Self.isAtOrBelow)",
        arguments: Self.arguments(from: path))
      var directories: [LibraryDirectory] = []
      while let row = try rows.next() {
        guard let path = row.bytes("path"), let number = row.number("fileSystem") else { continue }
        directories.append(
          LibraryDirectory(path: Array(path), fileSystem: UInt64(bitPattern: number)))
      }
      return directories
    } ?? []
  }

  /// Of a directory's path, with `arguments(from:)`.
  static let isAtOrBelow = "(path = ? OR path >= ? AND path < ?)"

  static func arguments(from path: [UInt8]) -> StatementArguments {
    // Below `/a` is what begins with `/a/`, and `0` follows `/`.
    let folder = path == [0x2F] ? [] : path
    return [Data(path), Data(folder + [0x2F]), Data(folder + [0x30])]
  }

  @concurrent
  public func names(in directory: LibraryDirectory) async -> [[UInt8]] {
    await database.read { database in
      guard let id = try Self.id(of: directory, in: database) else { return [] }
      let names = try Data.fetchCursor(
        database,
        sql: """
          SELECT name FROM file WHERE directory = ?
          UNION SELECT name FROM picture WHERE directory = ?
          """,
        arguments: [id, id])
      var result: [[UInt8]] = []
      while let name = try names.next() { result.append(Array(name)) }
      return result
    } ?? []
  }

  static func id(
    of directory: LibraryDirectory, in database: Database
  ) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM directory WHERE path = ? AND fileSystem = ?"),
      arguments: [Data(directory.path), Int64(bitPattern: directory.fileSystem)])
  }

  // MARK: Writing

  public func remember(
    _ contents: LibraryContents, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    let bytes = ContentsCoding.bytes(of: contents)
    guard bytes.count <= Self.contentsLimit else { return }
    let date = Int64(Date().timeIntervalSince1970)
    add { database in
      let id = try Self.idMakingRow(of: directory, in: database)
      try database.cachedStatement(
        sql: "UPDATE directory SET readAt = ? WHERE id = ? AND readAt IS NOT ?"
      ).execute(arguments: [date, id, date])
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO file (directory, name, stamp, contents) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [id, Data(file.name), Self.stamp(of: file), Data(bytes)])
    }
  }

  public func remember(
    _ picture: LibraryPicture, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    add { database in
      let id = try Self.idMakingRow(of: directory, in: database)
      try Self.write(picture, of: file, inDirectory: id, to: database)
    }
  }

  private func add(_ change: @escaping @Sendable (Database) throws -> Void) {
    database.writeLater(change) { result in
      if case .failure(let fault) = result { self.writeFaults.withLock { $0 = $0 ?? fault } }
    }
  }

  /// Why something isn't remembered that was to be; nil if everything is. Call after `finishWriting()`.
  package var writeFault: StoreFault? { writeFaults.withLock(\.self) }

  private static func stamp(of file: LibraryFile) -> Data {
    Data(file.stamp + [PhotoMetadata.version])
  }

  private static func idMakingRow(
    of directory: LibraryDirectory, in database: Database
  ) throws -> Int64 {
    if let id = try id(of: directory, in: database) { return id }
    try database.execute(
      sql: "INSERT INTO directory (path, fileSystem) VALUES (?, ?)",
      arguments: [Data(directory.path), Int64(bitPattern: directory.fileSystem)])
    return database.lastInsertedRowID
  }

  @concurrent
  public func forget(_ names: [[UInt8]]?, in directory: LibraryDirectory) async {
    readings.forget(around: directory.path)
    _ = await database.write(creating: false) { database in
      // Also what they said: SQLite leaves the bytes of a removed row where they were.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      guard let id = try Self.id(of: directory, in: database) else { return }
      guard let names else {
        try database.execute(sql: "DELETE FROM file WHERE directory = ?", arguments: [id])
        try database.execute(sql: "DELETE FROM picture WHERE directory = ?", arguments: [id])
        try database.execute(sql: "DELETE FROM directory WHERE id = ?", arguments: [id])
        return
      }
      for table in ["file", "picture"] {
        let statement = try database.cachedStatement(
          sql: "DELETE FROM \(table) WHERE directory = ? AND name = ?")
        for name in names { try statement.execute(arguments: [id, Data(name)]) }
      }
    }
  }

  /// Writes what is noted in memory only. Call before quitting.
  public func finishWriting() async {
    readings.finishWriting()
    await database.finishWriting()
  }
}
