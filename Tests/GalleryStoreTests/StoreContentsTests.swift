import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct StoreContentsTests {
  @Test func `pages, pictures and damaged stores are counted and cleared`() async throws {
    let fixture = try StoreFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.folder, withIntermediateDirectories: true)
    try fixture.home.write(Array("garbage".utf8), to: "vitrine/store.sqlite")
    for page in 1...3 { await fixture.save(Photo.stubs(100, from: page * 100), page: page) }
    await fixture.saveImage("https://a.example/1", byteCount: 50)
    await fixture.saveImage("https://a.example/2", byteCount: 70)

    let contents = await fixture.store.contents()
    expectEqual(contents.pageCount, 3)
    #expect(contents.pageByteCount > 4096)
    expectEqual(contents.imageCount, 2)
    expectEqual(contents.imageByteCount, 120)
    expectEqual(contents.damagedCount, 1)
    expectEqual(contents.damagedByteCount, 7)

    let result = await fixture.store.clear()
    expectEqual(result.removed, contents)
    #expect(result.isComplete)
    let left = await fixture.store.contents()
    expectEqual(left.pageCount, 0)
    expectEqual(left.imageCount, 0)
    expectEqual(left.damagedCount, 0)
    #expect(left.pageByteCount < contents.pageByteCount)
    #expect(fixture.home.names(containing: "images/").filter { $0.count > 40 }.isEmpty)
  }

  @Test func `another program continues after the store was cleared`() async throws {
    let fixture = try StoreFixture()
    await fixture.save(Photo.stubs(3))
    let other = fixture.anotherStore()
    #expect(await other.pages.page(for: .stub()) != nil)

    _ = await fixture.store.clear()

    await expectEqual(other.pages.page(for: .stub()), nil)
    await other.pages.save(.stub(), for: .stub(page: 2))
    await expectEqual(fixture.pages.page(for: .stub(page: 2)), .stub())
    await expectEqual(fixture.names(matching: "photo").count, 3)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `clearing a missing store creates nothing`() async throws {
    let fixture = try StoreFixture()

    await expectEqual(fixture.store.contents(), StoreContents())
    let result = await fixture.store.clear()

    #expect(result.removed == StoreContents() && result.isComplete)
    #expect(fixture.home.names.isEmpty)
  }

  @Test func `a store of a newer Vitrine can be cleared`() async throws {
    let fixture = try StoreFixture()
    await fixture.save(Photo.stubs(3))
    _ = await fixture.store.store.database.write {
      try $0.execute(sql: "PRAGMA user_version = \(CacheLayout.version + 1)")
    }
    await fixture.store.store.database.close()

    #expect(await fixture.anotherStore().clear().isComplete)

    #expect(fixture.home.names(containing: "sqlite").isEmpty)
    await fixture.save(Photo.stubs(3))
    await expectEqual(fixture.names(matching: "photo").count, 3)
  }
}
