import Foundation
import GRDB

/// What a store holds.
public struct StoreContents: Hashable, Sendable {
  public var pageCount = 0
  /// The size of the database: pages, their index, what is known about pictures, and free space.
  public var pageByteCount: Int64 = 0
  public var imageCount = 0
  public var imageByteCount: Int64 = 0

  public init() {}

  /// Pages or pictures. An empty store takes some space too.
  public var holdsAnything: Bool { pageCount + imageCount > 0 }
  public var byteCount: Int64 { pageByteCount + imageByteCount }
}

extension SQLiteStore {
  /// Counts what is there; creates nothing.
  @concurrent
  func contents() async -> StoreContents {
    var contents = StoreContents()
    let rows = await store.database.read { database in
      (
        pages: try Int.fetchOne(database, sql: "SELECT count(*) FROM page") ?? 0,
        images: try Int.fetchOne(database, sql: "SELECT count(*) FROM image") ?? 0,
        imageBytes: try Int64.fetchOne(database, sql: "SELECT sum(byteCount) FROM image") ?? 0
      )
    }
    if let rows {
      (contents.pageCount, contents.imageCount, contents.imageByteCount) = rows
    }
    guard isSomewhere else { return contents }
    contents.pageByteCount = store.database.byteCount
    return contents
  }

  /// Removes all pages and pictures. Other programs then find an empty store and continue with it; running downloads are kept.
  ///
  /// - Returns: What there was, and whether it was removed.
  @concurrent
  public func clear() async -> (removed: StoreContents, isComplete: Bool) {
    let before = await contents()
    guard isSomewhere else { return (before, true) }
    var isComplete = true
    do throws(StoreFault) {
      _ = try await store.database.store(creating: false) { try CacheLayout.empty($0) }
      await store.database.shrink()
    } catch {
      isComplete = false
    }
    store.database.removeSetAside()
    store.imageFolder.sweep(olderThan: .distantFuture) { _ in false }
    return (before, isComplete)
  }
}
