import Foundation
import GalleryDomain

/// Which format an address turned out to have, so that its stored pages are found before it is asked again.
///
/// Kept among the pages, as one without photos whose title is the format's name.
struct FormatMemory: Sendable {
  private let store: any PageStore
  private let key: PageKey

  init(of url: URL, in store: any PageStore) {
    self.store = store
    key = PageKey(sourceID: "format of \(WebAddress.id(url))", pageSize: 1, page: 1)
  }

  func name() async -> String? {
    await store.page(for: key)?.page.title
  }

  /// - Parameter date: Now: what is used is kept longer.
  func remember(_ name: String, at date: Date) async {
    guard await self.name() != name else {
      return await store.confirm(key, at: date, freshUntil: nil)
    }
    await store.save(StoredPage(page: FeedPage(title: name, photos: []), storedAt: date), for: key)
  }

  func forget() async {
    await store.removePages(from: 1, of: key)
  }
}
