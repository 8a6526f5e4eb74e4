import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// One SQLite file: opened when it is first used, off the caller's thread, and recovered when something is wrong.
///
/// `read` and `write` throw nothing: a store that doesn't work behaves like an empty one, and logs so once. `fetch` and
/// `store` throw the reason.
final class StoreDatabase: Sendable {
  let file: StoreFile
  private let logger: Logger
  private let now: @Sendable () -> Date
  /// Opens and sets aside, one after the other; blocks while another program holds the folder.
  private let queue = DispatchQueue(label: "vitrine.store.opening", qos: .userInitiated)
  private let state = Mutex(State())

  /// The most changes in one transaction, so that a failure repeats few, and readers see what is new soon.
  private static let sharingLimit = 64

  private struct State {
    var opened: StoreFile.Opened?
    /// Why it doesn't work and isn't tried again.
    var offFault: StoreFault?
    var toldFaults: Set<StoreFault> = []
    /// Consecutive errors that don't mean that the store is damaged.
    var oddErrorCount = 0
    /// Changes that are under way or waiting.
    var changeCount = 0
    var waitingChanges: [Change] = []
    var isWriting = false
    /// Wait until there is none.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// A change that waits for its transaction.
  private struct Change: Sendable {
    let perform: @Sendable (Database) throws -> Void
    /// Hands on what `perform` returned.
    let finish: @Sendable () -> Void
    /// Performs it in a transaction of its own, with what is to be done about errors, and hands on the result.
    let performAlone: @Sendable () async -> Void
  }

  /// - Parameter isOff: The store has no folder, so it is always empty.
  init(
    file: StoreFile, isOff: Bool = false, logger: Logger,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file
    self.logger = logger
    self.now = now
    state.withLock { $0.offFault = isOff ? .nowhere : nil }
  }

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
    guard let opened = try await opened(creating: false) else { return nil }
    do {
      let result = try await opened.pool.read(body)
      state.withLock { $0.oddErrorCount = 0 }
      return result
    } catch {
      await take(error, from: opened)
      throw StoreFault(error)
    }
  }

  /// Changes the store in one transaction, which may be shared: changes that are asked for while another one is written
  /// are written together after it, because a transaction costs more than a row.
  ///
  /// Continues when the caller's task is cancelled: what was fetched is worth keeping.
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
    let result: Result<T?, StoreFault> = await withCheckedContinuation { continuation in
      let returned = Returned<T>()
      let change = Change(
        perform: { database in
          let value = try body(database)
          returned.value.withLock { $0 = value }
        },
        finish: { continuation.resume(returning: .success(returned.value.withLock(\.self))) },
        performAlone: {
          continuation.resume(returning: await self.writeAlone(creating: creating, body))
        })
      let isFirst = state.withLock { state in
        state.changeCount += 1
        state.waitingChanges.append(change)
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if isFirst { Task(priority: .userInitiated) { await writeChanges() } }
    }
    return try result.get()
  }

  /// How often to retry while another program holds the store, each time for the length of the busy time-out.
  ///
  /// On a busy machine two seconds are not enough: several programs wait for each other's transactions, and a killed program
  /// holds its locks until the system has cleaned up. Then the basket would be shown empty, with nothing to read it again.
  private static let attempts = 5

  /// Asks again while another program holds the store; for what the user gave, which is not fetched again.
  ///
  /// - Parameter body: Must not have changed anything when it throws `busy`.
  func patiently<T>(
    _ body: () async throws(StoreFault) -> T
  ) async throws(StoreFault) -> T {
    for _ in 1..<Self.attempts {
      do throws(StoreFault) {
        return try await body()
      } catch {
        guard error == .busy else { throw error }
      }
    }
    return try await body()
  }

