import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The histories that every list must have, from the first announcement to the last.
struct NamedHistoryTests: ListTests {
  let bench = ListBench(
    pageSize: 10, SourceCapabilities(search: .atSource, operations: ["sale.yes"], isRemote: true))

  init() { sut.willDisplay(rows: 0..<8) }

  enum Answer {
    case photos(Int, hasMore: Bool = false)
    case failure(PhotoSourceError)
  }

  @Test(
    arguments: [
      ([.photos(0)], ["reload 0", "loading=false"], .empty, .none),
      ([.photos(7)], ["reload 7", "loading=false"], .photos, .noMorePhotos),
      (
        [.photos(10, hasMore: true), .photos(4)], ["reload 10", "loading=false", "reload 14"],
        .photos, .noMorePhotos
      ),
      (
        [.failure(.serverOverloaded)], ["alert Server is overloaded", "loading=false"],
        .failed(.serverOverloaded), .none
      ),
      (
        [.photos(10, hasMore: true), .failure(.serverOverloaded)],
        ["reload 10", "loading=false", "reload 10"], .photos, .couldNotLoadMore
      ),
      // A source that cancels a load itself raises no alert.
      ([.failure(.cancelled)], ["loading=false"], .failed(.cancelled), .none),
    ] as [([Answer], [String], PhotoListState, PhotoListFooter)])
  func `pages and errors, until nothing is wanted`(
    answers: [Answer], entries: [String], state: PhotoListState, footer: PhotoListFooter
  ) throws {
    sut.initFetch()
    var count = 0
    for (index, answer) in answers.enumerated() {
      switch answer {
      case .photos(let added, let hasMore):
        try self.answer(
          PhotoPage(
            number: index + 1, photos: Photo.stubs(added, from: count), hasMorePages: hasMore))
        count += added
        if hasMore { expectEqual(sut.footer, .loadingMore) }
      case .failure(let error): try #require(service.openLoads.last).fail(error)
      }
    }
    sut.willDisplay(rows: 0..<8)

    expectEqual(history.entries, ["loading=true"] + entries)
    expectEqual(sut.state, state)
    expectEqual(sut.footer, footer)
    expectEqual(sut.numberOfCells, count)
    expectEqual(service.queriedPages, Array(1...answers.count))
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
}
