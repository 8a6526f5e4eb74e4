import Foundation
import GRDB
import GalleryDomain

/// The ignored pairs in `state.sqlite`, which is never removed. Each change is a transaction, so that several programs
/// lose nothing of each other's.
public struct SQLiteIgnoredPairs: IgnoredPairStore {
  let database: StoreDatabase

  public func pairs() async throws(IgnoredPairsError) -> [IgnoredPair] {
    try await asked { () async throws(StoreFault) in
      try await database.fetch { database in
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM ignoredPair ORDER BY id")
        return rows.compactMap(Self.pair)
      }
    }
  }

  public func add(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair] {
    try await change(creating: !pairs.isEmpty) { database in
      let statement = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO ignoredPair (
            digest, byteCount, fingerprint, path,
            otherDigest, otherByteCount, otherFingerprint, otherPath, ignoredAt
          ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      return try pairs.filter { pair in
        let pair = Self.ordered(pair)
        try statement.execute(
          arguments: Self.arguments(pair.one) + Self.arguments(pair.other)
            + [pair.ignoredAt.timeIntervalSinceReferenceDate])
        return database.changesCount > 0
      }
    }
  }

  public func remove(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair] {
    try await change(creating: false) { database in
      let statement = try database.cachedStatement(
        sql: "DELETE FROM ignoredPair WHERE digest = ? AND otherDigest = ?")
      return try pairs.filter { pair in
        let pair = Self.ordered(pair)
        try statement.execute(arguments: [Data(pair.one.digest), Data(pair.other.digest)])
        return database.changesCount > 0
      }
    }
  }

  private func change(
    creating: Bool, _ body: @escaping @Sendable (Database) throws -> [IgnoredPair]
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    try await asked { () async throws(StoreFault) in
      try await database.store(creating: creating, body)
    }
  }

  private func asked(
    _ body: () async throws(StoreFault) -> [IgnoredPair]?
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    do throws(StoreFault) {
      return try await database.patiently(body) ?? []
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ fault: StoreFault) -> IgnoredPairsError {
    let path = TextCleaner.line(database.file.path, limit: TextLimit(characters: 1_000))
    return switch fault {
    case .newer: .newer(path: path)
    case .nowhere: .notStored(path: "")
    case .damaged, .unwritable, .busy, .cancelled, .other: .notStored(path: path)
    }
  }

  // MARK: Rows

  /// A pair has one row, whichever of its photos was named first.
  private static func ordered(_ pair: IgnoredPair) -> IgnoredPair {
    pair.other.digest.lexicographicallyPrecedes(pair.one.digest)
      ? IgnoredPair(pair.other, pair.one, ignoredAt: pair.ignoredAt) : pair
  }

  private static func arguments(_ photo: IgnoredPhoto) -> StatementArguments {
    [
      Data(photo.digest), Int64(photo.byteCount),
      photo.fingerprint.flatMap { FingerprintCoding.bytes(of: .known($0)) }.map { Data($0) },
      Data(photo.path),
    ]
  }

  /// nil for a row that can't be read, which stays.
  private static func pair(_ row: Row) -> IgnoredPair? {
    guard let one = photo(row, "digest", "byteCount", "fingerprint", "path"),
      let other = photo(
        row, "otherDigest", "otherByteCount", "otherFingerprint", "otherPath"),
      let date = row.date("ignoredAt")
    else { return nil }
    return IgnoredPair(one, other, ignoredAt: date)
  }

  private static func photo(
    _ row: Row, _ digest: String, _ byteCount: String, _ fingerprint: String, _ path: String
  ) -> IgnoredPhoto? {
    guard let bytes = row.bytes(digest), bytes.count == SQLiteLibrary.digestByteCount,
      let count = row.number(byteCount), count >= 0, let name = row.bytes(path)
    else { return nil }
    let state = row.bytes(fingerprint).flatMap { try? FingerprintCoding.state($0) }
    let known: PhotoFingerprint? = if case .known(let known)? = state { known } else { nil }
    return IgnoredPhoto(
      digest: Array(bytes), byteCount: Int(count), fingerprint: known, path: Array(name))
  }
}
