import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Logging
import PhotoSQL
import Synchronization

/// What was read of the user's files: `library.sqlite` in Vitrine's folder of the cache home.
///
/// `init` opens and creates nothing. A damaged file is removed and made again; one that can't be written behaves like an
/// empty one. Several programs may use it at once.
public final class SQLiteLibrary: PhotoLibrary {
  let database: StoreDatabase
  /// Of the columns that are made first.
  let zone: TimeZone
  /// The first one.
  private let writeFaults = Mutex<StoreFault?>(nil)

  /// More than anyone searches; a file that says more is read again each time.
  private static let contentsLimit = 64 << 10

  /// - Parameters:
  ///   - folder: `StoreFolders.cache`; if nil, nothing is remembered.
  ///   - zone: For dates whose clock isn't known, until rows are made in another one.
  ///   - maximumPageCount: Limits the database, as a full disk would; for tests.
  public init(
    folder: String?, zone: TimeZone = .current, logger: Logger, maximumPageCount: Int? = nil
  ) {
    self.zone = zone
    database = StoreDatabase(
      folder: folder, name: "library.sqlite", layout: LibraryLayout(),
      maximumPageCount: maximumPageCount, logger: logger)
  }

  // MARK: Reading

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
          SELECT name FROM photo WHERE directory = ?
          UNION SELECT name FROM picture WHERE directory = ?
          """,
        arguments: [id, id])
      var result: [[UInt8]] = []
      while let name = try names.next() { result.append(Array(name)) }
      return result
    } ?? []
  }

  static func directory(_ row: Row) -> LibraryDirectory? {
    guard let path = row.bytes("path"), let number = row.number("fileSystem") else { return nil }
    return LibraryDirectory(path: Array(path), fileSystem: UInt64(bitPattern: number))
  }

  /// Of a row, if it says so.
  static func readAt(_ row: Row) -> Date? {
    row.number("readAt").map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  static func id(of directory: LibraryDirectory, in database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM directory WHERE path = ? AND fileSystem = ?"),
      arguments: [Data(directory.path), Int64(bitPattern: directory.fileSystem)])
  }

  // MARK: Writing

  public func remember(
    _ contents: LibraryContents?, of file: LibraryFile, in directory: LibraryDirectory,
    isSettled: Bool, photo: @escaping @Sendable (TimeZone) -> Photo
  ) {
    var bytes = contents.map(ContentsCoding.bytes)
    if let count = bytes?.count, count > Self.contentsLimit { bytes = nil }
    let contents = bytes.map { Data($0) }
    let stamp = Self.stamp(of: file, isRead: isSettled && bytes != nil)
    let date = Int64(Date().timeIntervalSince1970)
    let zone = zone
    add { database in
      let id = try Self.idMakingRow(of: directory, in: database)
      try database.cachedStatement(
        sql: "UPDATE directory SET readAt = ? WHERE id = ? AND readAt IS NOT ?"
      ).execute(arguments: [date, id, date])
      let zone = try Self.columnZone(in: database, orElse: zone)
      var writer = try PhotoRowWriter(database, zone: zone)
      try writer.write(photo(zone), inDirectory: id, name: file.name, stamp: stamp)
      if let contents {
        try database.cachedStatement(
          sql: """
            INSERT INTO file (id, contents)
            VALUES ((SELECT id FROM photo WHERE directory = ? AND name = ?), ?)
            ON CONFLICT (id) DO UPDATE SET contents = excluded.contents
            """
        ).execute(arguments: [id, Data(file.name), contents])
      } else {
        try database.cachedStatement(
          sql: "DELETE FROM file WHERE id = (SELECT id FROM photo WHERE directory = ? AND name = ?)"
        ).execute(arguments: [id, Data(file.name)])
      }
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

  /// - Parameter isRead: Otherwise no file has this stamp.
  static func stamp(of file: LibraryFile, isRead: Bool = true) -> [UInt8] {
    file.stamp + [isRead ? PhotoMetadata.version : 0]
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
    _ = await database.write(creating: false) { database in
      // Also what they said: SQLite leaves the bytes of a removed row where they were.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      guard let id = try Self.id(of: directory, in: database) else { return }
      guard let names else {
        try Self.delete("directory = ?", [id], from: database)
        try database.execute(sql: "DELETE FROM directory WHERE id = ?", arguments: [id])
        return try Self.deleteSpellings(from: database)
      }
      for name in names {
        try Self.delete("directory = ? AND name = ?", [id, Data(name)], from: database)
      }
      try Self.deleteSpellings(from: database)
    }
  }

  /// Deletes the texts that no photo has any more.
  static func deleteSpellings(from database: Database) throws {
    let columns = PhotoTable.spelledNames.map { "SELECT \($0) FROM photo WHERE \($0) IS NOT NULL" }
    try database.execute(
      sql: "DELETE FROM spelling WHERE id NOT IN (\(columns.joined(separator: " UNION ")))")
  }

  /// Deletes photos and pictures, and what their files said.
  static func delete(
    _ condition: String, _ arguments: StatementArguments, from database: Database
  ) throws {
    for table in [
      "file WHERE id IN (SELECT id FROM photo WHERE \(condition))", "photo WHERE \(condition)",
      "picture WHERE \(condition)",
    ] {
      try database.cachedStatement(sql: "DELETE FROM \(table)").execute(arguments: arguments)
    }
  }

  /// Writes what waits to be written. Call before quitting.
  public func finishWriting() async {
    await database.finishWriting()
  }
}
