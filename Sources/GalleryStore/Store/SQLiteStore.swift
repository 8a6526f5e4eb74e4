import Foundation
import GRDB
import GalleryData
import Logging

/// The store of pages and pictures: `store.sqlite` and `images/` in Vitrine's folder of the cache home.
///
/// `init` opens and creates nothing. The file is opened when it is first read, and created when something is first
/// stored, both off the caller's thread. A damaged file is removed and made again; one that can't be written behaves like
/// an empty one, with an entry in the log and no error. Several programs may use it at once.
public final class SQLiteStore: Sendable {
  /// For pages and pictures, by default.
  public static let defaultByteLimit: Int64 = 1 << 30

  public let pages: any PageStore
  public var images: any ImageStore { imageStore }

  /// Whether it has a folder.
  let isSomewhere: Bool
  let store: CacheStore
  private let imageStore: SQLiteImageStore

  /// - Parameters:
  ///   - folder: `StoreFolders.cache`; if nil, no page is stored.
  ///   - temporaryPlaces: Where pictures go that can't be kept, while the program runs.
  ///   - byteLimit: For pages, their index, pictures and running downloads together. Three quarters of it are for what is
  ///     kept; entries that have not been used for the longest time are removed first.
  public convenience init(
    folder: String?, temporaryPlaces: [String] = [],
    byteLimit: Int64 = SQLiteStore.defaultByteLimit, logger: Logger
  ) {
    self.init(
      folder: folder, temporaryPlaces: temporaryPlaces, byteLimit: byteLimit, logger: logger,
      now: { Date() })
  }

  /// - Parameter maximumPageCount: Limits the database, as a full disk would; for tests.
  init(
    folder: String?, temporaryPlaces: [String] = [], byteLimit: Int64, logger: Logger,
    maximumPageCount: Int? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    isSomewhere = folder != nil
    store = CacheStore(
      database: StoreDatabase(
        folder: folder, name: "store.sqlite", layout: CacheLayout(),
        maximumPageCount: maximumPageCount, logger: logger),
      imagePath: folder.map { "\($0)/images" }, temporaryPlaces: temporaryPlaces,
      byteLimit: byteLimit, now: now)
    pages = SQLitePageStore(store)
    imageStore = SQLiteImageStore(store)
  }

  /// The version of SQLite; nil if it can't be opened at all.
  public static var libraryVersion: String? {
    try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
  }

  /// Removes the files of running downloads, and pictures that aren't kept. Call before quitting.
  public func removeTemporaryFiles() {
    imageStore.removeOwnFiles()
  }

  /// Writes what waits to be written. Call before quitting.
  public func finishWriting() async {
    await store.database.finishWriting()
  }
}
