import Foundation
import GRDB

/// The tables of a store whose contents can be fetched or read again.
///
/// `PRAGMA user_version` numbers the layout. A store with an older number is emptied: a migration isn't worth its risks,
/// unless only tables are added or removed (`additions`). One with a newer number, which belongs to a newer Vitrine, is removed.
protocol ReplaceableLayout: StoreLayout {
  /// Increases with every change of the tables, or of what is in them.
  static var version: Int { get }
  /// Creates the tables.
  static var statements: [String] { get }
  /// What makes a store with the number the next one without losing anything; a number that isn't there means that it is
  /// emptied.
  static var additions: [Int: [String]] { get }
  /// A folder beside the store in which a former version kept more of the same; removed when the store is emptied.
  static var formerFolder: String? { get }
}

extension ReplaceableLayout {
  var isReplaceable: Bool { true }
  var busyTimeout: TimeInterval { 2 }
  var hasSomethingToTakeOver: Bool { false }
  static var additions: [Int: [String]] { [:] }
  static var formerFolder: String? { nil }

  func look(at database: Database) {}

  func prepare(_ database: DatabasePool) throws {
    guard try database.read(Self.version(of:)) != Self.version else { return }
    let path = database.path
    try database.write { database in
      // Another program may have created the tables meanwhile.
      let found = try Self.version(of: database)
      guard found != Self.version else { return }
      let steps = (found..<Self.version).map { Self.additions[$0] }
      guard steps.allSatisfy({ $0 != nil }) else {
        try Self.empty(database)
        if let formerFolder = Self.formerFolder {
          let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
          try? FileManager.default.removeItem(at: folder.appending(path: formerFolder))
        }
        return
      }
      for statement in steps.compactMap(\.self).joined() { try database.execute(sql: statement) }
      try database.execute(sql: "PRAGMA user_version = \(Self.version)")
    }
  }

  /// Removes everything and creates the tables. Faster than deleting rows, because an index is dropped as a whole.
  static func empty(_ database: Database) throws {
    try dropAll(database)
    for statement in statements { try database.execute(sql: statement) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  private static func version(of database: Database) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= Self.version else { throw StoreOpeningError.isNewer }
    return version
  }

  private static func dropAll(_ database: Database) throws {
    // Virtual tables first, such as the search index of a former Vitrine: they own other tables, which are dropped with them.
    let names = """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC
      """
    while let name = try String.fetchOne(database, sql: names) {
      try database.execute(sql: "DROP TABLE \(name.quotedDatabaseIdentifier)")
    }
  }
}
