import Dispatch
import Files
import Foundation
import GRDB
import Logging
import Synchronization

/// One SQLite file: several readers and one writer, opened off the caller's thread when the file is first used.
///
/// Changes are written in the order in which they were asked for. A change that a caller waits for is written at once, together
/// with those that are waiting; the others are at the latest a second later, because a transaction costs more than a row.
///
/// `read` and `write` throw nothing: a store that doesn't work behaves like an empty one, and logs so once for each kind of fault.
/// `fetch` and `store` throw the reason.
final class StoreDatabase: Sendable {
  /// Empty if there is none.
  let path: String
  private let folder: String
  private let name: String
  private let layout: any StoreLayout
  private let maximumPageCount: Int?
  private let logger: Logger
  /// Opens the file and writes to it.
  private let queue = DispatchQueue(label: "vitrine.store", qos: .userInitiated)
  private let state = Mutex(State())
  /// Callers that can't suspend.
  private let blockedCount = Atomic(0)

  /// How long readers of one file may have to wait to see what is new, and other programs to write something.
  private static let transactionLimit = DispatchTimeInterval.milliseconds(50)
  private static let pause = DispatchTimeInterval.seconds(1)

  private struct Opened: Sendable {
    let pool: DatabasePool
    /// Changes when the file is removed and made again.
    let file: stat
  }

  private struct State {
    var opened: Opened?
    /// Why it doesn't work and isn't tried again.
    var offFault: StoreFault?
    var loggedFaults: Set<StoreFault> = []
    var wasReplaced = false
    var waiting: [Change] = []
    /// Whether those that wait will be written without another request.
    var isScheduled = false
  }

  private struct Change: Sendable {
    /// Whether it makes the file if there is none.
    let creates: Bool
    /// Whether its caller is blocked.
    let isBlocking: Bool
    let perform: @Sendable (Database) throws -> Void
    /// Called when the change has been written, or can't be.
    let finish: @Sendable (StoreFault?) -> Void
  }

  /// - Parameters:
  ///   - folder: If nil, the store is always empty.
  ///   - maximumPageCount: Limits the file, as a full disk would; for tests.
  init(
    folder: String?, name: String, layout: any StoreLayout, maximumPageCount: Int? = nil,
    logger: Logger
  ) {
    self.folder = folder ?? ""
    self.name = name
    path = folder.map { "\($0)/\(name)" } ?? ""
    self.layout = layout
    self.maximumPageCount = maximumPageCount
    self.logger = logger
    if folder == nil { state.withLock { $0.offFault = .nowhere } }
  }

  // MARK: - Reading

  /// - Returns: nil if there is no store, or it couldn't be read.
  func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async -> T? {
    try? await fetch(body)
  }

