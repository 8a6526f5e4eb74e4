import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

/// Two programs with the same files.
@Suite(.timeLimit(.minutes(10)))
struct SharedStoreTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `both create the store at once`() async {
    let stores = (0..<8).map { _ in fixture.anotherStore() }

    await withTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for page in 0..<10 {
            await store.pages.save(
              .stub(Photo.stubs(5, from: number * 100 + page * 10)),
              for: .stub(page: number * 10 + page + 1))
          }
          await store.finishWriting()
        }
      }
    }

    await expectEqual(fixture.names(matching: "photo").count, 400)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `one removes the damaged store while the other has it open`() async {
    let other = fixture.anotherStore()
    await fixture.save(Photo.stubs(1))
    #expect(await other.pages.page(for: .stub()) != nil)

    for suffix in ["-wal", "-shm", ""] { unlink(fixture.path + suffix) }
    await fixture.save(Photo.stubs(2), page: 2)

    // The other continues with the new one, and leaves the new one's log alone when it closes the old one.
    await expectEqual(other.pages.page(for: .stub(page: 1)), nil)
    #expect(await other.pages.page(for: .stub(page: 2)) != nil)
    await other.database.close()
    await other.pages.save(.stub(), for: .stub(page: 3))
    await other.finishWriting()
    await expectEqual(fixture.pages.page(for: .stub(page: 3)), .stub())
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `both find the damage, and one new store is created`() async throws {
    try fixture.home.makeFolder("vitrine")
    try fixture.home.write("vitrine/store.sqlite", "garbage")
    let stores = (0..<8).map { _ in fixture.anotherStore() }

    await withTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          await store.pages.save(.stub(), for: .stub(page: number + 1))
          await store.finishWriting()
        }
      }
    }

    // A program that opened the file in between may have lost what it fetched; from now on all use the same store.
    await stores[0].pages.save(.stub(), for: .stub(page: 9))
    await stores[0].finishWriting()
    for store in stores { await expectEqual(store.pages.page(for: .stub(page: 9)), .stub()) }
  }

  @Test func `while another program opens it, none is made or removed`() async throws {
    for page in 1...20 { await fixture.save(Photo.stubs(100, from: page * 100), page: page) }
    await fixture.store.database.close()
    let damaged = fixture.anotherStore()
    #expect(await damaged.pages.page(for: .stub()) != nil)
    let empty = SQLiteStore(folder: "\(fixture.folder)/new", logger: fixture.log.logger)
    let there = try FileHandle(forUpdating: URL(filePath: fixture.path))
    try there.seek(toOffset: 4096 * 4)
    try there.write(contentsOf: Data(repeating: 0x55, count: 1 << 20))
    try fixture.home.makeFolder("vitrine/new")
    let folders: [String] = [fixture.folder, "\(fixture.folder)/new"]
    let locks = folders.map { (path: String) -> Int32 in open(path, O_RDONLY | O_DIRECTORY) }
    for lock in locks { expectEqual(flock(lock, LOCK_EX), 0) }

    async let making: Void = empty.pages.save(.stub(), for: .stub())
    await expectEqual(damaged.pages.page(for: .stub(page: 20)), nil)
    await making
    await empty.finishWriting()
    expectEqual(fixture.home.paths(containing: "new/"), [])
    #expect(FileManager.default.fileExists(atPath: fixture.path))

    // Both work as soon as they can.
    for lock in locks { close(lock) }
    for store in [damaged, empty] {
      await store.pages.save(.stub(), for: .stub(page: 2))
      await expectEqual(store.pages.page(for: .stub(page: 2)), .stub())
    }
  }

  @Test(.enabled(if: SQLiteShell.isThere))
  func `while another process writes, reading doesn't wait, but writing does`()
    async throws
  {
    await fixture.save(Photo.stubs(1))
    let shell = try SQLiteShell(path: fixture.path)
    try expectEqual(shell.say("BEGIN IMMEDIATE; UPDATE page SET entityTag = 'theirs';"), "done")

    await expectEqual(fixture.pages.page(for: .stub())?.validators.isEmpty, true)
    async let saving: Void = fixture.save(Photo.stubs(1, from: 1), page: 2)
    try expectEqual(shell.say("COMMIT;"), "done")
    await saving

    await expectEqual(fixture.pages.page(for: .stub())?.validators.entityTag, "theirs")
    #expect(await fixture.pages.page(for: .stub(page: 2)) != nil)
    #expect(fixture.log.lines.isEmpty)
    try shell.end()
  }
}

/// What the stores keep behind a lock, used and cancelled by many tasks at once; each test only has to end
/// (decision 70).
@Suite(.timeLimit(.minutes(10)))
struct StoreLockStressTests {
  @Test func `many change and read a basket, and cancel`() async throws {
    let fixture = try BasketFixture()
    let basket = fixture.basket()
    await withTaskGroup { group in
      for number in 0..<60 {
        let reader = Task { _ = try? await basket.basket() }
        let edit = Task { _ = try? await basket.apply(.add([.stub(id: "\(number % 7)")])) }
        group.addTask { if number % 3 == 0 { edit.cancel() } }
        group.addTask {
          await edit.value
          reader.cancel()
          await reader.value
        }
      }
    }
    _ = try await basket.apply(.remove(["0"]))
  }

  @Test func `many store and read pages, and cancel`() async throws {
    let fixture = try StoreFixture()
    await withTaskGroup { group in
      for number in 0..<60 {
        let task = Task {
          await fixture.save([.stub(id: "\(number)")], page: number % 5 + 1)
          _ = await fixture.pages.page(for: .stub(page: number % 5 + 1))
        }
        group.addTask { if number % 2 == 0 { task.cancel() } }
        group.addTask { await task.value }
      }
    }
    await fixture.store.finishWriting()
  }
}