  private final class Returned<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
  }

  private func writeChanges() async {
    while true {
      let changes = state.withLock { state -> [Change] in
        let changes = Array(state.waitingChanges.prefix(Self.sharingLimit))
        state.waitingChanges.removeFirst(changes.count)
        state.isWriting = !changes.isEmpty
        return changes
      }
      guard !changes.isEmpty else { return }
      if changes.count > 1, await write(changes) {
        for change in changes { change.finish() }
      } else {
        for change in changes { await change.performAlone() }
      }
      changesEnded(changes.count)
    }
  }

  /// - Returns: Whether they were written; if any of them failed, none was.
  private func write(_ changes: [Change]) async -> Bool {
    guard let opened = present() else { return false }
    return
      (try? await opened.pool.write { (database) -> Void in
        for change in changes { try change.perform(database) }
      }) != nil
  }

  /// Changes that wait for a transaction.
  var waitingCount: Int { state.withLock { $0.waitingChanges.count } }

  private func changesEnded(_ count: Int) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.changeCount -= count
      guard state.changeCount == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until no change is under way. Call before quitting.
  func finishWriting() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.changeCount > 0 { state.waiters.append(continuation) }
        return state.changeCount == 0
      }
      if isOver { continuation.resume() }
    }
  }

  /// Something outside of a transaction, such as freeing pages.
  func writeWithoutTransaction(_ body: @escaping @Sendable (Database) throws -> Void) async {
    guard let opened = try? await opened(creating: false) else { return }
    do {
      try await opened.pool.writeWithoutTransaction(body)
    } catch {
      await take(error, from: opened)
    }
  }

  /// Closes the file once everything that is running has ended; the next use opens it again.
  func close() async {
    guard let opened = state.withLock({ $0.opened }) else { return }
    close(opened)
    await withCheckedContinuation { continuation in
      queue.async {
        // Readers first: the last connection removes the log, and a reader may not (GRDB issue 739).
        opened.pool.releaseMemory()
        try? opened.pool.close()
        continuation.resume()
      }
    }
  }

  private func writeAlone<T: Sendable>(
    creating: Bool, _ body: @escaping @Sendable (Database) throws -> T
  ) async -> Result<T?, StoreFault> {
    var fault = StoreFault.other
    // Twice: the second time after a damaged store was set aside.
    for _ in 0..<2 {
      let opened: StoreFile.Opened
      do throws(StoreFault) {
        guard let present = try await self.opened(creating: creating) else { return .success(nil) }
        opened = present
      } catch {
        return .failure(error)
      }
      do {
        let result = try await opened.pool.write(body)
        state.withLock { $0.oddErrorCount = 0 }
        return .success(result)
      } catch {
        fault = StoreFault(error)
        guard await take(error, from: opened) else { break }
      }
    }
    return .failure(fault)
  }

  // MARK: - Opening

  private func opened(creating: Bool) async throws(StoreFault) -> StoreFile.Opened? {
    if let opened = present() { return opened }
    return try await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(StoreFault) in try self.open(creating: creating) })
      }
    }.get()
  }

  /// The open store, unless another program has replaced the file.
  private func present() -> StoreFile.Opened? {
    guard let opened = state.withLock({ $0.opened }) else { return nil }
    if FileIdentity(path: file.path) == opened.identity { return opened }
    state.withLock { if $0.opened?.identity == opened.identity { $0.opened = nil } }
    return nil
  }

  private func open(creating: Bool) throws(StoreFault) -> StoreFile.Opened? {
    if let opened = present() { return opened }
    for isLastTry in [false, true] {
      if let fault = state.withLock({ $0.offFault }) { throw fault }
      let identity = FileIdentity(path: file.path)
      do {
        let opened = try file.open(creating: creating)
        state.withLock { $0.opened = opened }
        return opened
      } catch is FolderLock.IsHeld {
        throw .busy
      } catch  where !file.layout.isReplaceable && StoreFault(error) == .busy {
        // Another program holds it; the user's own data is worth another attempt.
        tell(.busy, error)
        throw .busy
      } catch {
        guard !isLastTry, isDamage(error), setAside(identity, because: error) else {
          turnOff(because: error)
          throw StoreFault(error)
        }
      }
    }
    throw .damaged
  }

  private func isDamage(_ error: any Error) -> Bool {
    StoreFault(error) == .damaged
  }

  // MARK: - Faults

  /// - Returns: Whether to try again.
  @discardableResult
  private func take(_ error: any Error, from opened: StoreFile.Opened) async -> Bool {
    let fault = StoreFault(error)
    switch fault {
    case .cancelled:
      return false
    case .damaged:
      return await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.replace(opened, because: error)) }
      }
    case .unwritable where FileIdentity(path: file.path) == opened.identity, .busy:
      tell(fault, error)
      return false
    case .unwritable, .newer, .nowhere, .other:
      // Renamed by another program, or an unknown fault: opened again at the next use.
      tell(fault, error)
      close(opened)
      let count = state.withLock {
        $0.oddErrorCount += 1
        return $0.oddErrorCount
      }
      if count >= 3 { turnOff(because: error) }
      return count < 3
    }
  }

  private func replace(_ opened: StoreFile.Opened, because error: any Error) -> Bool {
    close(opened)
    guard setAside(opened.identity, because: error) else {
      turnOff(because: error)
      return false
    }
    return true
  }

  private func close(_ opened: StoreFile.Opened) {
    state.withLock { if $0.opened?.identity == opened.identity { $0.opened = nil } }
  }

  private func setAside(_ identity: FileIdentity?, because error: any Error) -> Bool {
    guard file.layout.isReplaceable else { return false }
    do {
      try file.setAside(identity, at: now())
      logger.warning(
        "The store is damaged; it was set aside and a new one was made.",
        metadata: ["path": "\(file.path)", "error": "\(error)"])
      return true
    } catch {
      return false
    }
  }

  private func turnOff(because error: any Error) {
    // Returned from the lock, because releasing the last reference closes the file.
    _ = state.withLock { state in
      state.offFault = StoreFault(error)
      defer { state.opened = nil }
      return state.opened
    }
    tell(StoreFault(error), error)
  }

  /// Logs once per kind of fault.
  private func tell(_ fault: StoreFault, _ error: any Error) {
    guard state.withLock({ $0.toldFaults.insert(fault).inserted }) else { return }
    logger.warning(
      "Can't use the store; nothing is saved for now.",
      metadata: ["path": "\(file.path)", "error": "\(error)"])
  }
}

/// The tables of a store, and what to do with a store that lacks them.
protocol StoreLayout: Sendable {
  /// Whether everything in the store can be fetched again, so that a damaged one is set aside.
  var isReplaceable: Bool { get }

  /// Called once each time the store is opened, before anything is read.
  ///
  /// - Throws: `StoreLayoutError` for a store that this program must leave alone.
  func prepare(_ database: DatabasePool) throws
}

enum StoreLayoutError: Error {
  /// Created by a later Vitrine.
  case isNewer
}
