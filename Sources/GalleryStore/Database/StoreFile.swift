import Foundation
import GRDB

/// The file of a store: opening it, and putting a damaged one out of the way.
///
/// Two programs may do so at once. Whoever makes a store or sets one aside has the folder locked for itself,
/// whoever opens one has it locked against that.
struct StoreFile: Sendable {
  let folder: String
  let name: String
  let layout: any StoreLayout
  /// How long one program waits for another's transaction.
  var busyTimeout: TimeInterval = 2
  /// For tests of a full disk; nil is SQLite's own limit.
  var maximumPageCount: Int?

  /// A store that is open.
  struct Opened: Sendable {
    let pool: DatabasePool
    let identity: FileIdentity
  }

  enum OpeningError: Error {
    /// A system call failed.
    case system(code: Int32)
    /// Something else than a file has the store's name.
    case notAFile
  }

  var path: String { "\(folder)/\(name)" }

  /// Blocks for milliseconds, or as long as another program has the store.
  ///
  /// - Parameter creating: Whether to make the folder and the file where there are none.
  /// - Returns: nil where there is nothing to open.
  func open(creating: Bool) throws -> Opened? {
    if FileIdentity(path: path) != nil {
      let opened = try FolderLock.hold(folder, .shared) {
        // Set aside by another program while we waited for the lock?
        FileIdentity(path: path) == nil ? nil : try openLocked()
      }
      if let opened { return opened }
    }
    guard creating else { return nil }
    guard Folders.make(folder) else { throw OpeningError.system(code: errno) }
    return try FolderLock.hold(folder, .exclusive) {
      // Readable for its owner only; SQLite gives its log the same mode. EEXIST: another was faster.
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
