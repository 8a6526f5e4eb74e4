/// A value of a row, or one that a statement is given: never a part of its text.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

/// A statement with its values, in their order.
public struct SQLStatement: Hashable, Sendable {
  public var sql: String
  public var arguments: [SQLValue]

  public init(sql: String, arguments: [SQLValue] = []) {
    (self.sql, self.arguments) = (sql, arguments)
  }
}
