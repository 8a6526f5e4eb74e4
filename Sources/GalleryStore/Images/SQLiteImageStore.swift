import FeedFormats
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Synchronization

/// Pictures as files, with their properties in SQLite.
final class SQLiteImageStore: ImageStore {
  private let store: CacheStore
  private let hasLookedForOrphans = Atomic(false)

  init(_ store: CacheStore) {
    self.store = store
  }

  @concurrent
  func image(at url: URL) async -> StoredImage? {
    let address = PresignedAddress.bare(url).absoluteString
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
    if store.uses.note(image: row.id, at: store.now(), lastUse: row.usedAt) {
      store.work.start(.uses) { [store] in await store.writeUses() }
    }
    return StoredImage(file: file, validators: row.validators, storedAt: row.storedAt)
  }

  @concurrent
  func makeFile() async -> ImageFile? {
    // Before the program's first download, because parts that others left behind count towards the limit.
    if !hasLookedForOrphans.exchange(true, ordering: .relaxed) {
      store.imageFolder.removeOrphanedParts()
    }
    return store.imageFolder.makePart()
  }

  @concurrent
  func save(
    _ file: ImageFile, for url: URL, validators: HTTPValidators
  ) async -> FileReference? {
    guard let kept = store.imageFolder.keep(file) else { return nil }
    let (address, date) = (PresignedAddress.bare(url).absoluteString, store.now())
    let result = await store.add { database in
      let older = try ImageRow.replace(
        address, name: kept.name, byteCount: kept.byteCount, validators: validators, at: date,
        in: database)
      return (older: older, isSweepDue: try OrphanedFiles.isDue(at: date, in: database))
    }
    guard let result else {
      store.imageFolder.remove(kept.name)
      return nil
    }
    if let older = result.older { store.imageFolder.remove(older) }
    if result.isSweepDue {
      store.work.start(.sweep) { [store] in await OrphanedFiles.sweep(store) }
    }
    return store.imageFolder.file(kept.name)
  }

  @concurrent
  func confirm(_ url: URL) async {
    let (address, date) = (
      PresignedAddress.bare(url).absoluteString, store.now().timeIntervalSinceReferenceDate
    )
    _ = await store.database.write(creating: false) {
      try $0.execute(
        sql: "UPDATE image SET storedAt = ?, usedAt = ? WHERE url = ?",
        arguments: [date, date, address])
    }
  }

  @concurrent
  func discard(_ file: ImageFile) async {
    store.imageFolder.discard(file)
  }

  private func remove(_ row: ImageRow) async {
    let removed: Void? = await store.database.write(creating: false) {
      try $0.execute(
        sql: "DELETE FROM image WHERE id = ? AND name = ?", arguments: [row.id, row.name])
    }
    if removed != nil { store.imageFolder.remove(row.name) }
  }
}
