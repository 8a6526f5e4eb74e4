import Foundation
import GalleryDomain
import Synchronization

@testable import GalleryData

/// Pages in memory; its index is a plain search over all that was saved.
final class MemoryPageStore: PageStore {
  private let state = Mutex<[PageKey: StoredPage]>([:])

  var keys: [PageKey] { state.withLock { Array($0.keys) } }
  func numbers(of source: String = "lines:test", search: String? = nil) -> [Int] {
    keys.filter { $0.sourceID == source && $0.query.search == search }.map(\.page).sorted()
  }

  func page(for key: PageKey) async -> StoredPage? { state.withLock { $0[key] } }

  func save(_ page: StoredPage, for key: PageKey) async { state.withLock { $0[key] = page } }

  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async {
    state.withLock {
      $0[key]?.storedAt = date
      $0[key]?.freshUntil = freshUntil
    }
  }

  func removePages(from page: Int, of key: PageKey) async {
    state.withLock { pages in
      pages = pages.filter { other, _ in
        var same = other
        same.page = key.page
        return same != key || other.page < page
      }
    }
  }

  func photos(
    matching query: PhotoQuery, inSource sourceID: String, rows: Range<Int>
  ) async -> (photos: [Photo], count: Int) {
    let pages = state.withLock {
      $0.filter { $0.key.sourceID == sourceID && $0.key.query.search == nil }
    }
    let found = pages.sorted { $0.key.page < $1.key.page }.flatMap(\.value.page.photos)
      .filter {
        $0.name.contains(query.search ?? "")
          && (!query.filter.isForSaleOnly || $0.saleStatus == .forSale)
      }
    return (Array(found[rows.clamped(to: 0..<found.count)]), found.count)
  }
}
