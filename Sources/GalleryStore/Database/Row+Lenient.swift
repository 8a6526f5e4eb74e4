import Foundation
import GRDB
import GRDBSQLite
import PhotoSQL

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

/// Rows read by hand: one of GRDB's costs more than finding it. What a damaged file has in place of a number or of bytes, SQLite
/// converts.
extension Statement {
  /// What its only row says.
  func first<Value>(
    _ arguments: StatementArguments, _ value: (Statement) throws -> Value?
  ) throws -> Value? {
    // Otherwise it would continue to see the database as it was at this moment.
    defer { sqlite3_reset(sqliteStatement) }
    try setArguments(arguments)
    return try step() ? value(self) : nil
  }

  /// SQLITE_TRANSIENT, a macro that Swift doesn't import.
  static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Calls a function with each row.
  func eachRow(_ row: (Statement) -> Void) throws {
    defer { sqlite3_reset(sqliteStatement) }
    while try step() { row(self) }
  }

  private func step() throws -> Bool {
    switch sqlite3_step(sqliteStatement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  /// Of the current row; nil for NULL.
  func number(_ column: Int32) -> Int64? {
    sqlite3_column_type(sqliteStatement, column) == SQLITE_NULL
      ? nil : sqlite3_column_int64(sqliteStatement, column)
  }

  /// Of the current row: a whole number or a text.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(sqliteStatement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(sqliteStatement, column))
    case SQLITE_TEXT: .text(String(decoding: bytes(column) ?? [], as: UTF8.self))
    default: .null
    }
  }

  /// Of the current row; nil for NULL.
  func bytes(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(sqliteStatement, column) != SQLITE_NULL else { return nil }
    let start = sqlite3_column_blob(sqliteStatement, column)
    let count = Int(sqlite3_column_bytes(sqliteStatement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
