import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct WriteBehindPageStoreTests {
  private let memory = MemoryPageStore()

  @Test func `a reader finds what was saved before`() async {
    let store = WriteBehindPageStore(memory)

    await store.save(page("a"), for: key(1))
    await store.save(page("b"), for: key(2))

    await expectEqual(store.page(for: key(1))?.page.photos.map(\.name), ["a"])
    await expectEqual(
      store.photos(matching: PhotoQuery(search: "b"), inSource: "test", rows: 0..<9).count, 1)
  }

  @Test func `changes happen in order`() async {
    let store = WriteBehindPageStore(memory)
    let later = Date(timeIntervalSince1970: 5_000)

    await store.save(page("old"), for: key(1))
    await store.save(page("new"), for: key(1))
    await store.save(page("gone"), for: key(2))
    await store.confirm(key(1), at: later, freshUntil: nil)
    await store.removePages(from: 2, of: key(2))
    await store.finishWriting()

    expectEqual(memory.keys, [key(1)])
    await expectEqual(memory.page(for: key(1))?.page.photos.map(\.name), ["new"])
    await expectEqual(memory.page(for: key(1))?.storedAt, later)
  }

  @Test func `a change continues when its task is cancelled`() async {
    let store = WriteBehindPageStore(memory)
    let (page, key) = (page("a"), key(1))

    let task = Task { await store.save(page, for: key) }
    task.cancel()
    await task.value
    await store.finishWriting()

    expectEqual(memory.keys, [key])
  }

  private func key(_ page: Int) -> PageKey {
    PageKey(sourceID: "test", pageSize: 100, page: page)
  }

  private func page(_ name: String) -> StoredPage {
    StoredPage(
      page: FeedPage(photos: [Photo(id: name, name: name)]),
      storedAt: Date(timeIntervalSince1970: 1_000))
  }
}
