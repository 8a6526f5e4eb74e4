import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The histories that every list must have, from the first announcement to the last.
struct NamedHistoryTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    service.capabilities = SourceCapabilities(
      search: .atSource, terms: [.forSale], isRemote: true)
    sut = PhotoListViewModel(apiService: service, pageSize: 10)
    history = History(sut)
    sut.willDisplay(rows: 0..<8)
  }

  private func answer(_ page: PhotoPage) throws {
    try #require(service.openLoads.last).answer(page)
  }

  @Test func `an empty page`() throws {
    sut.initFetch()
    try answer(PhotoPage(photos: []))

    expectEqual(history.entries, ["loading=true", "reload 0", "loading=false"])
    expectEqual(sut.state, .empty)
    expectEqual(service.queriedPages, [1])
  }

  @Test func `the first page only`() throws {
    sut.initFetch()
    try answer(.of(7, for: PageRequest(pageSize: 10)))

    expectEqual(history.entries, ["loading=true", "reload 7", "loading=false"])
    expectEqual(sut.footer, .noMorePhotos)
    expectEqual(service.queriedPages, [1])
  }

  @Test func `two pages, of which the last has no next`() throws {
    sut.initFetch()
    try answer(PhotoPage(photos: Photo.stubs(10), hasMorePages: true))
    expectEqual(sut.footer, .loadingMore)
    try answer(PhotoPage(number: 2, photos: Photo.stubs(4, from: 10)))
    sut.willDisplay(rows: 6..<14)

    expectEqual(history.entries, ["loading=true", "reload 10", "loading=false", "reload 14"])
    expectEqual(sut.footer, .noMorePhotos)
    expectEqual(service.queriedPages, [1, 2])
  }

  @Test func `an error`() throws {
    sut.initFetch()
    try #require(service.openLoads.last).fail(.serverOverloaded)

    expectEqual(history.entries, ["loading=true", "alert Server is overloaded", "loading=false"])
    expectEqual(sut.state, .failed(.serverOverloaded))
  }

  @Test func `an error of the second page`() throws {
    sut.initFetch()
    try answer(PhotoPage(photos: Photo.stubs(10), hasMorePages: true))
    try #require(service.openLoads.last).fail(.serverOverloaded)

    expectEqual(history.entries, ["loading=true", "reload 10", "loading=false", "reload 10"])
    expectEqual(sut.footer, .couldNotLoadMore)
    expectEqual(sut.numberOfCells, 10)
  }

  @Test func `a query is saved when its search succeeds, once`() throws {
    sut.initFetch()
    try answer(PhotoPage(photos: Photo.stubs(5)))
    sut.search(for: "sea")
    #expect(service.savedQueries.isEmpty)
    try answer(PhotoPage(photos: Photo.stubs(2)))
    sut.refresh()
    try answer(PhotoPage(photos: Photo.stubs(2)))

    expectEqual(service.savedQueries, ["sea"])
    expectEqual(history.loading, [true, false, true, false, true, false])
  }

  @Test func `a query is not saved when its search fails, is left or is overtaken`() throws {
    sut.initFetch()
    try answer(PhotoPage(photos: Photo.stubs(5)))
    sut.search(for: "failed")
    try #require(service.openLoads.last).fail(.noNetwork)
    sut.search(for: "left")
    let left = try #require(service.openLoads.last)
    sut.leaveSearch()
    sut.search(for: "overtaken")
    let overtaken = try #require(service.openLoads.last)
    sut.search(for: "sea")
    left.answer(PhotoPage(photos: Photo.stubs(1)))
    overtaken.answer(PhotoPage(photos: Photo.stubs(1)))
    try answer(PhotoPage(photos: Photo.stubs(2)))

    expectEqual(service.savedQueries, ["sea"])
    expectEqual(history.loading, [true, false, true, false, true, false, true, false])
  }

  @Test func `ten thousand pages one after the other cost what ten do`() {
    service.source = { query in
      PhotoPage(
        number: query.page, photos: Photo.stubs(10, from: query.page * 10), hasMorePages: true,
        skipped: SkippedItems(count: query.page.isMultiple(of: 2) ? 1 : 0))
    }
    sut.initFetch()
    for page in 1..<10_000 { sut.willDisplay(rows: (page * 10 - 4)..<(page * 10 + 4)) }

    #expect(sut.numberOfCells >= 99_990)
    #expect(sut.isPlaceholder(0))
    #expect(sut.skippedCount >= 4_999)
    // Each page was requested once.
    expectEqual(Set(service.queriedPages).count, service.queriedPages.count)
  }
}
