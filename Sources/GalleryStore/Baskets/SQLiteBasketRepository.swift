import Foundation
import GRDB
import GalleryDomain
import Glibc
import Logging
import Synchronization

/// The basket of one source in `state.sqlite`, which is never thrown away.
///
/// Each edit is a transaction that waits for the disk (some milliseconds, decision 25). What the basket is afterwards is found out
/// in that transaction, so that edits of several programs come one after the other.
public final class SQLiteBasketRepository: BasketRepository {
  private let database: StoreDatabase
  private let rows: BasketRows
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    /// The edit that was asked for last.
    var lastEdit: Task<Void, Never>?
    /// Of the basket that was handed out last.
    var revision: Int64?
    var hasToldUnreadable = false
  }

  init(database: StoreDatabase, sourceID: String, logger: Logger) {
    self.database = database
    rows = BasketRows(sourceID: sourceID)
    self.logger = logger
  }

  public func basket() async throws(BasketError) -> Basket {
    // After the edits that were asked for before.
    await state.withLock { $0.lastEdit }?.value
    return try await read().basket
  }

  public func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket {
    let task = state.withLock { state in
      let previous = state.lastEdit
      let task = Task { () async -> Result<Basket, BasketError> in
        await previous?.value
        return await self.perform(edit)
      }
      state.lastEdit = Task { _ = await task.value }
      return task
    }
    return try await task.value.get()
  }

  public func changes() -> AsyncStream<Basket> {
    let (stream, baskets) = AsyncStream<Basket>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // However many changes come while one is being looked at, they are looked at once.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = FolderWatch(folder: database.file.folder, namePrefix: database.file.name) {
      signal.yield()
    }
    // What was done before the watch stood.
    signal.yield()
    let task = Task { [weak self] in
      for await _ in signals {
        guard let self else { break }
        if let basket = await changedBasket() { baskets.yield(basket) }
      }
    }
    baskets.onTermination = { _ in
      watch?.cancel()
      task.cancel()
    }
    return stream
  }

  // MARK: -

  private func perform(_ edit: BasketEdit) async -> Result<Basket, BasketError> {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot = try await patiently { () async throws(StoreFault) in
        try await database.store(creating: edit.putsIn) { try rows.apply(edit, $0) }
      }
      guard let snapshot else { return .success(.empty) }
      let isChanged = note(snapshot)
      if isChanged { tellOthers() }
      return .success(snapshot.basket)
    } catch {
      return .failure(basketError(error))
    }
  }

  /// How often to use a store that another program holds, each time for as long as its busy time-out.
  ///
  /// On a busy machine two seconds are not enough: several programs wait for each other's transactions, and a program that was killed
  /// holds its locks until the system has cleaned up. The basket would be shown empty then, and nothing would have it read again.
  private static let attempts = 5

  /// - Parameter body: Has changed nothing when it throws `busy`.
  private func patiently<T>(
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

  private func read() async throws(BasketError) -> BasketRows.Snapshot {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot =
        try await patiently { () async throws(StoreFault) in
          try await database.fetch { try rows.snapshot($0) }
        } ?? BasketRows.Snapshot()
      note(snapshot)
      return snapshot
    } catch {
      throw basketError(error)
    }
  }

  /// The basket, when it is another one than was handed out last.
  private func changedBasket() async -> Basket? {
    let rows = rows
    // An edit of our own that is on its way answers with all that there is.
    await state.withLock { $0.lastEdit }?.value
    guard let revision = await database.read({ try rows.revision($0) }),
      revision != state.withLock({ $0.revision })
    else { return nil }
    return try? await read().basket
  }

  /// - Returns: Whether it is another one than before.
  @discardableResult
  private func note(_ snapshot: BasketRows.Snapshot) -> Bool {
    let (isNew, isUntold) = state.withLock { state in
      let isNew = state.revision != snapshot.revision
      let isUntold = snapshot.unreadableCount > 0 && !state.hasToldUnreadable
      state.revision = snapshot.revision
      if isUntold { state.hasToldUnreadable = true }
      return (isNew, isUntold)
    }
    if isUntold {
      logger.warning(
        "Can't read some items of the basket; they were left unchanged.",
        metadata: ["path": "\(database.file.path)", "count": "\(snapshot.unreadableCount)"])
    }
    return isNew
  }

  /// Writing gives no sign that comes after the transaction; a new time of the file does.
  private func tellOthers() {
    _ = utimensat(AT_FDCWD, database.file.path, nil, 0)
  }

  private func basketError(_ fault: StoreFault) -> BasketError {
    let path = TextCleaner.line(database.file.path, limit: TextLimit(characters: 1_000))
    return switch fault {
    case .damaged: .damaged(path: path)
    case .unwritable: .unwritable(path: path)
    case .nowhere: .unwritable(path: "")
    case .newer: .newer(path: path)
    case .busy, .cancelled, .other: .unavailable(path: path)
    }
  }
}

extension BasketEdit {
  /// Whether it makes sense where there is no basket yet.
  fileprivate var putsIn: Bool {
    switch self {
    case .add(let items), .restore(let items): !items.isEmpty
    case .remove, .removeOrdered, .update, .setGone: false
    }
  }
}
