import Foundation
import GRDB
import GalleryDomain
import Glibc
import Logging
import Synchronization

/// The basket of one source in `state.sqlite`, which is never removed.
///
/// Each edit is a transaction that waits for the disk (some milliseconds, decision 25). The resulting basket is read in the
/// same transaction, so the edits of several programs are applied one after the other.
public final class SQLiteBasketRepository: BasketRepository {
  private let database: StoreDatabase
  private let rows: BasketRows
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    /// The latest edit.
    var lastEdit: Task<Void, Never>?
    /// The number of the basket that was handed out last.
    var revision: Int64?
    var hasToldUnreadable = false
  }

  init(database: StoreDatabase, sourceID: String, logger: Logger) {
    self.database = database
    rows = BasketRows(sourceID: sourceID)
    self.logger = logger
  }

  public func basket() async throws(BasketError) -> Basket {
    // After the edits that were requested before.
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
    // Changes that come while one is being read are read together.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = FolderWatch(folder: database.file.folder, namePrefix: database.file.name) {
      signal.yield()
    }
    // Includes changes before the watch was set up.
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
      let snapshot = try await database.patiently { () async throws(StoreFault) in
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

  private func read() async throws(BasketError) -> BasketRows.Snapshot {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot =
        try await database.patiently { () async throws(StoreFault) in
          try await database.fetch { try rows.snapshot($0) }
        } ?? BasketRows.Snapshot()
      note(snapshot)
      return snapshot
    } catch {
      throw basketError(error)
    }
  }

  /// The basket, if it has changed since it was last handed out.
  private func changedBasket() async -> Basket? {
    let rows = rows
    // A pending edit of our own will answer with the same changes.
    await state.withLock { $0.lastEdit }?.value
    guard let revision = await database.read({ try rows.revision($0) }),
      revision != state.withLock({ $0.revision })
    else { return nil }
    return try? await read().basket
  }

  /// - Returns: Whether it has changed.
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

  /// Writing triggers no event after the transaction; touching the file does.
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
  /// Whether it has an effect if there is no basket yet.
  fileprivate var putsIn: Bool {
    switch self {
    case .add(let items), .restore(let items): !items.isEmpty
    case .remove, .removeOrdered, .update, .setGone: false
    }
  }
}
