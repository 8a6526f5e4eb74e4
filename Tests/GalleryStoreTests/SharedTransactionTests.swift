import Dispatch
import ExpectationSupport
import GRDB
import Synchronization
import Testing

@testable import GalleryStore

/// Changes that are asked for while another one is written.
@Suite(.timeLimit(.minutes(10)))
struct SharedTransactionTests {
  private let fixture: StoreFixture
  private let database: StoreDatabase
  private let commits = Commits()

  init() async throws {
    fixture = try StoreFixture()
    database = fixture.store.database
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

  private struct Refused: Error {}

  /// Inserts numbers, without waiting; a number may be refused.
  ///
  /// - Parameter areAsked: Is told when all have been asked for.
  /// - Returns: What each change returned.
  private func insert(
    _ numbers: [Int], refusing refused: Int? = nil, areAsked: DispatchSemaphore? = nil
  ) async -> [Int?] {
    let values = Mutex<[Int?]>([])
    for number in numbers {
      database.writeLater { database in
        try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
        if number == refused { throw Refused() }
        return number
      } finish: { result in
        values.withLock { $0.append((try? result.get()) ?? nil) }
      }
    }
    areAsked?.signal()
    await database.finishWriting()
    return values.withLock(\.self)
  }

  private var stored: [Int]? {
    get async {
      await database.read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }
  }

  @Test func `they are written together and in order, and each gets its own answer`() async {
    // The writer is busy until all are asked for.
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let areAsked = DispatchSemaphore(value: 0)
    database.writeLater { _ in
      0
    } finish: { _ in
      begin.finish()
      areAsked.wait()
    }
    for await _ in begun {}
    commits.count.withLock { $0 = 0 }
    await expectEqual(insert(Array(1...20), areAsked: areAsked), Array(1...20))
    await expectEqual(stored, Array(1...20))
    expectEqual(commits.count.withLock(\.self), 1)
  }

  @Test func `one that fails takes nothing of the others with it`() async {
    await expectEqual(insert([1, 2, 3], refusing: 2), [1, nil, 3])
    await expectEqual(stored, [1, 3])
  }

  @Test func `one that somebody waits for takes those before it along`() async {
    database.writeLater { try $0.execute(sql: "INSERT INTO number VALUES (7)") }

    await expectEqual(
      database.write { try Int.fetchOne($0, sql: "SELECT value FROM number") }, 7)
    await expectEqual(stored, [7])
  }

  @Test func `a transaction ends after a while, and the rest is written in the next`() async {
    for number in 1...3 {
      database.writeLater { database in
        // A slow disk.
        let end = DispatchTime.now() + .milliseconds(60)
        while DispatchTime.now() < end {}
        try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
      }
    }
    await database.finishWriting()

    await expectEqual(stored, [1, 2, 3])
    expectEqual(commits.count.withLock(\.self), 3)
  }

  @Test(.enabled(if: SQLiteShell.isThere))
  func `a caller that is blocked gives up on another program, and what others asked for waits`()
    async throws
  {
    let shell = try SQLiteShell(path: fixture.path)
    try expectEqual(shell.say("BEGIN IMMEDIATE;"), "done")
    database.writeLater { try $0.execute(sql: "INSERT INTO number VALUES (1)") }

    #expect(throws: StoreFault.busy) {
      try database.storeNow { try $0.execute(sql: "INSERT INTO number VALUES (2)") }
    }
    try expectEqual(shell.say("COMMIT;"), "done")
    await database.finishWriting()

    await expectEqual(stored, [1])
    try shell.end()
  }
}
