import Foundation
import GRDB
import GalleryDomain
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
    return try await read()
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

  // MARK: -

  private func perform(_ edit: BasketEdit) async -> Result<Basket, BasketError> {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot = try await database.patiently { () async throws(StoreFault) in
        try await database.store(creating: edit.putsIn) { try rows.apply(edit, $0) }
      }
      guard let snapshot else { return .success(.empty) }
      note(snapshot)
      return .success(snapshot.basket)
    } catch {
      return .failure(basketError(error))
    }
  }

  private func read() async throws(BasketError) -> Basket {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot =
        try await database.patiently { () async throws(StoreFault) in
          try await database.fetch { try rows.snapshot($0) }
        } ?? BasketRows.Snapshot()
      note(snapshot)
      return snapshot.basket
    } catch {
      throw basketError(error)
    }
  }

  private func note(_ snapshot: BasketRows.Snapshot) {
    let isUntold = state.withLock { state in
      defer { state.hasToldUnreadable = state.hasToldUnreadable || snapshot.unreadableCount > 0 }
      return snapshot.unreadableCount > 0 && !state.hasToldUnreadable
    }
    guard isUntold else { return }
    logger.warning(
      "Can't read some items of the basket; they were left unchanged.",
      metadata: ["path": "\(database.file.path)", "count": "\(snapshot.unreadableCount)"])
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
