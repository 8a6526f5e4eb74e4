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
  func date(_ column: String) -> Date? {
    Double.fromDatabaseValue(self[column]).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
