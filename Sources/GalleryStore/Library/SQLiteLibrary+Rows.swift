import Foundation
import GRDB
import GRDBSQLite
import GalleryData
import GalleryDomain
import PhotoSQL

// Photos as rows.
extension SQLiteLibrary {
  // MARK: How the columns were made

  @concurrent
  public func hasRows(in zone: TimeZone) async -> Bool {
    await database.read { try Self.hasRows(in: zone, $0) } ?? true
  }

  private static func hasRows(in zone: TimeZone, _ database: Database) throws -> Bool {
    let made = try columns(in: database)
    return made.map { $0 == PhotoTable.version && $1 == zone.identifier } ?? true
  }

  static func columnZone(in database: Database, orElse zone: TimeZone) throws -> TimeZone {
    if let made = try columns(in: database) { return TimeZone(identifier: made.zone) ?? zone }
    try state(zone, in: database)
    return zone
  }

  private static func columns(in database: Database) throws -> (version: Int, zone: String)? {
    let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT version, zone FROM columns"))
    return row.map { (Int($0.number("version") ?? 0), $0["zone"] ?? "") }
  }

  private static func state(_ zone: TimeZone, in database: Database) throws {
    try database.execute(sql: "DELETE FROM columns")
    try database.execute(
      sql: "INSERT INTO columns (version, zone) VALUES (?, ?)",
      arguments: [PhotoTable.version, zone.identifier])
  }

  /// In one transaction: a part of the rows in another zone would be in a wrong order.
  @concurrent
  public func makeRows(
    in zone: TimeZone, photo: @escaping @Sendable (LibraryRow, [UInt8], TimeZone) -> Photo?
  ) async {
    guard await !hasRows(in: zone) else { return }
    _ = await database.write(creating: false) { database in
      try Self.state(zone, in: database)
      var writer = try PhotoRowWriter(database, zone: zone)
      var paths: [Int64: [UInt8]] = [:]
      for row in try Row.fetchAll(database, sql: "SELECT id, path FROM directory") {
        if let id = row.number("id"), let path = row.bytes("path") { paths[id] = Array(path) }
      }
      for number in try Int64.fetchAll(database, sql: "SELECT id FROM photo") {
        guard let row = try Self.row(number, in: database), let path = paths[row.directory],
          let photo = photo(row, path, zone)
        else { continue }
        try writer.update(photo, row: number)
      }
    }
  }

  // MARK: The rows of files

