import Foundation
import GRDB

/// GRDB's own subscripts trap at a value of another type, and SQLite stores values of any type in any column: a damaged
/// file may hold anything.
extension Row {
  func number(_ column: String) -> Int64? {
    Int64.fromDatabaseValue(self[column])
  }

  func text(_ column: String) -> String? {
    String.fromDatabaseValue(self[column])
  }

  func bytes(_ column: String) -> Data? {
    Data.fromDatabaseValue(self[column])
  }

  /// Seconds since 2001, like all dates in the store.
  ///
  /// Never inlined: Swift 6.3.1 crashes when it optimizes GRDB's conversion in a loop over rows (an ownership error after
  /// CopyPropagation). Can be removed when a release builds without it.
  @inline(never)
  func date(_ column: String) -> Date? {
    Double.fromDatabaseValue(self[column]).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
