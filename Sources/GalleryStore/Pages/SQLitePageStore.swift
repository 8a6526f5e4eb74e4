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
    guard let found = await store.database.read({ try PageTable.find(key, in: $0) }) ?? nil else {
      return nil
    }
    guard let page = found.page else {
      // Another version, or damaged.
      _ = await store.database.write(creating: false) { try PageTable.delete(found.id, in: $0) }
      return nil
    }
    if store.uses.note(page: found.id, at: store.now(), lastUse: found.usedAt) {
      store.work.start(.uses) { [store] in await store.writeUses() }
    }
    return page
  }

  @concurrent
  func save(_ page: StoredPage, for key: PageKey) async {
    guard let bytes = try? PageLines.bytes(of: page.page) else { return }
    let date = store.now()
    _ = await store.add {
      try PageTable.save(page, bytes: bytes, for: key, usedAt: date, in: $0)
    }
  }

  @concurrent
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {
    _ = await store.database.write(creating: false) {
      try PageTable.confirm(key, at: date, freshUntil: freshUntil, in: $0)
    }
  }

  @concurrent
  func removePages(from page: Int, of key: PageKey) async {
    _ = await store.database.write(creating: false) {
      try PageTable.delete(from: page, of: key, in: $0)
    }
  }

  @concurrent
  func photos(
    matching query: PhotoQuery, inSource sourceID: String, rows: Range<Int>
  ) async -> (photos: [Photo], count: Int) {
    let result = await store.database.read { database in
      let found = try PhotoIndex.find(query, inSource: sourceID, in: database)
      let photos = try PhotoIndex.photos(found[rows.clamped(to: found.indices)], in: database)
      return (photos: photos, count: found.count)
    }
    return result ?? ([], 0)
  }
}
