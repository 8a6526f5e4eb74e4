import ExpectationSupport
import Foundation
import GRDB
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

/// What happens to a basket that cannot be read or written: it is never thrown away.
@Suite(.timeLimit(.minutes(10))) struct BasketFaultTests {
  private let fixture: BasketFixture

  init() throws { fixture = try BasketFixture() }

  @Test func `a damaged file is left as it is`() async throws {
    let text = "this is somebody's only copy of something"
    try fixture.home.write("vitrine/state.sqlite", text)

    let basket = fixture.basket()
    await expectEqual(basketError(basket.basket), .damaged(path: fixture.path))
    // Each time, as it was said the first time.
    await expectEqual(editError(.add([.stub()]), basket), .damaged(path: fixture.path))

    try expectEqual(fixture.home.read("vitrine/state.sqlite"), text)
    #expect(fixture.home.paths(containing: "damaged").isEmpty)
    expectEqual(fixture.log.lines.count, 1)
  }

  @Test func `a file whose damage is found later is left as it is, too`() async throws {
    let store = fixture.store()
    let long = String(repeating: "x", count: 300)
    _ = try await store.basket(of: "shop").apply(
      .add((0..<200).map { .stub(id: "\($0)", name: "\(long)\($0)", second: Double($0)) }))
    await store.database.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for place in 4096 * 4..<bytes.count { bytes[place] = 0x5A }
    try bytes.write(to: URL(fileURLWithPath: fixture.path))

    await expectEqual(basketError(fixture.basket().basket), .damaged(path: fixture.path))

    let left = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    // Opening counts in the first pages and adds an empty one; what can be rescued by hand is as it was.
    expectEqual(left.prefix(bytes.count).dropFirst(4096 * 4), bytes.dropFirst(4096 * 4))
    #expect(fixture.home.paths(containing: "damaged").isEmpty)
    expectEqual(fixture.log.lines.count, 1)
  }

  @Test func `a folder in the file's place is not a basket`() async throws {
    try fixture.home.makeFolder("vitrine/state.sqlite")

    await expectEqual(basketError(fixture.basket().basket), .damaged(path: fixture.path))
    expectEqual(fixture.home.paths, ["vitrine", "vitrine/state.sqlite"])
  }

  @Test(arguments: ["wal", "delete"])
  func `not a byte of a later Vitrine's file changes`(mode: String) async throws {
    let store = fixture.store()
    _ = try await store.basket(of: "shop").apply(.add([.stub(id: "a")]))
    await store.database.close()
    let later = try DatabaseQueue(path: fixture.path)
    try await later.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('something later')")
    }
    _ = try await later.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA journal_mode = \(mode)")
    }
    try later.close()
    let bytes = try Data(contentsOf: URL(filePath: fixture.path))

    let older = fixture.basket()
    await expectEqual(basketError(older.basket), .newer(path: fixture.path))
    await expectEqual(editError(.remove(["a"]), older), .newer(path: fixture.path))

    expectEqual(fixture.log.lines.count, 1)
    try expectEqual(Data(contentsOf: URL(filePath: fixture.path)), bytes)
  }

  @Test func `on a full disk the basket is kept, and grows again when there is room`() async throws
  {
    _ = try await fixture.basket().apply(.add([.stub(id: "a")]))
    let full = fixture.store(maximumPageCount: 15).basket(of: "shop")
    let long = String(repeating: "x", count: 4_000)
    let many = (0..<50).map { BasketItem.stub(id: "\($0)", name: long, second: 1 + Double($0)) }

    await expectEqual(editError(.add(many), full), .unwritable(path: fixture.path))

    // All of an edit or nothing of it; a smaller one still goes in.
    try await expectEqual(full.basket().ids, ["a"])
    try await expectEqual(full.apply(.add([.stub(id: "b", second: 9)])).ids, ["a", "b"])
    try await expectEqual(fixture.basket().basket().ids, ["a", "b"])
  }

  @Test func `a state home that isn't a folder`() async throws {
    try fixture.home.write("vitrine")

    let basket = fixture.basket()
    try await expectEqual(basket.basket(), .empty)
    await expectEqual(editError(.add([.stub()]), basket), .unwritable(path: fixture.path))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a read-only home`() async throws {
    _ = try await fixture.basket().apply(.add([.stub(id: "a")]))
    chmod(fixture.path, 0o400)
    chmod(fixture.folder, 0o500)
    defer { chmod(fixture.folder, 0o700) }

    await expectEqual(
      editError(.add([.stub(id: "b")]), fixture.basket()), .unwritable(path: fixture.path))
  }

  @Test func `no home at all`() async {
    let basket = SQLiteStateStore(folder: nil, logger: RecordedLog().logger).basket(of: "shop")

    await expectEqual(basketError(basket.basket), .unwritable(path: ""))
  }

  @Test(.enabled(if: SQLiteShell.isThere))
  func `another program that holds the file for too long`() async throws {
    _ = try await fixture.basket().apply(.add([.stub(id: "a")]))
    let shell = try SQLiteShell(path: fixture.path)
    try expectEqual(shell.say("BEGIN IMMEDIATE;"), "done")
    let basket = fixture.basket()

    // Two seconds.
    await expectEqual(
      editError(.add([.stub(id: "b", second: 1)]), basket), .unavailable(path: fixture.path))

    try expectEqual(shell.say("COMMIT;"), "done")
    try await expectEqual(basket.apply(.add([.stub(id: "c", second: 2)])).ids, ["a", "c"])
    try shell.end()
  }

  @Test func `a row that can't be read is skipped, and kept`() async throws {
    let store = fixture.store()
    let basket = store.basket(of: "shop")
    _ = try await basket.apply(
      .add((0..<5).map { .stub(id: "\($0)", second: Double($0)) }))
    await store.database.execute(
      "UPDATE basketItem SET item = '{' WHERE photoID = '1'",
      "UPDATE basketItem SET item = x'00FF' WHERE photoID = '2'",
      "UPDATE basketItem SET addedAt = 'soon' WHERE photoID = '3'")

    try await expectEqual(basket.basket().ids, ["0", "4"])
    try await expectEqual(basket.apply(.remove(["0"])).ids, ["4"])
    // Chosen again it is whole again.
    try await expectEqual(basket.apply(.add([.stub(id: "1", second: 9)])).ids, ["4", "1"])

    let count = await store.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM basketItem")
    }
    expectEqual(count, 4)
    expectEqual(fixture.log.lines.count, 1)
  }
}
