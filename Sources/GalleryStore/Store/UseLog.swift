import Foundation
import GRDB
import Synchronization

/// What was used since it was last written, so that showing a picture doesn't write each time.
final class UseLog: Sendable {
  /// Something that was used within this time counts as used.
  static let interval: TimeInterval = 3600
  /// Written when this many have been noted, and together with anything else that is written.
  static let batchCount = 64

  struct Uses: Sendable {
    var pages: [Int64: Date] = [:]
    var images: [Int64: Date] = [:]

    var isEmpty: Bool { pages.isEmpty && images.isEmpty }
    var count: Int { pages.count + images.count }
  }

  private let uses = Mutex(Uses())

  /// - Parameter lastUse: As it is in the store.
  /// - Returns: Whether there are enough to write.
  func note(page id: Int64, at date: Date, lastUse: Date) -> Bool {
    note(\.pages, id, date, lastUse)
  }

  func note(image id: Int64, at date: Date, lastUse: Date) -> Bool {
    note(\.images, id, date, lastUse)
  }

  /// Returns and removes all.
  func take() -> Uses {
    uses.withLock { uses in
      defer { uses = Uses() }
      return uses
    }
  }

  private func note(
    _ kind: WritableKeyPath<Uses, [Int64: Date]> & Sendable, _ id: Int64, _ date: Date,
    _ lastUse: Date
  ) -> Bool {
    // Later than now: the clock was set back.
    guard !(0..<Self.interval).contains(date.timeIntervalSince(lastUse)) else { return false }
    return uses.withLock { uses in
      uses[keyPath: kind][id] = date
      return uses.count >= Self.batchCount
    }
  }
}

extension UseLog.Uses {
  func write(to database: Database) throws {
    for (table, dates) in [("page", pages), ("image", images)] where !dates.isEmpty {
      let statement = try database.cachedStatement(
        sql: "UPDATE \(table) SET usedAt = ? WHERE id = ?")
      for (id, date) in dates {
        try statement.execute(arguments: [date.timeIntervalSinceReferenceDate, id])
      }
    }
  }
}
