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
    guard let row, let id = row.number("id"), let name = row.text("name") else { return nil }
    return ImageRow(
      id: id, name: name, byteCount: row.number("byteCount") ?? -1,
      validators: HTTPValidators(
        entityTag: row.text("entityTag"), lastModified: row.text("lastModified")),
      storedAt: row.date("storedAt") ?? .distantPast, usedAt: row.date("usedAt") ?? .distantPast)
  }

  /// - Returns: The name of the file that the address had before.
  static func replace(
    _ address: String, name: String, byteCount: Int64, validators: HTTPValidators, at date: Date,
    in database: Database
  ) throws -> String? {
    let older = try find(address, in: database)
    try database.cachedStatement(sql: "DELETE FROM image WHERE url = ?")
      .execute(arguments: [address])
    try database.cachedStatement(
      sql: """
        INSERT INTO image (url, name, byteCount, entityTag, lastModified, storedAt, usedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      address, name, byteCount, validators.entityTag, validators.lastModified,
      date.timeIntervalSinceReferenceDate, date.timeIntervalSinceReferenceDate,
    ])
    return older?.name
  }
}
