import FeedFormats
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Synchronization

/// Pictures as files, with their properties in SQLite. Those that the database can't hold are kept while the program runs.
final class SQLiteImageStore: ImageStore {
  private let store: CacheStore
  private let hasLookedForOrphans = Atomic(false)
  /// Those that aren't in the database, the one that was used last at the end.
  private let unlisted = Mutex<[Unlisted]>([])

  private struct Unlisted {
    let address: String
    let image: StoredImage
    let byteCount: Int64
  }

  /// Of all unlisted pictures: they may be in memory.
  private static let unlistedByteLimit: Int64 = 128 << 20

  init(_ store: CacheStore) {
    self.store = store
  }

  @concurrent
  func image(at url: URL) async -> StoredImage? {
    let address = PresignedAddress.bare(url).absoluteString
    if let image = unlistedImage(at: address) { return image }
    guard let row = await store.database.read({ try ImageRow.find(address, in: $0) }) ?? nil else {
      return nil
    }
    guard store.imageFolder.byteCount(row.name) == row.byteCount,
      let file = store.imageFolder.file(row.name)
    else {
      // Removed by another program, or cut short by a crash of the machine.
      await remove(row)
      return nil
    }
    store.use(.image, row.id, lastUse: row.usedAt)
    return StoredImage(file: file, validators: row.validators, storedAt: row.storedAt)
  }

  @concurrent
  func makeFile() async -> ImageFile? {
    // Before the program's first download: what others left behind isn't counted anywhere.
    if !hasLookedForOrphans.exchange(true, ordering: .relaxed) {
      store.imageFolder.removeOrphanedParts()
    }
    return store.imageFolder.makePart()
  }

  @concurrent
  func save(
    _ file: ImageFile, for url: URL, validators: HTTPValidators
  ) async -> FileReference? {
    guard let picture = store.imageFolder.keep(file) else { return nil }
    let (address, date) = (PresignedAddress.bare(url).absoluteString, store.now())
    let limit = store.byteLimit
    guard picture.isInCache else {
      return keep(picture, at: address, validators, date)
    }
    let (name, byteCount) = (picture.name, picture.byteCount)
    let result = await store.database.write { database in
      let older = try ImageRow.replace(
        address, name: name, byteCount: byteCount, validators: validators, at: date, in: database)
      return (
        older: older, isSweepDue: try Self.isSweepDue(at: date, in: database),
        isTooLarge: try CacheStore.byteCount(database) > limit
      )
    }
    guard let result else { return keep(picture, at: address, validators, date) }
    removeUnlisted { $0.address == address }
    if let older = result.older { store.imageFolder.remove(older) }
    if result.isTooLarge { store.evict() }
    if result.isSweepDue { sweep(olderThan: date.addingTimeInterval(-Self.grace)) }
    return picture.file
  }

  @concurrent
  func confirm(_ url: URL) async {
    let (address, date) = (
      PresignedAddress.bare(url).absoluteString, store.now().timeIntervalSinceReferenceDate
    )
    store.database.writeLater(creating: false) {
      try $0.execute(
        sql: "UPDATE image SET storedAt = ?, usedAt = ? WHERE url = ?",
        arguments: [date, date, address])
    }
  }

  @concurrent
  func discard(_ file: ImageFile) async {
    store.imageFolder.discard(file)
  }

  /// Removes what isn't to outlive the program.
  func removeOwnFiles() {
    removeUnlisted { _ in true }
    store.imageFolder.removeOwnFiles()
  }

  private func remove(_ row: ImageRow) async {
    let removed: Void? = await store.database.write(creating: false) {
      try $0.execute(
        sql: "DELETE FROM image WHERE id = ? AND name = ?", arguments: [row.id, row.name])
    }
    if removed != nil { store.imageFolder.remove(row.name) }
  }

  // MARK: Pictures without a row

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
      pictures.append(Unlisted(address: address, image: image, byteCount: picture.byteCount))
      return pictures.reduce(-Self.unlistedByteLimit) { $0 + $1.byteCount }
    }
    removeUnlisted { old in
      guard excess > 0, old.image != image else { return false }
      excess -= old.byteCount
      return true
    }
    return picture.file
  }

  private func removeUnlisted(_ isRemoved: (Unlisted) -> Bool) {
    let removed = unlisted.withLock { pictures in
      let removed = pictures.filter(isRemoved)
      pictures.removeAll { picture in
        removed.contains { $0.image.file == picture.image.file }
      }
      return removed
    }
    for picture in removed { store.imageFolder.remove(picture.image.file) }
  }

  // MARK: Files without a row

  /// They are looked for once a day by one program, and in a new store.
  private static let interval: TimeInterval = 24 * 3600
  /// How long a file may be without a row.
  private static let grace: TimeInterval = 600

  /// Whether to look now; if true, the caller has to, because no other caller gets this answer.
  private static func isSweepDue(at date: Date, in database: Database) throws -> Bool {
    let now = date.timeIntervalSinceReferenceDate
    try database.cachedStatement(
      sql:
        "UPDATE tally SET sweptAt = ? WHERE sweptAt IS NULL OR NOT (? - sweptAt BETWEEN 0 AND ?)"
    ).execute(arguments: [now, now, interval])
    return database.changesCount > 0
  }

  private func sweep(olderThan date: Date) {
    store.database.writeLater(creating: false) {
      try Set(String.fetchAll($0, sql: "SELECT name FROM image"))
    } finish: { [store] result in
      guard case .success(let names?) = result else { return }
      store.imageFolder.sweep(olderThan: date) { names.contains($0) }
    }
  }
}