  /// The same for callers that need to know why nothing was read.
  ///
  /// - Returns: nil if there is no store.
  func fetch<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StoreFault) -> T? {
    guard let opened = try await opened() else { return nil }
    do {
      return try await opened.pool.read(body)
    } catch {
      let fault = StoreFault(error)
      // A reader that was cancelled doesn't wait for the writer.
      if fault != .cancelled { _ = await onQueue { self.handle(error, from: opened) } }
      throw fault
    }
  }

  /// The same for a caller that can't suspend: blocks until the file is open and what was asked for before is written, unless
  /// another program prevents that for a second.
  func fetchNow<T: Sendable>(_ body: (Database) throws -> T) throws(StoreFault) -> T? {
    let result = impatiently {
      writeChanges()
      return Result { () throws(StoreFault) in try open(creating: false) }
    }
    guard let opened = try result.get() else { return nil }
    do {
      return try opened.pool.read(body)
    } catch {
      queue.async { self.handle(error, from: opened) }
      throw StoreFault(error)
    }
  }

  // MARK: - Writing

  /// Changes the store. Continues when the caller's task is cancelled: what was fetched is worth keeping.
  ///
  /// - Parameter creating: Whether to create the store if there is none.
  /// - Returns: nil if nothing was written.
  func write<T: Sendable>(
    creating: Bool = true, _ body: @escaping @Sendable (Database) throws -> T
  ) async -> T? {
    try? await store(creating: creating, body)
  }

  /// The same for callers that need to know why nothing was written.
  ///
  /// - Returns: nil if there is no store and none was to be created.
  func store<T: Sendable>(
    creating: Bool = true, _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(StoreFault) -> T? {
    try await withCheckedContinuation { continuation in
      add(creating: creating, body) { continuation.resume(returning: $0) }
      queue.async { self.writeChanges() }
    }.get()
  }

  /// The same for a caller that can't suspend.
  ///
  /// - Throws: `.busy` if another program keeps it waiting for a second.
  func storeNow<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) throws(StoreFault) -> T? {
    let written = Mutex<Result<T?, StoreFault>>(.success(nil))
    impatiently {
      add(creating: true, isBlocking: true, body) { result in written.withLock { $0 = result } }
      writeChanges()
    }
    return try written.withLock(\.self).get()
  }

  /// Works on the writer's queue while the caller blocks; meanwhile nothing waits longer than a second for another program.
  private func impatiently<T>(_ body: () -> T) -> T {
    blockedCount.add(1, ordering: .relaxed)
    defer { blockedCount.subtract(1, ordering: .relaxed) }
    return queue.sync(execute: body)
  }

  /// A change that nobody waits for.
  ///
  /// - Parameter finish: Called on the writer's queue with what `body` returned.
  func writeLater<T: Sendable>(
    creating: Bool = true, _ body: @escaping @Sendable (Database) throws -> T,
    finish: @escaping @Sendable (Result<T?, StoreFault>) -> Void = { _ in }
  ) {
    add(creating: creating, body, finish)
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.pause) { self.writeChanges() } }
  }

  /// Waits until all that was asked for so far is written. Call before quitting.
  func finishWriting() async {
    await onQueue { self.writeChanges() }
  }

  /// Gives the space of removed rows back, and leaves nothing of them in the file.
  func shrink() async {
    await onQueue {
      guard let opened = try? self.open(creating: false) else { return }
      do {
        try opened.pool.writeWithoutTransaction { database in
          try database.execute(sql: "VACUUM")
          _ = try database.checkpoint(.truncate)
        }
      } catch {
        self.handle(error, from: opened)
      }
    }
  }

  private func add<T: Sendable>(
    creating: Bool, isBlocking: Bool = false, _ body: @escaping @Sendable (Database) throws -> T,
    _ finish: @escaping @Sendable (Result<T?, StoreFault>) -> Void
  ) {
    let returned = Mutex<T?>(nil)
    let change = Change(
      creates: creating, isBlocking: isBlocking,
      perform: { database in
        let value = try body(database)
        returned.withLock { $0 = value }
      },
      finish: { fault in
        finish(fault.map(Result.failure) ?? .success(returned.withLock(\.self)))
      })
    state.withLock { $0.waiting.append(change) }
  }

  private func writeChanges() {
    while true {
      let changes = state.withLock { state in
        defer { (state.waiting, state.isScheduled) = ([], false) }
        return state.waiting
      }
      guard !changes.isEmpty else { return }
      var rest = changes[...]
      while !rest.isEmpty {
        guard let count = write(rest) else { return postpone(rest) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Another program keeps the file while a caller is blocked: what that caller wants fails, and other changes can wait for longer.
  private func postpone(_ changes: ArraySlice<Change>) {
    state.withLock { $0.waiting.insert(contentsOf: changes.filter { !$0.isBlocking }, at: 0) }
    queue.asyncAfter(deadline: .now() + Self.pause) { self.writeChanges() }
    for change in changes where change.isBlocking { change.finish(.busy) }
  }

  /// Writes the first changes in one transaction.
  ///
  /// - Returns: How many are done, at least one; nil if they are to be postponed.
  private func write(_ changes: ArraySlice<Change>) -> Int? {
    var fault: StoreFault?
    // Twice: the second time after a damaged store was removed.
    for _ in 0..<2 {
      do throws(StoreFault) {
        guard let opened = try open(creating: changes.contains(where: \.creates)) else { break }
        do {
          let faults = try opened.pool.write { try Self.perform(changes, in: $0) }
          for (change, fault) in zip(changes, faults) { change.finish(fault) }
          return faults.count
        } catch {
          fault = StoreFault(error)
          guard handle(error, from: opened) else { break }
        }
      } catch {
        fault = error
        break
      }
    }
    if fault == .busy, blockedCount.load(ordering: .relaxed) > 0 { return nil }
    for change in changes { change.finish(fault) }
    return changes.count
  }

  /// - Returns: What became of the first changes: nil for those that were carried out.
  /// - Throws: What makes the whole transaction fail.
  private static func perform(
    _ changes: ArraySlice<Change>, in database: Database
  ) throws -> [StoreFault?] {
    // Nothing to protect from each other.
    if changes.count == 1 {
      try changes.first?.perform(database)
      return [nil]
    }
    var faults: [StoreFault?] = []
    let end = DispatchTime.now() + transactionLimit
    for change in changes where faults.isEmpty || DispatchTime.now() < end {
      do {
        try database.inSavepoint {
          try change.perform(database)
          return .commit
        }
        faults.append(nil)
      } catch {
        let fault = StoreFault(error)
        // A full disk may have ended the transaction.
        guard fault != .damaged, database.isInsideTransaction else { throw error }
        faults.append(fault)
      }
    }
    return faults
  }

  // MARK: - Opening

  /// Opens the file in the background, if there is one.
  func warmUp() {
    queue.async { _ = try? self.open(creating: false) }
  }

  /// Closes the file once everything that is running has ended; the next use opens it again.
  func close() async {
    await onQueue {
      self.writeChanges()
      guard let opened = self.forget() else { return }
      // Readers first: the last connection removes the log, and a reader may not (GRDB issue 739).
      opened.pool.releaseMemory()
      try? opened.pool.close()
    }
  }

  /// Whether the file was damaged, or a newer version's, and has been removed since the start.
  var wasReplaced: Bool { state.withLock(\.wasReplaced) }

  /// The size of the file and of its log.
  var byteCount: Int64 {
    ["", "-wal", "-shm"].reduce(0) { sum, suffix in
      sum + Int64(stat(of: (path + suffix).utf8, followsLink: false)?.st_size ?? 0)
    }
  }

  /// Removes the damaged stores that Vitrine 1.0 set aside.
  func removeSetAside() {
    guard !path.isEmpty else { return }
    for name in FolderEntries.names(in: folder) {
      let file = "\(folder)/\(name)"
      if file.hasPrefix("\(path).damaged-") { unlink(file) }
    }
  }

  private func onQueue<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  private func opened() async throws(StoreFault) -> Opened? {
    if let opened = present() { return opened }
    return try await onQueue {
      Result { () throws(StoreFault) in try self.open(creating: false) }
    }.get()
  }

  /// The open store, unless another program has removed or replaced the file.
  private func present() -> Opened? {
    guard let opened = state.withLock(\.opened) else { return nil }
    if hasPath(opened.file) { return opened }
    _ = state.withLock { state in
      // Returned from the lock, because releasing the last reference closes the file.
      defer { if state.opened?.pool === opened.pool { state.opened = nil } }
      return state.opened
    }
    return nil
  }

  private func hasPath(_ file: stat) -> Bool { stat(of: path.utf8)?.isSameFile(as: file) ?? false }

  @discardableResult
  private func forget() -> Opened? {
    state.withLock { state in
      defer { state.opened = nil }
      return state.opened
    }
  }

  /// - Returns: nil if there is no store and none is to be created.
  private func open(creating: Bool) throws(StoreFault) -> Opened? {
    if let opened = present() { return opened }
    while true {
      if let fault = state.withLock(\.offFault) { throw fault }
      let file = stat(of: path.utf8)
      guard file != nil || creating || layout.hasSomethingToTakeOver else { return nil }
      do {
        let opened = try connect()
        state.withLock { $0.opened = opened }
        return opened
      } catch {
        if remove(file, because: error) { continue }
        let fault = StoreFault(error)
        // Another program holds it: that passes.
        if fault != .busy { state.withLock { $0.offFault = fault } }
        log(fault, error)
        throw fault
      }
    }
  }

  private func connect() throws -> Opened {
    guard FilePath.makeFolders(folder.utf8) else { throw StoreOpeningError.system(code: errno) }
    let lock = try waitForOthers()
    defer { Glibc.close(lock) }
    // Readable for its owner only; SQLite creates its log with the same mode. EEXIST: it is there. (A descriptor of a file that
    // may be open already must not be closed: that would release SQLite's locks, which are POSIX locks.)
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else { throw StoreOpeningError.system(code: errno) }
    if descriptor >= 0 { Glibc.close(descriptor) }
    guard let file = stat(of: path.utf8) else { throw StoreOpeningError.system(code: errno) }
    guard file.isRegularFile else { throw StoreOpeningError.notAFile }
    if descriptor < 0, !layout.isReplaceable { try look() }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try layout.prepare(pool)
    return Opened(pool: pool, file: file)
  }

  /// Throws if a newer Vitrine made the file: a pool writes into one at once (its mode, its counters), and that one stays as it is.
  private func look() throws {
    var configuration = configuration
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.unsafeRead { try layout.look(at: $0) }
      try queue.close()
    } catch StoreOpeningError.isNewer {
      throw StoreOpeningError.isNewer
    } catch {
      // The pool meets it too, and can mend some of it.
    }
  }

  /// Programs open the file one after the other: GRDB writes into a new one, and two that do so at once get each other's errors.
  ///
  /// The lock is the folder's, because closing a descriptor of the file would release SQLite's locks. Where there are no such locks,
  /// it continues without.
  ///
  /// - Returns: A descriptor, to be closed when the file is open.
  /// - Throws: SQLITE_BUSY after as long as the file itself is waited for.
  private func waitForOthers() throws -> Int32 {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard FileLock.lock(descriptor, waits: waits) else {
      Glibc.close(descriptor)
      throw DatabaseError(resultCode: .SQLITE_BUSY)
    }
    return descriptor
  }

  /// Waits a little for another program.
  ///
  /// - Returns: Whether to try again. A blocked caller is the main thread, which can't draw meanwhile: it waits for a second at most.
  private func waits(_ tryCount: Int) -> Bool {
    usleep(5000)
    let isBlocking = blockedCount.load(ordering: .relaxed) > 0
    return Double(tryCount) * 0.005 < (isBlocking ? min(1, layout.busyTimeout) : layout.busyTimeout)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { [weak self] in self?.waits($0) ?? false }
    // Otherwise the tables of an older layout couldn't be dropped one by one.
    configuration.foreignKeysEnabled = !layout.isReplaceable
    configuration.maximumReaderCount = 3
    configuration.label = path
    configuration.prepareDatabase { [maximumPageCount] database in
      PhotoRowReader.addFunctions(to: database)
      if let maximumPageCount {
        try database.execute(sql: "PRAGMA max_page_count = \(maximumPageCount)")
      }
    }
    return configuration
  }

  // MARK: - Faults

  /// - Returns: Whether a damaged store was removed, so that trying again makes sense.
  @discardableResult
  private func handle(_ error: any Error, from opened: Opened) -> Bool {
    let fault = StoreFault(error)
    guard fault != .cancelled else { return false }
    guard fault == .damaged else {
      log(fault, error)
      return false
    }
    forget()
    if remove(opened.file, because: error) { return true }
    state.withLock { $0.offFault = fault }
    log(fault, error)
    return false
  }

  /// Removes a store whose contents can be fetched or read again, if it is damaged, or if a newer Vitrine made it. (That only once:
  /// it may still run, and make it again.)
  ///
  /// Programs that still have it open continue with what they have until they look for it again. SQLite notices that the file has
  /// gone, and then leaves the log of a new one alone when it closes (`databaseIsUnmoved` in pager.c).
  ///
  /// - Parameter file: The store that was found damaged. If there is another one by now, another program was faster, and
  ///   nothing is removed.
  /// - Returns: Whether to try again.
  private func remove(_ file: stat?, because error: any Error) -> Bool {
    let fault = StoreFault(error)
    guard layout.isReplaceable, let file,
      fault == .damaged || (fault == .newer && !wasReplaced)
    else { return false }
    // Where programs open it: between a look and the removal another one could make a new one, which would be lost.
    guard let lock = try? waitForOthers() else { return true }
    defer { Glibc.close(lock) }
    guard hasPath(file) else { return true }
    // The log first: a new store would take the pages of an old log for its own.
    for suffix in ["-wal", "-shm", ""] where unlink(path + suffix) != 0 && errno != ENOENT {
      return false
    }
    state.withLock { $0.wasReplaced = true }
    logger.warning(
      "\(name) was damaged or a newer version's; it was removed and is made again.",
      metadata: ["error": "\(error)"])
    return true
  }

  private func log(_ fault: StoreFault, _ error: any Error) {
    guard state.withLock({ $0.loggedFaults.insert(fault).inserted }) else { return }
    logger.warning(
      "Can't use \(name) (\(fault)); nothing is saved in it for now.",
      metadata: ["error": "\(error)"])
  }
}

/// The tables of a store, and what to do with a store that lacks them.
protocol StoreLayout: Sendable {
  /// Whether everything in the store can be fetched again, so that a damaged one is removed.
  var isReplaceable: Bool { get }

  /// How long one program waits for another's transaction.
  var busyTimeout: TimeInterval { get }

  /// Whether a store that isn't there is made even if it is only to be read.
  var hasSomethingToTakeOver: Bool { get }

  /// Called with a store that can't be made again, before anything is written into it.
  ///
  /// - Throws: `StoreOpeningError.isNewer` for a store that this program must not change.
  func look(at database: Database) throws

  /// Called once each time the store is opened, before anything is read.
  ///
  /// - Throws: `StoreOpeningError.isNewer`, too.
  func prepare(_ database: DatabasePool) throws
}

enum StoreOpeningError: Error {
  /// A system call failed.
  case system(code: Int32)
  /// Something other than a file has the store's name.
  case notAFile
  /// Created by a later Vitrine.
  case isNewer
}

/// What an error of the database means for the store.
public enum StoreFault: Error, Hashable, Sendable {
  /// The file isn't a database, or contradicts itself.
  case damaged
  /// Writing is impossible: no space, no permission, a read-only file system.
  case unwritable
  /// Another process held a lock for longer than the busy time-out.
  case busy
  /// Created by a later Vitrine.
  case newer
  /// It has no folder.
  case nowhere
  /// The caller no longer waits.
  case cancelled
  case other

  init(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = Self(code: error.resultCode)
    // The first is for a value that can't occur there.
    case is RowDecodingError, StoreOpeningError.notAFile: self = .damaged
    case StoreOpeningError.system: self = .unwritable
    case is CancellationError: self = .cancelled
    case StoreOpeningError.isNewer: self = .newer
    default: self = .other
    }
  }

  private init(code: ResultCode) {
    self =
      switch code {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH: .unwritable
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      default: .other
      }
  }
}
