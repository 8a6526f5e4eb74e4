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
  private let hasToldUnreadable = Mutex(false)

  init(database: StoreDatabase, sourceID: String, logger: Logger) {
    self.database = database
    rows = BasketRows(sourceID: sourceID)
    self.logger = logger
  }

  public func basket() async throws(BasketError) -> Basket {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      // After the edits that were requested before.
      await database.finishWriting()
      let snapshot = try await database.fetch { try rows.snapshot($0) } ?? BasketRows.Snapshot()
      note(snapshot)
      return snapshot.basket
    } catch {
      throw basketError(error)
    }
  }

  public func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket {
    let (rows, database) = (rows, database)
    do throws(StoreFault) {
      let snapshot = try await database.store(creating: edit.putsIn) { try rows.apply(edit, $0) }
      guard let snapshot else { return .empty }
      note(snapshot)
      return snapshot.basket
    } catch {
      throw basketError(error)
    }
  }

  private func note(_ snapshot: BasketRows.Snapshot) {
    let isUntold = hasToldUnreadable.withLock { hasTold in
      defer { hasTold = hasTold || snapshot.unreadableCount > 0 }
      return snapshot.unreadableCount > 0 && !hasTold
    }
    guard isUntold else { return }
    logger.warning(
      "Can't read some items of the basket; they were left unchanged.",
      metadata: ["path": "\(database.path)", "count": "\(snapshot.unreadableCount)"])
  }

  private func basketError(_ fault: StoreFault) -> BasketError {
    let path = TextCleaner.line(database.path, limit: TextLimit(characters: 1_000))
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
