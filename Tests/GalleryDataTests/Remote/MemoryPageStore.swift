import Foundation
import GalleryDomain
import Synchronization

@testable import GalleryData

/// Pages in memory.
final class MemoryPageStore: PageStore {
  private let state = Mutex<[PageKey: StoredPage]>([:])
  private let reads = Mutex(0)

  /// How often photos were searched for.
  var searchCount: Int { reads.withLock(\.self) }
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

  func pages(ofSource sourceID: String) async -> [PageKey] {
    keys.filter { $0.sourceID == sourceID && $0.query == .everything }
      .sorted { ($0.page - 1) * $0.pageSize < ($1.page - 1) * $1.pageSize }
  }

  func photos(on pages: [PageKey], passing filter: LocalFilter) async -> [Photo] {
    reads.withLock { $0 += 1 }
    return state.withLock { state in pages.flatMap { state[$0]?.page.photos ?? [] } }
      .filter(filter.keeps)
  }
}
