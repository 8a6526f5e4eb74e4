import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// Pages in SQLite, their photos in its full-text index.
final class SQLitePageStore: PageStore {
  private let store: CacheStore

  init(_ store: CacheStore) {
    self.store = store
  }

  @concurrent
  func page(for key: PageKey) async -> StoredPage? {
    guard let found = await store.database.read({ try PageRows.find(key, in: $0) }) ?? nil else {
      return nil
    }
    guard let page = found.page else {
      // Of another version, or damaged on the disk.
      _ = await store.database.write(creating: false) { try PageRows.delete(found.id, in: $0) }
      return nil
    }
    if store.uses.note(page: found.id, at: store.now(), lastUse: found.usedAt) {
      store.work.start(.uses) { [store] in await store.writeUses() }
    }
    return page
  }

  @concurrent
  func save(_ page: StoredPage, for key: PageKey) async {
    let (bytes, date) = (PageCoding.bytes(of: page.page), store.now())
    _ = await store.add {
      try PageRows.save(page, bytes: bytes, for: key, usedAt: date, in: $0)
    }
  }

  @concurrent
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {
    _ = await store.database.write(creating: false) {
      try PageRows.confirm(key, at: date, freshUntil: freshUntil, in: $0)
    }
  }

  @concurrent
  func removePages(from page: Int, of key: PageKey) async {
    _ = await store.database.write(creating: false) {
      try PageRows.delete(from: page, of: key, in: $0)
    }
  }

  @concurrent
  func photos(
    matching text: String, inSource sourceID: String, filter: SaleFilter, rows: Range<Int>
  ) async -> (photos: [Photo], count: Int) {
    let result = await store.database.read { database in
      let found = try PhotoIndex.find(text, inSource: sourceID, filter: filter, in: database)
      let photos = try PhotoIndex.photos(found[rows.clamped(to: found.indices)], in: database)
      return (photos: photos, count: found.count)
    }
    return result ?? ([], 0)
  }
}
