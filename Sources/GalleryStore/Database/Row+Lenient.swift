import Foundation
import GRDB

/// GRDB's own subscripts end the program at a value of another type, and SQLite keeps values of any type in
/// any column: a damaged file may hold what we never wrote.
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

  /// Seconds since 2001, as all dates of the store are.
  ///
  /// Never inlined: in a loop over rows Swift 6.3.1 crashes when it optimizes GRDB's conversion (an ownership
  /// error after CopyPropagation). Can go when a release builds without it.
  @inline(never)
  func date(_ column: String) -> Date? {
    Double.fromDatabaseValue(self[column]).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
