import GRDB

/// What an error of the database means for the store.
enum StoreFault: Error, Hashable, Sendable {
  /// The file is no database, or one that contradicts itself.
  case damaged
  /// Nothing can be written: no space, no permission, a read-only file system.
  case unwritable
  /// Another process kept it for longer than the busy time-out.
  case busy
  /// A later Vitrine made it.
  case newer
  /// There is no folder for it.
  case nowhere
  /// Nobody waits for the answer any more.
  case cancelled
  case other

  init(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = Self(code: error.resultCode)
    // A value that cannot be where it is.
    case is RowDecodingError: self = .damaged
    case StoreFile.OpeningError.notAFile: self = .damaged
    case StoreFile.OpeningError.system: self = .unwritable
    case is CancellationError: self = .cancelled
    case StoreLayoutError.isNewer: self = .newer
    default: self = .other
    }
  }

  private init(code: ResultCode) {
    self =
      switch code {
      // FTS5 says SQLITE_CORRUPT_VTAB, which has the same primary code.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH: .unwritable
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
      default: .other
      }
  }
}
