import GRDB

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
  /// The caller no longer waits for the answer.
  case cancelled
  case other

  init(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = Self(code: error.resultCode)
    // A value that can't occur there.
    case is RowDecodingError: self = .damaged
    case StoreOpeningError.notAFile: self = .damaged
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
