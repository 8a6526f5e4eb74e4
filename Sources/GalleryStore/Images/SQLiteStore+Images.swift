import FeedFormats
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Synchronization

/// Pictures as files, with their properties in SQLite. Those that the database can't hold are kept while the program runs.
extension SQLiteStore: ImageStore {
  @concurrent
  public func image(at url: URL) async -> StoredImage? {
    let address = Self.address(url)
    if let image = unlistedImage(at: address) { return image }
    guard let row = await database.read({ try ImageRow(of: address, in: $0) }) ?? nil else {
      return nil
    }
    guard imageFolder.byteCount(row.name) == row.byteCount, let file = imageFolder.file(row.name)
    else {
      // Removed by another program, or cut short by a crash of the machine.
      let removed: Void? = await database.write(creating: false) {
        try $0.execute(
          sql: "DELETE FROM image WHERE id = ? AND name = ?", arguments: [row.id, row.name])
      }
      if removed != nil { imageFolder.remove(row.name) }
      return nil
    }
    use(.image, row.id, lastUse: row.usedAt)
    return StoredImage(file: file, validators: row.validators, storedAt: row.storedAt)
  }

  private static func address(_ url: URL) -> String { PresignedAddress.bare(url).absoluteString }

  @concurrent
  public func makeFile() async -> ImageFile? {
    // Before the program's first download: what others left behind isn't counted anywhere.
    if !hasLookedForOrphans.exchange(true, ordering: .relaxed) {
      imageFolder.removeOrphanedParts()
    }
    return imageFolder.makePart()
  }

  @concurrent
  public func save(
    _ file: ImageFile, for url: URL, validators: HTTPValidators
  ) async -> FileReference? {
    guard let picture = imageFolder.keep(file) else { return nil }
    let (address, date, limit) = (Self.address(url), now(), byteLimit)
    guard picture.isInCache else { return keep(picture, at: address, validators, date) }
    let (name, byteCount) = (picture.name, picture.byteCount)
    let result = await database.write { database in
      let older = try Self.replaceImage(
        at: address, name: name, byteCount: byteCount, validators: validators, date, in: database)
      return (
        older: older, isSweepDue: try Self.isSweepDue(at: date, in: database),
        isTooLarge: try Self.byteCount(database) > limit
      )
    }
    guard let result else { return keep(picture, at: address, validators, date) }
    removeUnlisted { $0.address == address }
    if let older = result.older { imageFolder.remove(older) }
    if result.isTooLarge { evict() }
    if result.isSweepDue { sweep(olderThan: date.addingTimeInterval(-Self.grace)) }
    return picture.file
  }

  /// - Returns: The name of the file that the address had before.
  private static func replaceImage(
    at address: String, name: String, byteCount: Int64, validators: HTTPValidators, _ date: Date,
    in database: Database
  ) throws -> String? {
    let older = try String.fetchOne(
      database.cachedStatement(sql: "DELETE FROM image WHERE url = ? RETURNING name"),
      arguments: [address])
    try database.cachedStatement(
      sql: """
        INSERT INTO image (url, name, byteCount, entityTag, lastModified, storedAt, usedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      address, name, byteCount, validators.entityTag, validators.lastModified,
      date.timeIntervalSinceReferenceDate, date.timeIntervalSinceReferenceDate,
    ])
    return older
  }

  @concurrent
  public func confirm(_ url: URL) async {
    let (address, date) = (Self.address(url), now().timeIntervalSinceReferenceDate)
    database.writeLater(creating: false) {
      try $0.execute(
        sql: "UPDATE image SET storedAt = ?, usedAt = ? WHERE url = ?",
        arguments: [date, date, address])
    }
  }

  @concurrent
  public func discard(_ file: ImageFile) async {
    imageFolder.discard(file)
  }

  /// Removes the files of running downloads, and pictures that aren't kept. Call before quitting.
  public func removeTemporaryFiles() {
    removeUnlisted { _ in true }
    imageFolder.removeOwnFiles()
  }
}

/// What the store knows of a picture.
private struct ImageRow {
  let id: Int64
  let name: String
  let byteCount: Int64
  let validators: HTTPValidators
  let storedAt: Date
  let usedAt: Date

  /// - Returns: nil if there is no such row.
  init?(of address: String, in database: Database) throws {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM image WHERE url = ?"), arguments: [address])
    guard let row, let id = row.number("id"), let name = row.text("name") else { return nil }
    (self.id, self.name) = (id, name)
    byteCount = row.number("byteCount") ?? -1
    validators = HTTPValidators(
      entityTag: row.text("entityTag"), lastModified: row.text("lastModified"))
    storedAt = row.date("storedAt") ?? .distantPast
    usedAt = row.date("usedAt") ?? .distantPast
  }
}

/// A picture without a row.
struct UnlistedImage {
  let address: String
  let image: StoredImage
  let byteCount: Int64

  /// Of all of them: they may be in memory.
  static let byteLimit: Int64 = 128 << 20
}

extension SQLiteStore {
  private func unlistedImage(at address: String) -> StoredImage? {
    let image = unlisted.withLock { pictures -> StoredImage? in
      guard let index = pictures.lastIndex(where: { $0.address == address }) else { return nil }
      let picture = pictures.remove(at: index)
      pictures.append(picture)
      return picture.image
    }
    return image.flatMap { FileStamp(of: $0.file) == nil ? nil : $0 }
  }

  /// The latest alone is always kept.
  private func keep(
    _ picture: ImageFolder.Picture, at address: String, _ validators: HTTPValidators, _ date: Date
  ) -> FileReference {
    removeUnlisted { $0.address == address }
    let image = StoredImage(file: picture.file, validators: validators, storedAt: date)
    var excess = unlisted.withLock { pictures in
      pictures.append(UnlistedImage(address: address, image: image, byteCount: picture.byteCount))
      return pictures.reduce(-UnlistedImage.byteLimit) { $0 + $1.byteCount }
    }
    removeUnlisted { old in
      guard excess > 0, old.image != image else { return false }
      excess -= old.byteCount
      return true
    }
    return picture.file
  }

  private func removeUnlisted(_ isRemoved: (UnlistedImage) -> Bool) {
    let removed = unlisted.withLock { pictures in
      let removed = pictures.filter(isRemoved)
      pictures.removeAll { picture in
        removed.contains { $0.image.file == picture.image.file }
      }
      return removed
    }
    for picture in removed { imageFolder.remove(picture.image.file) }
  }

  // MARK: Files without a row

  /// They are looked for once a day by one program, and in a new store.
  private static let interval: TimeInterval = 24 * 3600
  /// How long a file may be without a row.
  private static let grace: TimeInterval = 600

  /// Whether to look now; if true, the caller has to, because all others get false.
  private static func isSweepDue(at date: Date, in database: Database) throws -> Bool {
    let now = date.timeIntervalSinceReferenceDate
    try database.cachedStatement(
      sql:
        "UPDATE tally SET sweptAt = ? WHERE sweptAt IS NULL OR NOT (? - sweptAt BETWEEN 0 AND ?)"
    ).execute(arguments: [now, now, interval])
    return database.changesCount > 0
  }

  private func sweep(olderThan date: Date) {
    database.writeLater(creating: false) {
      try Set(String.fetchAll($0, sql: "SELECT name FROM image"))
    } finish: { result in
      guard case .success(let names?) = result else { return }
      self.imageFolder.sweep(olderThan: date) { names.contains($0) }
    }
  }
}
