import ExpectationSupport
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct StoreDamageTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let removedLine =
    "store.sqlite was damaged or a newer version's; it was removed and is made again."
  private static func uselessLine(_ reason: String) -> String {
    "Can't use store.sqlite (\(reason)); nothing is saved in it for now."
  }

  /// What a store holds after something was done to its file between two programs.
  private func afterwards(
    _ damage: (_ path: String) throws -> Void
  ) async throws -> SQLiteStore {
    for page in 1...20 { await fixture.save(Photo.stubs(100, from: page * 100), page: page) }
    await fixture.store.database.close()
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)-wal"))
    try damage(fixture.path)
    return fixture.anotherStore()
  }

  /// What may become of a file.
  enum Damage: CaseIterable {
    case text, headerOnly, firstPageOnly, halfPage, mostPages, middle

    func apply(to path: String) throws {
      func replace(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      }
      switch self {
      case .text: try replace([UInt8](repeating: 0x55, count: 100))
      case .headerOnly: try replace(Array("SQLite format 3\u{0}garbage".utf8))
      case .firstPageOnly: expectEqual(truncate(path, 4096), 0)
      case .halfPage: expectEqual(truncate(path, 10_000), 0)
      case .mostPages: expectEqual(truncate(path, 100_000), 0)
      case .middle:
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in 4096 * 4..<bytes.count {
          bytes[place] = UInt8(truncatingIfNeeded: place &* 31)
        }
        try replace(Array(bytes))
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func
    `a damaged file is removed when the damage is found, at the latest when its page is asked for`(
      damage: Damage
    ) async throws
  {
    let store = try await afterwards { try damage.apply(to: $0) }

    for page in 1...20 { _ = await store.pages.page(for: .stub(page: page)) }
    _ = await store.pages.photos(
      on: store.pages.pages(ofSource: "shop"), passing: LocalFilter(PhotoQuery(search: "photo")))

    await expectEqual(store.pages.page(for: .stub(page: 1)), nil)
    await store.pages.save(.stub(), for: .stub(page: 1))
    await expectEqual(store.pages.page(for: .stub(page: 1)), .stub())
    expectEqual(fixture.log.lines, [Self.removedLine])
  }

  @Test func `an empty file is a new store`() async throws {
    let store = try await afterwards { expectEqual(truncate($0, 0), 0) }

    await expectEqual(store.pages.page(for: .stub()), nil)
    await store.pages.save(.stub(), for: .stub())
    await expectEqual(store.pages.page(for: .stub()), .stub())
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `a folder in the store's place stays as it is, and the program goes on without`()
    async throws
  {
    let store = try await afterwards {
      expectEqual(unlink($0), 0)
      expectEqual(mkdir($0, 0o700), 0)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\($0)/letter"))
    }

    await store.pages.save(.stub(), for: .stub(page: 1))
    await expectEqual(store.pages.page(for: .stub(page: 1)), nil)
    expectEqual(fixture.home.paths(containing: "letter").count, 1)
    expectEqual(fixture.log.lines, [Self.uselessLine("damaged")])
  }

  /// When it is opened, or when a page is put in.
  @Test(arguments: [Damage.text, .middle])
  func `a page is saved although the store turns out damaged then`(damage: Damage) async throws {
    let store = try await afterwards { try damage.apply(to: $0) }

    await store.pages.save(.stub(), for: .stub(page: 3))

    await expectEqual(store.pages.page(for: .stub(page: 3)), .stub())
    expectEqual(fixture.log.lines, [Self.removedLine])
  }

  @Test func `a page whose bytes are damaged counts as not stored, and the others stay`() async {
    await fixture.save(Photo.stubs(1), page: 1)
    await fixture.save(Photo.stubs(1, from: 1), page: 2)
    await fixture.store.database.execute(
      "UPDATE pageBody SET bytes = substr(bytes, 1, 20) WHERE id = 1")

    await expectEqual(fixture.pages.page(for: .stub(page: 1)), nil)
    #expect(await fixture.pages.page(for: .stub(page: 2)) != nil)
    await expectEqual(fixture.names(matching: "photo"), ["photo 1"])
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `rows of the wrong type do not trap`() async {
    await fixture.save(Photo.stubs(1))
    await fixture.saveImage("https://a.example/1")
    await fixture.store.database.execute(
      "UPDATE pageBody SET bytes = 'text'",
      "UPDATE page SET storedAt = 'soon', freshUntil = x'00', usedAt = 'x', entityTag = 5",
      "UPDATE image SET byteCount = 'many', storedAt = 'x', usedAt = ''")

    await expectEqual(fixture.pages.page(for: .stub()), nil)
    await expectEqual(fixture.hasImage("https://a.example/1"), false)
    await fixture.store.finishWriting()
  }

  @Test func `a store is made again as often as it is damaged`() async throws {
    for _ in 1...4 {
      await fixture.save(Photo.stubs(1))
      #expect(await fixture.pages.page(for: .stub()) != nil)
      await fixture.store.database.close()
      try fixture.home.write("vitrine/store.sqlite", "garbage")
      await expectEqual(fixture.pages.page(for: .stub()), nil)
    }
  }

  @Test func `a folder where nothing can be created is an empty store with one line in the log`()
    async throws
  {
    try fixture.home.write("vitrine")

    await fixture.save(Photo.stubs(1))
    await fixture.save(Photo.stubs(1), page: 2)
    await expectEqual(fixture.saveImage("https://a.example/1"), nil)
    await expectEqual(fixture.pages.page(for: .stub()), nil)
    #expect(await fixture.names(matching: "photo").isEmpty)

    expectEqual(fixture.log.lines, [Self.uselessLine("unwritable")])
    expectEqual(fixture.home.paths, ["vitrine"])
  }

  @Test func `a full disk keeps what is stored, with one line in the log`() async {
    await fixture.save(Photo.stubs(2))
    let full = SQLiteStore(
      folder: fixture.folder, byteLimit: 1 << 30, logger: fixture.log.logger,
      maximumPageCount: 1, now: { .now })

    for page in 2...9 {
      await full.pages.save(.stub(Photo.stubs(500)), for: .stub(page: page))
    }

    await expectEqual(full.pages.page(for: .stub(page: 2)), nil)
    #expect(await full.pages.page(for: .stub(page: 1)) != nil)
    expectEqual(fixture.log.lines, [Self.uselessLine("unwritable")])
  }

  @Test func `an older layout is emptied without a message`() async throws {
    await fixture.save(Photo.stubs(1))
    await fixture.store.database.execute(
      "CREATE TABLE former (id INTEGER PRIMARY KEY)",
      "PRAGMA user_version = 0")
    await fixture.store.database.close()

    await expectEqual(fixture.pages.page(for: .stub()), nil)
    await fixture.save([.stub(name: "new")])
    await expectEqual(fixture.names(matching: "new"), ["new"])
    await expectEqual(fixture.store.database.read { try $0.tableExists("former") }, false)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `of Vitrine 1.0's store the pages are fetched again, and the pictures stay`()
    async throws
  {
    await fixture.save([.stub(name: "lake")])
    #expect(await fixture.saveImage("https://a.example/1.jpg") != nil)
    _ = await fixture.store.database.write { database in
      try database.execute(sql: "UPDATE pageBody SET bytes = CAST('VP' AS BLOB)")
      // Its photos were in a full-text index.
      try database.execute(sql: "CREATE VIRTUAL TABLE photoText USING fts5(title)")
      try database.execute(sql: "CREATE TABLE photo (id INTEGER PRIMARY KEY)")
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    await fixture.store.database.close()

    await expectEqual(fixture.names(matching: "lake"), [])
    await expectEqual(fixture.pages.page(for: .stub()), nil)
    #expect(await fixture.hasImage("https://a.example/1.jpg"))
    let tables = await fixture.store.database.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'photo%'")
    }
    expectEqual(tables, [])
    await expectEqual(fixture.store.database.read { try SQLiteStore.byteCount($0) }, 100)
    await fixture.save([.stub(name: "lake")])
    await expectEqual(fixture.names(matching: "lake"), ["lake"])
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `a newer layout is removed and made again, once while a newer program runs`() async {
    func makeNewer() async {
      await fixture.save(Photo.stubs(1))
      await fixture.store.database.execute("PRAGMA user_version = \(CacheLayout.version + 1)")
    }
    await makeNewer()
    let older = fixture.anotherStore()

    await older.pages.save(.stub(), for: .stub(page: 2))
    await expectEqual(older.pages.page(for: .stub()), nil)
    await expectEqual(older.pages.page(for: .stub(page: 2)), .stub())
    expectEqual(fixture.log.lines, [Self.removedLine])

    unlink(fixture.path)
    await makeNewer()
    await expectEqual(older.pages.page(for: .stub()), nil)
    await expectEqual(fixture.pages.page(for: .stub())?.page.photos.count, 1)
    expectEqual(fixture.log.lines, [Self.removedLine, Self.uselessLine("newer")])
  }

  @Test(.enabled(if: SQLiteShell.isThere))
  func `a store that is in use, full or can't be written is never removed`() async throws {
    await fixture.save(Photo.stubs(1))
    let shell = try SQLiteShell(path: fixture.path)
    try expectEqual(shell.say("BEGIN IMMEDIATE;"), "done")

    // Two seconds.
    await fixture.save(Photo.stubs(1), page: 2)
    await expectEqual(fixture.pages.page(for: .stub(page: 2)), nil)
    #expect(await fixture.pages.page(for: .stub()) != nil)
    expectEqual(fixture.log.lines, [Self.uselessLine("busy")])

    try expectEqual(shell.say("COMMIT;"), "done")
    await fixture.save(Photo.stubs(1), page: 3)
    #expect(await fixture.pages.page(for: .stub(page: 3)) != nil)
    #expect(await fixture.pages.page(for: .stub()) != nil)
    try shell.end()
  }

  @Test func `a store whose file was removed is created again`() async throws {
    await fixture.save(Photo.stubs(1))
    try FileManager.default.removeItem(atPath: fixture.folder)

    await expectEqual(fixture.pages.page(for: .stub()), nil)
    #expect(fixture.home.paths.isEmpty)
    await fixture.save(Photo.stubs(2))
    await expectEqual(fixture.pages.page(for: .stub())?.page.photos.count, 2)
    #expect(fixture.log.lines.isEmpty)
  }
}
