import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// What looks like a photo, and back.
struct SimilarTests: ListTests {
  let bench = ListBench(pageSize: 10)

  init() {
    service.capabilities.isReadWhole = true
    service.source = { .of(30, for: $0) }
    sut.initFetch()
    sut.focus(7)
    service.source = nil
  }

  private func found(_ count: Int) -> PhotoPage {
    PhotoPage(photos: Photo.stubs(count, from: 500), totalCount: count)
  }

  @Test func `what looks like a photo replaces the rows, and back restores them`() throws {
    sut.showSimilar(to: "7")

    expectEqual(sut.activityText, "comparing")
    expectEqual(sut.numberOfCells, 30)
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.query, PhotoQuery(similarTo: "7"))
    load.answer(found(3))
    expectEqual(sut.numberOfCells, 3)
    expectEqual(sut.focusedIndexPath?.row, 0)
    expectEqual(sut.orderText, nil)
    expectEqual(sut.countText, "3 photos")

    sut.leave()
    expectEqual(sut.numberOfCells, 30)
    expectEqual(sut.focusedIndexPath?.row, 7)
    expectEqual(service.openLoads.count, 0)
    expectEqual(service.savedQueries, [])
  }

  @Test func `back stops a comparison that is under way`() {
    sut.showSimilar(to: "7")

    sut.leave()

    expectEqual(service.openLoads.count, 0)
    expectEqual(sut.activityText, nil)
    expectEqual(sut.wantedQuery, .everything)
  }

  @Test func `from a search, it is what looks like the photo in all of the source`() throws {
    sut.search(for: "sea")
    service.openLoads.last?.answer(found(4))

    sut.showSimilar(to: "501")
    expectEqual(
      service.openLoads.last?.query.query, PhotoQuery(similarTo: "501"))
    service.openLoads.last?.answer(found(2))
    sut.leave()
    expectEqual(sut.searchText, "sea")
    expectEqual(sut.numberOfCells, 4)
    sut.leave()
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `after another order of it, back leads to the rows and the order before it`() throws {
    sut.sort(by: PhotoSort(.title))
    service.openLoads.last?.answer(found(30))
    sut.showSimilar(to: "507")
    service.openLoads.last?.answer(found(3))
    sut.sort(by: PhotoSort(.date))
    service.openLoads.last?.answer(found(3))

    sut.leave()

    expectEqual(sut.shownQuery, PhotoQuery(sort: PhotoSort(.title)))
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `a filter within it is left before it`() throws {
    sut.showSimilar(to: "7")
    service.openLoads.last?.answer(found(3))

    sut.filter(by: "rating:3")
    expectEqual(service.openLoads.last?.query.query.similarTo, "7")
    service.openLoads.last?.answer(found(1))
    sut.leave()
    expectEqual(sut.numberOfCells, 3)
    sut.leave()
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `a source that is not compared says why, and its rows stay`() {
    sut.showSimilar(to: "7")
    service.openLoads.last?.fail(.comparisonOff)

    let words = "Pictures are compared only if the library is on"
    #expect(history.alerts.first?.hasPrefix(words) ?? false)
    expectEqual(sut.numberOfCells, 30)
  }
}