  @concurrent
  public func rows(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> LibraryDirectoryRows? {
    await database.read { database -> LibraryDirectoryRows? in
      guard let id = try Self.id(of: directory, in: database) else { return nil }
      let statement = try database.cachedStatement(
        sql: "SELECT id, stamp, companions FROM photo WHERE directory = ? AND name = ?")
      return LibraryDirectoryRows(
        directory: id,
        rows: try files.map { file in
          try statement.first([id, Data(file.name)]) { row in
            row.number(0).map {
              LibraryDirectoryRows.Row(
                $0, isCurrent: row.bytes(1) == Self.stamp(of: file), companions: row.bytes(2))
            }
          }
        })
    } ?? nil
  }

  @concurrent
  public func setCompanions(_ companions: [Int64: [UInt8]?]) async {
    _ = await database.write(creating: false) { database in
      let statement = try database.cachedStatement(
        sql: "UPDATE photo SET companions = ? WHERE id = ?")
      for (number, names) in companions {
        try statement.execute(arguments: [names.map { Data($0) }, number])
      }
    }
  }

  @concurrent
  public func directories(
    from path: [UInt8]
  ) async -> [Int64: (directory: LibraryDirectory, readAt: Date?)] {
    await database.read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT id, path, fileSystem, readAt FROM directory WHERE \(Self.isAtOrBelow)",
        arguments: Self.arguments(from: path))
      var directories: [Int64: (directory: LibraryDirectory, readAt: Date?)] = [:]
      while let row = try rows.next() {
        guard let id = row.number("id"), let directory = Self.directory(row) else { continue }
        directories[id] = (directory, Self.readAt(row))
      }
      return directories
    } ?? [:]
  }

  @concurrent
  public func rowCount(in directories: [Int64]?) async -> Int {
    await database.read { database in
      let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM photo")
      guard let all, let directories else { return all }
      // Each directory is counted row by row, and all of them at once: the fewer are counted.
      let others = Set(try Int64.fetchAll(database, sql: "SELECT id FROM directory"))
        .subtracting(directories)
      let isMost = others.count < directories.count
      let count = try (isMost ? Array(others) : directories).reduce(0) { count, id in
        let statement = try database.cachedStatement(
          sql: "SELECT count(*) FROM photo WHERE directory = ?")
        return try count + (Int.fetchOne(statement, arguments: [id]) ?? 0)
      }
      return isMost ? all - count : count
    }?.flatMap(\.self) ?? 0
  }

  @concurrent
  public func rowNumber(of name: [UInt8], in directory: Int64) async -> Int64? {
    await database.read { database in
      try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM photo WHERE directory = ? AND name = ?"),
        arguments: [directory, Data(name)])
    } ?? nil
  }

  @concurrent
  public func rowNumbers(in directory: Int64) async -> [Int64] {
    await database.read { database in
      try PhotoRowReader.rows(
        SQLStatement(
          sql: "SELECT id FROM photo WHERE directory = ?1", arguments: [.integer(directory)]),
        in: database)
    } ?? []
  }

  @concurrent
  public func rows(_ numbers: [Int64]) async -> [LibraryRow?] {
    await database.read { database in try numbers.map { try Self.row($0, in: database) } }
      ?? numbers.map { _ in nil }
  }

  private static func row(_ number: Int64, in database: Database) throws -> LibraryRow? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT directory, name, stamp, companions, contents
        FROM photo LEFT JOIN file USING (id) WHERE photo.id = ?
        """)
    return try statement.first([number]) { row in
      guard let directory = row.number(0), let name = row.bytes(1), let stamp = row.bytes(2)
      else { return nil }
      return LibraryRow(
        directory: directory, file: LibraryFile(name: name, stamp: stamp.dropLast()),
        companions: row.bytes(3),
        // Damaged contents are read from the file again, and replaced.
        contents: row.bytes(4).flatMap { try? ContentsCoding.contents($0) },
        isCurrent: stamp.last == PhotoMetadata.version)
    }
  }

  @concurrent
  public func replace(_ photos: [Int64: Photo]) async {
    let zone = zone
    _ = await database.write(creating: false) { database in
      var writer = try PhotoRowWriter(database, zone: Self.columnZone(in: database, orElse: zone))
      for (number, photo) in photos { try writer.update(photo, row: number) }
    }
  }

  // MARK: Queries

  @concurrent
  public func answer(
    _ query: PhotoQuery, in scope: PhotoScope, keeping: [Int64], limit: Int?, zone: TimeZone
  ) async -> RowAnswer? {
    let select = PhotoSelect(query, in: scope, keeping: keeping, zone: zone)
    return await database.read { database -> RowAnswer? in
      // Another program may have made them again.
      guard try Self.hasRows(in: zone, database) else { return nil }
      return try PhotoRowReader.answer(select, limit: limit, in: database)
    } ?? nil
  }

  @concurrent
  public func counts(
    for request: CountRequest, in scope: PhotoScope, rowsOfState: [PhotoState: [Int64]],
    zone: TimeZone
  ) async -> FacetCounts? {
    let select = PhotoSelect(request.query, in: scope, rowsOfState: rowsOfState, zone: zone)
    let everything = PhotoSelect(.everything, in: scope, zone: zone)
    return await database.read { database -> FacetCounts? in
      guard try Self.hasRows(in: zone, database) else { return nil }
      func count(_ select: PhotoSelect) throws -> Int {
        try PhotoRowReader.counts(select.count(), in: database).first?.count ?? 0
      }
      var counts = FacetCounts()
      (counts.photoCount, counts.readCount) = (try count(select), try count(everything))
      for facet in request.facets {
        var tally = ValueTally(facet)
        for (value, count) in try PhotoRowReader.counts(select.counts(of: facet), in: database) {
          tally.add(select.values(of: facet, in: value), count)
        }
        counts.values[facet] = tally.photoCounts
      }
      if request.countsDays {
        var days = DayCounts()
        for (row, day) in try PhotoRowReader.numbers(select.days(), in: database).enumerated() {
          days.add(day.flatMap { Int32(exactly: $0) }.map { ClockDay(number: $0) }, row: row)
        }
        counts.days = days.dayCounts
      }
      return counts
    } ?? nil
  }
}
