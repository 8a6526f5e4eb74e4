import Dispatch
import ExpectationSupport
import GRDB
import Synchronization
import Testing
import WaitSupport

@testable import GalleryStore

/// Changes that are asked for while another one is written.
@Suite(.timeLimit(.minutes(10)))
struct SharedTransactionTests {
  private let fixture: StoreFixture
  private let database: StoreDatabase
  private let commits = Commits()

  init() async throws {
    fixture = try StoreFixture()
    database = fixture.store.store.database
    let commits = commits
    _ = await database.write {
      try $0.execute(sql: "CREATE TABLE number (value INTEGER PRIMARY KEY)")
      $0.add(transactionObserver: commits, extent: .databaseLifetime)
    }
    commits.count.withLock { $0 = 0 }
  }

  /// Counts what was committed.
  private final class Commits: TransactionObserver, Sendable {
    let count = Mutex(0)
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
  }

  /// A change that is being written until `end()`.
  private struct HeldChange {
    private let mayEnd = DispatchSemaphore(value: 0)

    init(_ database: StoreDatabase) async {
      let mayEnd = mayEnd
      await withCheckedContinuation { continuation in
        Task {
          _ = await database.write { _ in
            continuation.resume()
            mayEnd.wait()
          }
        }
      }
    }

    func end() { mayEnd.signal() }
  }

  private struct Refused: Error {}

  /// Inserts numbers, all of which are asked for while a first change is being written; a number may be refused.
  private func insert(_ numbers: [Int], refusing refused: Int? = nil) async throws -> [Int?] {
    let held = await HeldChange(database)
    return try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
      for number in numbers {
        group.addTask { [database] in
          let value = await database.write { database in
            try database.execute(
              sql: "INSERT INTO number VALUES (?)", arguments: [number])
            if number == refused { throw Refused() }
            return number
          }
          return (number, value)
        }
      }
      try await wait(
        for: "waiting changes", seen: { "\(database.waitingCount)" },
        until: { database.waitingCount == numbers.count })
      held.end()
      var values: [Int: Int?] = [:]
      for try await (number, value) in group { values[number] = value }
      return numbers.map { values[$0] ?? nil }
    }
  }

  private var stored: [Int]? {
    get async {
      await database.read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }
  }

  @Test func `they are written together, and each gets its own answer`() async throws {
    try await expectEqual(insert(Array(1...20)), Array(1...20))
    await expectEqual(stored, Array(1...20))
    expectEqual(commits.count.withLock(\.self), 2)
  }

  @Test func `one that fails takes nothing of the others with it`() async throws {
    try await expectEqual(insert([1, 2, 3], refusing: 2), [1, nil, 3])
    await expectEqual(stored, [1, 3])
  }

  @Test func `quitting waits for those that are waiting`() async throws {
    let (database, held) = (database, await HeldChange(database))
    async let second = database.write { try $0.execute(sql: "INSERT INTO number VALUES (7)") }
    try await wait(
      for: "a waiting change", seen: { "\(database.waitingCount)" },
      until: { database.waitingCount == 1 })
    async let quitting: Void = database.finishWriting()
    held.end()
    await quitting

    await expectEqual(stored, [7])
    _ = await second
  }
}
