import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct PageStoreTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `a page is read with all its properties, an empty one too`() async {
    let page = StoredPage(
      page: FeedPage(
        title: "Popular", photos: [PageLinesTests.fullPhoto], skipped: SkippedItems(count: 1),
        totalCount: 7,
        itemCount: 2, next: .continuation(.token("x"))),
      storedAt: Date(timeIntervalSinceReferenceDate: 1.25),
      freshUntil: Date(timeIntervalSinceReferenceDate: 700.5),
      validators: HTTPValidators(
        entityTag: "W/\"é\"", lastModified: "Sat, 21 Nov 2026 17:23:01 GMT"), origin: "0123")

    for page in [page, .stub([])] {
      await fixture.pages.save(page, for: .stub())

      await expectEqual(fixture.pages.page(for: .stub()), page)
    }
  }

  @Test func `source, search, filter, size and number tell pages apart`() async {
    var other = PageKey.stub()
    other.pageSize = 50
    let keys: [PageKey] = [
      .stub(), .stub(source: "SHOP"), .stub(search: "a"), .stub(search: "A"),
      .stub(filter: .forSale), .stub(page: 2), other,
    ]
    for (number, key) in keys.enumerated() {
      await fixture.pages.save(.stub([.stub(id: "\(number)")]), for: key)
    }

    for (number, key) in keys.enumerated() {
      await expectEqual(fixture.pages.page(for: key)?.page.photos.map(\.id), ["\(number)"])
    }
  }

  @Test func `a page replaces the earlier one`() async {
    await fixture.save([.stub(name: "old")])

    await fixture.save([.stub(name: "new")])

    await expectEqual(fixture.pages.page(for: .stub())?.page.photos.map(\.name), ["new"])
    #expect(await fixture.names(matching: "old").isEmpty)
    await expectEqual(fixture.names(matching: "new"), ["new"])
  }

  @Test func `the same photos again change the dates`() async {
    var page = StoredPage.stub()
    await fixture.pages.save(page, for: .stub())

    page.storedAt += 60
    page.freshUntil = page.storedAt + 5
    page.validators.entityTag = "2"
    await fixture.pages.save(page, for: .stub())

    await expectEqual(fixture.pages.page(for: .stub()), page)
    await expectEqual(fixture.names(matching: "photo").count, 3)
  }

  @Test func `a confirmed page counts as fetched then`() async {
    var page = StoredPage.stub()
    page.validators.entityTag = "1"
    await fixture.pages.save(page, for: .stub())
    let date = page.storedAt + 3600

    await fixture.pages.confirm(.stub(), at: date, freshUntil: date + 10)

    page.storedAt = date
    page.freshUntil = date + 10
    await expectEqual(fixture.pages.page(for: .stub()), page)
  }

  @Test func `a list that has become shorter loses its last pages, and their photos`() async {
    for page in 1...4 { await fixture.save([.stub(id: "\(page)", name: "p\(page)")], page: page) }
    await fixture.pages.save(.stub(), for: .stub(search: "x", page: 4))

    await fixture.pages.removePages(from: 3, of: .stub())

    #expect(await fixture.pages.page(for: .stub(page: 2)) != nil)
    await expectEqual(fixture.pages.page(for: .stub(page: 3)), nil)
    await expectEqual(fixture.pages.page(for: .stub(page: 4)), nil)
    #expect(await fixture.pages.page(for: .stub(search: "x", page: 4)) != nil)
    await expectEqual(fixture.names(matching: "p"), ["p1", "p2"])
  }

  @Test func `reading, confirming and removing what isn't stored creates nothing`() async {
    await expectEqual(fixture.pages.page(for: .stub()), nil)
    #expect(await fixture.names(matching: "a").isEmpty)
    await expectEqual(fixture.hasImage("https://a.example/1"), false)
    await fixture.pages.confirm(.stub(), at: .now, freshUntil: nil)
    await fixture.pages.removePages(from: 1, of: .stub())
    await fixture.store.finishWriting()

    #expect(fixture.home.paths.isEmpty)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `the folder and the files are accessible to their owner only`() async {
    await fixture.save(Photo.stubs(1))

    expectEqual(fixture.home.mode("vitrine"), 0o700)
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      expectEqual(fixture.home.mode("vitrine/\(name)"), 0o600, "\(name)")
    }
  }

  @Test func `a page is stored even if its caller no longer waits`() async {
    let pages = fixture.pages
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await pages.save(.stub(), for: .stub())
    }
    await task.value

    await expectEqual(fixture.pages.page(for: .stub()), .stub())
  }

  @Test func `without a folder the store is empty and silent`() async {
    let log = RecordedLog()
    let store = SQLiteStore(folder: nil, logger: log.logger)

    await store.pages.save(.stub(), for: .stub())

    await expectEqual(store.pages.page(for: .stub()), nil)
    #expect(await store.images.makeFile() == nil)
    #expect(log.lines.isEmpty)
  }
}
