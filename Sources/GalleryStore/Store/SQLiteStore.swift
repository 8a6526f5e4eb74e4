import Foundation
import GalleryData
import Logging

/// The store of pages and pictures: `store.sqlite` and `images/` in Vitrine's folder of the cache home.
///
/// Nothing is opened or made by `init`; the file is opened when it is first asked for something, and made when
/// something is first stored, both off the caller's thread. A damaged one is set aside and made anew, one that
/// cannot be written works as an empty one: the log says so, nothing is thrown. Several programs may use it at
/// once.
public final class SQLiteStore: Sendable {
  /// Of pages and pictures, where nothing else is said.
  public static let defaultByteLimit: Int64 = 1 << 30

  public let pages: any PageStore
  public let images: any ImageStore

  /// Whether there is a place for it.
  let isSomewhere: Bool
  let store: CacheStore
  let file: StoreFile

  /// - Parameters:
  ///   - folder: `StoreFolders.cache`; with nil the store is always empty.
  ///   - byteLimit: Of pages, their index, pictures and what is being downloaded together. Three quarters of
  ///     it are kept; what was not used for the longest time goes first.
  public convenience init(
    folder: String?, byteLimit: Int64 = SQLiteStore.defaultByteLimit, logger: Logger
  ) {
    self.init(folder: folder, byteLimit: byteLimit, logger: logger, now: { Date() })
  }

  /// - Parameter maximumPageCount: Of the database, as if the disk were full then; for tests.
  init(
    folder: String?, byteLimit: Int64, logger: Logger, maximumPageCount: Int? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    var file = StoreFile(folder: folder ?? "", name: "store.sqlite", layout: CacheLayout())
    file.maximumPageCount = maximumPageCount
    self.file = file
    isSomewhere = folder != nil
    store = CacheStore(
      database: StoreDatabase(file: file, isOff: folder == nil, logger: logger, now: now),
      imagePath: folder.map { "\($0)/images" }, byteLimit: byteLimit, now: now)
    pages = SQLitePageStore(store)
    images = SQLiteImageStore(store)
  }

  /// Removes the files of downloads that are still under way. Call before leaving.
  public func removeDownloads() {
    store.imageFolder.removeOwnParts()
  }

  /// Writes what is noted only, and waits for what goes on behind. Call before leaving, where there is time.
  public func finishWriting() async {
    await store.work.finish()
    await store.writeUses()
  }
}
