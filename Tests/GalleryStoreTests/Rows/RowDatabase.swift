import Foundation
import GRDB
import GalleryDomain
import PhotoSQL

@testable import GalleryStore

/// A database with photos of a folder.
struct RowDatabase {
  private let queue: DatabaseQueue
  let scope: PhotoScope
  let rows: [Photo.ID: Int64]
  private let ids: [Int64: Photo.ID]

  /// - Parameters:
  ///   - photos: Those of a folder, in their order.
  ///   - strangers: Those of another one.
  ///   - isReversed: Whether the folders were read in another order than the one in which they are listed.
  init(
    _ photos: [Photo], strangers: [Photo] = [], isReversed: Bool = false, zone: TimeZone
  ) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { PhotoRowReader.addFunctions(to: $0) }
    queue = try DatabaseQueue(configuration: configuration)
    var folders: [String] = []
    func id(_ number: Int) -> Int64 { Int64(isReversed ? 100 - number : number) }
    rows = try queue.write { database in
      for statement in PhotoTable.statements { try database.execute(sql: statement) }
      var writer = try PhotoRowWriter(database, zone: zone)
      var rows: [Photo.ID: Int64] = [:]
      for photo in photos {
        let folder = photo.id.lastIndex(of: "/").map { String(photo.id[..<$0]) } ?? ""
        let number = folders.firstIndex(of: folder) ?? folders.endIndex
        if number == folders.endIndex { folders.append(folder) }
        let name = FilePath.lastComponent(Array(photo.id.utf8))
        try writer.write(photo, inDirectory: id(number), name: Array(name))
        rows[photo.id] = database.lastInsertedRowID
      }
      for photo in strangers {
        try writer.write(photo, inDirectory: -1, name: Array(photo.id.utf8))
      }
      return rows
    }
    let share: PhotoScope.Share =
      strangers.count < photos.count ? .many : .few
    scope = PhotoScope(
      folders.enumerated().map { .init(id: id($0), path: Array($1.utf8)) }, share: share)
    ids = Dictionary(uniqueKeysWithValues: rows.map { ($1, $0) })
  }

  func answer(
    _ select: PhotoSelect, limit: Int? = nil
  ) throws -> (ids: [Photo.ID], sections: [Int]) {
    let answer = try queue.read { try PhotoRowReader.answer(select, limit: limit, in: $0) }
    return (answer.numbers.map { ids[$0] ?? "?" }, answer.sections.map(\.count))
  }

  func ids(_ statement: SQLStatement) throws -> [Photo.ID] {
    try queue.read { try PhotoRowReader.rows(statement, in: $0) }.map { ids[$0] ?? "?" }
  }

  func counts(_ statement: SQLStatement) throws -> [(value: SQLValue, count: Int)] {
    try queue.read { try PhotoRowReader.counts(statement, in: $0) }
  }
}
