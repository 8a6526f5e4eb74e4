import Foundation
import GRDB

/// The file of a store: opens it, and sets a damaged one aside.
///
/// Two programs may do so at once. Creating a store or setting one aside takes an exclusive lock of the folder, opening
/// one a shared lock.
struct StoreFile: Sendable {
  let folder: String
  let name: String
  let layout: any StoreLayout
  /// How long one program waits for another's transaction.
  var busyTimeout: TimeInterval = 2
  /// Limits the database, for tests of a full disk; nil for SQLite's own limit.
  var maximumPageCount: Int?

  /// An open store.
  struct Opened: Sendable {
    let pool: DatabasePool
    let identity: FileIdentity
  }

  enum OpeningError: Error {
    /// A system call failed.
    case system(code: Int32)
    /// Something other than a file has the store's name.
    case notAFile
  }

  var path: String { "\(folder)/\(name)" }

  /// Blocks for milliseconds, or for as long as another program holds the store.
  ///
  /// - Parameter creating: Whether to create the folder and the file if they don't exist.
  /// - Returns: nil if there is no store.
  func open(creating: Bool) throws -> Opened? {
    if FileIdentity(path: path) != nil {
      let opened = try FolderLock.hold(folder, .shared) {
        // Another program may have set it aside while we waited for the lock.
        FileIdentity(path: path) == nil ? nil : try openLocked()
      }
      if let opened { return opened }
    }
    guard creating else { return nil }
    guard Folders.make(folder) else { throw OpeningError.system(code: errno) }
    return try FolderLock.hold(folder, .exclusive) {
      // Readable for its owner only; SQLite creates its log with the same mode. EEXIST: another program was faster.
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 || errno == EEXIST else { throw OpeningError.system(code: errno) }
      if descriptor >= 0 { close(descriptor) }
      return try openLocked()
    }
  }

  private func openLocked() throws -> Opened {
    guard let identity = FileIdentity(path: path) else { throw OpeningError.system(code: errno) }
    guard identity.isRegular else { throw OpeningError.notAFile }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try layout.prepare(pool)
    return Opened(pool: pool, identity: identity)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    // Otherwise the tables of an older layout couldn't be dropped one by one.
    configuration.foreignKeysEnabled = !layout.isReplaceable
    configuration.maximumReaderCount = 3
    configuration.label = "vitrine.\(name)"
    if let maximumPageCount {
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA max_page_count = \(maximumPageCount)")
      }
    }
    return configuration
  }
}
