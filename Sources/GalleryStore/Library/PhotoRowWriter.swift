import Foundation
import GRDB
import GalleryDomain
import PhotoSQL

/// Writes photos into the tables of `PhotoTable`, within one transaction.
package struct PhotoRowWriter {
  private let database: Database
  private let zone: TimeZone
  private let insertion: Statement
  private let update: Statement
  /// The numbers of texts that were written or looked up.
  private var spellings: [String: Int64] = [:]

  /// - Parameter zone: For dates whose clock isn't known.
  package init(_ database: Database, zone: TimeZone) throws {
    (self.database, self.zone) = (database, zone)
    insertion = try database.cachedStatement(sql: PhotoTable.insertion)
    update = try database.cachedStatement(sql: PhotoTable.update)
  }

  /// A row that is there already keeps its number.
  ///
  /// - Parameters:
  ///   - directory: The number of its directory.
  ///   - name: Of its file, in that directory.
  ///   - stamp: Changes with the file.
  package mutating func write(
    _ photo: Photo, inDirectory directory: Int64, name: [UInt8], stamp: [UInt8] = []
  ) throws {
    let file = [directory.databaseValue, Data(name).databaseValue, Data(stamp).databaseValue]
    try insertion.execute(arguments: StatementArguments(file + values(of: photo)))
  }

  /// Changes what a row says of its photo.
  package mutating func update(_ photo: Photo, row: Int64) throws {
    try update.execute(arguments: StatementArguments(values(of: photo) + [row.databaseValue]))
  }

  private mutating func values(of photo: Photo) throws -> [DatabaseValue] {
    try PhotoTable.values(of: photo, zone: zone).map(\.databaseValue)
      + PhotoTable.spellings(of: photo).map { text in
        try text.map { try number(of: $0).databaseValue } ?? .null
      }
  }

  private mutating func number(of text: String) throws -> Int64 {
    if let number = spellings[text] { return number }
    let known = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM spelling WHERE text = ?"), arguments: [text])
    if known == nil {
      try database.cachedStatement(sql: PhotoTable.spellingInsertion).execute(
        arguments: StatementArguments(PhotoTable.spellingValues(text).map(\.databaseValue)))
    }
    let number = known ?? database.lastInsertedRowID
    spellings[text] = number
    return number
  }
}

extension SQLValue {
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }
}
