import Foundation
import GRDB

/// The tables of what the user did, which can't be fetched again: nothing is ever removed, only added.
struct StateLayout: StoreLayout {
  let formerPlaces: FormerPlaces

  var isReplaceable: Bool { false }
  // On a busy machine two seconds are not enough: several programs wait for each other's transactions, and a killed program
  // holds its locks until the system has cleaned up. Then the basket would be shown empty, with nothing to read it again.
  var busyTimeout: TimeInterval { 10 }
  var hasSomethingToTakeOver: Bool { formerPlaces.areThere }

  func look(at database: Database) throws { _ = try Self.missingSteps(in: database) }

  func prepare(_ pool: DatabasePool) throws {
    let isComplete = try pool.writeWithoutTransaction { database in
      // What the user did survives a power cut too: each transaction waits for the disk.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // What is forgotten, such as a place, isn't in the file any more.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      return try Self.missingSteps(in: database).isEmpty
    }
    // Usually there is nothing to do, and then there is no need to wait for another program's transaction.
    guard !isComplete else { return }
    let takenOver = try pool.write { database -> [String] in
      var takenOver: [String] = []
      // Another program may have been faster.
      for step in try Self.missingSteps(in: database) {
        for statement in step.statements { try database.execute(sql: statement) }
        if step.name == Self.placesName { takenOver = try formerPlaces.takeOver(into: database) }
        try database.execute(
          sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
      }
      return takenOver
    }
    formerPlaces.rename(takenOver)
  }

  private static let placesName = "places"

  private struct Step {
    let name: String
    let statements: [String]
  }

  /// A later Vitrine adds steps at the end; released ones don't change.
  private static let steps = [
    // The latest has the largest id. Two queries are the same if their `folded` is.
    Step(
      name: "recent queries",
      statements: [
        """
        CREATE TABLE recentQuery (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          source TEXT NOT NULL, folded TEXT NOT NULL, text TEXT NOT NULL, savedAt REAL NOT NULL,
          UNIQUE (source, folded)
        )
        """
      ]),
    // `item` is what `BasketItemCoding` writes. The ids give the order of equal dates. `basket` counted the changes of each
    // basket, for programs that watched it, as 1.0 did.
    Step(
      name: "baskets",
      statements: [
        """
        CREATE TABLE basketItem (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          source TEXT NOT NULL, photoID TEXT NOT NULL, addedAt REAL NOT NULL, item TEXT NOT NULL,
          UNIQUE (source, photoID)
        )
        """,
        "CREATE TABLE basket (source TEXT PRIMARY KEY, revision INTEGER NOT NULL)",
      ]),
    Step(
      name: "remembered values",
      statements: ["CREATE TABLE rememberedValue (name TEXT PRIMARY KEY, value TEXT NOT NULL)"]),
    // Builds between 1.0 and the next version made a table here, which nothing reads any more.
    Step(name: "ignored pairs", statements: []),
    // What `StateList` says; what was put last has the largest id.
    Step(
      name: placesName,
      statements: [
        """
        CREATE TABLE place (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          list TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
          UNIQUE (list, key)
        )
        """
      ]),
  ]

  /// - Throws: `isNewer` if the file has steps that are not known here.
  private static func missingSteps(in database: Database) throws -> [Step] {
    // The name is GRDB's, which kept the steps of 1.0.
    guard try database.tableExists("grdb_migrations") else {
      guard database.isInsideTransaction else { return steps }
      try database.execute(
        sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      return steps
    }
    let done = try Set(
      String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
    guard done.isSubset(of: steps.map(\.name)) else { throw StoreOpeningError.isNewer }
    return steps.filter { !done.contains($0.name) }
  }
}
