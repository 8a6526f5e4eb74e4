import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// Pages in SQLite.
///
/// Pages are written later: creating a store takes 30 ms, and the photos shouldn't have to wait for that. Readers wait for
/// earlier changes.
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
  func pages(ofSource sourceID: String) async -> [PageKey] {
    await store.database.finishWriting()
    return await store.database.read { try PageTable.pages(ofSource: sourceID, in: $0) } ?? []
  }

  /// Reading a photo takes 20 µs, so all processors do it.
  @concurrent
  func photos(on pages: [PageKey], passing filter: LocalFilter) async -> [Photo] {
    let bodies =
      await store.database.read { database in
        try pages.compactMap { try PageTable.body(of: $0, in: database) }
      } ?? []
    return await withTaskGroup(of: (Int, [Photo]).self) { group in
      for (number, body) in bodies.enumerated() {
        group.addTask {
          guard !Task.isCancelled else { return (number, []) }
          return (number, (try? PageLines.photos(body, passing: filter)) ?? [])
        }
      }
      var photos = bodies.map { _ in [Photo]() }
      for await (number, found) in group { photos[number] = found }
      return Array(photos.joined())
    }
  }
}
