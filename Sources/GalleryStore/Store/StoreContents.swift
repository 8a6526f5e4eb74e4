import Foundation
import GRDB

/// What a store holds.
public struct StoreContents: Hashable, Sendable {
  public var pageCount = 0
  /// The size of the database: pages, their index, what is known about pictures, and free space.
  public var pageByteCount: Int64 = 0
  public var imageCount = 0
  public var imageByteCount: Int64 = 0
  /// Running downloads, of any program.
  public var partCount = 0
  public var partByteCount: Int64 = 0
  /// Damaged stores that were set aside.
  public var damagedCount = 0
  public var damagedByteCount: Int64 = 0

  public init() {}

  /// Pages, pictures or damaged stores. An empty store takes some space too.
  public var holdsAnything: Bool { pageCount + imageCount + partCount + damagedCount > 0 }
  public var byteCount: Int64 { pageByteCount + imageByteCount + partByteCount + damagedByteCount }
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
    store.imageFolder.removeOrphanedParts()
    (contents.partCount, contents.partByteCount) = store.imageFolder.parts()
    contents.pageByteCount = ["", "-wal", "-shm"].reduce(0) { $0 + byteCount(file.path + $1) }
    for names in file.damagedNames {
      contents.damagedCount += 1
      contents.damagedByteCount += names.reduce(0) { $0 + byteCount("\(file.folder)/\($1)") }
    }
    return contents
  }

  /// Removes all pages and pictures, and the damaged stores that were set aside. Other programs then find an empty store
  /// and continue with it; running downloads are kept.
  ///
  /// - Returns: What there was, and whether it was removed.
  @concurrent
  public func clear() async -> (removed: StoreContents, isComplete: Bool) {
    let before = await contents()
    guard isSomewhere else { return (before, true) }
    var isComplete = true
    if FileIdentity(path: file.path) != nil {
      let emptied: Void? = await store.database.write(creating: false) {
        try CacheLayout.empty($0)
      }
      if emptied != nil {
        await store.database.writeWithoutTransaction { database in
          try database.execute(sql: "VACUUM")
          _ = try database.checkpoint(.truncate)
        }
      } else {
        // One that can't be opened, such as that of a newer Vitrine, is removed as it is.
        isComplete = (try? file.setAside(FileIdentity(path: file.path), at: store.now())) != nil
      }
    }
    for name in file.damagedNames.joined() where unlink("\(file.folder)/\(name)") != 0 {
      isComplete = false
    }
    store.imageFolder.sweep(olderThan: .distantFuture) { _ in false }
    return (before, isComplete)
  }

  private func byteCount(_ path: String) -> Int64 {
    var status = stat()
    return lstat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
