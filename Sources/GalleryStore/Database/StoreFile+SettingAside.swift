import Foundation
import GalleryData

extension StoreFile {
  /// How many damaged stores are kept, for inspection.
  private static let keptCount = 2

  private var damagedPrefix: String { "\(name).damaged-" }

  /// Renames a damaged store with its log, so that a new one can be created.
  ///
  /// Programs that still have it open continue with the renamed files. SQLite notices that a file was renamed, and then
  /// leaves the log of the new one alone when it closes (`databaseIsUnmoved` in pager.c).
  ///
  /// - Parameter identity: The store that was found damaged. If there is another one by now, another program was faster,
  ///   and nothing is done.
  func setAside(_ identity: FileIdentity?, at date: Date) throws {
    try FolderLock.hold(folder, .exclusive) {
      guard let present = FileIdentity(path: path), identity == nil || present == identity else {
        return
      }
      let newPath = "\(folder)/\(damagedPrefix)\(Self.stamp(date))"
      // The log first: a new store would take the pages of an old log for its own.
      for suffix in ["-wal", "-shm", ""] where rename(path + suffix, newPath + suffix) != 0 {
        guard errno == ENOENT, !suffix.isEmpty else { throw OpeningError.system(code: errno) }
      }
      removeOldest()
    }
  }

  /// The damaged stores, each with its log, the oldest first.
  var damagedNames: [[String]] {
    let names = Folders.names(in: folder).filter { $0.hasPrefix(damagedPrefix) }.sorted()
    let stores = names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    return stores.map { store in names.filter { $0.hasPrefix(store) } }
  }

  private func removeOldest() {
    for names in damagedNames.dropLast(Self.keptCount) {
      // A folder with the store's name isn't ours, and is kept.
      for name in names { unlink("\(folder)/\(name)") }
    }
  }

  /// `20261121T172301.123Z`, which sorts by time.
  private static func stamp(_ date: Date) -> String {
    let text = date.formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    return text.filter { $0 != "-" && $0 != ":" }
  }
}
