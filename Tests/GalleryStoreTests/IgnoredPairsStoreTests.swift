import ExpectationSupport
import Foundation
import GRDB
import GalleryDomain
import Testing

@testable import GalleryStore

/// Ignored pairs in the state home.
@Suite(.timeLimit(.minutes(10)))
struct IgnoredPairsStoreTests {
  private let home: TemporaryFolder
  private let log = RecordedLog()

  init() throws {
    home = try TemporaryFolder()
  }

  private func pairs() -> SQLiteIgnoredPairs {
    SQLiteStateStore(folder: "\(home.path)/vitrine", logger: log.logger).ignoredPairs
  }

  private func photo(_ number: UInt8, differences: UInt64? = nil) -> IgnoredPhoto {
    IgnoredPhoto(
      digest: [number] + [UInt8](repeating: 0, count: 31), byteCount: 1_000 + Int(number),
      fingerprint: differences.flatMap {
        PhotoFingerprint(differences: $0, contrast: 40, colors: [UInt8](repeating: 9, count: 96))
      }, path: Array("/p/\(number).jpg".utf8) + [0xFF])
  }

  private func pair(_ one: UInt8, _ other: UInt8) -> IgnoredPair {
    IgnoredPair(
      photo(one, differences: 77), photo(other),
      ignoredAt: Date(timeIntervalSinceReferenceDate: 12_345))
  }

  @Test func `pairs are kept in their order, each once, and taken out`() async throws {
    expectEqual(try await pairs().add([pair(1, 2), pair(1, 3)]), [pair(1, 2), pair(1, 3)])
    expectEqual(try await pairs().add([pair(2, 1), pair(4, 4)]), [pair(4, 4)])
    expectEqual(try await pairs().pairs(), [pair(1, 2), pair(1, 3), pair(4, 4)])

    expectEqual(try await pairs().remove([pair(3, 1), pair(5, 6)]), [pair(3, 1)])
    expectEqual(try await pairs().pairs(), [pair(1, 2), pair(4, 4)])
  }

  @Test func `the file is the user's own, and looking creates none`() async throws {
    expectEqual(try await pairs().pairs(), [])
    expectEqual(try await pairs().remove([pair(1, 2)]), [])
    #expect(home.names.isEmpty)

    _ = try await pairs().add([pair(1, 2)])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(home.path)/vitrine/state.sqlite")
    expectEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  @Test func `two programs lose no pair of each other`() async throws {
    let (one, other) = (pairs(), pairs())

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in UInt8(1)...40 {
        group.addTask {
          _ = try await (number.isMultiple(of: 2) ? one : other).add([pair(0, number)])
        }
      }
      try await group.waitForAll()
    }

    expectEqual(
      Set(try await one.pairs().map(\.other.digest[0])), Set(UInt8(1)...40))
    expectEqual(try await other.pairs().count, 40)
  }

  @Test func `a row that can't be read is skipped and stays`() async throws {
    let pairs = pairs()
    _ = try await pairs.add([pair(1, 2), pair(1, 3), pair(1, 4)])
    _ = await pairs.database.write { database in
      try database.execute(
        sql: """
          UPDATE ignoredPair SET digest = x'01' WHERE id = 1;
          UPDATE ignoredPair SET fingerprint = x'0102', otherByteCount = 'many' WHERE id = 2;
          """)
    }

    expectEqual(try await pairs.pairs(), [pair(1, 4)])
    let count = await pairs.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM ignoredPair")
    }
    expectEqual(count, 3)
  }

  @Test func `where nothing can be kept an error says so`() async throws {
    let nowhere = SQLiteStateStore(folder: nil, logger: log.logger).ignoredPairs
    await #expect(throws: IgnoredPairsError.notStored(path: "")) {
      try await nowhere.add([pair(1, 2)])
    }
    let full = SQLiteStateStore(
      folder: "\(home.path)/full", logger: log.logger, maximumPageCount: 1
    ).ignoredPairs
    await #expect(throws: IgnoredPairsError.notStored(path: "\(home.path)/full/state.sqlite")) {
      try await full.add([pair(1, 2)])
    }
  }
}
