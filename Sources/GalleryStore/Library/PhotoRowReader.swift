import GRDB
import GRDBSQLite
import GalleryDomain
import PhotoSQL

/// Answers the statements of `PhotoSelect`.
package enum PhotoRowReader {
  /// The rows of a query in order, with the sections that follow each other among them.
  package static func answer(
    _ select: PhotoSelect, limit: Int? = nil, in database: Database
  ) throws -> RowAnswer {
    if let limit, let statement = select.firstRows(limit: limit) {
      let first = try rows(statement, in: database)
      if first.count == limit { return RowAnswer(first) }
    }
    let statement = select.rows(limit: limit)
    guard select.hasSections else { return RowAnswer(try rows(statement, in: database)) }
    var answer = RowAnswer([])
    var last: SQLValue?
    try prepare(statement, in: database).eachRow { row in
      guard let number = row.number(0) else { return }
      let value = row.value(1)
      if value != last {
        last = value
        answer.sections.extend(
          with: PhotoSection(select.section(of: value), start: answer.numbers.count, count: 0))
      }
      answer.sections[answer.sections.count - 1].count += 1
      answer.numbers.append(number)
    }
    return answer
  }

  /// The numbers of rows, in order.
  package static func rows(_ statement: SQLStatement, in database: Database) throws -> [Int64] {
    try numbers(statement, in: database).compactMap(\.self)
  }

  /// A number of each row, in order.
  static func numbers(_ statement: SQLStatement, in database: Database) throws -> [Int64?] {
    let prepared = try prepare(statement, in: database)
    var numbers: [Int64?] = []
    try prepared.eachRow { numbers.append($0.number(0)) }
    return numbers
  }

  /// Values with how many rows have them.
  package static func counts(
    _ statement: SQLStatement, in database: Database
  ) throws -> [(value: SQLValue, count: Int)] {
    var counts: [(SQLValue, Int)] = []
    try prepare(statement, in: database).eachRow { row in
      counts.append((row.value(0), Int(row.number(1) ?? 0)))
    }
    return counts
  }

  private static func prepare(
    _ statement: SQLStatement, in database: Database
  ) throws -> Statement {
    let prepared = try database.makeStatement(sql: statement.sql)
    try prepared.setArguments(StatementArguments(statement.arguments.map(\.databaseValue)))
    return prepared
  }

  /// Adds the functions of the statements to a connection.
  package static func addFunctions(to database: Database) {
    func add(
      _ name: String, _ count: Int32,
      _ body:
        @convention(c) (
          OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void
    ) {
      sqlite3_create_function_v2(
        database.sqliteConnection, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, body, nil,
        nil, nil)
    }
    add(SearchCost.function, 3) { context, _, arguments in
      guard let word = PhotoRowReader.text(arguments, 0),
        let texts = PhotoRowReader.text(arguments, 1),
        let part = SearchCost.Part(rawValue: PhotoRowReader.number(arguments, 2)),
        let cost = SearchCost.cost(of: word, in: texts, part)
      else { return sqlite3_result_null(context) }
      sqlite3_result_int64(context, cost)
    }
    add(PhotoTexts.contains, -1) { context, count, arguments in
      guard let word = PhotoRowReader.text(arguments, 0),
        var texts = PhotoRowReader.text(arguments, 1)
      else { return sqlite3_result_null(context) }
      if count > 2 { texts = PhotoTexts.field(PhotoRowReader.number(arguments, 2), of: texts) }
      sqlite3_result_int(context, PhotoTexts.contains(word, texts) ? 1 : 0)
    }
    add(PhotoTexts.field, 2) { context, _, arguments in
      guard let texts = PhotoRowReader.text(arguments, 0) else {
        return sqlite3_result_null(context)
      }
      let field = PhotoTexts.field(PhotoRowReader.number(arguments, 1), of: texts)
      field.withMemoryRebound(to: CChar.self) {
        // Copied: the text ends with the row.
        sqlite3_result_text(
          context, $0.baseAddress, Int32($0.count), Statement.copied)
      }
    }
  }

  private static func number(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
  ) -> Int {
    arguments?[index].map { Int(sqlite3_value_int64($0)) } ?? 0
  }

  private static func text(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let value = arguments?[index], let bytes = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
  }
}
