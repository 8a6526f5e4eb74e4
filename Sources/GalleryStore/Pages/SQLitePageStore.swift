import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// Pages in SQLite, their photos in its full-text index.
///
/// Pages are written later: creating a store takes 30 ms and adding a page of 100 photos 6 ms, and the photos shouldn't have to
/// wait for that. Readers wait for earlier changes.
final class SQLitePageStore: PageStore {
  private let store: CacheStore

  init(_ store: CacheStore) {
    self.store = store
  }

  @concurrent
  func page(for key: PageKey) async -> StoredPage? {
    // So that nobody notices that pages are written later.
    await store.database.finishWriting()
    guard let found = await store.database.read({ try PageTable.find(key, in: $0) }) ?? nil else {
      return nil
    }
    guard let page = found.page else {
      // Another version, or damaged.
      store.database.writeLater(creating: false) { try PageTable.delete(found.id, in: $0) }
      return nil
    }
    store.use(.page, found.id, lastUse: found.usedAt)
    return page
  }

  @concurrent
  func save(_ page: StoredPage, for key: PageKey) async {
    guard let bytes = try? PageLines.bytes(of: page.page) else { return }
    let (date, limit) = (store.now(), store.byteLimit)
    store.database.writeLater { database in
      try PageTable.save(page, bytes: bytes, for: key, usedAt: date, in: database)
      return try CacheStore.byteCount(database) > limit
    } finish: { [store] result in
      if case .success(true?) = result { store.evict() }
    }
  }

  @concurrent
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {
    store.database.writeLater(creating: false) {
      try PageTable.confirm(key, at: date, freshUntil: freshUntil, in: $0)
    }
  }

  @concurrent
  func removePages(from page: Int, of key: PageKey) async {
    store.database.writeLater(creating: false) {
      try PageTable.delete(from: page, of: key, in: $0)
    }
  }

  @concurrent
  func photos(
    matching query: PhotoQuery, inSource sourceID: String, rows: Range<Int>
  ) async -> (photos: [Photo], count: Int) {
    await store.database.finishWriting()
    let result = await store.database.read { database in
      let found = try PhotoIndex.find(query, inSource: sourceID, in: database)
      let photos = try PhotoIndex.photos(found[rows.clamped(to: found.indices)], in: database)
      return (photos: photos, count: found.count)
    }
    return result ?? ([], 0)
  }
}
