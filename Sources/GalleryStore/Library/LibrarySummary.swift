import Foundation
import GRDB
import GalleryData

/// What a library remembers, by folders.
package struct LibrarySummary: Sendable {
  package struct Folder: Sendable {
    package var directory: LibraryDirectory
    package var photoCount = 0
    /// Without what the database adds.
    package var byteCount = 0
    /// When files of it were last read; nil if that isn't known.
    package var readAt: Date?
  }

  /// In the order of their paths.
  package var folders: [Folder] = []
  /// The size of the database with its log.
  package var byteCount: Int64 = 0

  package var photoCount: Int { folders.reduce(0) { $0 + $1.photoCount } }
}

// What `vitrine library` does.
extension SQLiteLibrary {
  /// The path of the database.
  package var path: String { database.path }

  /// What is remembered; creates nothing.
  ///
  /// - Parameter path: Only this folder and those below it, as in `LibraryDirectory`; nil for all.
  /// - Throws: `.damaged` also if a damaged or newer database has just been removed, instead of behaving like an empty one.
  @concurrent
  package func summary(from path: [UInt8]? = nil) async throws(StoreFault) -> LibrarySummary {
    var summary = LibrarySummary()
    summary.folders = try await database.fetch { try Self.folders(from: path, in: $0) } ?? []
    guard !database.wasReplaced else { throw .damaged }
    summary.byteCount = database.byteCount
    return summary
  }

  /// Forgets folders, and leaves nothing of what their files said in the database.
  ///
  /// - Parameter path: This folder and those below it; nil for everything.
  /// - Returns: What there was.
  @concurrent
  package func forget(from path: [UInt8]?) async throws(StoreFault) -> LibrarySummary {
    let before = try await summary(from: path)
    if !before.folders.isEmpty {
      _ = try await database.store(creating: false) { database in
        guard let path else { return try LibraryLayout.empty(database) }
        try database.execute(sql: "PRAGMA secure_delete = ON")
        try Self.delete(
          "directory IN (SELECT id FROM directory WHERE \(Self.isAtOrBelow))",
          Self.arguments(from: path), from: database)
        try database.execute(
          sql: "DELETE FROM directory WHERE \(Self.isAtOrBelow)",
          arguments: Self.arguments(from: path))
        try Self.deleteSpellings(from: database)
      }
      await database.shrink()
    }
    if path == nil { database.removeSetAside() }
    return before
  }

  private static func folders(
    from path: [UInt8]?, in database: Database
  ) throws -> [LibrarySummary.Folder] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT path, fileSystem, readAt, count(name) AS count,
          sum(length(name) + length(stamp) + ifnull(length(contents), 0)) AS byteCount
        FROM directory LEFT JOIN photo ON directory = directory.id LEFT JOIN file ON file.id = photo.id
        \(path == nil ? "" : "WHERE \(isAtOrBelow)") GROUP BY directory.id ORDER BY path
        """, arguments: path.map(arguments) ?? []
    ).compactMap { row in
      directory(row).map {
        LibrarySummary.Folder(
          directory: $0, photoCount: Int(row.number("count") ?? 0),
          byteCount: Int(row.number("byteCount") ?? 0), readAt: readAt(row))
      }
    }
  }
}
