import Foundation
import GRDB
import GalleryData

/// What the store knows of a picture.
struct ImageRow: Sendable {
  let id: Int64
  let name: String
  let byteCount: Int64
  let validators: HTTPValidators
  let storedAt: Date
  let usedAt: Date

  static func find(_ address: String, in database: Database) throws -> ImageRow? {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM image WHERE url = ?"), arguments: [address])
    return row.map {
      ImageRow(
        id: $0["id"], name: $0["name"], byteCount: $0["byteCount"],
        validators: HTTPValidators(entityTag: $0["entityTag"], lastModified: $0["lastModified"]),
        storedAt: Date(timeIntervalSinceReferenceDate: $0["storedAt"]),
        usedAt: Date(timeIntervalSinceReferenceDate: $0["usedAt"]))
    }
  }

  /// - Returns: The name of the file that the address had before.
  static func replace(
    _ address: String, name: String, byteCount: Int64, validators: HTTPValidators, at date: Date,
    in database: Database
  ) throws -> String? {
    let older = try find(address, in: database)
    try database.execute(sql: "DELETE FROM image WHERE url = ?", arguments: [address])
    try database.execute(
      sql: """
        INSERT INTO image (url, name, byteCount, entityTag, lastModified, storedAt, usedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        address, name, byteCount, validators.entityTag, validators.lastModified,
        date.timeIntervalSinceReferenceDate, date.timeIntervalSinceReferenceDate,
      ])
    return older?.name
  }
}
