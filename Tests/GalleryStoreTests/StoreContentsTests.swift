import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct StoreContentsTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `pages and pictures are counted and cleared, with what 1.0 had set aside`()
    async throws
  {
    try fixture.home.makeFolder("vitrine")
    for name in ["store.sqlite.damaged-20231114T221320.000Z", "library.sqlite.damaged-x"] {
      try fixture.home.write("vitrine/\(name)", "garbage")
    }
    for page in 1...3 { await fixture.save(Photo.stubs(100, from: page * 100), page: page) }
    await fixture.saveImage("https://a.example/1", byteCount: 50)
    await fixture.saveImage("https://a.example/2", byteCount: 70)

    let contents = await fixture.store.contents()
    expectEqual(contents.pageCount, 3)
    #expect(contents.pageByteCount > 4096)
    expectEqual(contents.imageCount, 2)
    expectEqual(contents.imageByteCount, 120)

    let result = await fixture.store.clear()
    expectEqual(result.removed, contents)
    #expect(result.isComplete)
    let left = await fixture.store.contents()
    expectEqual(left.pageCount, 0)
    expectEqual(left.imageCount, 0)
    #expect(left.pageByteCount < contents.pageByteCount)
    await expectEqual(
      fixture.store.database.read { try Int.fetchOne($0, sql: "PRAGMA freelist_count") }, 0)
    #expect(fixture.home.imageFiles.isEmpty)
    expectEqual(fixture.home.paths(containing: "damaged"), ["vitrine/library.sqlite.damaged-x"])
  }

  @Test func `another program continues after the store was cleared`() async {
    await fixture.save(Photo.stubs(3))
    let other = fixture.anotherStore()
    #expect(await other.pages.page(for: .stub()) != nil)

    _ = await fixture.store.clear()

    await expectEqual(other.pages.page(for: .stub()), nil)
    await other.pages.save(.stub(), for: .stub(page: 2))
    await other.finishWriting()
    await expectEqual(fixture.pages.page(for: .stub(page: 2)), .stub())
    await expectEqual(fixture.names(matching: "photo").count, 3)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `clearing a missing store creates nothing`() async {
    await expectEqual(fixture.store.contents(), StoreContents())
    let result = await fixture.store.clear()

    #expect(result.removed == StoreContents() && result.isComplete)
    #expect(fixture.home.paths.isEmpty)
  }

  @Test func `a store that can't be opened isn't cleared`() async throws {
    try fixture.home.makeFolder("vitrine/store.sqlite")

    await expectEqual(fixture.store.clear().isComplete, false)

    expectEqual(fixture.home.paths, ["vitrine", "vitrine/store.sqlite"])
  }
}
