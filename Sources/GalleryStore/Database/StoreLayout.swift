import GRDB

/// What a store's tables are, and what becomes of a store that does not have them.
protocol StoreLayout: Sendable {
  /// Whether all that the store holds can be fetched again, so that a damaged one is set aside.
  var isReplaceable: Bool { get }

  /// Called once for every opening, before anything is read.
  ///
  /// - Throws: `StoreLayoutError` for a store that this program must leave alone.
  func prepare(_ database: DatabasePool) throws
}

enum StoreLayoutError: Error {
  /// A later Vitrine made it.
  case isNewer
}
